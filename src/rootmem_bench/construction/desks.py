"""What is laid before a person, and where the answers go: pairs to verify, questions to rate.

The same cards serve the sheet (``sheets.py``) and the page (``page.py``).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem_bench.construction.folder import Folder, memories_of
from rootmem_bench.construction.kinds import RATED, SCALE
from rootmem_bench.construction.shapes import Rating, Round, Verdict
from rootmem_bench.construction.sheets import read_sheet, write_sheet
from rootmem_bench.construction.verifying import EXPERT
from rootmem_bench.records import OPTION_KINDS, BankEntry

HOLDS: dict[int, str] = {1: "does not hold", 2: "holds"}


class Card(NamedTuple):
    """``parts`` are (name, text) in the order in which they are read."""

    id: str
    parts: tuple[tuple[str, str], ...]


class Scale(NamedTuple):
    name: str
    text: str
    choices: Mapping[int, str]


class Desk(Protocol):
    """Cards, what is asked of each, and the answers of one person."""

    title: str
    cards: tuple[Card, ...]
    scales: tuple[Scale, ...]

    def scores(self, card: str) -> dict[str, int]:
        """The answers so far, by scale."""
        ...

    def rate(self, card: str, scale: str, value: int) -> None:
        """Save an answer; it is on disk when this returns."""
        ...


class PairDesk:
    """An expert verifies mined pairs."""

    def __init__(self, folder: Folder, expert: str) -> None:
        self._folder, self._by = folder, f"{EXPERT}{checked_name(expert)}"
        memories = memories_of(folder.people())
        self.title = f"Pairs, verified by {expert}"
        self.scales: tuple[Scale, ...] = (
            Scale("holds", "The deciding memory changes the answer.", HOLDS),
        )
        self.cards: tuple[Card, ...] = tuple(
            Card(
                pair.id,
                (
                    ("semantic memory", _text(memories[pair.person, pair.semantic])),
                    ("logical memory", _text(memories[pair.person, pair.logical])),
                    ("logic", pair.logic),
                    ("reason", pair.reason),
                ),
            )
            for pair in folder.pairs()
        )
        self._said = {
            one.pair: int(one.holds) + 1 for one in folder.verdicts() if one.by == self._by
        }

    def scores(self, card: str) -> dict[str, int]:
        return {"holds": self._said[card]} if card in self._said else {}

    def rate(self, card: str, scale: str, value: int) -> None:
        self._folder.judge(Verdict(pair=card, by=self._by, holds=value == 2))
        self._said[card] = value


class RatingDesk:
    """Somebody rates questions that passed the judge. ``sample``: so many of them, the same for
    everybody who rates in this folder."""

    def __init__(
        self, folder: Folder, rater: str, round_: Round, items: Sequence[str], sample: int | None
    ) -> None:
        self._folder, self._rater = folder, checked_name(rater)
        self._round: Round = round_
        memories = memories_of(folder.people())
        wanted = set(sampled(items, sample, folder.seed))
        chosen = [one for one in folder.candidates() if one.status == "passed" and one.id in wanted]
        self.title = f"Questions, rated by {rater}"
        self.scales: tuple[Scale, ...] = tuple(
            Scale(name, text, SCALE) for name, text in RATED.items()
        )
        self.cards: tuple[Card, ...] = tuple(
            Card(
                one.id,
                (
                    ("query", one.draft.query),
                    ("semantic memory", _text(memories[one.person, one.semantic])),
                    ("logical memory", _text(memories[one.person, one.logical])),
                    *((kind.replace("_", " "), one.draft.options[kind]) for kind in OPTION_KINDS),
                ),
            )
            for one in chosen
        )
        self._digests = {one.id: one.draft.digest for one in chosen}
        self._given = {
            one.item: dict(one.scores)
            for one in folder.ratings()
            if one.round == round_ and one.rater == self._rater
        }

    def scores(self, card: str) -> dict[str, int]:
        return dict(self._given.get(card, {}))

    def rate(self, card: str, scale: str, value: int) -> None:
        scores = self.scores(card) | {scale: value}
        self._folder.rate(
            Rating(
                round=self._round,
                rater=self._rater,
                item=card,
                question=self._digests[card],
                scores=scores,
            )
        )
        self._given[card] = scores


def checked_name(name: str) -> str:
    """A rater's name; raises InvalidInput where there is none."""
    if not name.strip():
        raise InvalidInput("say who judges: --rater NAME")
    return name.strip()


def sampled(items: Sequence[str], sample: int | None, seed: int) -> list[str]:
    """A seeded sample in the order of the items; all of them for None."""
    if sample is None or sample >= len(items):
        return list(items)
    chosen = random.Random(f"{seed}/screen").sample(range(len(items)), sample)  # noqa: S311
    return [items[at] for at in sorted(chosen)]


def lay_out(desk: Desk, file: Path) -> int:
    """Write the desk's cards as a sheet with a column a scale, the answers so far in it."""
    parts = [name for name, _ in desk.cards[0].parts] if desk.cards else []
    header = ["id", *parts, *(scale.name for scale in desk.scales)]
    return write_sheet(
        file,
        header,
        ({"id": card.id, **dict(card.parts), **desk.scores(card.id)} for card in desk.cards),
    )


def take_in(desk: Desk, file: Path) -> int:
    """Save a sheet's answers; the number of cards that changed. An empty cell is no answer.

    All or nothing: raises ImportFormatError for an unknown id, one that stands twice, or an answer
    that is none.
    """
    known = {card.id for card in desk.cards}
    found: dict[str, dict[str, int]] = {}
    for line, cells in read_sheet(file, ["id", *(scale.name for scale in desk.scales)]):
        name = cells["id"]
        if name not in known or name in found:
            reason = "stands twice" if name in found else "is not among those to be judged"
            raise ImportFormatError(f"{name!r} {reason}", source=file.name, line=line, field="id")
        found[name] = {
            scale.name: _answer(cells[scale.name], scale, file, line)
            for scale in desk.scales
            if cells[scale.name]
        }
    changed = 0
    for name, answers in found.items():
        new = {one: value for one, value in answers.items() if desk.scores(name).get(one) != value}
        for scale, value in new.items():
            desk.rate(name, scale, value)
        changed += bool(new)
    return changed


def _answer(text: str, scale: Scale, file: Path, line: int) -> int:
    words = {label: value for value, label in scale.choices.items()}
    known = {**{str(value): value for value in scale.choices}, **words}
    if text.casefold() not in known:
        raise ImportFormatError(
            f"{text!r} is no answer",
            source=file.name,
            line=line,
            field=scale.name,
            expected=", ".join(f"{value} ({label})" for value, label in scale.choices.items()),
        )
    return known[text.casefold()]


def _text(entry: BankEntry) -> str:
    return f"{entry.text} ({entry.time:%Y-%m-%d})" if entry.time is not None else entry.text
