"""Open-ended answers [R 5.5, C.3]: one short answer, two judges, accuracy of each and agreement.

A judge sees the logical memory, the correct option, the query and the answer, and passes it only if
it uses the memory's fact and moves in its logical direction. An answer of more than 50 words is
judged as it is; ``words`` and ``within_50_words`` say so.
"""

from __future__ import annotations

from collections.abc import Sequence

from rootmem.reasoners.llm.wire import Text, Wire
from rootmem_bench.records import ChoiceItem
from rootmem_bench.systems.protocol import Level
from rootmem_bench.tasks.judging import Judge
from rootmem_bench.tasks.kinds import Case, Job, Outcome, Prompted, choices, filled
from rootmem_bench.tasks.verdicts import all_judges

MOST_WORDS = 50


class Passes(Wire):
    reason: Text = ""
    uses_fact: bool
    same_direction: bool


class OpenEnded:
    name = "open-ended"
    note = ""
    judges = 2
    level: Level | None = None

    def cases(self, job: Job) -> list[Case]:
        return [case for case in choices(job) if isinstance(case.item, ChoiceItem)]

    def prompt(self, job: Job, case: Case, context: str) -> Prompted | None:
        return filled("open_ended", job, case, context)

    async def score(
        self, job: Job, case: Case, reply: str, context: str, judges: Sequence[Judge]
    ) -> Outcome:
        item = case.item
        assert isinstance(item, ChoiceItem)
        texts = {entry.id: entry.text for entry in case.person.bank}
        found = await all_judges(
            judges,
            "open_ended_judge",
            Passes,
            lambda verdict: verdict.uses_fact and verdict.same_direction,
            logical=next((texts[name] for name in item.logical if name in texts), ""),
            reference=dict(item.options)[item.answer],
            query=item.query,
            reply=reply,
        )
        words = len(reply.split())
        return found._replace(
            scores={"within_50_words": float(words <= MOST_WORDS)},
            extra=found.extra | {"words": words},
        )
