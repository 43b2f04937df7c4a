"""A memory that rootmem exported (``rootmem export``): its entries are the bank, its turns the
history. It has no items; they can be built (docs/bench/construction.md)."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

from rootmem.errors import ImportFormatError
from rootmem.importers.source import json_of, lines
from rootmem.model import MemoryEntry, Turn
from rootmem_bench.datasets.files import digest_of, files_in, has_keys
from rootmem_bench.records import BankEntry, Dataset, Person, Session, Utterance

NAME = "export"
_ENTRY, _TURN = set(MemoryEntry.model_fields), set(Turn.model_fields)


def recognises(path: Path) -> bool:
    """Whether this is an export, or a folder with one."""
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    return any(has_keys(file, "kind", "recorded_at", "session_id") for file in files)


def load(path: Path) -> Dataset:
    """A file, or every ``*.jsonl`` of a folder: one person each, called as the file is.

    Only entries that are active count, as a recall sees them. Raises ImportFormatError with the
    line.
    """
    files = files_in(path, "*.jsonl", expected="exports of rootmem, *.jsonl")
    people = tuple(_person(file) for file in files)
    return Dataset(name=NAME, people=people, digest=digest_of(files))


def _person(file: Path) -> Person:
    bank: list[BankEntry] = []
    sessions: dict[str, list[Utterance]] = defaultdict(list)
    session_of: dict[str, str] = {}
    for number, line in lines(file):
        if not line.strip():
            continue
        record: Any = json_of(line, file.name, number)
        try:
            if record["kind"] == "turn":
                turn = Turn.model_validate({k: v for k, v in record.items() if k in _TURN})
                session_of[turn.id] = turn.session_id
                sessions[turn.session_id].append(_utterance(turn))
            elif record["kind"] == "entry" and record.get("status") == "active":
                entry = {k: v for k, v in record.items() if k in _ENTRY}
                bank.append(_entry(MemoryEntry.model_validate(entry), session_of))
        except (KeyError, TypeError, ValueError) as error:
            raise ImportFormatError(
                f"not a record of an export ({type(error).__name__})", source=file.name, line=number
            ) from None
    return Person(
        id=file.stem,
        bank=tuple(bank),
        sessions=tuple(
            Session(id=name, start=turns[0].time, turns=tuple(turns))
            for name, turns in sessions.items()
        ),
    )


def _utterance(turn: Turn) -> Utterance:
    role = turn.role if turn.role in ("user", "assistant") else "system"
    return Utterance(id=turn.id, role=role, text=turn.text, time=turn.time, name=turn.name)


def _entry(entry: MemoryEntry, session_of: dict[str, str]) -> BankEntry:
    session = next((session_of[one] for one in entry.turn_ids if one in session_of), None)
    return BankEntry(
        id=entry.id,
        text=entry.text,
        type=entry.type,
        time=entry.time,
        session_id=session,
        source=entry.turn_ids,
    )
