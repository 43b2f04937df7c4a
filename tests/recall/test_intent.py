"""Questions about what was are told from requests that are to be acted on."""

from __future__ import annotations

import pytest

from rootmem.recall.intent import asks_about_past


@pytest.mark.parametrize(
    "query",
    [
        "When did I move to Lisbon?",
        "What is my sister's name?",
        "where do I work",  # without a question mark it is a request like any other
        "How many books did I read last year?",
        "Can you remind me what I ordered?",
        "Did I take the pills this morning?",
        "In our previous conversation you recommended a film. Which one was it?",
        "What time do I get up on Saturdays?",
        "I visited a museum in May. Was it with a friend?",
    ],
)
def test_a_question_about_the_past(query: str):
    assert asks_about_past(query) is query.endswith("?")


@pytest.mark.parametrize(
    "query",
    [
        "Which sofa should I buy?",
        "Recommend a restaurant for Friday",
        "I was thinking of a trip to Rome. Any tips?",
        "What is a good dessert for a date?",
        "I want to learn the drums. Where do I start?",
        "Help me plan the party, as we did last year",
        "They offer me the job. Do I accept?",
        "Should I do again what I did last time?",
        "",
        "我应该买哪个沙发？",
    ],
)
def test_a_request(query: str):
    assert not asks_about_past(query)
