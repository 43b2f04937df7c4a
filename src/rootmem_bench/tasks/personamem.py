"""PersonaMem v1 [Q 4]: seven question types, options as the data set letters them.

The history ends where the question is asked, so that a memory is built for each such place. Scored
by the one letter after the final-answer tag, else in the whole reply. Figures are by question type;
length is the data set's file (32k, 128k, 1M).
"""

from __future__ import annotations

from rootmem_bench.measures.letters import parse_final_answer
from rootmem_bench.records import ChoiceItem
from rootmem_bench.systems.protocol import Level
from rootmem_bench.tasks.kinds import Case, Job
from rootmem_bench.tasks.mcq import MCQ


class PersonaMem(MCQ):
    name = "personamem"
    level: Level | None = "conversation"
    prompt_name = "personamem"

    def order(self, job: Job, case: Case) -> tuple[str, ...]:
        assert isinstance(case.item, ChoiceItem)
        return tuple(kind for kind, _ in case.item.options)

    def letters(self, case: Case) -> str:
        return "".join(case.extra["order"])

    def labelled(self, letter: str) -> str:
        return f"({letter})"

    def read(self, job: Job, case: Case, reply: str) -> str | None:
        return parse_final_answer(reply, self.letters(case))
