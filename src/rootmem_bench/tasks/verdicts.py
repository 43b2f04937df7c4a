"""Several judges on one answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

from rootmem.model import Usage
from rootmem.reasoners.llm.wire import Wire
from rootmem_bench.tasks.judging import Judge, judged
from rootmem_bench.tasks.kinds import Outcome

T = TypeVar("T", bound=Wire)


async def all_judges(
    judges: Sequence[Judge],
    prompt: str,
    shape: type[T],
    passes: Callable[[T], bool],
    **values: str,
) -> Outcome:
    """Every judge's verdict; ``correct`` is the first judge's. A verdict that stayed unusable is
    None and counts as not passed. ``extra["judges"]`` keeps what each of them said."""
    verdicts: dict[str, bool | None] = {}
    said: dict[str, Any] = {}
    usage, seconds = Usage(), 0.0
    for judge in judges:
        found = await judged(judge, prompt, shape, **values)
        verdict = cast("T | None", found.verdict)
        verdicts[judge.name] = None if verdict is None else passes(verdict)
        said[judge.name] = None if verdict is None else verdict.model_dump()
        usage, seconds = usage + found.usage, seconds + found.seconds
    return Outcome(
        correct=next(iter(verdicts.values()), None) is True,
        verdicts=verdicts,
        extra={"judges": said},
        usage=usage,
        seconds=seconds,
    )
