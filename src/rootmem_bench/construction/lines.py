"""JSON lines on disk: whole files that appear at once, and appending that survives a kill."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from rootmem.errors import ImportFormatError

T = TypeVar("T", bound=BaseModel)


def read_lines(file: Path, shape: type[T]) -> list[T]:
    """Every line as ``shape``; nothing where there is no file. A last line without its end, which
    a kill leaves behind, is left out. Raises ImportFormatError with line and field."""
    found: list[T] = []
    complete = _bytes(file).split(b"\n")[:-1]
    for number, line in enumerate(complete, start=1):
        if not line.strip():
            continue
        try:
            found.append(shape.model_validate_json(line))
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            field = ".".join(map(str, first["loc"])) or None
            raise ImportFormatError(
                first["msg"], source=file.name, line=number, field=field
            ) from None
    return found


def write_lines(file: Path, records: Iterable[BaseModel]) -> None:
    """Write the whole file; it appears complete or not at all."""
    write_text(file, "".join(f"{record.model_dump_json()}\n" for record in records))


def append_line(file: Path, record: BaseModel) -> None:
    """Append one line and see it onto the disk. A half line that a kill left behind goes first."""
    raw = f"{record.model_dump_json()}\n".encode()
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        _cut_half_line(descriptor)
        os.write(descriptor, raw)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_text(file: Path, text: str) -> None:
    part = file.with_name(file.name + ".part")
    part.write_text(text, encoding="utf-8")
    part.replace(file)


def _cut_half_line(descriptor: int) -> None:
    size = end = os.fstat(descriptor).st_size
    while end and os.pread(descriptor, 1, end - 1) != b"\n":
        end -= 1
    if end < size:
        os.ftruncate(descriptor, end)


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""
