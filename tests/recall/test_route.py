"""Routing by rules alone: nearest in meaning, measured against what other requests come to."""

from __future__ import annotations

import numpy as np
import pytest

from rootmem.embedders import StaticEmbedder
from rootmem.recall.route import concerns, route, route_index

EMBED = StaticEmbedder().embed_now
UNITS = {
    "cats": (
        "Anything about the flat, plants, smells and absence, because cats live there.",
        "Which plants suit my living room?",
        "I want to be away for three weeks",
        "Should I buy scented oils?",
        "What sofa should I get?",
    ),
    "money": (
        "Buying, booking, leasing and lending, because every cent is being saved.",
        "Should I lease a car?",
        "Book me a luxury hotel",
        "Is a premium membership worth it?",
        "Lend my cousin a large sum?",
    ),
    "knee": (
        "Sport, dancing, long walks and lifting, because the knee was operated on.",
        "Which running plan should I follow?",
        "I'd like to join a ski trip",
        "Help me move house on Sunday",
        "Sign me up for the dance class",
    ),
}
INDEX = route_index([EMBED(texts) for texts in UNITS.values()])


@pytest.mark.parametrize(
    ("query", "unit"),
    [
        ("Which flowers shall I put in the bedroom?", "cats"),
        ("Should I take out a loan for an expensive car?", "money"),
        ("I want to train for a marathon", "knee"),
    ],
)
def test_the_unit_that_bears_on_a_request_scores_highest(query: str, unit: str):
    scores = route(INDEX, EMBED([query])[0])
    assert list(UNITS)[int(scores.argmax())] == unit


def test_a_sum_or_a_translation_concerns_no_unit():
    assert not concerns(INDEX, EMBED(["Solve the equation 3x + 5 = 20"])[0])
    assert concerns(INDEX, EMBED(["Which plants should I put in my flat?"])[0])


def test_units_without_triggers_are_met_by_their_activation():
    index = route_index([EMBED([texts[0]]) for texts in UNITS.values()])
    scores = route(index, EMBED(["Lifting, sport and long walks"])[0])
    assert list(UNITS)[int(scores.argmax())] == "knee"


def test_one_unit_alone_is_scored_and_gated_by_the_usual_level():
    index = route_index([EMBED(UNITS["cats"])])
    assert route(index, EMBED(["Which plants suit my room?"])[0]).shape == (1,)
    assert np.isfinite(route(index, EMBED(["x"])[0])).all()


def test_no_units_no_scores():
    index = route_index([])
    query = EMBED(["Which plants suit my room?"])[0]
    assert route(index, query).shape == (0,)
    assert not concerns(index, query)


def test_a_query_without_words_is_no_error():
    assert np.isfinite(route(INDEX, np.zeros(256, dtype=np.float32))).all()
