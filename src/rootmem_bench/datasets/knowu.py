"""KnowU-Bench's offline part: activity logs, profiles and task texts.

The benchmark itself runs on an Android emulator and scores what was done on the device; the task
texts have no reference answers. What can be measured on them is a proxy, and is to be named so.
A folder with ``user_logs/<id>.json`` and ``<id>_noise_*pct.json``, ``user_profile/<id>.yaml`` and
``tasks/*.jsonl``.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from rootmem.errors import ImportFormatError, NotConfigured
from rootmem.importers.fields import Label, Shape, validated
from rootmem.importers.source import json_lines, json_records, mapping, text_of
from rootmem_bench.datasets.dates import any_time
from rootmem_bench.datasets.files import digest_of, files_in, one_of
from rootmem_bench.records import BankEntry, Dataset, OpenItem, Person, Session, Utterance

NAME = "knowu"
LICENCE = "Apache-2.0"


class _Event(Shape):
    time: str
    action: str
    location: str = ""
    label: Literal["signal", "noise"] | None = None
    category: str = ""


class _Task(Shape):
    task_name: Label
    profile_id: Label
    text_for_embedding: str
    class_name: str = ""
    family: str = ""
    task_tags: list[str] = []  # noqa: RUF012 - pydantic copies defaults


def recognises(path: Path) -> bool:
    """Whether this is the folder."""
    return (path / "user_logs").is_dir() and (path / "user_profile").is_dir()


def load(path: str | Path, *, noise: bool = False) -> Dataset:
    """The people that have a log and a profile, with their tasks.

    ``noise``: the logs with 25 % noise. A day of the log (in its own zone) is a session, an event
    is a turn of the user and an entry of the bank; what it is (``label`` signal or noise,
    ``category``) stands in the entry's ``extra``, for measures only, as does the parsed profile in
    ``Person.extra["profile"]``. ``category`` of a task is its family, preference or routine.
    Needs PyYAML (extra ``bench``); raises NotConfigured without.
    """
    folder = Path(path)
    tasks = files_in(folder / "tasks", "*.jsonl", expected="task texts, tasks/*.jsonl")
    asked: dict[str, list[OpenItem]] = {}
    for file in tasks:
        for line, raw in json_lines(file):
            task = validated(_Task, raw, source=file.name, line=line)
            asked.setdefault(task.profile_id, []).append(_item(task))
    notes: list[str] = []
    people: list[Person] = []
    read = list(tasks)
    for profile in files_in(folder / "user_profile", "*.yaml", expected="profiles, *.yaml"):
        name = profile.stem
        wanted = (f"{name}_noise_*pct.json",) if noise else (f"{name}.json",)
        if (log := one_of(folder / "user_logs", wanted)) is None:
            if name != "template":
                notes.append(f"{profile.name}: left out, there is no log {wanted[0]}")
            continue
        read += [profile, log]
        people.append(_person(name, profile, log, tuple(asked.pop(name, ()))))
    notes += [
        f"{len(items)} tasks of {name} left out, no such person" for name, items in asked.items()
    ]
    return Dataset(
        name=f"{NAME}-noise" if noise else NAME,
        people=tuple(people),
        digest=digest_of(read),
        licence=LICENCE,
        notes=tuple(notes),
    )


def _person(name: str, profile: Path, log: Path, items: tuple[OpenItem, ...]) -> Person:
    events = [
        validated(_Event, raw, source=log.name, line=line, field=place)
        for line, place, raw in json_records(log)
    ]
    entries = tuple(
        _entry(event, f"{name}-{number:03}", log.name, f"[{number - 1}]")
        for number, event in enumerate(events, start=1)
    )
    text = text_of(profile)
    return Person(
        id=name,
        persona=text,
        bank=entries,
        sessions=tuple(_days(entries)),
        questions=items,
        extra={"profile": _profile(text, profile.name)},
    )


def _entry(event: _Event, name: str, source: str, place: str) -> BankEntry:
    if (when := any_time(event.time)) is None:
        raise ImportFormatError(
            f"{event.time!r:.40} is no time",
            source=source,
            field=f"{place}.time",
            expected="one such as 2026-01-01T13:05:10+08:00",
        )
    return BankEntry(
        id=name,
        text=f"{event.action} ({event.location})" if event.location else event.action,
        time=when,
        session_id=event.time[:10],
        source=(name,),
        extra={"label": event.label, "category": event.category},
    )


def _days(entries: tuple[BankEntry, ...]) -> Iterator[Session]:
    for day, events in groupby(entries, key=lambda entry: entry.session_id or ""):
        turns = tuple(
            Utterance(id=event.id, role="user", text=event.text, time=event.time)
            for event in events
        )
        yield Session(id=day, start=turns[0].time, turns=turns)


def _item(task: _Task) -> OpenItem:
    return OpenItem(
        id=task.task_name,
        query=task.text_for_embedding,
        answer="",
        category=task.family,
        extra={"class_name": task.class_name, "tags": task.task_tags},
    )


def _profile(text: str, source: str) -> dict[str, Any]:
    try:
        yaml: Any = import_module("yaml")
    except ImportError as error:
        raise NotConfigured(
            "reading KnowU-Bench's profiles needs PyYAML: pip install 'rootmem[bench]'"
        ) from error
    try:
        value: Any = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark: Any = getattr(error, "problem_mark", None)
        raise ImportFormatError(
            "broken YAML",
            source=source,
            line=mark.line + 1 if mark is not None else None,
            expected="a profile",
        ) from error
    return mapping(value, source, None)
