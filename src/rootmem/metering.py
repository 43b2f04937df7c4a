"""Counting what models cost, and stopping before a ceiling is passed.

Each public operation opens one meter (``with metered(budget) as meter``); whatever calls a model
inside it charges the meter that is current. Billed failures count too.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import cast

from pydantic import Field

from rootmem.errors import BudgetExceeded, InvalidInput
from rootmem.model import Noun, Scope, Usage


class Budget(Noun):
    """Ceilings for one operation; None means no ceiling.

    ``cost`` is in US dollars; ``context`` is how many tokens a recalled context may take.
    """

    calls: int | None = Field(default=None, ge=0)
    tokens: int | None = Field(default=None, ge=0)
    cost: float | None = Field(default=None, ge=0)
    context: int | None = Field(default=None, ge=1)


class Meter:
    """The running total of one operation."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self.usage = Usage()
        self._under_way = 0

    def reserve(self) -> None:
        """Ask before each call; raises BudgetExceeded where one more would pass a ceiling.

        Calls under way count, so that calls side by side cannot pass the ceiling together.
        """
        limit, used = self.budget, self.usage
        tokens = used.input_tokens + used.output_tokens
        if limit.calls is not None and used.calls + self._under_way >= limit.calls:
            raise BudgetExceeded(f"the budget of {limit.calls} model calls is used up")
        if limit.tokens is not None and tokens >= limit.tokens:
            raise BudgetExceeded(f"the budget of {limit.tokens} tokens is used up ({tokens})")
        if limit.cost is not None and used.cost is not None and used.cost >= limit.cost:
            raise BudgetExceeded(f"the budget of ${limit.cost} is used up (${used.cost:.4f})")
        self._under_way += 1

    def charge(self, usage: Usage) -> None:
        """Book a finished call, successful or billed and failed."""
        self._under_way = max(0, self._under_way - 1)
        self.usage = self.usage + usage


_meter: ContextVar[Meter | None] = ContextVar("rootmem_meter", default=None)
_scope: ContextVar[Scope | None] = ContextVar("rootmem_scope", default=None)


def current_meter() -> Meter:
    """The meter of the running operation; an unlimited one that nobody reads outside of any."""
    return _meter.get() or Meter()


def current_scope() -> Scope | None:
    """Whose memory the running operation is about; None outside of any."""
    return _scope.get()


@contextmanager
def metered(budget: Budget | None = None, scope: Scope | None = None) -> Generator[Meter]:
    """Open a meter for one operation on one user's memory."""
    if not isinstance(cast("object", budget), Budget | None):
        raise InvalidInput(f"budget must be a Budget, not {budget!r:.80}")
    meter = Meter(budget)
    tokens = _meter.set(meter), _scope.set(scope)
    try:
        yield meter
    finally:
        _meter.reset(tokens[0])
        _scope.reset(tokens[1])
