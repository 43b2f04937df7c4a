"""Systems by name. To add one, write its file and name it here."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from rootmem.errors import InvalidInput
from rootmem_bench.systems.protocol import Factory

SYSTEMS: dict[str, str] = {}
"""Name -> module, or module:variant where one file serves several configurations."""


def open_factory(name: str) -> Factory:
    """The factory of a system; raises InvalidInput naming those that exist."""
    if name not in SYSTEMS:
        raise InvalidInput(f"unknown system {name!r}; known: {', '.join(sorted(SYSTEMS))}")
    module, _, variant = SYSTEMS[name].partition(":")
    found = import_module(module)
    return cast("Factory", getattr(found, variant or "open_system"))
