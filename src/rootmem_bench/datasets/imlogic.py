"""IMLogic's release: ``qa_user01.json`` … ``qa_user20.json`` over ``HaluMem-Medium.jsonl`` [rel].

File *i* belongs to line *i* of HaluMem; ``memory_s`` and ``memory_l`` are verbatim
``memory_content`` strings of that line. HaluMem's memory points are the bank (memory level), its
dialogue the sessions (conversation level). The release states no licence; nothing of it is shipped.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem.importers.fields import Shape, validated
from rootmem.importers.halumem import load_halumem
from rootmem.importers.source import json_records
from rootmem_bench.datasets import halumem as halumem_format
from rootmem_bench.datasets.categories import category_of
from rootmem_bench.datasets.dates import any_time
from rootmem_bench.datasets.files import digest_of, files_in, has_keys, one_of
from rootmem_bench.records import ChoiceItem, Dataset, OptionKind, Person

NAME = "imlogic"
LICENCE = "none stated (HaluMem: CC BY-NC-ND 4.0)"

OPTIONS: dict[str, OptionKind] = {
    "Correct": "correct",
    "Trap_Preference": "preference_trap",
    "Trap_Fabrication": "fabrication_trap",
    "Trap_Generic": "generic_trap",
}
"""The release's names of the options, and ours."""

_FILE = re.compile(r"qa_user0*(\d+)\.json")


class _Item(Shape):
    query: str
    options: dict[str, str]
    memory_s: str = ""
    memory_l: str = ""
    query_type: str = ""
    query_time: Any = None
    category: str = ""
    diff_similarity_score: float | None = None


def recognises(path: Path) -> bool:
    """Whether this is the folder of the release, or one of its files."""
    files = sorted(path.glob("qa_user*.json")) if path.is_dir() else [path]
    return any(has_keys(file, "memory_l", "Trap_Preference") for file in files)


def load(path: str | Path, *, halumem: str | Path | None = None) -> Dataset:
    """The items of every ``qa_user*.json`` in the folder (or of one file).

    ``halumem``: where HaluMem-Medium.jsonl is; found by itself beside the files or a folder above.
    A person is called ``user01`` and so on, ``extra`` has HaluMem's ``uuid``; an item is called
    ``user01-q001``, ``extra["index"]`` is its place in the file, from 0.
    Of texts that several memories share, all their ids are in ``semantic`` and ``logical``.
    An item without a correct option is left out. Kept, and told in the notes: other missing
    options, times that are missing or cannot be read, memories that the bank does not have.
    """
    folder = Path(path)
    files = files_in(folder, "qa_user*.json", expected="qa_user01.json … qa_user20.json")
    people_file = _halumem(folder if folder.is_dir() else folder.parent, halumem)
    lines = {_line(file): file for file in files}
    notes: list[str] = []
    people: list[Person] = []
    users = load_halumem(people_file)
    for number, user in enumerate(islice(users, max(lines)), start=1):
        if (file := lines.pop(number, None)) is None:
            continue
        person = halumem_format.person_of(user, people_file.name, [])
        people.append(_person(person, file, notes))
    if lines:
        raise ImportFormatError(
            f"it has no line for {', '.join(file.name for file in lines.values())}",
            source=people_file.name,
            expected="one person for every file, file i on line i",
        )
    return Dataset(
        name=NAME,
        people=tuple(people),
        digest=digest_of([*files, people_file]),
        licence=LICENCE,
        notes=tuple(notes),
    )


def _halumem(folder: Path, given: str | Path | None) -> Path:
    if given is not None:
        return files_in(Path(given), "HaluMem-Medium*.jsonl", expected="HaluMem-Medium.jsonl")[0]
    for place in (folder, folder.parent):
        if found := one_of(place, ("HaluMem-Medium*.jsonl", "*/HaluMem-Medium*.jsonl")):
            return found
    raise InvalidInput(
        "IMLogic needs HaluMem-Medium.jsonl; put it beside the files or give halumem=PATH"
    )


def _line(file: Path) -> int:
    found = _FILE.fullmatch(file.name)
    if found is None or int(found[1]) < 1:
        raise ImportFormatError(
            "the name does not tell whose items these are",
            source=file.name,
            expected="qa_user01.json and so on (HaluMem's line 1 and so on)",
        )
    return int(found[1])


def _person(person: Person, file: Path, notes: list[str]) -> Person:
    name = f"user{_line(file):02}"
    ids: dict[str, list[str]] = {}
    for entry in person.bank:
        ids.setdefault(_key(entry.text), []).append(entry.id)
    items: list[ChoiceItem] = []
    unscored = 0
    for index, (line, place, raw) in enumerate(json_records(file)):
        found = validated(_Item, raw, source=file.name, line=line, field=place)
        unscored += found.diff_similarity_score is None
        where = f"{file.name}{place}" if line is None else f"{file.name}, line {line}"
        if item := _item(found, f"{name}-q{index + 1:03}", index, where, ids, notes):
            items.append(item)
    if unscored:
        notes.append(f"{file.name}: {unscored} items without diff_similarity_score")
    shared = [key for key, n in Counter(item.logical for item in items).items() if len(key) > 1 < n]
    if shared:
        notes.append(f"{file.name}: {len(shared)} logical memories stand several times in the bank")
    return person.model_copy(
        update={
            "id": name,
            "choices": tuple(items),
            "questions": (),
            "extra": {"uuid": person.id, **person.extra},
        }
    )


def _item(
    found: _Item, name: str, index: int, where: str, ids: dict[str, list[str]], notes: list[str]
) -> ChoiceItem | None:
    options = tuple((OPTIONS[key], text) for key, text in found.options.items() if key in OPTIONS)
    if strange := sorted(set(found.options) - set(OPTIONS)):
        notes.append(f"{where}: options of unknown kind left out: {', '.join(strange)}")
    if "correct" not in dict(options):
        notes.append(f"{where}: left out, it has no option 'Correct'")
        return None
    if missing := [key for key in OPTIONS if key not in found.options]:
        notes.append(f"{where}: no option {', '.join(missing)}")
    when = any_time(found.query_time)
    if when is None:
        shown = "missing" if found.query_time in (None, "") else f"{found.query_time!r:.40} no time"
        notes.append(f"{where}: query_time is {shown}")
    semantic, logical = (ids.get(_key(text), []) for text in (found.memory_s, found.memory_l))
    for field, known in (("memory_s", semantic), ("memory_l", logical)):
        if not known:
            notes.append(f"{where}: {field} is no memory of this person")
    return ChoiceItem(
        id=name,
        query=found.query,
        options=options,
        answer="correct",
        category=category_of(found.category),
        query_type=found.query_type,
        time=when,
        semantic=tuple(semantic),
        logical=tuple(logical),
        extra={"index": index, "diff_similarity_score": found.diff_similarity_score},
    )


def _key(text: str) -> str:
    """Verbatim but for white space."""
    return " ".join(text.split())
