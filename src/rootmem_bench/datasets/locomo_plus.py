"""LoCoMo-Plus: cues laid into LoCoMo's conversations, and later queries that they should change.

``locomo_plus.json`` (github.com/xjtuleeyf/Locomo-Plus, data/) is a list of ``relation_type``
(causal, state, goal, value), ``cue_dialogue`` ("A: …\\nB: …"), ``trigger_query`` ("A: …") and
``time_gap`` ("two weeks later"), and similarity figures, which are passed over. It has no
conversations: as in its own unified_input.py, entry *i* goes into LoCoMo's sample *i* modulo their
number, the query is a week after the last session, the cue the time gap before that. There is no
reference answer: a judge sees the cue and decides whether the response takes it into account.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from rootmem.errors import InvalidInput
from rootmem.importers.fields import Shape, validated
from rootmem.importers.locomo import LocomoSample, load_locomo
from rootmem.importers.source import json_records
from rootmem_bench.datasets.files import digest_of, has_keys, one_of
from rootmem_bench.datasets.locomo import Speakers, sessions_of
from rootmem_bench.records import Dataset, OpenItem, Person, Session, Utterance

NAME = "locomo-plus"
LICENCE = "none stated (LoCoMo: CC BY-NC 4.0)"

CUE = "cue"
"""The id of the session with the cue."""

_WEEK = timedelta(days=7)
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_COUNTS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_WORDS = {"a": 1, "an": 1} | {word: number for number, word in enumerate(_COUNTS, start=1)}
_GAP = re.compile(rf"\b(\d+|{'|'.join(_WORDS)})\s+(day|week|month|year)s?\b", re.IGNORECASE)
_LINE_END = re.compile(r"\n|\\n|(?<=[.!?])\s+(?=[AB]:\s)")
_LABEL = re.compile(r"\s*([AB])\s*[:：]\s*")


class _Entry(Shape):
    cue_dialogue: str
    trigger_query: str
    time_gap: str = ""
    relation_type: str = ""


def recognises(path: Path) -> bool:
    """Whether this is the file, or a folder with it."""
    file = path / "locomo_plus.json" if path.is_dir() else path
    return file.is_file() and has_keys(file, "cue_dialogue", "trigger_query")


def load(path: str | Path, *, locomo: str | Path | None = None, user: Speakers = "all") -> Dataset:
    """One person an entry, with one question.

    ``locomo``: LoCoMo's file; ``locomo*.json`` beside this one by default. ``user`` as in LoCoMo's
    loader. The cue is a session called ``cue`` with the turns ``cue:1`` …, which are the evidence.
    ``extra`` has the cue's words and the time gap. A gap that cannot be read ("several months")
    counts as none, as it does there; an entry whose cue has no speaker's line is left out; both are
    told in the notes.
    """
    file = Path(path) / "locomo_plus.json" if Path(path).is_dir() else Path(path)
    base = Path(locomo) if locomo is not None else _beside(file)
    samples = [sample for sample in load_locomo(base) if any(s.turns for s in sample.sessions)]
    if not samples:
        raise InvalidInput(f"{base.name} holds no conversation")
    notes: list[str] = []
    people: list[Person] = []
    histories = [sessions_of(sample, user) for sample in samples]
    for index, (line, place, raw) in enumerate(json_records(file)):
        entry = validated(_Entry, raw, source=file.name, line=line, field=place)
        chosen = index % len(samples)
        where = f"{file.name}{place or f'[{index}]'}"
        if person := _person(
            entry, index, samples[chosen], histories[chosen], user, where, notes
        ):  # fmt: skip
            people.append(person)
    return Dataset(
        name=NAME,
        people=tuple(people),
        digest=digest_of([file, base]),
        licence=LICENCE,
        notes=tuple(notes),
    )


def _beside(file: Path) -> Path:
    if (found := one_of(file.parent, ("locomo10.json", "locomo[0-9]*.json"))) is None:
        raise InvalidInput(
            "LoCoMo-Plus needs LoCoMo's conversations; put locomo10.json beside the file or give "
            "locomo=PATH"
        )
    return found


def _person(
    entry: _Entry,
    index: int,
    sample: LocomoSample,
    history: tuple[Session, ...],
    user: Speakers,
    where: str,
    notes: list[str],
) -> Person | None:
    if (gap := _gap(entry.time_gap)) is None:
        notes.append(f"{where}: time_gap {entry.time_gap!r} cannot be read, taken as none")
    asked = max(session.time for session in sample.sessions if session.turns) + _WEEK
    told = asked - (gap or timedelta())
    cue = Session(
        id=CUE, start=told, turns=tuple(_said(entry.cue_dialogue, sample.speakers, user, told))
    )
    query = [turn.text for turn in _said(entry.trigger_query, sample.speakers, user, asked)]
    if not cue.turns or not query:
        notes.append(f"{where}: left out, no line of its cue or query begins with A: or B:")
        return None
    sessions = sorted((*history, cue), key=lambda session: session.start or asked)
    return Person(
        id=f"plus-{index + 1:03}",
        sessions=tuple(sessions),
        questions=(
            OpenItem(
                id=f"plus-{index + 1:03}",
                query="\n".join(query),
                answer="",
                category=entry.relation_type,
                time=asked,
                evidence=tuple(turn.id for turn in cue.turns),
                evidence_sessions=(CUE,),
                extra={
                    "cue": "\n".join(f"{turn.name}: {turn.text}" for turn in cue.turns),
                    "time_gap": entry.time_gap,
                    "locomo": sample.sample_id,
                },
            ),
        ),
    )


def _said(
    text: str, speakers: tuple[str, str], user: Speakers, when: datetime
) -> Iterator[Utterance]:
    """The lines of a dialogue. Some entries have a backslash and an n where a line ends, or only
    a space; LoCoMo-Plus's own script then takes the whole for one turn."""
    number = 0
    for line in _LINE_END.split(text):
        if not (head := _LABEL.match(line)):
            continue
        number += 1
        first = head[1] == "A"
        yield Utterance(
            id=f"{CUE}:{number}",
            role="user" if user == "all" or (user == "speaker_a") is first else "assistant",
            text=line[head.end() :].strip(),
            time=when + timedelta(microseconds=number - 1),
            name=speakers[0] if first else speakers[1],
        )


def _gap(text: str) -> timedelta | None:
    found = _GAP.search(text)
    if found is None:
        return None
    count = int(found[1]) if found[1].isdigit() else _WORDS[found[1].lower()]
    return timedelta(days=count * _DAYS[found[2].lower()])
