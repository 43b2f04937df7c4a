"""A topic never mentioned is noticed; what is known is let through."""

from __future__ import annotations

import pytest

from rootmem import Memory
from rootmem.recall.relevance import bears_on

KNOWN = [
    "Lena has a cat called Miso.",
    "Lena works as a nurse on night shifts.",
    "Lena is allergic to peanuts.",
    "Lena is saving for a used car.",
    "Lena prefers tea to coffee.",
    "Lena is learning Italian.",
]


@pytest.fixture(scope="module")
def memory():
    with Memory(":memory:") as memory:
        memory.add_entries(KNOWN, "lena")
        yield memory


@pytest.mark.parametrize(
    "query",
    [
        "What is my favourite football team?",
        "Which dentist do I go to?",
        "What did I say about my sailing boat?",
        "How much did I pay for the guitar?",
        "When is my mother's birthday?",
    ],
)
def test_a_topic_never_mentioned_shows_nothing(memory: Memory, query: str):
    recall = memory.recall(query, "lena")
    assert recall.nothing_relevant
    assert not recall.entries
    assert not recall.roots


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("What's my cat's name?", "Miso"),
        ("Where do I work?", "nurse"),
        ("What am I saving for?", "car"),
        ("Which language am I learning?", "Italian"),
    ],
)
def test_what_is_known_is_found(memory: Memory, query: str, word: str):
    recall = memory.recall(query, "lena")
    assert not recall.nothing_relevant
    assert word in recall.context


def test_a_request_on_a_new_topic_still_meets_what_binds(memory: Memory):
    recall = memory.recall("Which dessert should I bring to the party?", "lena")
    assert "peanuts" in recall.context


def test_the_bound_grows_with_the_number_of_entries():
    assert bears_on(0.35, 0.05, 0.0, 100, lookup=True)
    assert not bears_on(0.35, 0.05, 0.0, 10_000, lookup=True)
    assert not bears_on(0.9, 0.0, 1.0, 0, lookup=False)
