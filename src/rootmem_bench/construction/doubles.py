"""Mined pairs without doubles: an association that was found twice is kept once, the surest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rootmem.ports import Embedder
from rootmem_bench.construction.shapes import Pair
from rootmem_bench.records import BankEntry

ALIKE = 0.95


async def distinct(
    pairs: Sequence[Pair],
    memories: Mapping[tuple[str, str], BankEntry],
    embedder: Embedder | None,
    *,
    alike: float = ALIKE,
    least: float = 0.0,
) -> list[Pair]:
    """Pairs of at least the confidence ``least``, in their order.

    Two pairs of a person are doubles where they join the same two memories, whichever is which, or
    where the memories of both say the same: the same words, or a cosine of at least ``alike`` (None
    as ``embedder``: words only). The surer stays, the earlier of two equal ones.
    """
    sure = [pair for pair in pairs if pair.confidence >= least]
    same = await _sayings(sure, memories, embedder, alike)
    ranked = sorted(range(len(sure)), key=lambda at: (-sure[at].confidence, at))
    kept: set[int] = set()
    seen: set[tuple[str, frozenset[int]]] = set()
    for at in ranked:
        pair = sure[at]
        joined = frozenset({same[pair.person, pair.logical], same[pair.person, pair.semantic]})
        if len(joined) == 2 and (pair.person, joined) not in seen:
            seen.add((pair.person, joined))
            kept.add(at)
    return [sure[at] for at in sorted(kept)]


async def _sayings(
    pairs: Sequence[Pair],
    memories: Mapping[tuple[str, str], BankEntry],
    embedder: Embedder | None,
    alike: float,
) -> dict[tuple[str, str], int]:
    """Memory -> the number of what it says. A memory says what the first before it says that is
    alike, so that chains of small differences do not join."""
    keys = list(
        dict.fromkeys((pair.person, one) for pair in pairs for one in (pair.logical, pair.semantic))
    )
    if not keys:
        return {}
    vectors = await embedder.embed([memories[key].text for key in keys]) if embedder else None
    heads: dict[str, list[int]] = {}
    found: dict[tuple[str, str], int] = {}
    for at, key in enumerate(keys):
        before = heads.setdefault(key[0], [])
        for head in before:
            words = same_words(memories[keys[head]].text, memories[key].text)
            if words or (vectors is not None and float(vectors[head] @ vectors[at]) >= alike):
                found[key] = head
                break
        else:
            before.append(at)
            found[key] = at
    return found


def same_words(one: str, other: str) -> bool:
    """Whether two texts differ in case, space and punctuation at most."""
    return _plain(one) == _plain(other)


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
