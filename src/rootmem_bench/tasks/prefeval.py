"""PrefEval, generation: does the reply follow a preference that was stated or implied?

As in the data set's evaluation, four judgements make the error types: *unaware* (violates, names no
preference), *hallucinated* (violates, names another), *inconsistent* (violates what it names) and
*unhelpful*; what is none of them follows the preference. The multiple-choice form is ``mcq``.
"""

from __future__ import annotations

from collections.abc import Sequence

from rootmem.reasoners.llm.wire import Text, Wire
from rootmem_bench.systems.protocol import Level
from rootmem_bench.tasks.judged import Judged
from rootmem_bench.tasks.judging import Judge
from rootmem_bench.tasks.kinds import Case, Job, Outcome
from rootmem_bench.tasks.verdicts import all_judges

ERRORS = ("unaware", "hallucinated", "inconsistent", "unhelpful")


class Followed(Wire):
    reason: Text = ""
    acknowledges: bool
    hallucinates: bool
    violates: bool
    helpful: bool


def error_of(verdict: Followed) -> str | None:
    """The error type, None where the preference is followed."""
    if not verdict.helpful:
        return "unhelpful"
    if not verdict.violates:
        return None
    if not verdict.acknowledges:
        return "unaware"
    return "hallucinated" if verdict.hallucinates else "inconsistent"


class PrefEval(Judged):
    name = "prefeval"
    level: Level | None = "conversation"
    answer_prompt = "respond"

    async def score(
        self, job: Job, case: Case, reply: str, context: str, judges: Sequence[Judge]
    ) -> Outcome:
        found = await all_judges(
            judges,
            "prefeval_judge",
            Followed,
            lambda verdict: error_of(verdict) is None,
            query=case.item.query,
            reference=self.reference(case),
            reply=reply,
        )
        first = next(iter(found.extra["judges"].values()), None)
        error = error_of(Followed.model_validate(first)) if first is not None else None
        return found._replace(scores={name: float(error == name) for name in ERRORS})
