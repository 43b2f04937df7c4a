"""Configurations of systems by name: ablations, sweeps and presets are options, never code.

Any system's own name is a configuration without options. ``name[key=value,…]`` adds options to
either, such as ``rootmem-routed[root_budget=5]``; values are read as JSON, else as text.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from rootmem.errors import InvalidInput
from rootmem_bench.systems.registry import SYSTEMS


class Configuration(NamedTuple):
    """``k`` None: the run's."""

    name: str
    system: str
    options: dict[str, Any] = {}  # noqa: RUF012 - never mutated
    k: int | None = None


_TABLE: dict[str, tuple[str, dict[str, Any], int | None]] = {
    # [R App. D.2, Figure 7] the ceiling on units, with batches of 20
    "rootmem-units-5": ("rootmem-routed", {"root_budget": 5}, None),
    "rootmem-units-10": ("rootmem-routed", {"root_budget": 10}, None),
    "rootmem-units-20": ("rootmem-routed", {"root_budget": 20}, None),
    # [R App. D.2, Figure 7] the batch of entries, with at most 10 units
    "rootmem-batch-10": ("rootmem-routed", {"root_batch": 10}, None),
    "rootmem-batch-20": ("rootmem-routed", {"root_batch": 20}, None),
    "rootmem-batch-40": ("rootmem-routed", {"root_batch": 40}, None),
    # [Q 4] entries a query and type
    "qumem-k-3": ("qumem", {"per_query": 3}, None),
    "qumem-k-5": ("qumem", {"per_query": 5}, None),
    "qumem-k-10": ("qumem", {"per_query": 10}, None),
    # [Q 4] what each part of QUMem is worth
    "qumem-no-episodes": ("qumem", {"no_episodes": True}, None),
    "qumem-no-typing": ("qumem", {"no_typing": True}, None),
    "qumem-no-state": ("qumem", {"no_state": True}, None),
    # k of the answer's context
    "rootmem-routed-k-10": ("rootmem-routed", {}, 10),
    "rootmem-routed-k-30": ("rootmem-routed", {}, 30),
}
"""Name -> (system, options, k). A backbone is no configuration: it is ``--memory-model``."""

GROUPS: dict[str, tuple[str, ...]] = {
    "ablations-rootmem": (
        *("rootmem-minilm", "rootmem-no-router", "rootmem-no-rules", "rootmem-no-evidence"),
        "rootmem-semantic-only",
    ),
    "ablations-qumem": ("qumem", "qumem-no-episodes", "qumem-no-typing", "qumem-no-state"),
    "sweep-units": ("rootmem-units-5", "rootmem-units-10", "rootmem-units-20"),
    "sweep-batch": ("rootmem-batch-10", "rootmem-batch-20", "rootmem-batch-40"),
    "sweep-k": ("qumem-k-3", "qumem-k-5", "qumem-k-10"),
}
"""Several configurations that one table or figure shows together."""

_FORM = re.compile(r"(?P<name>[^\[\]]+)(?:\[(?P<options>[^\[\]]*)\])?")


def configuration(name: str) -> Configuration:
    """The configuration of this name; raises InvalidInput naming those that exist."""
    form = _FORM.fullmatch(name.strip())
    head = form["name"].strip() if form else name
    if head in _TABLE:
        system, options, k = _TABLE[head]
    elif head in SYSTEMS:
        system, options, k = head, {}, None
    else:
        known = ", ".join(sorted([*SYSTEMS, *_TABLE, *GROUPS]))
        raise InvalidInput(f"unknown system or configuration {head!r}; known: {known}")
    given = _options(form["options"] or "", name) if form else {}
    return Configuration(name.strip(), system, options | given, k)


def named() -> list[Configuration]:
    """All of the table, in its order."""
    return [Configuration(name, *values) for name, values in _TABLE.items()]


def configurations(names: str) -> list[Configuration]:
    """Those of a comma-separated list; a group's name stands for its members."""
    parts = [part.strip() for part in re.split(r",(?![^\[]*\])", names) if part.strip()]
    flat = [name for part in parts for name in GROUPS.get(part, (part,))]
    if not flat:
        raise InvalidInput("name at least one system")
    return [configuration(name) for name in dict.fromkeys(flat)]


def _options(text: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = part.partition("=")
        if not equals or not key.strip():
            raise InvalidInput(f"{name}: {part!r} is no option; write key=value")
        try:
            found[key.strip()] = json.loads(value)
        except ValueError:
            found[key.strip()] = value.strip()
    return found
