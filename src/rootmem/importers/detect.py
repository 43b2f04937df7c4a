"""Guessing a file's format from what is in it."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any, cast

from rootmem.errors import ImportFormatError
from rootmem.importers.formats import FORMATS
from rootmem.importers.source import checked_file, first_character, is_json, json_of, lines, text_of
from rootmem.importers.transcript import speakers_of

_TEXT_ENDINGS = ("", ".txt", ".text", ".md", ".markdown", ".log")
_EXPORT = {"kind", "id", "recorded_at"}
"""Keys of every record of a memory's own export, which another command takes in."""
_HEAD = 200
"""Lines of a text that are looked at."""


def detect(path: Path) -> str:
    """The format's name.

    Raises ImportFormatError where the file is empty, damaged, of no known format or of several.
    """
    if zipfile.is_zipfile(checked_file(path)) or path.suffix.lower() == ".zip":
        return "chatgpt"
    if first_character(path) in "[{":
        first = _first_record(path)
        if first.keys() >= _EXPORT:
            raise ImportFormatError(
                "this is an export of a memory",
                source=path.name,
                expected="conversations (an export is taken in by `rootmem import`, or `import_`)",
            )
        return _only(_of_record(first), path)
    if _is_transcript(path):
        return "transcript"
    raise ImportFormatError(
        "the format is not known",
        source=path.name,
        expected="lines such as `User: I keep bees.`, or a format by name (--format, format=): "
        + ", ".join(FORMATS),
    )


def _of_record(first: dict[str, Any]) -> list[str]:
    return [name for name, kind in FORMATS.items() if kind.looks_like and kind.looks_like(first)]


def _only(found: list[str], path: Path) -> str:
    if len(found) == 1:
        return found[0]
    message = "the format is not known"
    if found:
        message = f"the format may be {' or '.join(found)}"
    known = ", ".join(FORMATS)
    raise ImportFormatError(
        message, source=path.name, expected=f"format= (--format) one of {known}"
    )


def _first_record(path: Path) -> dict[str, Any]:
    """The first object of the file; of an array that breaks off later, too; {} for an empty one."""
    if first_character(path) == "{":
        number, line = next((n, text) for n, text in lines(path) if text.strip())
        if is_json(line):
            return cast("dict[str, Any]", json_of(line, path.name, number))
    text = text_of(path).lstrip()
    if text.startswith("["):
        body = text[1:].lstrip()
        try:
            value, _ = json.JSONDecoder().raw_decode(body)
        except (ValueError, RecursionError):
            value = json_of(text, path.name)
    else:
        value = json_of(text, path.name)
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _is_transcript(path: Path) -> bool:
    if path.suffix.lower() not in _TEXT_ENDINGS:
        return False
    head: list[str] = []
    for number, line in lines(path):
        head.append(line)
        if number >= _HEAD:
            break
    names = speakers_of("\n".join(head))
    return len(names) > 1 or (len(names) == 1 and sum(bool(line.strip()) for line in head) < 3)
