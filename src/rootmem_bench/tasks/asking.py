"""One ``Ask`` for a system whose calls run side by side, with each operation's use kept apart."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from pydantic import BaseModel

from rootmem.model import Usage
from rootmem_bench.systems.protocol import Ask

T = TypeVar("T", bound=BaseModel)
R = TypeVar("R")

_leased: ContextVar[Ask | None] = ContextVar("rootmem_bench_ask", default=None)


class Metered:
    """The use of one operation, filled in when it ends."""

    usage = Usage()


class PooledAsk:
    """Hands every operation an ``Ask`` of its own, so that what it used can be told exactly.

    What an ``Ask`` learns of its provider stays, for they are used again.
    """

    def __init__(self, make: Callable[[], Ask]) -> None:
        self._make = make
        self._idle: list[Ask] = []
        self._all: list[Ask] = []

    @property
    def usage(self) -> Usage:
        """Of everything so far."""
        return sum((ask.usage for ask in self._all), Usage())

    @contextmanager
    def metered(self) -> Generator[Metered]:
        """What is asked inside, also by tasks started there, is counted into the meter."""
        ask, meter = self._lend(), Metered()
        before = ask.usage
        token = _leased.set(ask)
        try:
            yield meter
        finally:
            _leased.reset(token)
            meter.usage = difference(ask.usage, before)
            self._idle.append(ask)

    async def __call__(self, step: str, system: str, prompt: str, reply: type[T]) -> T:
        return await self._mine()(step, system, prompt, reply)

    async def read(
        self,
        step: str,
        system: str,
        prompt: str,
        reply: type[BaseModel],
        read: Callable[[Mapping[str, Any]], R],
    ) -> R:
        return await self._mine().read(step, system, prompt, reply, read)

    def _mine(self) -> Ask:
        ask = _leased.get()
        if ask is None:
            raise RuntimeError("a system asked its model outside of build and retrieve")
        return ask

    def _lend(self) -> Ask:
        if self._idle:
            return self._idle.pop()
        self._all.append(self._make())
        return self._all[-1]


def difference(after: Usage, before: Usage) -> Usage:
    known = after.cost is not None and before.cost is not None
    return Usage(
        calls=after.calls - before.calls,
        input_tokens=after.input_tokens - before.input_tokens,
        cached_tokens=after.cached_tokens - before.cached_tokens,
        output_tokens=after.output_tokens - before.output_tokens,
        cost=(after.cost or 0.0) - (before.cost or 0.0) if known else None,
    )
