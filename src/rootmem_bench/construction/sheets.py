"""CSV sheets for people: written with everything one needs to judge, read back by id and answer."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem.importers.source import text_of

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Row(NamedTuple):
    """``line`` is 1-based, of the row's end."""

    line: int
    cells: dict[str, str]


def write_sheet(
    file: Path, header: Sequence[str], rows: Iterable[Mapping[str, object]], *, over: bool = False
) -> int:
    """Write rows, UTF-8 with a mark so that spreadsheets read it so; the number of rows.

    A text that a spreadsheet would take for a formula gets an apostrophe. Raises InvalidInput where
    the file exists, for somebody's answers may be in it, unless ``over``.
    """
    if file.exists() and not over:
        raise InvalidInput(f"{file} exists, and may hold answers; choose another name")
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, header, lineterminator="\r\n")
    writer.writeheader()
    count = 0
    for row in rows:
        writer.writerow({name: _cell(row.get(name, "")) for name in header})
        count += 1
    try:
        file.write_text(text.getvalue(), encoding="utf-8-sig", newline="")
    except OSError as error:
        raise InvalidInput(f"cannot write {file}: {error.strerror}") from None
    return count


def read_sheet(file: Path, needed: Sequence[str]) -> list[Row]:
    """The rows of a sheet with at least these columns; commas, semicolons and tabs are understood.

    Raises ImportFormatError where a column is missing.
    """
    text = text_of(file)
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    names = [name.strip() for name in reader.fieldnames or ()]
    if missing := [name for name in needed if name not in names]:
        raise ImportFormatError(
            f"there is no column {', '.join(missing)}", source=file.name, line=1
        )
    rows: list[Row] = []
    for cells in reader:
        plain = {name.strip(): (cells[name] or "").strip() for name in reader.fieldnames or ()}
        if any(plain.values()):
            rows.append(Row(reader.line_num, plain))
    return rows


def _cell(value: object) -> str:
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text
