"""A kind of task as an Inspect task: samples, a solver that remembers and asks, a scorer.

Everything that a line of the run needs goes into the sample's metadata and score, so that a run is
read back from Inspect's logs alone, also after it was resumed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rootmem.model import Usage
from rootmem_bench.manifest import prompts
from rootmem_bench.systems.ask import used
from rootmem_bench.tasks.configurations import Configuration
from rootmem_bench.tasks.gold import hits
from rootmem_bench.tasks.hosting import Host
from rootmem_bench.tasks.judging import Judge
from rootmem_bench.tasks.kinds import Case, Job, Kind

if TYPE_CHECKING:
    from inspect_ai import Task
    from inspect_ai.scorer import Scorer
    from inspect_ai.solver import Generate, Solver, TaskState

FOUND, ANSWER, CONTEXT = "retrieval", "answer", "context"


def inspect_task(
    kind: Kind,
    job: Job,
    chosen: Configuration,
    cases: Sequence[Case],
    host: Host,
    judges: Sequence[Judge],
    settings: Mapping[str, Any],
) -> Task:
    """The task of one configuration. Its version is a fingerprint of all that its answers depend
    on, so that a log is taken up again only by the same task."""
    from inspect_ai import Task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import GenerateConfig

    by_id = {case.id: case for case in cases}
    samples = [
        Sample(
            input=case.query,
            target=str(getattr(case.item, "answer", "")),
            id=case.id,
            metadata={"person": case.person.id, "item": case.item.id, "part": case.part},
        )
        for case in cases
    ]
    k = chosen.k or job.k
    return Task(
        name=task_name(kind, chosen),
        dataset=MemoryDataset(samples, name=job.data.name),
        solver=[remembering(kind, job, k, by_id, host)],
        scorer=scoring(kind, job, by_id, judges),
        config=GenerateConfig(temperature=0.0, max_tokens=job.max_tokens),
        version=fingerprint(kind, job, chosen, settings),
        metadata={"note": kind.note, "system": chosen.name, "k": k, "level": job.level},
    )


def task_name(kind: Kind, chosen: Configuration) -> str:
    plain = "".join(c if c.isalnum() or c == "-" else "-" for c in chosen.name).strip("-")
    return f"{kind.name}-{plain}"


def fingerprint(kind: Kind, job: Job, chosen: Configuration, settings: Mapping[str, Any]) -> str:
    """SHA-256 (12 digits) of data, system, options and prompts."""
    parts = {
        "kind": kind.name,
        "data": job.data.digest,
        "job": job._replace(data=None)._asdict(),  # type: ignore[arg-type]
        "system": chosen._asdict(),
        "settings": dict(settings),
        "prompts": prompts(),
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:12]


def remembering(kind: Kind, job: Job, k: int, cases: Mapping[str, Case], host: Host) -> Solver:
    """Builds the person's memory where need be, retrieves, puts the prompt together and asks."""
    from inspect_ai.model import CachePolicy, ChatMessageSystem, ChatMessageUser
    from inspect_ai.solver import solver

    @solver(name="remember_and_answer")
    def make() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            case = cases[str(state.sample_id)]
            async with host.of(case.person, case.end) as memory:
                found = await memory.recall(case.query, k)
                build = memory.build
            shown = found.retrieved
            hit = hits(shown, case.gold, k)
            state.metadata[FOUND] = {
                "k": k,
                "retrieved": [list(item.ids) for item in shown.items],
                "kinds": [item.kind for item in shown.items],
                "semantic": hit.semantic,
                "logical": hit.logical,
                "scores": hit.scores,
                "seconds": found.seconds,
                "usage": found.usage.model_dump(),
                "build": build.model_dump(),
            }
            state.metadata[CONTEXT] = shown.context
            prompted = kind.prompt(job, case, shown.context)
            if prompted is None:
                state.completed = True
                return state
            state.messages = [
                ChatMessageSystem(content=prompted.system),
                ChatMessageUser(content=prompted.message),
            ]
            start = perf_counter()
            state = await generate(state, cache=CachePolicy(expiry=None))
            state.metadata[ANSWER] = {
                "seconds": perf_counter() - start,
                "usage": used(state.output.usage).model_dump(),
            }
            return state

        return solve

    return make()


def scoring(kind: Kind, job: Job, cases: Mapping[str, Case], judges: Sequence[Judge]) -> Scorer:
    from inspect_ai.scorer import CORRECT, INCORRECT, Score, Target, accuracy, scorer, stderr

    @scorer(metrics=[accuracy(), stderr()], name=kind.name.replace("-", "_"))
    def make() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            case = cases[str(state.sample_id)]
            asked = ANSWER in state.metadata
            found = await kind.score(
                job,
                case,
                state.output.completion if asked else "",
                str(state.metadata[CONTEXT]),
                judges,
            )
            return Score(
                value=CORRECT if found.correct else INCORRECT,
                answer=found.choice,
                metadata={
                    "correct": found.correct,
                    "choice": found.choice,
                    "kind": found.kind,
                    "order": list(found.order),
                    "verdicts": found.verdicts,
                    "scores": found.scores,
                    "extra": found.extra,
                    "usage": found.usage.model_dump() if found.usage != Usage() else None,
                    "seconds": found.seconds,
                },
            )

        return score

    return make()
