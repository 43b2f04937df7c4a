"""Systems by name. To add one, write its file and name it here."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from rootmem.errors import InvalidInput
from rootmem_bench.systems.protocol import Factory

_MODULES = {
    "bm25": "bm25",
    "dense": "dense",
    "dense-static": "dense:static",
    "dense-minilm": "dense:minilm",
    "dense-text-embedding-3-small": "dense:small",
    "dense-qwen3-embedding-4b": "dense:qwen",
    "cluster-tree": "cluster_tree",
    "entity-graph": "entity_graph",
    "similarity-graph": "similarity_graph",
    "rerank": "rerank",
    "reconstruct": "reconstruct",
    "full": "full",
    "rootmem": "rootmem_over",
    "rootmem-minilm": "rootmem_over:minilm",
    "rootmem-no-router": "rootmem_over:no_router",
    "rootmem-no-rules": "rootmem_over:no_rules",
    "rootmem-no-evidence": "rootmem_over:no_evidence",
    "rootmem-semantic-only": "rootmem_over:semantic_only",
    "rootmem-instant": "ours:instant",
    "rootmem-offline": "ours:offline",
    "rootmem-routed": "ours:routed",
    "rootmem-inferred": "ours:inferred",
    "rootmem-lean": "ours:lean",
    "rootmem-paper": "ours:paper",
    "rootmem-no-episodes": "ours:no_episodes",
    "rootmem-no-typing": "ours:no_typing",
    "rootmem-no-state": "ours:no_state",
    "qumem": "qumem",
    "a-mem": "amem",
    "tacitree": "tacitree",
    "t-mem": "tmem",
    "evermemos": "evermemos",
    "lightmem": "lightmem",
    "rootmem-over-a-mem": "rootmem_over:over_amem",
    "rootmem-over-tacitree": "rootmem_over:over_tacitree",
    "rootmem-over-t-mem": "rootmem_over:over_tmem",
    "rootmem-over-evermemos": "rootmem_over:over_evermemos",
    "rootmem-over-lightmem": "rootmem_over:over_lightmem",
}

SYSTEMS: dict[str, str] = {
    name: f"rootmem_bench.systems.{place}" for name, place in _MODULES.items()
}
"""Name -> module, or module:variant where one file serves several configurations."""


def open_factory(name: str) -> Factory:
    """The factory of a system; raises InvalidInput naming those that exist."""
    if name not in SYSTEMS:
        raise InvalidInput(f"unknown system {name!r}; known: {', '.join(sorted(SYSTEMS))}")
    module, _, variant = SYSTEMS[name].partition(":")
    found = import_module(module)
    return cast("Factory", getattr(found, variant or "open_system"))
