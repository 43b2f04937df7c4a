"""Field types of the formats' models, and their errors with the place in the file."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem.importers.dates import written_time
from rootmem.model.times import parse_time

ModelT = TypeVar("ModelT", bound=BaseModel)


class Shape(BaseModel):
    """A part of a foreign file: what we use is checked, what else is there may be there."""

    model_config = ConfigDict(extra="allow", frozen=True)


def validated(
    model: type[ModelT], value: object, *, source: str, line: int | None = None, field: str = ""
) -> ModelT:
    """The value as a model; raises ImportFormatError for the first wrong field below ``field``."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        message, expected = _worded(first["type"], first["msg"], first.get("input"))
        raise ImportFormatError(
            message,
            source=source,
            line=line,
            field=_path(field, first["loc"]) or None,
            expected=expected,
        ) from error


def _worded(kind: str, message: str, value: object) -> tuple[str, str]:
    if kind == "missing":
        return "the field is missing", "it to be there"
    if kind == "value_error":
        return f"{value!r:.60} does not fit", message.removeprefix("Value error, ")
    return f"{value!r:.60} does not fit", message.removeprefix("Input should be ")


def _path(start: str, places: tuple[int | str, ...]) -> str:
    path = start
    for place in places:
        path += f"[{place}]" if isinstance(place, int) else f"{'.' if path else ''}{place}"
    return path


def _label(value: object) -> object:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        if len(value) > 256:
            raise ValueError("at most 256 characters")
        return value.strip() or None
    return value


def _words(value: object) -> object:
    return str(value) if isinstance(value, int | float) else value


def _stated_time(value: object) -> object:
    if value is None or value == "":
        return None
    try:
        return parse_time(value)
    except InvalidInput:
        if isinstance(value, str) and (when := written_time(value)):
            return when
        raise ValueError(
            "a date and time in ISO 8601, an epoch in seconds or milliseconds, or null"
        ) from None


def _content(value: object) -> object:
    if value is not None and not isinstance(value, str | list | dict):
        raise ValueError("a string, a list of parts, or null")
    for part in cast("list[object]", value) if isinstance(value, list) else ():
        text = cast("dict[str, object]", part).get("text", "") if isinstance(part, dict) else part
        if not isinstance(text, str | dict):
            raise ValueError(
                'parts that are strings or objects such as {"type": "text", "text": …}'
            )
    return cast("object", value)


Label = Annotated[str, BeforeValidator(_label)]
OptionalLabel = Annotated[str | None, BeforeValidator(_label)]
Words = Annotated[str, BeforeValidator(_words)]
StatedTime = Annotated[datetime | None, BeforeValidator(_stated_time)]
MessageContent = Annotated[Any, BeforeValidator(_content)]
