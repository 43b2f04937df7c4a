"""IMLogic-style files: our own documented format, one person a file (docs/bench/format.md).

    {"user": "ana", "persona": "…", "licence": "…",
     "sessions": [{"session_id": "s1", "start_time": "2024-02-06T20:10:00Z",
                   "turns": [{"turn_id": "s1-t1", "role": "user", "content": "…",
                              "time": null, "name": null}]}],
     "bank":  [{"memory_id": "m1", "text": "…", "type": "factual", "tag": "Goals",
                "time": "…", "session_id": "s1", "turn_ids": ["s1-t1"]}],
     "items": [{"item_id": "q1", "query": "…", "query_type": "Advice", "query_time": "…",
                "category": "State Constraint", "logic": "…",
                "semantic_memory": "m7", "logical_memory": "m1", "also_valid": ["m2"],
                "options": {"correct": "…", "preference_trap": "…",
                            "generic_trap": "…", "fabrication_trap": "…"}}]}

Needed: ``user``; ``memory_id`` and ``text`` of an entry; ``item_id``, ``query`` and ``options``
with ``correct`` of an item. The second dialect, of banks taken from LoCoMo's observations, says
``date`` for ``time``, ``session`` (a number) for ``session_id`` and ``source`` (one id, a list of
ids, or a string with several) for ``turn_ids``. Both may stand in one file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rootmem.errors import ImportFormatError
from rootmem.importers.fields import validated
from rootmem.importers.source import json_of, mapping, text_of
from rootmem_bench.datasets.categories import category_of
from rootmem_bench.datasets.files import digest_of, files_in, has_keys
from rootmem_bench.datasets.style_history import with_conversations
from rootmem_bench.datasets.style_shape import StyleEntry, StyleItem, StylePerson, StyleSession
from rootmem_bench.datasets.unique import checked_unique
from rootmem_bench.records import (
    OPTION_KINDS,
    BankEntry,
    ChoiceItem,
    Dataset,
    Person,
    Session,
    Utterance,
)

NAME = "style"


def recognises(path: Path) -> bool:
    """Whether this is a file of the format, or a folder with one."""
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    return any(has_keys(file, "user") and has_keys(file, "memory_id") for file in files)


def load(path: str | Path, *, name: str = NAME, locomo: str | Path | None = None) -> Dataset:
    """A file, or every ``*.json`` of a folder (not of its subfolders).

    ``locomo``: LoCoMo's file, for people without sessions who are called ``<number>-<speaker>``:
    their conversation, with the speaker as the user, gives them the conversation level.

    ``logical`` of an item begins with its logical memory; those that say the same follow. A folder
    ``roots/`` beside the files may hold root units that were written ahead, ``<user>.json`` each;
    they come as they are in ``Person.extra["roots"]``.
    Raises ImportFormatError with the file and the field: ids that stand twice, an item that names
    an unknown memory, options without ``correct``.
    """
    files = files_in(Path(path), "*.json", expected="files of an IMLogic-style person, *.json")
    notes: list[str] = []
    people: list[Person] = []
    licences: list[str] = []
    read: list[Path] = []
    for file in files:
        raw: Any = json_of(text_of(file), file.name)
        if len(files) > 1 and not _is_person(raw):
            notes.append(f"{file.name}: left out, it has neither bank nor items")
            continue
        found = validated(StylePerson, mapping(raw, file.name, None), source=file.name)
        roots = file.parent / "roots" / f"{file.stem}.json"
        read += [file, roots] if roots.is_file() else [file]
        people.append(_person(found, file.name, roots, notes))
        licences.append(found.licence)
    checked_unique((person.id for person in people), source=Path(path).name, field="user")
    if locomo is not None:
        read.append(Path(locomo))
        people = with_conversations(people, Path(locomo), notes)
    return Dataset(
        name=name,
        people=tuple(people),
        digest=digest_of(read),
        licence="; ".join(dict.fromkeys(filter(None, licences))),
        notes=tuple(notes),
    )


def _is_person(raw: Any) -> bool:
    return isinstance(raw, dict) and ("bank" in raw or "items" in raw)


def _person(found: StylePerson, source: str, roots: Path, notes: list[str]) -> Person:
    checked_unique((entry.memory_id for entry in found.bank), source=source, field="bank.memory_id")
    checked_unique((item.item_id for item in found.items), source=source, field="items.item_id")
    sessions = tuple(_session(session) for session in found.sessions)
    checked_unique((session.id for session in sessions), source=source, field="sessions.session_id")
    turns = {turn.id for session in sessions for turn in session.turns}
    checked_unique(
        (turn.id for session in sessions for turn in session.turns),
        source=source,
        field="sessions.turns.turn_id",
    )
    for entry in found.bank:
        if turns and (lost := sorted(set(entry.turn_ids) - turns)):
            notes.append(f"{source}: entry {entry.memory_id} names turns that do not exist: {lost}")
    known = {entry.memory_id for entry in found.bank}
    extra: dict[str, Any] = {}
    if roots.is_file():
        extra["roots"] = json_of(text_of(roots), f"roots/{roots.name}")
    return Person(
        id=found.user,
        persona=found.persona,
        bank=tuple(_entry(entry) for entry in found.bank),
        sessions=sessions,
        choices=tuple(
            _item(item, known, source, f"items[{index}]") for index, item in enumerate(found.items)
        ),
        extra=extra,
    )


def _session(found: StyleSession) -> Session:
    return Session(
        id=found.session_id, start=found.start_time, turns=tuple(_utterances(found))
    )  # fmt: skip


def _utterances(found: StyleSession) -> Iterator[Utterance]:
    for number, turn in enumerate(found.turns, start=1):
        yield Utterance(
            id=turn.turn_id or f"{found.session_id}-t{number:02}",
            role=turn.role,
            text=turn.content,
            time=turn.time or found.start_time,
            name=turn.name,
        )


def _entry(found: StyleEntry) -> BankEntry:
    return BankEntry(
        id=found.memory_id,
        text=found.text,
        type=found.type,
        tag=found.tag,
        time=found.time,
        session_id=found.session_id,
        source=tuple(dict.fromkeys(found.turn_ids)),
    )


def _item(found: StyleItem, known: set[str], source: str, place: str) -> ChoiceItem:
    if "correct" not in found.options or not set(found.options) <= set(OPTION_KINDS):
        raise ImportFormatError(
            f"the options are {', '.join(found.options) or 'none'}",
            source=source,
            field=f"{place}.options",
            expected=f"correct and up to three of {', '.join(OPTION_KINDS[1:])}",
        )
    logical = [found.logical_memory] if found.logical_memory else []
    logical = list(dict.fromkeys([*logical, *found.also_valid]))
    semantic = [found.semantic_memory] if found.semantic_memory else []
    for field, ids in (("semantic_memory", semantic), ("logical_memory or also_valid", logical)):
        for name in ids:
            if name not in known:
                raise ImportFormatError(
                    f"no entry of the bank is called {name!r}",
                    source=source,
                    field=f"{place}.{field}",
                    expected="a memory_id",
                )
    return ChoiceItem(
        id=found.item_id,
        query=found.query,
        options=tuple(found.options.items()),
        answer="correct",
        category=category_of(found.category),
        query_type=found.query_type,
        time=found.query_time,
        semantic=tuple(semantic),
        logical=tuple(logical),
        extra={"logic": found.logic} if found.logic else {},
    )
