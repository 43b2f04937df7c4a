"""What holds for every system: at most k items, known ids, repeatable, and nothing leaks."""

from __future__ import annotations

import asyncio
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rootmem_bench.records import ChoiceItem, OpenItem, Person
from rootmem_bench.systems.protocol import Level, MemorySystem, Retrieved, Shown
from rootmem_bench.systems.scripted import ScriptedAsk
from tests.bench.systems.people import built, each_level, person, tools, turns

EACH = each_level()
QUERIES = [item.query for item in person().choices] + ["xyzzy", "My knee", "?"]
POISON = "Quetzalpoison"


@cache
def ready(name: str, level: Level) -> MemorySystem:
    return asyncio.run(built(name, tools(), person(), level))


def over_k(system: MemorySystem, found: Retrieved, k: int) -> bool:
    return system.card.bounded and len(found.items) > k


@pytest.mark.parametrize(("name", "level"), EACH)
def test_at_most_k_items_are_retrieved_and_each_stands_for_what_exists(
    name: str, level: Level
) -> None:
    system = ready(name, level)
    known = {one.id for one in person().bank} if level == "memory" else set(turns(person()))

    @settings(max_examples=8, deadline=None)
    @given(k=st.integers(1, 14), query=st.sampled_from(QUERIES))
    def holds(k: int, query: str) -> None:
        found = asyncio.run(system.retrieve(query, k))
        assert not over_k(system, found, k)
        assert all(set(item.ids) <= known for item in found.items)
        assert all(item.text for item in found.items)

    holds()


def test_one_item_more_than_k_would_be_noticed() -> None:
    system = ready("dense", "memory")
    found = asyncio.run(system.retrieve(QUERIES[0], 3))
    greedy = found._replace(items=(*found.items, Shown("one more")))
    assert not over_k(system, found, 3)
    assert over_k(system, greedy, 3)


def test_only_full_memory_is_unbounded() -> None:
    assert [name for name, level in EACH if not ready(name, level).card.bounded] == ["full"] * 2


@pytest.mark.parametrize(("name", "level"), EACH)
def test_a_second_build_retrieves_the_same(name: str, level: Level) -> None:
    again = asyncio.run(built(name, tools(), person(), level))
    for query in QUERIES[:2]:
        first = asyncio.run(ready(name, level).retrieve(query, 7))
        second = asyncio.run(again.retrieve(query, 7))
        assert first == second


def poisoned() -> Person:
    """The person, with a telling word in all that a system must not see."""
    clean = person()
    trap = ChoiceItem(
        id=f"{POISON}-item",
        query=f"{POISON} query",
        options=(("correct", f"{POISON} right"), ("generic_trap", f"{POISON} wrong")),
        answer="correct",
        category=POISON,
        extra={"logic": POISON},
    )
    question = OpenItem(id=POISON, query=f"{POISON}?", answer=POISON)
    marked = {"extra": {"note": POISON}, "tag": POISON}
    return clean.model_copy(
        update={
            "id": POISON,
            "persona": f"{POISON} is a spy",
            "bank": tuple(entry.model_copy(update=marked) for entry in clean.bank),
            "choices": (trap,),
            "questions": (question,),
            "extra": {"profile": POISON, "roots": [POISON]},
        }
    )


def leaks(ask: ScriptedAsk, found: Retrieved) -> bool:
    seen = [part for sent in ask.sent for part in (sent.system, sent.prompt)]
    seen += [found.context, *(item.text for item in found.items)]
    return any(POISON.casefold() in part.casefold() for part in seen)


@pytest.mark.parametrize(("name", "level"), EACH)
def test_persona_items_options_tags_and_extra_reach_no_prompt_and_no_context(
    name: str, level: Level
) -> None:
    ask = ScriptedAsk()
    system = asyncio.run(built(name, tools(ask), poisoned(), level))
    found = [asyncio.run(system.retrieve(query, 30)) for query in QUERIES]
    assert any(one.items for one in found)
    assert not any(leaks(ask, one) for one in found)


def test_a_leak_would_be_noticed() -> None:
    ask = ScriptedAsk()
    found = Retrieved((Shown("a"),), f"The user: {poisoned().persona}")
    assert leaks(ask, found)


@pytest.mark.parametrize(("name", "level"), EACH)
def test_what_is_retrieved_is_in_the_context(name: str, level: Level) -> None:
    if name == "qumem":
        pytest.skip("its context is the state inferred from the items")
    found = asyncio.run(ready(name, level).retrieve(QUERIES[0], 5))
    for item in found.items:
        for line in item.text.splitlines():
            assert " ".join(line.split()) in " ".join(found.context.split())
