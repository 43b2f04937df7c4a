"""Word lists and sentence patterns of the offline reasoner, in text files for people to edit.

A file holds sections (``## name``); each line is one or more alternatives of a regular expression
(``a|b``), ``#`` begins a comment line. A section is used as one alternation, ignoring case.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files


@cache
def _sections(file: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in files(__name__).joinpath(f"{file}.txt").read_text(encoding="utf-8").splitlines():
        line = line.strip()
        if line.startswith("## "):
            lines = found.setdefault(line.removeprefix("## "), [])
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


def lines(file: str, section: str) -> list[str]:
    """The lines of a section in order; KeyError for an unknown one."""
    return _sections(file)[section]


def words(file: str, section: str) -> frozenset[str]:
    """A section that holds plain words, parted by blanks, as a set."""
    return frozenset(word for line in lines(file, section) for word in line.split())


def anyof(file: str, section: str) -> str:
    """A section as one non-capturing group, to build a pattern with."""
    return f"(?:{'|'.join(lines(file, section))})"


def cue(file: str, section: str, form: str = r"\b{}\b") -> re.Pattern[str]:
    """A section as a compiled pattern; ``{}`` in ``form`` stands for its alternation."""
    return re.compile(form.replace("{}", anyof(file, section)), re.IGNORECASE)
