"""LongMemEval: retrieval of turns and sessions (recall, nDCG), and answers with a judge.

The judge's rules by question type are those of the data set's own evaluation, in our words.
"""

from __future__ import annotations

from rootmem_bench.records import OpenItem
from rootmem_bench.systems.protocol import Level
from rootmem_bench.tasks.judged import Judged
from rootmem_bench.tasks.kinds import Case

ABSTAIN = (
    "The question cannot be answered from the conversations: it is correct only if it says that "
    "this is not known or was not mentioned."
)
RULES = {
    "temporal-reasoning": "A count of days, weeks or months that is off by one is still correct.",
    "knowledge-update": "It may name earlier values too, if the latest one is given as the answer.",
    "single-session-preference": (
        "The right answer describes what a reply suited to this user must respect; it is correct "
        "if it recalls and uses the user's information, even where not every point is met."
    ),
}


class LongMemEval(Judged):
    name = "longmemeval"
    level: Level | None = "conversation"

    def rule(self, case: Case) -> str:
        if isinstance(case.item, OpenItem) and case.item.abstain:
            return ABSTAIN
        return RULES.get(case.item.category, "")
