"""The seam of the systems under test: build a person's memory, then retrieve for queries.

One system is one file and one class. It names the paper section or library that it follows, and how
many model calls it makes; tests count them with a scripted model.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel

from rootmem.model import Usage
from rootmem.ports import Embedder, Reranker
from rootmem_bench.records import Person

Level = Literal["memory", "conversation"]
T = TypeVar("T", bound=BaseModel)
R = TypeVar("R")


class Ask(Protocol):
    """The one way to a language model: a prompt and the shape of the reply.

    Bound to an Inspect model (logs, cache, retries, concurrency, usage), or to a script in tests.
    Raises ModelError. ``step`` names the call in logs and in the counts.
    """

    async def __call__(self, step: str, system: str, prompt: str, reply: type[T]) -> T: ...

    async def read(
        self,
        step: str,
        system: str,
        prompt: str,
        reply: type[BaseModel],
        read: Callable[[Mapping[str, Any]], R],
    ) -> R:
        """As a call, but ``read`` takes the reply's JSON object and raises ``wire.Unusable`` where
        it must be asked for again. Raises ``errors.CutOff`` where the length limit was reached."""
        ...

    @property
    def usage(self) -> Usage: ...


class Tools(NamedTuple):
    """What a system may use. ``model`` is a model's name for systems that open their own client
    (rootmem itself); None where only scripted or no models are there."""

    embedder: Embedder
    ask: Ask | None = None
    reranker: Reranker | None = None
    model: str | None = None
    options: dict[str, Any] = {}  # noqa: RUF012 - NamedTuple default, never mutated


class Shown(NamedTuple):
    """One retrieved item. ``ids`` are the bank ids (memory level) or turn ids (conversation level)
    that it stands for: a summary or a root unit may stand for several, a rule for none."""

    text: str
    ids: tuple[str, ...] = ()
    kind: str = "entry"


class Retrieved(NamedTuple):
    """At most k items in order of importance, and the text for the response model."""

    items: tuple[Shown, ...]
    context: str


class Card(NamedTuple):
    """What a reader of a table must know of a system.

    ``build_calls`` and ``query_calls`` say in words how many model calls are made, such as "one a
    batch of 20 entries"; ``source`` names the paper section or the library. ``bounded`` is False
    where the system shows everything, whatever k is.
    """

    name: str
    levels: tuple[Level, ...]
    retrieval: str
    source: str
    build_calls: str = "none"
    query_calls: str = "none"
    bounded: bool = True


class MemorySystem(Protocol):
    """A system under test. One object serves one person: ``build`` once, then ``retrieve``."""

    card: Card

    async def build(self, person: Person, level: Level) -> None:
        """Take the person's bank (memory level) or sessions (conversation level) in."""
        ...

    async def retrieve(self, query: str, k: int) -> Retrieved:
        """At most ``k`` items."""
        ...

    async def close(self) -> None: ...


Factory = Callable[[Tools], Awaitable[MemorySystem]]
