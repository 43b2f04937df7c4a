"""Model calls that are made once: a reply is on disk before anything is made of it.

A step is a function of its replies. Run again after a kill, it finds those that it has and asks for
the rest; only what was under way at the moment of the kill is asked for a second time.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import anyio
from pydantic import Field

from rootmem.errors import ModelOutputError
from rootmem.model import Noun, Usage
from rootmem.reasoners.llm.errors import CutOff
from rootmem.reasoners.llm.wire import Unusable, Wire
from rootmem_bench.construction import prompts
from rootmem_bench.construction.lines import append_line, read_lines
from rootmem_bench.systems.protocol import Ask
from rootmem_bench.tasks.asking import PooledAsk

T = TypeVar("T")
AT_ONCE = 8


class Reply(Noun):
    """One line of ``calls/<step>.jsonl``. ``asked`` is the SHA-256 of the prompt: a reply to other
    words is none to these. ``error`` says why ``reply`` is None."""

    key: str
    asked: str
    reply: dict[str, Any] | None = None
    error: str = ""
    usage: Usage = Field(default_factory=Usage)


class Failed(Exception):
    """A reply stayed unusable: it costs the item it was for, and nothing else."""


class Stopped(Exception):
    """A call would be needed, and none is made any more since one failed."""


class Journal:
    """The replies of one step, by key and prompt. ``closed``: nobody asks any more."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.closed = False
        self._replies = {(one.key, one.asked): one for one in read_lines(file, Reply)}

    def get(self, key: str, asked: str) -> Reply | None:
        return self._replies.get((key, asked))

    def add(self, reply: Reply) -> None:
        append_line(self._file, reply)
        self._replies[reply.key, reply.asked] = reply

    def __len__(self) -> int:
        return len(self._replies)

    @property
    def usage(self) -> Usage:
        """Of all replies that are here, also those whose prompt has changed since."""
        return sum((one.usage for one in self._replies.values()), Usage())


class Caller:
    """Asks one model for one step. ``made`` counts by prompt; ``reused`` are replies found on disk.

    ``retry`` asks again where the reply on disk is a failure. Raises ModelUnavailable and
    ModelRefused, which leave no line and close the journal, then Stopped; and Failed.
    """

    def __init__(self, make: Callable[[], Ask], journal: Journal, *, retry: bool = False) -> None:
        self._ask, self._journal, self._retry = PooledAsk(make), journal, retry
        self.made: Counter[str] = Counter()
        self.reused = 0

    async def __call__(
        self,
        key: str,
        name: str,
        shape: type[Wire],
        read: Callable[[Mapping[str, Any]], T],
        /,
        **values: str,
    ) -> T:
        """The reply to the prompt ``name``, as ``read`` (raises Unusable) takes it; ``key`` is the
        call's own name within the step, ``values`` come as they are (see ``prompts.safe``)."""
        prompt = prompts.load(name)
        message = prompt.fill(**values)
        asked = hashlib.sha256(f"{prompt.instructions}\0{message}".encode()).hexdigest()
        known = self._journal.get(key, asked)
        if known is None or (known.reply is None and self._retry):
            if self._journal.closed:
                raise Stopped
            known = await self._asked(key, asked, name, prompt.instructions, message, shape, read)
            self._journal.add(known)
        else:
            self.reused += 1
        if known.reply is None:
            raise Failed(f"{name}: {known.error}")
        try:
            return read(known.reply)
        except Unusable as error:  # the rules of reading became stricter since
            raise Failed(f"{name}: {error}") from None

    async def _asked(
        self,
        key: str,
        asked: str,
        name: str,
        system: str,
        message: str,
        shape: type[Wire],
        read: Callable[[Mapping[str, Any]], object],
    ) -> Reply:
        def checked(value: Mapping[str, Any]) -> dict[str, Any]:
            read(value)
            return dict(value)

        self.made[name] += 1
        reply, error = None, ""
        with self._ask.metered() as meter:
            try:
                reply = await self._ask.read(name, system, message, shape, checked)
            except ModelOutputError as failure:
                error = str(failure)
            except CutOff as cut:
                reply = cast("dict[str, Any] | None", cut.salvaged)  # what ``checked`` returned
                error = "" if reply is not None else "the reply was cut off"
            except Exception:
                self._journal.closed = True
                raise
        return Reply(key=key, asked=asked, reply=reply, error=error, usage=meter.usage)


class Worked(NamedTuple):
    """Results in the order of the jobs, those that were not done left out, and what stopped it."""

    results: list[Any]
    failure: Exception | None


async def side_by_side(
    jobs: Sequence[Callable[[], Awaitable[Any]]],
    *,
    at_once: int = AT_ONCE,
    step: Callable[[int, int], None] = lambda done, total: None,
) -> Worked:
    """Run jobs, ``at_once`` at a time. After a failure those that need no call are still done, so
    that what is on disk is in the results; what would need one is left out."""
    results: dict[int, Any] = {}
    failures: list[Exception] = []
    waiting = iter(range(len(jobs)))

    async def work() -> None:
        for at in waiting:
            try:
                results[at] = await jobs[at]()
            except Stopped:
                continue
            except Exception as error:
                failures.append(error)
            step(len(results), len(jobs))

    async with anyio.create_task_group() as group:
        for _ in range(min(at_once, len(jobs))):
            group.start_soon(work)
    return Worked([results[at] for at in sorted(results)], failures[0] if failures else None)
