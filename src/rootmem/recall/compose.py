"""How the k items of a recall are shared between entries found and evidence of root units.

Logic first, but breadth before depth: the first piece of many units is worth more than the second
piece of one, for the order within a unit is by how much a piece constrains, and a router without a
model mistakes units more often than a unit mistakes its first piece. Entries that resemble the
query keep a share of their own; a question about the past gets nearly all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

SEMANTIC_SHARE = 0.3
"""For requests and plans. Of the entry meant by a request 97 % are among the first three."""
LOOKUP_SHARE = 0.8
"""For questions about what was (see ``intent``), where logic has little to add."""
DEPTH_COST = 0.75
"""What each further piece of a unit costs, in the units' scores (standard deviations)."""


class Composition(NamedTuple):
    """Item numbers as given. ``roots``: (unit, its pieces in the unit's order), best unit first."""

    semantic: list[int]
    roots: list[tuple[int, list[int]]]


def compose(
    k: int,
    found: Sequence[int],
    units: Sequence[Sequence[int]],
    scores: Sequence[float],
    semantic_share: float = SEMANTIC_SHARE,
    depth_cost: float = DEPTH_COST,
    *,
    claim: bool = False,
) -> Composition:
    """At most ``k`` different items.

    ``found``: items that resemble the query, best first. ``units``: the evidence of each unit as
    items, in its order; ``scores``: one a unit. The first ``semantic_share`` of k goes to
    ``found``, then evidence by score minus depth; what evidence leaves goes to ``found`` again.
    ``claim``: a unit of which nothing else is shown takes its first piece out of ``found``, so that
    its rule is not lost where the query itself sounds like what the rule rests on.
    """
    semantic = list(dict.fromkeys(found))[: min(k, max(1, round(semantic_share * k)))]
    shown = set(semantic)
    shown_of: list[list[int]] = [[] for _ in units]
    ranked = sorted(
        (depth_cost * depth - scores[unit], depth, unit)
        for unit, pieces in enumerate(units)
        for depth in range(min(len(pieces), 2 * k))
    )
    for _, depth, unit in ranked:
        if len(shown) >= k:
            break
        piece = units[unit][depth]
        if piece not in shown:
            shown.add(piece)
            shown_of[unit].append(piece)
    for item in found:
        if len(shown) >= k:
            break
        if item not in shown:
            shown.add(item)
            semantic.append(item)
    if claim:
        for unit in sorted(range(len(units)), key=lambda u: -scores[u]):
            if not shown_of[unit] and units[unit] and units[unit][0] in semantic:
                semantic.remove(units[unit][0])
                shown_of[unit].append(units[unit][0])
    order = sorted(
        (unit for unit, pieces in enumerate(shown_of) if pieces), key=lambda u: -scores[u]
    )
    return Composition(semantic, [(unit, shown_of[unit]) for unit in order])
