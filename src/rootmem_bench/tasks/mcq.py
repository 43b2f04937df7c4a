"""Multiple choice, memory or conversation level [R 5.1.3; rel].

The options are shuffled by a seed made of (42, user, item) and lettered A to D; temperature 0; one
letter is expected, and what cannot be read is wrong. The profile stays out unless asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rootmem.reasoners.llm.data import quoted
from rootmem_bench.measures.letters import parse_letter
from rootmem_bench.records import ChoiceItem
from rootmem_bench.runs import UNPARSABLE
from rootmem_bench.systems.protocol import Level
from rootmem_bench.tasks.judging import Judge
from rootmem_bench.tasks.kinds import Case, Job, Outcome, Prompted, choices, filled

LETTERS = "ABCDEFGHIJ"


class MCQ:
    name = "mcq"
    note = ""
    judges = 0
    level: Level | None = None
    prompt_name = "mcq"

    def cases(self, job: Job) -> list[Case]:
        return [case._replace(extra={"order": self.order(job, case)}) for case in choices(job)]

    def order(self, job: Job, case: Case) -> tuple[str, ...]:
        """The kinds of the options behind A, B, C …"""
        assert isinstance(case.item, ChoiceItem)
        return shuffled(case.item, job.seed, case.person.id)

    def letters(self, case: Case) -> str:
        return LETTERS[: len(case.extra["order"])]

    def prompt(self, job: Job, case: Case, context: str) -> Prompted | None:
        assert isinstance(case.item, ChoiceItem)
        texts = dict(case.item.options)
        options = "\n".join(
            f"{self.labelled(letter)} {quoted(texts[kind])}"
            for letter, kind in zip(self.letters(case), case.extra["order"], strict=True)
        )
        return filled(self.prompt_name, job, case, context, options=options)

    def labelled(self, letter: str) -> str:
        return f"{letter}."

    def read(self, job: Job, case: Case, reply: str) -> str | None:
        return parse_letter(reply, self.letters(case), fallback=not job.strict)

    async def score(
        self, job: Job, case: Case, reply: str, context: str, judges: Sequence[Judge]
    ) -> Outcome:
        assert isinstance(case.item, ChoiceItem)
        order: tuple[str, ...] = tuple(case.extra["order"])
        letter = self.read(job, case, reply)
        kind = UNPARSABLE if letter is None else order[self.letters(case).index(letter)]
        return Outcome(correct=kind == case.item.answer, choice=letter, kind=kind, order=order)


def shuffled(item: ChoiceItem, seed: int, user: str) -> tuple[str, ...]:
    """The kinds in the order shown; the same for every system and run."""
    kinds = [kind for kind, _ in item.options]
    Random(f"{seed}/{user}/{item.id}").shuffle(kinds)  # noqa: S311 - no secret
    return tuple(kinds)
