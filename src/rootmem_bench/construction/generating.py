"""Step 4: a question a pair, written, judged, and refined at most three times.

Calls a pair: one ``generate`` and one ``judge``; then, while it fails, one ``refine`` and one
``judge`` more, so that 8 are the most. What fails still is discarded. A reply that stays unusable
ends its pair as ``failed``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from rootmem.reasoners.llm.wire import Text, Unusable, Wire, text_of
from rootmem_bench.construction import measuring, prompts
from rootmem_bench.construction.calling import AT_ONCE, Caller, Failed, side_by_side
from rootmem_bench.construction.kinds import JUDGED, QUERY_TYPES
from rootmem_bench.construction.mining import dated
from rootmem_bench.construction.shapes import Attempt, Candidate, Draft, Pair, Ruling
from rootmem_bench.construction.verifying import Memories
from rootmem_bench.datasets.categories import CATEGORIES, category_of
from rootmem_bench.records import OPTION_KINDS

REFINEMENTS = 3


class Question(Wire):
    logic: Text = ""
    category: Text = ""
    query_type: Text = ""
    query: Text = ""
    correct: Text = ""
    preference_trap: Text = ""
    generic_trap: Text = ""
    fabrication_trap: Text = ""


class Point(Wire):
    reason: Text = ""
    passes: bool = False


class Judgement(Wire):
    logical_rationality: Point = Point()
    stealth: Point = Point()
    tone: Point = Point()
    option_bias: Point = Point()
    superiority: Point = Point()


class Makers(NamedTuple):
    """Who writes (generator and refiner, at the temperature given) and who judges."""

    writer: Caller
    judge: Caller


class Generating(NamedTuple):
    candidates: list[Candidate]
    failure: Exception | None = None


async def generate(
    pairs: Sequence[Pair],
    memories: Memories,
    makers: Makers,
    *,
    at_once: int = AT_ONCE,
    step: Callable[[int, int], None] = lambda done, total: None,
) -> Generating:
    jobs = [partial(_candidate, pair, memories, makers) for pair in pairs]
    done = await side_by_side(jobs, at_once=at_once, step=step)
    return Generating(done.results, done.failure)


async def _candidate(pair: Pair, memories: Memories, makers: Makers) -> Candidate:
    semantic, logical = memories[pair.person, pair.semantic], memories[pair.person, pair.logical]
    times = [one.time for one in (semantic, logical) if one.time is not None]
    base = Candidate(
        id=pair.id,
        person=pair.person,
        semantic=pair.semantic,
        logical=pair.logical,
        query_time=max(times, default=None),
        status="failed",
    )
    both = {"semantic": dated(semantic), "logical": dated(logical)}
    day = f"{base.query_time:%Y-%m-%d}" if base.query_time else "a day that is not known"
    attempts: list[Attempt] = []
    try:
        draft = await makers.writer(
            f"{pair.id}/generate", "generate", Question, read_draft,
            **both, link=prompts.safe(pair.reason), query_time=day,
        )  # fmt: skip
        for number in range(1 + REFINEMENTS):
            if number:
                draft = await makers.writer(
                    f"{pair.id}/refine{number}", "refine", Question, read_draft,
                    **both, question=question(draft), faults=_told(attempts[-1]),
                )  # fmt: skip
            figures = measuring.measured(draft, semantic.text, logical.text)
            rulings = await makers.judge(
                f"{pair.id}/judge{number}", "judge", Judgement, read_rulings,
                **both, question=question(draft), measured=measuring.shown(figures),
            )  # fmt: skip
            broken = tuple(measuring.faults(figures, draft))
            attempts.append(Attempt(draft=draft, measured=figures, faults=broken, rulings=rulings))
            if attempts[-1].passed:
                break
    except Failed as failed:
        return base.model_copy(update={"attempts": tuple(attempts), "problem": str(failed)})
    status = "passed" if attempts[-1].passed else "discarded"
    return base.model_copy(update={"attempts": tuple(attempts), "status": status})


def question(draft: Draft) -> str:
    """A draft as lines of a prompt."""
    named = {
        "query": draft.query,
        "query_type": draft.query_type,
        "category": draft.category,
        "logic": draft.logic,
        **draft.options,
    }
    return "\n".join(f"{name}: {prompts.safe(text)}" for name, text in named.items())


def read_draft(reply: Mapping[str, Any]) -> Draft:
    """Raises Unusable where the query or an option is missing, or a kind is unknown."""
    options = {kind: text_of(reply, kind) for kind in OPTION_KINDS}
    query = text_of(reply, "query")
    if missing := [name for name, text in {"query": query, **options}.items() if not text]:
        raise Unusable(f"there is no text for {', '.join(missing)}")
    category = category_of(text_of(reply, "category"))
    kinds = {one.casefold(): one for one in QUERY_TYPES}
    query_type = kinds.get(text_of(reply, "query_type").casefold())
    if category not in CATEGORIES:
        raise Unusable(f"the category must be one of {', '.join(CATEGORIES)}")
    if query_type is None:
        raise Unusable(f"the query_type must be one of {', '.join(QUERY_TYPES)}")
    return Draft(
        query=query,
        query_type=query_type,
        category=category,
        logic=text_of(reply, "logic"),
        options=options,
    )


def read_rulings(reply: Mapping[str, Any]) -> dict[str, Ruling]:
    """Raises Unusable where a point is missing: what nobody judged did not pass."""
    found: dict[str, Ruling] = {}
    for name in JUDGED:
        point = reply.get(name)
        passes = point.get("passes") if isinstance(point, Mapping) else point  # type: ignore[misc]
        if not isinstance(passes, bool):
            raise Unusable(f'"{name}" needs "reason" and "passes", true or false')
        reason = text_of(point, "reason") if isinstance(point, Mapping) else ""  # type: ignore[arg-type]
        found[name] = Ruling(passes=passes, reason=reason)
    return found


def _told(attempt: Attempt) -> str:
    """What the refiner hears: broken rules first, then the judge's objections."""
    objections = (
        f"{name}: {ruling.reason or 'does not pass'}"
        for name, ruling in attempt.rulings.items()
        if not ruling.passes
    )
    return "\n".join(f"- {prompts.safe(one)}" for one in (*attempt.faults, *objections))
