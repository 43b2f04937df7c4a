"""Small realistic lives, for recorded replies: each judgement's input, the same every time.

Here the form of a story, and the first one (pottery); another in ``samples_german.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from rootmem.model import InformationNeed, MemoryEntry, RootUnit, Turn
from rootmem.ports import Candidate
from rootmem.reasoners.llm import LLMReasoner

START = datetime(2023, 5, 8, 9, tzinfo=UTC)  # a Monday


class Story(NamedTuple):
    """``batch`` are the entries new to ``revised`` units; ``shown`` are those that infer sees, with
    the ``applied`` units; ``context`` is what respond gets."""

    episodes: list[list[Turn]]
    candidates: list[Candidate]
    batch: list[MemoryEntry]
    revised: list[RootUnit]
    evidence: dict[str, MemoryEntry]
    query: str
    units: list[RootUnit]
    questions: Sequence[str]
    shown: list[MemoryEntry]
    applied: list[RootUnit]
    context: str


def talk(text: str) -> list[Turn]:
    """Turns from lines ``day role: text``, three minutes apart; a day is a session."""
    made: list[Turn] = []
    for position, line in enumerate(text.splitlines()):
        day, _, said = line.partition(" ")
        role, _, words = said.partition(": ")
        at = START + timedelta(days=int(day), minutes=3 * position)
        made.append(
            Turn(
                id=f"turn-{position}",
                position=position,
                role=role,  # type: ignore[arg-type]
                text=words,
                time=at,
                recorded_at=at,
                session_id=f"day-{day}",
                key=str(position),
            )
        )
    return made


def entry(name: str, day: int, text: str, type_: str = "factual", **fields: Any) -> MemoryEntry:
    at = START + timedelta(days=day)
    values: dict[str, Any] = {"type": type_, "text": text, "time": at, "valid_from": at}
    values |= {"id": name, "recorded_at": at, **fields}
    return MemoryEntry(**values)


_QUERY = "I want my workspace to smell nicer. Which scented candle or oil burner should I get?"

_TALK = """\
0 user: Moved the pottery wheel into the garden studio yesterday! I'm going to throw pots there \
every weekend.
0 assistant: Congratulations! A small wood stove would make it usable all winter.
0 user: No stove. It's all timber and the insurer won't cover anything with a flame in there.
0 assistant: Good to know. A panel heater is the safer choice then.
0 user: Right, I ordered an infrared panel. Miso sleeps on the shelf above the wheel all day, he's \
14 and his lungs are bad, so no dust either. I glaze outside now.
0 assistant: Poor Miso! Cats that age love warmth. You could also try a pet fountain.
2 user: Friend of mine, Jack, is over on Friday. He's allergic to peanuts. Dinner ideas?
2 assistant: Mushroom risotto and a lemon tart would be safe. Shall I plan the wine?
2 user: Risotto it is. No wine for me, I quit drinking in January after my scare at the clinic.
2 assistant: Of course. Sparkling water with lemon, then.
2 user: haha if I win the lottery I'll hire a chef
2 assistant: Don't forget me when you do!
9 user: Looked at two summer courses. Took the slow one in Wales over the cheap one in Lisbon, I'd \
rather learn from one master for a week than rush through five styles.
9 assistant: That fits how you work. When is it?
9 user: Second week of July. It's 900 pounds so no other trips this year.
"""


def _entries() -> dict[str, MemoryEntry]:
    made = (
        entry(
            "wheel",
            0,
            "The user works at a pottery wheel in the garden studio every weekend.",
            event_time=datetime(2023, 5, 7, tzinfo=UTC),
            condition="on weekends",
        ),
        entry(
            "timber",
            0,
            "The garden studio is all timber; the insurer covers no flame in it.",
            strength=1.0,
        ),
        entry(
            "cat",
            0,
            "The user's cat Miso, 14 years old with bad lungs, sleeps in the studio.",
            strength=0.9,
        ),
        entry(
            "glaze", 0, "The user glazes pots outside to keep dust away from Miso.", "preference"
        ),
        entry(
            "sober",
            2,
            "The user quit drinking in January 2023 after a health scare.",
            event_time=datetime(2023, 1, 1, tzinfo=UTC),
            strength=1.0,
        ),
        entry("jack", 2, "Jack is allergic to peanuts.", subject="Jack", strength=1.0),
        entry("course", 9, "The user booked a pottery course in Wales in July for 900 pounds."),
        entry(
            "trips",
            9,
            "The user makes no other trips in 2023 because of the course's cost.",
            condition="until the end of 2023",
            strength=0.9,
        ),
        entry(
            "slow",
            9,
            "The user chooses depth with one master over variety in little time.",
            "insight",
        ),
    )
    return {one.id: one for one in made}


def _units() -> list[RootUnit]:
    return [
        RootUnit(
            id="studio",
            title="Cat in a timber studio",
            activation="When anything is bought, lit, sprayed, built or done in the garden studio.",
            guidance="No flame, smoke, dust or strong scent: timber, insurer, cat's lungs.",
            evidence=("cat", "timber"),
            updated_at=START,
        ),
        RootUnit(
            id="money",
            title="One trip a year",
            activation="When travel, courses or larger spending in 2023 are considered.",
            guidance="The year's money went into the course in Wales; suggest nothing costly.",
            evidence=("trips", "course"),
            updated_at=START,
        ),
    ]


def _candidates() -> list[Candidate]:
    known = _entries()
    moved = entry(
        "moved", 40, "The user gave up the garden studio and rents a place in a brick mill."
    )
    again = entry("again", 41, "Miso is an old cat with weak lungs who naps in the studio.")
    wine = entry("wine", 42, "Jack drinks red wine with dinner.", subject="Jack")
    return [
        Candidate(moved, (known["wheel"], known["timber"], known["course"]), (0.7, 0.6, 0.3)),
        Candidate(again, (known["cat"], known["glaze"]), (0.8, 0.5)),
        Candidate(wine, (known["sober"], known["jack"]), (0.6, 0.5)),
    ]


def pottery() -> Story:
    turns, known, rules = talk(_TALK), _entries(), _units()
    return Story(
        episodes=[turns[:6], turns[6:12], turns[12:]],
        candidates=_candidates(),
        batch=list(known.values()),
        revised=[],
        evidence={},
        query=_QUERY,
        units=rules,
        questions=["Who or what is in the user's workspace?"],
        shown=[
            known[name] for name in ("wheel", "timber", "cat", "glaze", "sober", "jack", "slow")
        ],
        applied=rules[:1],
        context="The user's old cat sleeps in the studio.",
    )


JUDGEMENTS = (
    *("segment", "decompose", "reconcile", "revise_roots"),
    *("route", "need", "plan", "infer", "respond"),
)


async def ask(reasoner: LLMReasoner, judgement: str, story: Story | None = None) -> Any:
    """The sample call of one judgement; the first story where none is named."""
    one = story or pottery()
    needs = [InformationNeed(question=question) for question in one.questions]
    calls = {
        "segment": lambda: reasoner.segment([turn for turns in one.episodes for turn in turns]),
        "decompose": lambda: reasoner.decompose(one.episodes),
        "reconcile": lambda: reasoner.reconcile(one.candidates),
        "revise_roots": lambda: reasoner.revise_roots(one.revised, one.batch, one.evidence, 10),
        "route": lambda: reasoner.route(one.query, one.units),
        "need": lambda: reasoner.need(one.query),
        "plan": lambda: reasoner.plan(one.query, needs),
        "infer": lambda: reasoner.infer(one.query, one.shown, one.applied),
        "respond": lambda: reasoner.respond(one.query, one.context),
    }
    return await calls[judgement]()
