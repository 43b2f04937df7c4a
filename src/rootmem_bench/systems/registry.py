"""Systems by name. To add one, write its file and name it here."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from rootmem.errors import InvalidInput
from rootmem_bench.systems.protocol import Factory

_HERE = "rootmem_bench.systems"

SYSTEMS: dict[str, str] = {
    "bm25": f"{_HERE}.bm25",
    "dense": f"{_HERE}.dense",
    "dense-static": f"{_HERE}.dense:static",
    "dense-minilm": f"{_HERE}.dense:minilm",
    "dense-text-embedding-3-small": f"{_HERE}.dense:small",
    "dense-qwen3-embedding-4b": f"{_HERE}.dense:qwen",
    "full": f"{_HERE}.full",
    "rootmem-instant": f"{_HERE}.ours:instant",
    "rootmem-offline": f"{_HERE}.ours:offline",
    "rootmem-routed": f"{_HERE}.ours:routed",
    "rootmem-inferred": f"{_HERE}.ours:inferred",
    "rootmem-lean": f"{_HERE}.ours:lean",
    "rootmem-paper": f"{_HERE}.ours:paper",
    "rootmem-no-episodes": f"{_HERE}.ours:no_episodes",
    "rootmem-no-typing": f"{_HERE}.ours:no_typing",
    "rootmem-no-state": f"{_HERE}.ours:no_state",
}
"""Name -> module, or module:variant where one file serves several configurations."""


def open_factory(name: str) -> Factory:
    """The factory of a system; raises InvalidInput naming those that exist."""
    if name not in SYSTEMS:
        raise InvalidInput(f"unknown system {name!r}; known: {', '.join(sorted(SYSTEMS))}")
    module, _, variant = SYSTEMS[name].partition(":")
    found = import_module(module)
    return cast("Factory", getattr(found, variant or "open_system"))
