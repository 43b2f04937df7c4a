"""Step 3: pairs are checked before questions are written: by experts, or by a model as a stand-in.

The paper has experts do it. A model's verdict is one call a pair, and is marked ``llm:`` wherever
it is kept or counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from rootmem.reasoners.llm.wire import Text, Unusable, Wire, text_of
from rootmem_bench.construction import prompts
from rootmem_bench.construction.calling import AT_ONCE, Caller, Failed, side_by_side
from rootmem_bench.construction.mining import dated
from rootmem_bench.construction.shapes import Pair, Verdict
from rootmem_bench.records import BankEntry

LLM, EXPERT = "llm:", "expert:"
Memories = Mapping[tuple[str, str], BankEntry]


class Holds(Wire):
    reason: Text = ""
    holds: bool = False


class Verifying(NamedTuple):
    verdicts: list[Verdict]
    problems: list[str]
    failure: Exception | None = None


def verified(pairs: Sequence[Pair], verdicts: Iterable[Verdict]) -> list[Pair]:
    """The pairs that more than half of their judges accept. Where an expert judged a pair, models
    have no voice on it."""
    voices: dict[str, list[Verdict]] = defaultdict(list)
    for one in verdicts:
        voices[one.pair].append(one)
    found: list[Pair] = []
    for pair in pairs:
        experts = [one.holds for one in voices[pair.id] if one.by.startswith(EXPERT)]
        said = experts or [one.holds for one in voices[pair.id]]
        if said and sum(said) * 2 > len(said):
            found.append(pair)
    return found


async def verify(
    pairs: Sequence[Pair],
    memories: Memories,
    caller: Caller,
    *,
    by: str,
    at_once: int = AT_ONCE,
    step: Callable[[int, int], None] = lambda done, total: None,
) -> Verifying:
    """A model's verdict on each pair; ``by`` is the model's name."""

    async def one(pair: Pair) -> Verdict | str:
        try:
            holds, reason = await caller(
                pair.id,
                "verify",
                Holds,
                _read,
                semantic=dated(memories[pair.person, pair.semantic]),
                logical=dated(memories[pair.person, pair.logical]),
                link=prompts.safe(pair.reason),
            )
        except Failed as failed:
            return f"{pair.id}: {failed}"
        return Verdict(pair=pair.id, by=f"{LLM}{by}", holds=holds, reason=reason)

    done = await side_by_side([partial(one, pair) for pair in pairs], at_once=at_once, step=step)
    verdicts = [result for result in done.results if isinstance(result, Verdict)]
    problems = [result for result in done.results if isinstance(result, str)]
    return Verifying(verdicts, problems, done.failure)


def _read(reply: Mapping[str, Any]) -> tuple[bool, str]:
    holds = reply.get("holds")
    if not isinstance(holds, bool):
        raise Unusable('"holds" must be true or false')
    return holds, text_of(reply, "reason")
