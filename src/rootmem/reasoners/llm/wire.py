"""What crosses the wire: output models, their JSON schema, and reading a reply item by item.

Schemas mark every field as required (models fill in what they are asked for); reading is lenient
(what is missing takes its default), so that one malformed item costs one item.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

log = logging.getLogger(__name__)

Checked = TypeVar("Checked")
Item = TypeVar("Item", bound="Wire")


class Unusable(Exception):
    """A reply that cannot be used; the message is shown to the model when it is asked again."""


class Left(Exception):
    """An item that is well-formed but not wanted: dropped and reported, no reason to ask again."""


class Wire(BaseModel):
    """Base of every output model. Put the reasoning before the verdict in each."""

    model_config = ConfigDict(
        extra="ignore",
        coerce_numbers_to_str=True,
        str_strip_whitespace=True,
        json_schema_serialization_defaults_required=True,
    )


def _as_list(value: object) -> object:
    if value is None or value == "":
        return []
    return cast("object", value) if isinstance(value, list) else [value]


def _as_text(value: object) -> object:
    return "" if value is None else value


Names = Annotated[list[str], BeforeValidator(_as_list)]
"""A list of aliases or texts; a single one, or null, is forgiven."""

Anything = Annotated[list[object], BeforeValidator(_as_list)]
"""A list of whatever; its items are read one by one."""

Text = Annotated[str, BeforeValidator(_as_text)]
"""A text; null is forgiven."""


def schema(output: type[Wire]) -> dict[str, Any]:
    """The JSON schema to send: all fields required, titles and defaults left out."""
    raw = output.model_json_schema(mode="serialization")
    return cast("dict[str, Any]", _without_noise(raw))


def _without_noise(node: object) -> object:
    if isinstance(node, Mapping):
        pairs = cast("Mapping[str, object]", node)
        return {
            key: _without_noise(value)
            for key, value in pairs.items()
            if key not in {"default", "description"}
            and not (key == "title" and isinstance(value, str))
        }
    if isinstance(node, list):
        return [_without_noise(one) for one in cast("list[object]", node)]
    return node


class Read(NamedTuple):
    """What a list in a reply yielded, and what was wrong with the items that were dropped."""

    kept: tuple[Any, ...]
    problems: tuple[str, ...]


def read_items(
    reply: Mapping[str, Any], key: str, item: type[Item], check: Callable[[Item], Checked]
) -> tuple[list[Checked], list[str]]:
    """The usable items of the list ``key``, checked one by one, and the others' problems.

    Raises Unusable where the list is missing, or where it has items and all are malformed. An
    explicit empty list is a result.
    """
    raw = reply.get(key)
    if not isinstance(raw, list):
        raise Unusable(f'there is no list "{key}"; where there is nothing to list, give []')
    kept: list[Checked] = []
    problems: list[str] = []
    malformed = 0
    for number, value in enumerate(cast("list[object]", raw), start=1):
        try:
            kept.append(check(item.model_validate(value)))
        except Left as left:
            problems.append(f"{key} item {number}: {left}")
        except (ValidationError, ValueError) as error:
            malformed += 1
            problems.append(f"{key} item {number}: {_why(error)}")
    if raw and malformed == len(cast("list[object]", raw)):
        raise Unusable("; ".join(problems[:5]))
    _note(problems)
    return kept, problems


def read_names(
    reply: Mapping[str, Any], key: str, resolve: Callable[[str], Checked]
) -> tuple[list[Checked], list[str]]:
    """As :func:`read_items` for a plain list of aliases, doubles left out."""
    raw = reply.get(key)
    if isinstance(raw, str) and raw.strip():
        raw = [raw]
    if not isinstance(raw, list):
        raise Unusable(f'there is no list "{key}"; where there is nothing to list, give []')
    kept: list[Checked] = []
    problems: list[str] = []
    for value in cast("list[object]", raw):
        try:
            one = resolve(str(value))
        except ValueError as error:
            problems.append(f"{key}: {error}")
        else:
            if one not in kept:
                kept.append(one)
    if raw and not kept:
        raise Unusable("; ".join(problems[:5]))
    _note(problems)
    return kept, problems


def _note(problems: Sequence[str]) -> None:
    """Say which items of a reply were dropped, and why; never in the reply's own words."""
    for problem in problems:
        log.debug("dropped: %s", problem)


def text_of(reply: Mapping[str, Any], key: str) -> str:
    """The text under ``key``, empty where there is none."""
    value = reply.get(key)
    return value.strip() if isinstance(value, str) else ""


def _why(error: Exception) -> str:
    """An error in one line, without the reply's own words (they may be private)."""
    if isinstance(error, ValidationError):
        parts = error.errors(include_input=False, include_url=False)
        return "; ".join(
            f"{'.'.join(str(step) for step in part['loc']) or 'item'}: {part['msg']}"
            for part in parts[:3]
        )
    return str(error)


def first_list(output: type[Wire]) -> str | None:
    """The only list field of an output model: a bare list in a reply belongs there."""
    lists: Sequence[str] = [
        name
        for name, part in schema(output)["properties"].items()
        if cast("dict[str, Any]", part).get("type") == "array"
    ]
    return lists[0] if len(lists) == 1 else None
