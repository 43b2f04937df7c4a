"""What the read path yields: needs, plan, state, and the Recall that carries them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rootmem.model.base import Noun
from rootmem.model.entry import EntryType, MemoryEntry
from rootmem.model.root import RootUnit

Depth = Literal["instant", "routed", "inferred"]


class InformationNeed(Noun):
    """A question about the user's past that must be answered before the reply [Q 3.4]."""

    question: str
    reason: str = ""


class TypedQuery(Noun):
    """A rewritten query aimed at one or more of the typed stores [Q 3.4]."""

    text: str
    types: tuple[EntryType, ...]


class UserState(Noun):
    """The state valid now and in this context: <facts, preference trajectory, insights> [Q 3.4].

    Each line is text; ``entry_ids`` are the entries it rests on.
    """

    facts: tuple[str, ...] = ()
    preferences: tuple[str, ...] = ()
    insights: tuple[str, ...] = ()
    entry_ids: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        return not (self.facts or self.preferences or self.insights)


class ScoredEntry(Noun):
    """An entry shown, its fused score (higher is better) and why it is there.

    ``why`` names each list that found it with its rank, such as ``dense #1 (0.62)``, ``lexical #3``
    or ``root: <title> #2``.
    """

    entry: MemoryEntry
    score: float
    why: tuple[str, ...] = ()


class ActivatedRoot(Noun):
    """A unit that the router activated, with the pieces of its evidence that are shown, in order.

    ``score`` is the router's (instant: embedded match; routed: position in the model's order).
    """

    unit: RootUnit
    score: float
    shown: tuple[MemoryEntry, ...] = ()


class Usage(Noun):
    """Model use: calls, tokens (input, of which cached; output), US dollars (None: unknown)."""

    calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        known = self.cost is not None and other.cost is not None
        return Usage(
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost=(self.cost or 0.0) + (other.cost or 0.0) if known else None,
        )


class Trace(Noun):
    """What a recall took: seconds per step, in order, and the use of models."""

    seconds: dict[str, float] = Field(default_factory=dict[str, float])
    usage: Usage = Usage()
    notes: tuple[str, ...] = ()


class Recall(Noun):
    """The answer of ``recall``.

    ``context`` is the text for a prompt. ``entries`` and the shown evidence of ``roots`` together
    are at most k and never name an entry twice. ``nothing_relevant`` is True where memory holds
    nothing that bears on the query; then ``entries`` and ``roots`` are empty. ``pending`` counts
    turns that are journaled but not yet built into memory.
    """

    query: str
    depth: Depth
    context: str
    state: UserState = UserState()
    roots: tuple[ActivatedRoot, ...] = ()
    entries: tuple[ScoredEntry, ...] = ()
    needs: tuple[InformationNeed, ...] = ()
    plan: tuple[TypedQuery, ...] = ()
    nothing_relevant: bool = False
    pending: int = 0
    trace: Trace = Trace()
