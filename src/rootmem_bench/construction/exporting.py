"""The result as IMLogic-style files (docs/bench/format.md), one a person."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rootmem.errors import InvalidInput
from rootmem_bench.construction.doubles import same_words
from rootmem_bench.construction.lines import write_text
from rootmem_bench.construction.shapes import Candidate
from rootmem_bench.records import BankEntry, Person, Session


def export(
    out: Path,
    people: Sequence[Person],
    tags: Mapping[tuple[str, str], str],
    candidates: Sequence[Candidate],
    *,
    licence: str = "",
) -> list[Path]:
    """Write ``<person>.json`` for everybody who has items; raises InvalidInput where there is
    nothing to write, or a file of that name is there."""
    if not candidates:
        raise InvalidInput("there is no item to export")
    out.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for person in people:
        own = [one for one in candidates if one.person == person.id]
        if not own:
            continue
        file = out / f"{_file_name(person.id)}.json"
        if file.exists():
            raise InvalidInput(f"{file} exists; choose another folder")
        record = person_record(person, tags, own, licence)
        write_text(file, json.dumps(record, ensure_ascii=False, indent=1) + "\n")
        written.append(file)
    return written


def person_record(
    person: Person,
    tags: Mapping[tuple[str, str], str],
    candidates: Sequence[Candidate],
    licence: str,
) -> dict[str, Any]:
    """One person in our format. ``also_valid`` are entries with the words of the logical one."""
    bank = {entry.id: entry for entry in person.bank}
    return {
        "user": person.id,
        "persona": person.persona,
        "licence": licence,
        "sessions": [_session(session) for session in person.sessions],
        "bank": [
            _filled(
                memory_id=entry.id,
                text=entry.text,
                type=entry.type,
                tag=tags.get((person.id, entry.id), entry.tag),
                time=_time(entry.time),
                session_id=entry.session_id,
                turn_ids=list(entry.source),
            )
            for entry in person.bank
        ],
        "items": [_item(one, bank) for one in candidates],
    }  # fmt: skip


def _item(one: Candidate, bank: Mapping[str, BankEntry]) -> dict[str, Any]:
    decisive = bank[one.logical].text
    also = [
        other.id
        for other in bank.values()
        if other.id not in (one.logical, one.semantic) and same_words(other.text, decisive)
    ]
    draft = one.draft
    return _filled(
        item_id=f"{one.logical}+{one.semantic}",
        query=draft.query,
        query_type=draft.query_type,
        query_time=_time(one.query_time),
        semantic_memory=one.semantic,
        logical_memory=one.logical,
        also_valid=also,
        category=draft.category,
        logic=draft.logic,
        options=draft.options,
    )


def _session(session: Session) -> dict[str, Any]:
    return _filled(
        session_id=session.id,
        start_time=_time(session.start),
        turns=[
            _filled(
                turn_id=turn.id,
                role=turn.role,
                content=turn.text,
                time=_time(turn.time),
                name=turn.name,
            )
            for turn in session.turns
        ],
    )


def _filled(**fields: Any) -> dict[str, Any]:
    """The fields that have a value; the format lets the others be left out."""
    return {name: value for name, value in fields.items() if value is not None}


def _time(time: Any) -> str | None:
    return None if time is None else time.isoformat().replace("+00:00", "Z")


def _file_name(person: str) -> str:
    plain = "".join(one if one.isalnum() or one in "-_." else "_" for one in person)
    return plain.lstrip(".") or "person"
