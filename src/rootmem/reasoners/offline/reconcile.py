"""Whether a new entry repeats, replaces or stands beside what is known, without a model."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from rootmem.model import MemoryEntry
from rootmem.ports import Candidate, Embedder, Verdict
from rootmem.reasoners.offline.contrast import Reading, differs, read, replaces

SAME = 0.70
"""Likeness from which statements of which one says all the other does are the same (calibrated on
the pairs in the tests)."""
SAME_IN_OTHER_WORDS = 0.86
"""The same where each has a content word that the other lacks."""
SAME_IN_FEW_WORDS = 0.80
"""The same where they share few words."""
SAME_WORDING = 0.97
"""The same where a statement quotes."""
_EVENT_SLACK = timedelta(days=2)


async def reconcile(candidates: Sequence[Candidate], embedder: Embedder) -> tuple[Verdict, ...]:
    """One verdict a candidate, in order; targets are among the candidate's active ``similar``."""
    entries = [entry for c in candidates for entry in (c.new, *c.similar)]
    texts = list(dict.fromkeys(entry.text for entry in entries))
    if not texts:
        return tuple(Verdict("new") for _ in candidates)
    rows = dict(zip(texts, await embedder.embed(texts), strict=True))
    said = dict.fromkeys((entry.text, entry.subject) for entry in entries)
    readings = {key: read(*key) for key in said}

    def verdict(candidate: Candidate) -> Verdict:
        new = candidate.new
        mine = readings[(new.text, new.subject)]
        retired: dict[str, str] = {}
        best: tuple[float, str] | None = None
        for old in candidate.similar:
            if not _comparable(new, old):
                continue
            other = readings[(old.text, old.subject)]
            alike = likeness(mine, other, float(rows[new.text] @ rows[old.text]))
            if (
                alike >= _needed(mine, other)
                and not differs(mine, other)
                and _same_occasion(new, old)
            ):
                best = max(best or (0.0, ""), (alike, old.id))
            elif _may_replace(new, old) and (reason := replaces(mine, other)):
                retired[old.id] = reason
        if best is not None and not retired:
            return Verdict("same", (best[1],), f"likeness {best[0]:.2f}")
        if retired:
            return Verdict("supersedes", tuple(retired), "; ".join(dict.fromkeys(retired.values())))
        return Verdict("new")

    return tuple(verdict(candidate) for candidate in candidates)


def likeness(one: Reading, other: Reading, cosine: float) -> float:
    """Cosine and shared content words, in [0, 1]: 1 for the same words in any order."""
    shared = len(one.stems & other.stems)
    smaller, larger = sorted((len(one.stems), len(other.stems)))
    if not smaller:
        return cosine
    overlap = 0.5 * shared / smaller + 0.5 * shared / larger
    return max(0.0, min(1.0, 0.6 * cosine + 0.4 * overlap))


def _needed(one: Reading, other: Reading) -> float:
    """The likeness to ask for: more where each adds something, or where little is shared."""
    shared = one.stems & other.stems
    apart = one.stems - other.stems and other.stems - one.stems
    thin = len(shared) < 2 or len(shared) * 2 < len(one.stems | other.stems)
    if one.quotes or other.quotes:
        return SAME_WORDING
    if apart:
        return SAME_IN_OTHER_WORDS
    return SAME_IN_FEW_WORDS if thin else SAME


def _comparable(new: MemoryEntry, old: MemoryEntry) -> bool:
    return (
        old.status == "active"
        and new.subject.casefold() == old.subject.casefold()
        and new.id != old.id
    )


def _same_occasion(new: MemoryEntry, old: MemoryEntry) -> bool:
    """Two dated events on different days are two events."""
    if new.event_time is None or old.event_time is None:
        return True
    return abs(new.event_time - old.event_time) <= _EVENT_SLACK


def _may_replace(new: MemoryEntry, old: MemoryEntry) -> bool:
    """Only what was said later replaces, and only under the same circumstances."""
    if new.time < old.time:
        return False
    return (
        not (new.condition and old.condition)
        or new.condition.casefold() == old.condition.casefold()
    )
