"""Root units without a model: opened, enriched, folded; never too many, nothing lost."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import anyio
import pytest

from rootmem.embedders import StaticEmbedder
from rootmem.model import MemoryEntry, RootChange, RootUnit
from rootmem.reasoners.offline import root_plan
from rootmem.reasoners.offline.facets import OTHERS, load_facets
from rootmem.reasoners.offline.revise_roots import RootReviser

START = datetime(2024, 3, 1, tzinfo=UTC)
FACETS = {facet.id: facet for facet in load_facets()}
LIFE = [
    "The user is allergic to peanuts and carries an adrenaline pen.",
    "The user adopted two cats from the neighbour.",
    "The user lost the job and lives on savings.",
    "The user's mother died last year.",
    "The user is raising two small children alone.",
    "The user is terrified of flying since a crash landing.",
    "The user volunteers at the soup kitchen every Tuesday.",
    "The user lives in a one-room flat on the fifth floor without a lift.",
    "The user has asthma and takes medication every day.",
    "The user believes animals must not be kept in cages.",
    "The user has an exam at the university in June and must study every evening.",
    "The user is waiting for a visa and may not leave the country.",
    "The user cannot swim.",
    "The user has been sober for two years after a long struggle with alcohol.",
    "The user goes to church every Sunday and prays daily.",
    "The user moved to Norway and has no car.",
]
SMALL_TALK = [
    "The user thanked a friend for the lovely pictures.",
    "The user thinks the new café is nice.",
    "The user enjoyed the concert on Saturday.",
]


def entry(id: str, text: str, day: int = 0, **more: Any) -> MemoryEntry:
    at = START + timedelta(days=day)
    return MemoryEntry(
        id=id, type="factual", text=text, time=at, valid_from=at, recorded_at=at, **more
    )


class World:
    """Applies changes as the pipeline does, and checks each on the way."""

    def __init__(self, budget: int = 10) -> None:
        self.reviser = RootReviser(StaticEmbedder().embed)
        self.budget = budget
        self.units: dict[str, RootUnit] = {}
        self.entries: dict[str, MemoryEntry] = {}

    def revise(self, batch: Sequence[MemoryEntry] = (), budget: int | None = None):
        cited = {piece for unit in self.units.values() for piece in unit.evidence}
        evidence = {id: self.entries[id] for id in cited if id in self.entries}
        self.entries |= {one.id: one for one in batch}
        changes = anyio.run(
            self.reviser.revise,
            list(self.units.values()),
            batch,
            evidence,
            budget or self.budget,
        )
        for change in changes:
            self._apply(change)
        assert len(self.units) <= (budget or self.budget)
        return changes

    def _apply(self, change: RootChange) -> None:
        assert set(change.evidence) <= set(self.entries)
        assert len(set(change.evidence)) == len(change.evidence)
        if change.action == "retire":
            del self.units[str(change.unit_id)]
            return
        old = self.units.get(change.unit_id or "")
        lost = set(old.evidence if old else ()) & set(self.entries) - set(change.evidence)
        assert not lost
        for gone in change.merged_ids:
            assert set(self.units.pop(gone).evidence) <= set(change.evidence)
        id = change.unit_id or f"r{len(self.units)}-{len(self.entries)}-{change.title}"
        self.units[id] = RootUnit(
            id=id,
            title=change.title or (old.title if old else ""),
            activation=change.activation or (old.activation if old else ""),
            guidance=change.guidance or (old.guidance if old else ""),
            triggers=change.triggers or (old.triggers if old else ()),
            evidence=change.evidence,
            updated_at=START,
        )

    def unit(self, facet: str) -> RootUnit | None:
        title = FACETS[facet].title
        return next((u for u in self.units.values() if title in u.title), None)


def numbered(texts: Sequence[str], first: int = 0) -> list[MemoryEntry]:
    return [entry(f"e{first + n}", text, first + n) for n, text in enumerate(texts)]


def test_what_binds_opens_units_and_small_talk_does_not_become_evidence():
    world = World()
    world.revise(numbered(LIFE[:6] + SMALL_TALK))
    cited = {piece for unit in world.units.values() for piece in unit.evidence}
    assert cited == {f"e{n}" for n in range(6)}
    assert 3 <= len(world.units) <= 6
    assert all(unit.triggers for unit in world.units.values())


def test_a_new_batch_enriches_the_unit_of_its_facet():
    world = World()
    world.revise([entry("cats", "The user has two cats in the flat.")])
    (before,) = world.units.values()
    world.revise([entry("dog", "The user took in an old dog that cannot be left alone.", 9)])
    after = world.units[before.id]
    assert set(after.evidence) == {"cats", "dog"}
    assert after.activation == before.activation


def test_units_without_news_are_left_as_they_are():
    world = World()
    world.revise(numbered(LIFE[:4]))
    assert world.revise([entry("talk", SMALL_TALK[0])]) == ()


@pytest.mark.parametrize("budget", [1, 2, 3, 10])
@pytest.mark.parametrize("size", [1, 5, 16])
def test_the_budget_is_kept_and_every_binding_statement_has_a_unit(budget: int, size: int):
    world = World(budget)
    everything = numbered(LIFE)
    for at in range(0, len(everything), size):
        world.revise(everything[at : at + size])
    cited = {piece for unit in world.units.values() for piece in unit.evidence}
    assert len(cited) >= len(LIFE) - 1


def test_a_stronger_facet_takes_the_place_of_the_weakest_which_is_folded_not_lost():
    world = World(budget=2)
    world.revise(numbered(["The user knows how to sew.", "The user has a large kitchen."]))
    world.revise([entry("pen", LIFE[0], 5), entry("kids", LIFE[4], 6)])
    cited = {piece for unit in world.units.values() for piece in unit.evidence}
    assert {"pen", "kids"} <= cited


def test_a_lower_budget_folds_units_together():
    world = World()
    world.revise(numbered(LIFE))
    before = {piece for unit in world.units.values() for piece in unit.evidence}
    world.revise(budget=3)
    assert len(world.units) == 3
    assert {piece for unit in world.units.values() for piece in unit.evidence} == before


def test_the_most_constraining_piece_comes_first():
    world = World()
    world.revise(
        [
            entry("walk", "The user likes to walk the dogs of friends."),
            entry("pen", "The user's dog is blind and must never be left alone.", 1),
        ]
    )
    unit = world.unit("animals")
    assert unit is not None
    assert unit.evidence[0] == "pen"


def test_what_is_said_of_somebody_else_is_kept_apart_from_the_user():
    world = World()
    world.revise(
        [
            entry("own", "The user has two cats in the flat."),
            entry("jack", "Jack is allergic to cats.", subject="Jack"),
        ]
    )
    others, animals = world.unit(OTHERS), world.unit("animals")
    assert others is not None
    assert animals is not None
    assert others.evidence == ("jack",)
    assert animals.evidence == ("own",)


def test_a_unit_whose_evidence_is_gone_is_retired():
    world = World()
    world.revise([entry("cats", LIFE[1])])
    world.entries.clear()
    assert world.revise() == ()  # the pipeline retires a unit when nothing at all is left
    world.entries["new"] = entry("new", LIFE[0])
    world.revise([world.entries["new"]])
    assert [unit.evidence for unit in world.units.values()] == [("new",)]


def test_rules_that_somebody_else_wrote_are_kept_when_evidence_joins():
    world = World()
    world.revise([entry("cats", LIFE[1])])
    (unit,) = world.units.values()
    mine = unit.model_copy(update={"title": "Cats!", "activation": "When it is about cats."})
    world.units[unit.id] = mine
    world.revise([entry("dog", "The user's dog must not be left alone.", 3)])
    assert world.units[unit.id].activation == "When it is about cats."
    assert set(world.units[unit.id].evidence) == {"cats", "dog"}


def test_a_full_unit_takes_only_what_is_among_its_strongest(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(root_plan, "FULL", 2)
    world = World(budget=1)
    world.revise(numbered(LIFE))
    (unit,) = world.units.values()
    assert len(unit.evidence) < len(LIFE)


def test_the_same_statements_give_the_same_units():
    first, second = World(), World()
    for world in (first, second):
        world.revise(numbered(LIFE))
    assert [u.evidence for u in first.units.values()] == [u.evidence for u in second.units.values()]


def test_texts_without_words_do_no_harm():
    world = World()
    world.revise(numbered(["…", "🙂", "我对花生过敏", "12345"]))
