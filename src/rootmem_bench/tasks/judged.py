"""Answers that a judge decides on: what the question-answering tasks share."""

from __future__ import annotations

from collections.abc import Sequence

from rootmem.reasoners.llm.wire import Text, Wire
from rootmem_bench.systems.protocol import Level
from rootmem_bench.tasks.judging import Judge
from rootmem_bench.tasks.kinds import Case, Job, Outcome, Prompted, filled, questions
from rootmem_bench.tasks.verdicts import all_judges


class Correct(Wire):
    reason: Text = ""
    correct: bool


class Judged:
    """A question is answered from memory, a judge compares it with the right answer.

    ``correct`` is the first judge's verdict. Retrieval is measured beside it, against the turns and
    sessions with the evidence.
    """

    name = "judged"
    note = ""
    judges = 1
    level: Level | None = None
    answer_prompt = "answer"
    judge_prompt = "answer_judge"

    def cases(self, job: Job) -> list[Case]:
        return questions(job)

    def prompt(self, job: Job, case: Case, context: str) -> Prompted | None:
        return filled(self.answer_prompt, job, case, context)

    def rule(self, case: Case) -> str:
        """A sentence for the judge about this kind of question."""
        return ""

    def reference(self, case: Case) -> str:
        return str(getattr(case.item, "answer", ""))

    async def score(
        self, job: Job, case: Case, reply: str, context: str, judges: Sequence[Judge]
    ) -> Outcome:
        return await all_judges(
            judges,
            self.judge_prompt,
            Correct,
            lambda verdict: verdict.correct,
            query=case.item.query,
            reference=self.reference(case),
            reply=reply,
            rule=self.rule(case),
        )
