"""The files of a data set: which they are, their digest, and their first words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from rootmem.errors import ImportFormatError

_HEAD = 2**18


def digest_of(files: Sequence[Path]) -> str:
    """SHA-256 of what was read, in hex.

    Of one file it is the file's own (``sha256sum FILE``); of several it is that of the lines
    ``<digest>  <name>`` in the order of the names (``sha256sum * | sha256sum``).
    """
    digests = {file: _digest(file) for file in files}
    if len(digests) == 1:
        return next(iter(digests.values()))
    lines = (f"{digests[file]}  {file.name}\n" for file in sorted(digests, key=_by_name))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def files_in(path: Path, pattern: str, *, expected: str) -> list[Path]:
    """The file itself, or the folder's files of that pattern by name; raises ImportFormatError
    where there is none."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise ImportFormatError("there is no such file or folder", source=path.name)
    if found := sorted(path.glob(pattern), key=_by_name):
        return found
    raise ImportFormatError("no data in this folder", source=path.name, expected=expected)


def one_of(folder: Path, names: Iterable[str]) -> Path | None:
    """The first of these patterns' files that the folder has; None where it has none."""
    for name in names:
        if found := sorted(folder.glob(name), key=_by_name):
            return found[0]
    return None


def head_of(path: Path) -> str:
    """The first 256 KB of a file as text, for guessing what it is; empty where unreadable."""
    try:
        with path.open("rb") as file:
            return file.read(_HEAD).decode("utf-8", "replace")
    except OSError:
        return ""


def has_keys(path: Path, *keys: str) -> bool:
    """Whether the head of a JSON file names all these keys."""
    head = head_of(path)
    return head.lstrip("\ufeff \r\n\t")[:1] in ("{", "[") and all(
        f'"{key}"' in head for key in keys
    )


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _by_name(file: Path) -> tuple[str, str]:
    return file.name, str(file)
