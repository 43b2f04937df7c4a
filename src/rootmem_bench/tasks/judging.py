"""Judges: a prompt file, the shape of the verdict with its reason first, and what it took."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple, TypeVar

from rootmem.errors import ModelOutputError
from rootmem.model import Usage
from rootmem.reasoners.llm.data import disarmed
from rootmem.reasoners.llm.wire import Wire
from rootmem_bench.tasks import prompts
from rootmem_bench.tasks.asking import PooledAsk

T = TypeVar("T", bound=Wire)


class Judge(NamedTuple):
    """``name`` is the model's."""

    name: str
    ask: PooledAsk


class Judged(NamedTuple):
    """``verdict`` None: the judge's reply stayed unusable."""

    verdict: Wire | None
    usage: Usage
    seconds: float


async def judged(judge: Judge, prompt: str, shape: type[Wire], **values: str) -> Judged:
    """Ask one judge; values are put in as data. Raises ModelUnavailable."""
    found = prompts.load(prompt)
    quoted = {name: disarmed(value) for name, value in values.items()}
    # $rule stands in the fixed part of some prompts.
    rule = quoted.pop("rule", "")
    start = perf_counter()
    with judge.ask.metered() as meter:
        try:
            verdict = await judge.ask(
                prompt, found.instructions.replace("$rule", rule), found.fill(**quoted), shape
            )
        except ModelOutputError:
            verdict = None
    return Judged(verdict, meter.usage, perf_counter() - start)
