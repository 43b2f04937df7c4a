"""A-Mem at conversation level (Xu et al. 2025): every turn becomes a note, as in its LoCoMo runs.

All else, and what differs, as in ``similarity_graph``.
"""

from __future__ import annotations

from typing import ClassVar

from rootmem_bench.systems.protocol import Card, Tools
from rootmem_bench.systems.similarity_graph import BUILD_CALLS, SimilarityGraph


class AMem(SimilarityGraph):
    card: ClassVar[Card] = Card(
        "a-mem",
        ("conversation",),
        "graph: linked notes",
        "A-Mem, Xu et al. 2025",
        build_calls=BUILD_CALLS.format(what="a turn"),
    )


async def open_system(tools: Tools) -> AMem:
    return AMem(tools)
