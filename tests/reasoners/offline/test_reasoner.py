"""The offline reasoner behind its seam."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import anyio
import pytest

from rootmem.embedders import StaticEmbedder
from rootmem.errors import NotConfigured
from rootmem.model import ENTRY_TYPES, MemoryEntry
from rootmem.ports import Reasoner
from rootmem.reasoners.offline import open_offline_reasoner


@pytest.fixture
def reasoner() -> Reasoner:
    return open_offline_reasoner(StaticEmbedder())


def entry(id_: str, text: str, day: int, **more: Any) -> MemoryEntry:
    said = datetime(2025, 1, day, tzinfo=UTC)
    values = {"type": "factual", "time": said, "valid_from": said, "recorded_at": said, **more}
    return MemoryEntry(id=id_, text=text, **values)


def test_it_names_itself_and_uses_no_model(reasoner: Reasoner):
    assert reasoner.name == "offline"
    assert reasoner.uses_model is False


def test_routing_is_left_to_embeddings(reasoner: Reasoner):
    assert anyio.run(reasoner.route, "anything", []) is None


def test_answering_says_what_to_configure(reasoner: Reasoner):
    with pytest.raises(NotConfigured, match="configure"):
        anyio.run(reasoner.respond, "hello", "")


def test_needs_follow_the_query_s_facets(reasoner: Reasoner):
    needs = anyio.run(reasoner.need, "Plan a dinner for my friends").needs
    questions = " ".join(need.question for need in needs)
    assert "allergy" in questions
    assert "people concerned" in questions


def test_every_query_raises_some_need(reasoner: Reasoner):
    for query in ("", "?!", "zxqv", "我该吃什么"):
        assert anyio.run(reasoner.need, query).needs


def test_the_plan_asks_the_query_of_every_type_and_each_type_by_itself(reasoner: Reasoner):
    needs = anyio.run(reasoner.need, "Plan a dinner").needs
    plan = anyio.run(reasoner.plan, "Plan a dinner", needs)
    assert plan[0].text == "Plan a dinner"
    assert plan[0].types == ENTRY_TYPES
    assert {query.types for query in plan} >= {("factual",), ("preference",), ("insight",)}


def test_the_state_has_facts_in_order_of_time_and_leaves_out_what_is_over(reasoner: Reasoner):
    candidates = [
        entry("b", "The user moved to Rome.", 9),
        entry("a", "The user was born in Oslo.", 2),
        entry("x", "The user lives in Oslo.", 3, status="superseded", superseded_by="b"),
        entry("y", "The user has a dog.", 4, status="retracted"),
    ]
    state = anyio.run(reasoner.infer, "q", candidates, [])
    assert [line.split(": ")[1] for line in state.facts] == [
        "The user was born in Oslo.",
        "The user moved to Rome.",
    ]
    assert set(state.entry_ids) == {"a", "b"}


def test_a_preference_shows_how_it_came_about(reasoner: Reasoner):
    old = entry("o", "The user loves sushi.", 1, type="preference", status="superseded",
                superseded_by="n")  # fmt: skip
    new = entry("n", "The user hates sushi.", 5, type="preference", condition="since May")
    (line,) = anyio.run(reasoner.infer, "q", [new, old], []).preferences
    assert line == "2025-01-01: The user loves sushi. -> now: The user hates sushi. (since May)"


def test_insights_are_kept_apart(reasoner: Reasoner):
    state = anyio.run(
        reasoner.infer, "q", [entry("i", "Trains, because calm.", 1, type="insight")], []
    )
    assert state.insights == ("Trains, because calm.",)
    assert state.facts == ()
