"""KnowU-Bench, offline proxy: a plan in words for each task, scored against the profile by a judge.

The benchmark itself acts on an Android emulator and scores the device; that cannot be done here.
This is a proxy and is named so wherever its figures are printed. Success is a score of at least
0.99, as in the benchmark.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic import Field

from rootmem.model import Usage
from rootmem.reasoners.llm.wire import Text, Wire
from rootmem_bench.systems.protocol import Level
from rootmem_bench.tasks.judged import Judged
from rootmem_bench.tasks.judging import Judge, judged
from rootmem_bench.tasks.kinds import Case, Job, Outcome

SUCCESS = 0.99


class Scored(Wire):
    reason: Text = ""
    score: float = Field(ge=0, le=1)


class KnowUProxy(Judged):
    name = "knowu-proxy"
    note = (
        "KnowU-Bench proxy: plans in words, judged against the profile; not the benchmark's own "
        "score, which needs an Android emulator."
    )
    level: Level | None = None
    answer_prompt = "knowu_plan"

    async def score(
        self, job: Job, case: Case, reply: str, context: str, judges: Sequence[Judge]
    ) -> Outcome:
        profile = json.dumps(case.person.extra.get("profile", {}), ensure_ascii=False, default=str)
        verdicts: dict[str, bool | None] = {}
        said: dict[str, Any] = {}
        scores: list[float] = []
        usage, seconds = Usage(), 0.0
        for judge in judges:
            found = await judged(
                judge,
                "knowu_judge",
                Scored,
                query=case.item.query,
                reference=profile,
                reply=reply,
            )
            verdict = found.verdict
            score = verdict.score if isinstance(verdict, Scored) else None
            verdicts[judge.name] = None if score is None else score >= SUCCESS
            said[judge.name] = None if verdict is None else verdict.model_dump()
            scores.append(score or 0.0)
            usage, seconds = usage + found.usage, seconds + found.seconds
        return Outcome(
            correct=next(iter(verdicts.values()), None) is True,
            verdicts=verdicts,
            scores={"proxy_score": sum(scores) / len(scores)} if scores else {},
            extra={"judges": said},
            usage=usage,
            seconds=seconds,
        )
