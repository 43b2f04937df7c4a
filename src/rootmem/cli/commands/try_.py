"""`try`: a small invented life, remembered before your eyes; no key, no network."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from rootmem.cli.common import Session, command
from rootmem.cli.open import opened

if TYPE_CHECKING:
    from rootmem.memory import AsyncMemory
    from rootmem.model import MemoryEntry, Recall, RootUnit, Status
    from rootmem.sample import Question

USER = "ines"
LOOK_AT = 30


class Built(NamedTuple):
    """The sample life as a memory; ``seconds`` is what building took, ``turns`` key -> id."""

    status: Status
    timeline: list[MemoryEntry]
    roots: list[RootUnit]
    turns: dict[str, str]
    seconds: float


class Answered(NamedTuple):
    """One question both ways; ``decisive`` are the ids of the entries that decide the answer."""

    question: Question
    similar: list[MemoryEntry]
    recall: Recall
    decisive: frozenset[str]


def register(app: typer.Typer) -> None:
    command(app, "try", panel="Start")(try_)


async def try_(session: Session) -> None:
    """See it work on a small invented life: no key, no network, a few seconds."""
    chosen = session.chosen
    session.chosen = chosen if chosen.db is not None else replace(chosen, db=":memory:")
    async with opened(session.chosen) as memory:
        built = await _build(session, memory)
        answers = await _answers(memory, built)
    session.out.data(_as_data(built, answers))
    if not session.out.json:
        from rootmem.cli.trying import show

        show(session.out.console, built, answers, kept_in=chosen.db)


async def _build(session: Session, memory: AsyncMemory) -> Built:
    from rootmem.sample import life

    started = time.perf_counter()
    with session.out.progress("remembering") as on_progress:
        await memory.add(life(), user_id=USER, on_progress=on_progress)
    seconds = time.perf_counter() - started
    return Built(
        await memory.status(USER),
        await memory.timeline(USER),
        await memory.roots(USER),
        {turn.key: turn.id for turn in await memory.turns(USER)},
        seconds,
    )


async def _answers(memory: AsyncMemory, built: Built) -> list[Answered]:
    from rootmem.sample import questions

    answers: list[Answered] = []
    for question in questions():
        said = [built.turns[key] for key in question.logical if key in built.turns]
        parts = [_deciding(built.timeline, turn, question.why) for turn in said]
        found = await memory.search(question.question, USER, k=LOOK_AT)
        recalled = await memory.recall(question.question, USER, k=LOOK_AT)
        similar = [one.entry for one in found]
        answers.append(Answered(question, similar, recalled, frozenset().union(*parts)))
    return answers


def _deciding(entries: Sequence[MemoryEntry], turn: str, why: str) -> set[str]:
    """Ids of the turn's entries that say what decides; a turn may say other things too.

    They share a word with the reason that the turn's other entries do not have.
    """
    words = {one.id: _words(one.text) for one in entries if turn in one.turn_ids}
    if len(words) == 1:
        return set(words)
    times = Counter(word for own in words.values() for word in own)
    wanted = {word for word in _words(why) if times[word] == 1}
    return {id for id, own in words.items() if own & wanted}


def _words(text: str) -> set[str]:
    """Content words, roughly: the first five letters of the longer ones."""
    return {word[:5] for word in re.findall(r"\w{4,}", text.casefold())} - {"user", "their"}


def pieces(recall: Recall) -> list[MemoryEntry]:
    """What a recall shows, in its order: evidence of the rules, then related entries."""
    evidence = [entry for root in recall.roots for entry in root.shown]
    return [*evidence, *(scored.entry for scored in recall.entries)]


def place(entries: Sequence[MemoryEntry], decisive: frozenset[str]) -> int | None:
    """The 1-based place of the first decisive entry."""
    return next((at for at, entry in enumerate(entries, 1) if entry.id in decisive), None)


def _as_data(built: Built, answers: list[Answered]) -> dict[str, Any]:
    return {
        "status": built.status,
        "seconds": round(built.seconds, 3),
        "roots": built.roots,
        "questions": [
            {
                "question": one.question.question,
                "why": one.question.why,
                "decisive": sorted(one.decisive),
                "place_in_similarity": place(one.similar, one.decisive),
                "place_in_recall": place(pieces(one.recall), one.decisive),
                "similarity": [entry.text for entry in one.similar],
                "recall": one.recall,
            }
            for one in answers
            if one.question.show
        ],
        "all_questions": {
            "asked": len(answers),
            "found_by_similarity": _brought(answers, [one.similar for one in answers]),
            "found_by_recall": _brought(answers, [pieces(one.recall) for one in answers]),
        },
    }


def _brought(answers: Sequence[Answered], shown: Sequence[Sequence[MemoryEntry]]) -> int:
    """For how many requests what decides is among what is shown."""
    return sum(
        place(entries, one.decisive) is not None
        for one, entries in zip(answers, shown, strict=True)
    )
