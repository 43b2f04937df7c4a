"""What a search finds."""

from __future__ import annotations

from typing import NamedTuple

from rootmem.index.fusion import Fused


class Hit(NamedTuple):
    """One entry found. ``score`` is the fused one. ``dense`` is the cosine (or that of a trigger,
    where it is closer: ``by_trigger``); a rank is None where the list did not reach that far."""

    position: int
    id: str
    score: float
    dense: float = 0.0
    dense_rank: int | None = None
    by_trigger: bool = False
    lexical: float = 0.0
    lexical_rank: int | None = None

    @property
    def why(self) -> tuple[str, ...]:
        """As ScoredEntry.why: ``dense #1 (0.62)``, ``lexical #3``."""
        lines: list[str] = []
        if self.dense_rank is not None:
            kind = "trigger" if self.by_trigger else "dense"
            lines.append(f"{kind} #{self.dense_rank} ({self.dense:.2f})")
        if self.lexical_rank is not None:
            lines.append(f"lexical #{self.lexical_rank}")
        return tuple(lines)


class Found(NamedTuple):
    """Hits, best first, and what tells whether memory holds anything on the query at all.

    ``top_cosine`` is the closest allowed entry's; ``mean`` and ``deviation`` are those of all
    allowed entries' cosines. ``coverage`` is the share of the query's terms, weighted by idf, that
    one entry has, the highest of all; in [0, 1].
    """

    hits: list[Hit]
    top_cosine: float = 0.0
    mean: float = 0.0
    deviation: float = 0.0
    coverage: float = 0.0


def hit_of(fused: Fused, entry_id: str, cosine: float, text_cosine: float, bm25: float) -> Hit:
    """A fused item with the scores it has even in a list that did not reach as far as it."""
    return Hit(
        position=fused.position,
        id=entry_id,
        score=fused.score,
        dense=cosine,
        dense_rank=fused.ranks["dense"][0] if "dense" in fused.ranks else None,
        by_trigger=cosine > text_cosine,
        lexical=bm25,
        lexical_rank=fused.ranks["lexical"][0] if "lexical" in fused.ranks else None,
    )
