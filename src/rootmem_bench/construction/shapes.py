"""The records of a construction folder: one file a kind, one JSON object a line."""

from __future__ import annotations

import hashlib
from typing import Any, Literal

from pydantic import Field

from rootmem.model import Noun, UtcDatetime

Round = Literal["experts", "raters"]


class Tagged(Noun):
    """``tags.jsonl``. ``by`` is ``data`` where the data set named the tag, else ``model``."""

    person: str
    memory: str
    tag: str
    by: Literal["data", "model"]


class Pair(Noun):
    """``pairs.jsonl``: a mined association. ``id`` follows from the three that it joins, so that it
    stays when a step is run anew. ``logic`` is the miner's free name for it."""

    id: str
    person: str
    logical: str
    semantic: str
    logic: str
    reason: str
    confidence: float


class Verdict(Noun):
    """``verdicts*.jsonl``: what one judge says of a pair; the last of a judge counts. ``by`` is
    ``llm:<model>`` or ``expert:<name>``, so that nobody takes the one for the other."""

    pair: str
    by: str
    holds: bool
    reason: str = ""


class Draft(Noun):
    """A question with its options, as the generator or the refiner wrote it."""

    query: str
    query_type: str
    category: str
    logic: str
    options: dict[str, str]

    @property
    def digest(self) -> str:
        """Of the query and the options: what a rater sees."""
        text = "\0".join((self.query, *(self.options[kind] for kind in sorted(self.options))))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


class Ruling(Noun):
    passes: bool
    reason: str = ""


class Attempt(Noun):
    """A draft with what was measured (``measuring.py``) and how it was judged. ``faults`` are
    broken rules that need no judge."""

    draft: Draft
    measured: dict[str, Any]
    faults: tuple[str, ...]
    rulings: dict[str, Ruling]

    @property
    def passed(self) -> bool:
        return not self.faults and all(ruling.passes for ruling in self.rulings.values())


class Candidate(Noun):
    """``candidates.jsonl``: what became of a pair. ``failed``: a reply stayed unusable; ``problem``
    says which. The last attempt is the one that passed."""

    id: str
    person: str
    semantic: str
    logical: str
    query_time: UtcDatetime | None = None
    status: Literal["passed", "discarded", "failed"]
    attempts: tuple[Attempt, ...] = ()
    problem: str = ""

    @property
    def draft(self) -> Draft:
        return self.attempts[-1].draft


class Rating(Noun):
    """``ratings.jsonl``: scores of 1 to 4 by dimension; of one rater, item and round the last line
    counts, and it may be incomplete. ``question`` is the digest of the draft that was rated: what
    was said of another wording says nothing of this one."""

    round: Round
    rater: str
    item: str
    question: str
    scores: dict[str, int] = Field(default_factory=dict[str, int])
