"""What an item wants found, as ids of the level that is measured."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rootmem_bench.measures import retrieval as measure
from rootmem_bench.records import ChoiceItem, OpenItem, Person
from rootmem_bench.systems.protocol import Level, Retrieved

Target = frozenset[str]


class Gold(NamedTuple):
    """``evidence`` and ``sessions`` are several targets, of each of which any id will do."""

    semantic: Target = frozenset()
    logical: Target = frozenset()
    evidence: tuple[Target, ...] = ()
    sessions: tuple[Target, ...] = ()

    def __bool__(self) -> bool:
        return any(self)


class Goals:
    """The targets of a person's items at a level.

    Bank ids become the turns they came from at conversation level, turns become the bank entries
    that came from them at memory level; what has no counterpart there is no target.
    """

    def __init__(self, person: Person, level: Level) -> None:
        self._level: Level = level
        self._turns = {entry.id: frozenset(entry.source) for entry in person.bank}
        self._entries: dict[str, set[str]] = {}
        self._sessions: dict[str, set[str]] = {}
        for entry in person.bank:
            for turn in entry.source:
                self._entries.setdefault(turn, set()).add(entry.id)
            if level == "memory" and entry.session_id:
                self._sessions.setdefault(entry.session_id, set()).add(entry.id)
        if level == "conversation":
            for session in person.sessions:
                self._sessions[session.id] = {turn.id for turn in session.turns}

    def of(self, item: ChoiceItem | OpenItem) -> Gold:
        if isinstance(item, ChoiceItem):
            return Gold(self._bank(item.semantic), self._bank(item.logical))
        turns = [self._turn(turn) for turn in dict.fromkeys(item.evidence)]
        sessions = [frozenset(self._sessions.get(name, ())) for name in item.evidence_sessions]
        return Gold(
            logical=self._bank(item.logical),
            evidence=tuple(filter(None, turns)),
            sessions=tuple(filter(None, sessions)),
        )

    def _bank(self, ids: Iterable[str]) -> Target:
        if self._level == "memory":
            return frozenset(ids)
        return frozenset[str]().union(*(self._turns.get(name, frozenset()) for name in ids))

    def _turn(self, turn: str) -> Target:
        if self._level == "conversation":
            return frozenset([turn])
        return frozenset(self._entries.get(turn, ()))


class Hits(NamedTuple):
    semantic: bool | None
    logical: bool | None
    scores: dict[str, float]


def hits(found: Retrieved, gold: Gold, k: int) -> Hits:
    """The measures of one retrieval; names of ``scores`` as printed."""
    shown = [item.ids for item in found.items]
    # A system that k does not bound is measured by all it shows.
    k = max(k, len(shown))
    pair = [target for target in (gold.semantic, gold.logical) if target]
    scores = _scored(ndcg=measure.ndcg(shown, pair, k))
    scores |= _several("evidence", shown, gold.evidence, k)
    scores |= _several("session", shown, gold.sessions, k)
    return Hits(
        measure.found(shown, gold.semantic, k), measure.found(shown, gold.logical, k), scores
    )


def _several(
    name: str, shown: Sequence[Sequence[str]], targets: Sequence[Target], k: int
) -> dict[str, float]:
    """Recall (the share found), whether all and whether any were found, and nDCG."""
    recall = measure.recall(shown, targets, k)
    if recall is None:
        return {}
    return {
        f"{name}_recall": recall,
        f"{name}_all": float(recall == 1),
        f"{name}_any": float(recall > 0),
        **_scored(**{f"{name}_ndcg": measure.ndcg(shown, targets, k)}),
    }


def _scored(**values: float | None) -> dict[str, float]:
    return {name: value for name, value in values.items() if value is not None}
