"""MemAware: requests in which past context matters and is not mentioned; accuracy by tier.

Published: BM25 2.8 %, BM25 with vectors 3.4 %. The reply passes where it brings up, or plainly acts
on, what should be recalled; a request without such context passes where nothing is made up.
"""

from __future__ import annotations

from rootmem_bench.records import OpenItem
from rootmem_bench.systems.protocol import Level
from rootmem_bench.tasks.judged import Judged
from rootmem_bench.tasks.kinds import Case

NOTHING = (
    "Here nothing of the past matters: the reply passes if it does not bring up an unrelated past."
)


class MemAware(Judged):
    name = "memaware"
    level: Level | None = "conversation"
    answer_prompt = "respond"
    judge_prompt = "memaware_judge"

    def rule(self, case: Case) -> str:
        return NOTHING if isinstance(case.item, OpenItem) and case.item.abstain else ""
