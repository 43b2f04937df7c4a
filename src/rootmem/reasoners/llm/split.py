"""Work that was cut off at the length limit is halved and goes on; no call is repeated."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar, cast

import anyio

from rootmem.errors import ModelOutputError
from rootmem.reasoners.llm.errors import CutOff

P = TypeVar("P")
T = TypeVar("T")

MOST_HALVINGS = 3
"""So at most 15 calls come of one."""


async def halving(
    parts: Sequence[P],
    ask: Callable[[Sequence[P]], Awaitable[T]],
    *,
    overlap: int = 0,
    finer: Callable[[P], Sequence[P]] = lambda part: (part,),
    done: Callable[[T], None] = lambda result: None,
    depth: int = MOST_HALVINGS,
) -> list[T]:
    """``ask`` for all parts, or for halves of them (sharing ``overlap`` parts) where it is cut off.

    A single part is taken apart by ``finer``. Where nothing is left to split, what the complete
    items of the reply yielded is taken; raises ModelOutputError where that is nothing. ``done``
    hears of each result before the next part is asked for.
    """
    try:
        result = await ask(parts)
        done(result)
        return [result]
    except CutOff as cut:
        pieces = list(parts) if len(parts) > 1 + overlap else list(finer(parts[0]))
        if depth <= 0 or len(pieces) < 2 + overlap:
            if cut.salvaged is None:
                raise ModelOutputError(
                    "the reply was cut off at the model's length limit, and the work cannot be "
                    "split further"
                ) from None
            result = cast("T", cut.salvaged)
            done(result)
            return [result]
    middle = len(pieces) // 2
    halves = pieces[: middle + overlap], pieces[middle:]
    return [
        one
        for half in halves
        for one in await halving(
            half, ask, overlap=overlap, finer=finer, done=done, depth=depth - 1
        )
    ]


async def side_by_side(jobs: Sequence[Callable[[], Awaitable[T]]]) -> list[T]:
    """Results in order; all jobs end before the first failure is raised."""
    if len(jobs) == 1:
        return [await jobs[0]()]
    results: list[T | None] = [None] * len(jobs)
    failures: list[Exception] = []

    async def run(at: int) -> None:
        try:
            results[at] = await jobs[at]()
        except Exception as error:
            failures.append(error)

    async with anyio.create_task_group() as group:
        for at in range(len(jobs)):
            group.start_soon(run, at)
    if failures:
        raise failures[0]
    return cast("list[T]", results)


async def whole(work: Awaitable[T]) -> T:
    """Work that cannot be split: where it is cut off, what the reply's complete items yielded;
    raises ModelOutputError where that is nothing."""
    try:
        return await work
    except CutOff as cut:
        if cut.salvaged is None:
            raise ModelOutputError("the reply was cut off at the model's length limit") from None
        return cast("T", cut.salvaged)
