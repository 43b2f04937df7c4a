"""From Inspect's logs to the lines and builds of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rootmem.errors import RootMemError
from rootmem.model import Usage
from rootmem_bench.runs import UNPARSABLE, Build, ItemLine
from rootmem_bench.tasks.hosting import TooManyItems
from rootmem_bench.tasks.inspecting import ANSWER, FOUND
from rootmem_bench.tasks.kinds import Case, Job

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample


class Unfinished(RootMemError):
    """A run ended before all its items were asked; run the same command again to go on."""


def lines_of(
    samples: Iterable[EvalSample], cases: Sequence[Case], job: Job, system: str, k: int
) -> list[ItemLine]:
    """One line a case, in the cases' order. A sample that failed has its error and is wrong.

    Raises Unfinished for a case without a sample, TooManyItems where a system broke its bound.
    """
    by_id = {str(sample.id): sample for sample in samples}
    missing = [case.id for case in cases if case.id not in by_id]
    if missing:
        raise Unfinished(
            f"{system}: {len(missing)} of {len(cases)} items were not asked; run it again to go on"
        )
    return [_line(by_id[case.id], case, job, system, k) for case in cases]


def builds_of(samples: Iterable[EvalSample]) -> list[Build]:
    """The builds behind the samples; of several of one person the longest, for those after it are
    of resumed runs, whose replies came out of the cache."""
    found: dict[tuple[str, str], Build] = {}
    for sample in samples:
        if raw := _section(sample.metadata, FOUND).get("build"):
            build = Build.model_validate(raw)
            known = found.get((build.person, build.part))
            if known is None or build.seconds > known.seconds:
                found[build.person, build.part] = build
    return sorted(found.values(), key=lambda build: (build.person, build.part))


def _line(sample: EvalSample, case: Case, job: Job, system: str, k: int) -> ItemLine:
    error = sample.error.message if sample.error else ""
    if error.startswith(TooManyItems.__name__) or f"{TooManyItems.__name__}(" in error:
        raise TooManyItems(error)
    found = _section(sample.metadata, FOUND)
    answer = _section(sample.metadata, ANSWER)
    score = next(iter((sample.scores or {}).values()), None)
    scored: dict[str, Any] = dict(score.metadata or {}) if score is not None else {}
    seconds = {"retrieval": found.get("seconds"), "answer": answer.get("seconds")}
    usage = {"retrieval": found.get("usage"), "answer": answer.get("usage")}
    if scored.get("usage"):
        seconds["judge"], usage["judge"] = scored["seconds"], scored["usage"]
    asks_choice = hasattr(case.item, "options") and not scored.get("verdicts")
    return ItemLine(
        system=system,
        k=k,
        level=job.level,
        person=case.person.id,
        item="/".join(filter(None, (case.item.id, case.part))),
        category=case.item.category,
        query_type=getattr(case.item, "query_type", ""),
        retrieved=tuple(tuple(ids) for ids in found.get("retrieved", ())),
        kinds=tuple(found.get("kinds", ())),
        semantic=found.get("semantic"),
        logical=found.get("logical"),
        scores={**found.get("scores", {}), **scored.get("scores", {})},
        order=tuple(scored.get("order", ())),
        choice=scored.get("choice"),
        kind=scored.get("kind") if not error else (UNPARSABLE if asks_choice else None),
        correct=scored.get("correct") if not error else False,
        reply=sample.output.completion if answer else "",
        verdicts=scored.get("verdicts", {}),
        seconds={step: value for step, value in seconds.items() if value is not None},
        usage={step: Usage.model_validate(u) for step, u in usage.items() if u is not None},
        error=error,
        extra=scored.get("extra", {}),
    )


def _section(metadata: Mapping[str, Any], name: str) -> dict[str, Any]:
    return dict(metadata.get(name) or {})
