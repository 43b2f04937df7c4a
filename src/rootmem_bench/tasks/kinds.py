"""What a task with a model is made of. One kind of task is one file; ``running`` runs them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from rootmem.errors import InvalidInput
from rootmem.model import Usage
from rootmem.reasoners.llm.data import disarmed
from rootmem_bench.records import ChoiceItem, Dataset, OpenItem, Person
from rootmem_bench.systems.protocol import Level
from rootmem_bench.tasks import prompts
from rootmem_bench.tasks.gold import Goals, Gold
from rootmem_bench.tasks.judging import Judge

SEED = 42


class Job(NamedTuple):
    """What is asked of every system. ``persona``: the profile goes into the prompts, which leaks
    it. ``limit`` items in all, taken from the people in turn; ``people``: a seeded sample of so
    many people (the paper's subset has five)."""

    data: Dataset
    level: Level
    k: int
    seed: int = SEED
    persona: bool = False
    limit: int | None = None
    people: int | None = None
    strict: bool = False
    max_tokens: int | None = None


class Case(NamedTuple):
    """One thing asked. ``part`` tells apart what is asked of one item; ``extra`` is the kind's."""

    person: Person
    item: ChoiceItem | OpenItem
    gold: Gold
    query: str
    end: int | None = None
    part: str = ""
    extra: dict[str, Any] = {}  # noqa: RUF012 - never mutated

    @property
    def id(self) -> str:
        return "/".join(filter(None, (self.person.id, self.item.id, self.part)))


class Prompted(NamedTuple):
    system: str
    message: str


class Outcome(NamedTuple):
    """The result of one case; see ``runs.ItemLine``. ``usage`` and ``seconds`` are the judges'."""

    correct: bool | None = None
    choice: str | None = None
    kind: str | None = None
    order: tuple[str, ...] = ()
    verdicts: dict[str, bool | None] = {}  # noqa: RUF012 - never mutated
    scores: dict[str, float] = {}  # noqa: RUF012 - never mutated
    extra: dict[str, Any] = {}  # noqa: RUF012 - never mutated
    usage: Usage = Usage()
    seconds: float = 0.0


class Kind(Protocol):
    """A kind of task. ``note`` is printed wherever its figures are; ``judges``: how many it needs;
    ``level`` that it is meant for, None for both."""

    name: str
    note: str
    judges: int
    level: Level | None

    def cases(self, job: Job) -> list[Case]: ...

    def prompt(self, job: Job, case: Case, context: str) -> Prompted | None:
        """What the answering model is asked; None where nothing is to be answered."""
        ...

    async def score(
        self, job: Job, case: Case, reply: str, context: str, judges: Sequence[Judge]
    ) -> Outcome: ...


def filled(name: str, job: Job, case: Case, context: str, **values: str) -> Prompted:
    """A prompt with memory, request, date and (only where asked for) the profile in it."""
    prompt = prompts.load(name)
    profile = ""
    if job.persona and case.person.persona:
        profile = f"<profile>\n{disarmed(case.person.persona)}\n</profile>\n\n"
    date = f' date="{case.item.time:%Y-%m-%d}"' if case.item.time is not None else ""
    message = prompt.fill(
        profile=profile, context=context, date=date, query=disarmed(case.item.query), **values
    )
    return Prompted(prompt.instructions, message)


def choices(job: Job) -> list[Case]:
    return _cases(job, lambda person: person.choices)


def questions(job: Job) -> list[Case]:
    return _cases(job, lambda person: person.questions)


def chosen_people(job: Job) -> list[Person]:
    """All, or a seeded sample in the data set's order."""
    people = list(job.data.people)
    if job.people is None or job.people >= len(people):
        return people
    kept = set(Random(job.seed).sample(range(len(people)), job.people))  # noqa: S311 - no secret
    return [person for at, person in enumerate(people) if at in kept]


def in_turn(each: Sequence[Sequence[Case]], limit: int | None) -> list[Case]:
    """The first ``limit`` cases, one of each person in turn, in the order of people and items."""
    if limit is None:
        return [case for cases in each for case in cases]
    ranked = sorted((at, number) for number, cases in enumerate(each) for at in range(len(cases)))
    kept = sorted((number, at) for at, number in ranked[:limit])
    return [each[number][at] for number, at in kept]


def _cases(job: Job, items: Callable[[Person], Sequence[ChoiceItem | OpenItem]]) -> list[Case]:
    each: list[list[Case]] = []
    for person in chosen_people(job):
        goals = Goals(person, job.level)
        each.append(
            [
                Case(person, item, goals.of(item), item.query, item.history_end)
                for item in items(person)
            ]
        )
    found = in_turn(each, job.limit)
    if not found:
        raise InvalidInput(f"{job.data.name} has no items for this task")
    return found
