"""Reading files that may be anything: bytes to lines, lines to JSON, with the place of an error."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn, cast

from rootmem.errors import ImportFormatError
from rootmem.model.text import storable

MAX_LINE = 256 * 2**20
"""Bytes of the longest line that is read; real ones (a PersonaMem context) reach some 10 MB."""

_UTF8_HINT = "UTF-8 (convert with, say: iconv -f WINDOWS-1252 -t UTF-8)"


def checked_file(path: Path) -> Path:
    """The path; raises ImportFormatError where it is no readable file."""
    if path.is_dir():
        raise ImportFormatError("this is a directory", source=path.name, expected="a file")
    try:
        path.open("rb").close()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ImportFormatError(reason, source=path.name, expected="a readable file") from error
    except ValueError as error:  # a NUL in the path
        raise ImportFormatError(str(error), source="", expected="a file's path") from error
    return path


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """(1-based number, text without line end) of every line, lazily. UTF-8, or UTF-16 with a BOM.

    Raises ImportFormatError at the first line that is not text or longer than MAX_LINE.
    """
    with checked_file(path).open("rb") as file:
        if file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            yield from enumerate(text_of(path).split("\n"), start=1)
            return
        file.seek(0)
        for number in range(1, 2**63):
            raw = file.readline(MAX_LINE + 1)
            if not raw:
                return
            if len(raw) > MAX_LINE:
                raise ImportFormatError(
                    f"the line is longer than {MAX_LINE:,} bytes", source=path.name, line=number
                )
            raw = raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw
            yield number, _decoded(raw, path.name, number).rstrip("\r\n")


def text_of(path: Path) -> str:
    """The whole file as text, line ends as ``\\n``."""
    return decoded(checked_file(path).read_bytes(), path.name)


def decoded(raw: bytes, source: str) -> str:
    """Bytes of a whole file as text."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            text = raw.decode("utf-16")
        except UnicodeDecodeError as error:
            raise ImportFormatError("broken UTF-16", source=source, expected="UTF-8") from error
    else:
        text = _decoded(raw.removeprefix(codecs.BOM_UTF8), source, 1)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def json_of(text: str, source: str, line: int | None = None) -> Any:
    """The value of a JSON text; strings cleaned of NUL and lone surrogates.

    ``line`` is the text's place where it is one line of a file. Refused: NaN and infinities,
    duplicate keys, nesting beyond what Python can hold.
    """
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_pairs)
    except json.JSONDecodeError as error:
        raise ImportFormatError(
            f"{error.msg} (column {error.colno})",
            source=source,
            line=error.lineno if line is None else line,
            expected="valid JSON",
        ) from error
    except RecursionError as error:
        raise ImportFormatError(
            "the JSON is nested too deeply", source=source, line=line, expected="plain records"
        ) from error
    except ValueError as error:
        raise ImportFormatError(str(error), source=source, line=line, expected="plain JSON") from (
            error
        )


def first_character(path: Path) -> str:
    """The first character that is no white space; raises ImportFormatError for an empty file."""
    with checked_file(path).open("rb") as file:
        head = file.read(2**16)
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        head = head[: len(head) // 2 * 2].decode("utf-16", "replace").encode(errors="replace")
    head = head.removeprefix(codecs.BOM_UTF8).lstrip()
    if not head:
        raise ImportFormatError("the file is empty", source=path.name, expected="records")
    return head[:4].decode(errors="replace")[0]


def json_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """(line number, object) of every line that is not blank, lazily."""
    for number, text in lines(path):
        if text.strip():
            yield number, mapping(json_of(text, path.name, number), path.name, number)


def json_records(path: Path, field: str = "") -> Iterator[tuple[int | None, str, dict[str, Any]]]:
    """(line, place, object) of a JSON array, of JSON Lines, or of one object alone.

    An array has to be read whole: ``line`` is None then and ``place`` its index, as in ``[3]``.
    """
    if first_character(path) == "{" and is_json(next(t for _, t in lines(path) if t.strip())):
        yield from ((line, field, record) for line, record in json_lines(path))
        return
    value = json_of(text_of(path), path.name)
    if isinstance(value, dict):
        yield None, field, cast("dict[str, Any]", value)
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[object]", value)):
            yield None, f"[{index}]", mapping(item, path.name, None, f"[{index}]")
    else:
        mapping(value, path.name, None)


def mapping(value: object, source: str, line: int | None, field: str | None = None) -> (
    dict[str, Any]
):  # fmt: skip
    """The value, if it is an object."""
    if isinstance(value, dict):
        return cast("dict[str, Any]", value)
    raise ImportFormatError(
        f"this is {named(value)}", source=source, line=line, field=field, expected="an object {…}"
    )


def named(value: object) -> str:
    """A JSON value's type in JSON's words."""
    names = {"str": "a string", "int": "a number", "float": "a number", "bool": "a truth value"}
    names |= {"NoneType": "null", "list": "a list", "dict": "an object"}
    return names.get(type(value).__name__, type(value).__name__)


def _decoded(raw: bytes, source: str, line: int) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line += raw.count(b"\n", 0, error.start)
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8"
        raise ImportFormatError(message, source=source, line=line, expected=_UTF8_HINT) from error


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = {storable(key): _clean(value) for key, value in pairs}
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1 or key not in found)
        raise ValueError(f"the key {twice!r:.80} stands twice in one object")
    return found


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [_clean(item) for item in cast("list[Any]", value)]
    return value
