"""Calling the synchronous store from the async core, in a worker thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from anyio import to_thread

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The function's result; cancelling waits for it, so a transaction is never left half-way."""
    return await to_thread.run_sync(partial(function, *args, **kwargs))
