"""LoCoMo: retrieval of the evidence's turns and sessions (recall, nDCG), and answers with a judge.

An adversarial question (category 5) is right where the answer says that it was not mentioned.
``f1`` beside the judge's verdict is the data set's own measure, the overlap of words.
"""

from __future__ import annotations

from collections.abc import Sequence

from rootmem_bench.measures.overlap import token_f1
from rootmem_bench.records import OpenItem
from rootmem_bench.tasks.judged import Judged
from rootmem_bench.tasks.judging import Judge
from rootmem_bench.tasks.kinds import Case, Job, Outcome
from rootmem_bench.tasks.longmemeval import ABSTAIN


class LoCoMo(Judged):
    name = "locomo"

    def rule(self, case: Case) -> str:
        return ABSTAIN if isinstance(case.item, OpenItem) and case.item.abstain else ""

    async def score(
        self, job: Job, case: Case, reply: str, context: str, judges: Sequence[Judge]
    ) -> Outcome:
        found = await super().score(job, case, reply, context, judges)
        if isinstance(case.item, OpenItem) and case.item.abstain:
            return found
        return found._replace(scores={"f1": token_f1(reply, self.reference(case))})
