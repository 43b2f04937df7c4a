"""Facets of a life: where a fact about a person binds answers on quite other topics.

One file a facet (``health.toml``, ``animals.toml`` …), to be read and edited by people: a title,
the rules, triggers, signs and words. ``ordinary.txt`` holds what people say that binds nothing;
``binding.txt`` and ``passing.txt`` hold words that make a statement weigh more or less.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Facet(NamedTuple):
    """``signs`` are sentences that belong here and bind; ``words`` may end in ``*``."""

    id: str
    title: str
    activation: str
    guidance: str
    triggers: tuple[str, ...]
    signs: tuple[str, ...]
    words: tuple[str, ...]


OTHERS = "friends"
"""The facet for what is said about somebody else: it binds whatever touches that person."""

ANIMALS = "animals"
"""The facet for what is said about an animal they keep."""


@cache
def load_facets() -> tuple[Facet, ...]:
    """All facets, in order of their ids."""
    found: list[Facet] = []
    for file in sorted(files(__name__).iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            data = tomllib.loads(file.read_text(encoding="utf-8"))
            found.append(
                Facet(
                    id=file.name.removesuffix(".toml"),
                    title=data["title"],
                    activation=data["activation"],
                    guidance=data["guidance"],
                    triggers=tuple(data["triggers"]),
                    signs=tuple(data["signs"]),
                    words=tuple(data["words"].split()),
                )
            )
    return tuple(found)


@cache
def lines_of(name: str) -> tuple[str, ...]:
    """The lines of a text file of this folder."""
    text = files(__name__).joinpath(name).read_text(encoding="utf-8")
    return tuple(line.strip() for line in text.splitlines() if line.strip())


@cache
def words_of(name: str) -> tuple[str, ...]:
    """The words of a text file of this folder."""
    return tuple(word for line in lines_of(name) for word in line.split())
