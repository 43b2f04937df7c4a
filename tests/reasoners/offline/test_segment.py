"""Where a new episode opens."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import anyio

from rootmem.embedders import StaticEmbedder
from rootmem.model import Turn
from rootmem.reasoners.offline.segment import LONGEST, segment

START = datetime(2024, 5, 15, 12, tzinfo=UTC)
COOKING = (
    "I tried a new soup recipe with leeks and potatoes.",
    "The soup needs more salt and a bit of cream.",
    "My oven burns every cake I bake.",
    "Which flour is best for bread dough?",
    "I knead the dough for ten minutes.",
    "The bread came out with a thick crust.",
)
FOOTBALL = (
    "Our football team lost the match on Sunday.",
    "The goalkeeper let in three easy goals.",
    "The coach changed the strikers at half time.",
    "We train twice a week on the old pitch.",
    "The referee gave us no penalty.",
    "Next season we want to win the league.",
)


def talk(*texts: str, gaps: dict[int, timedelta] | None = None, role: Any = "user") -> list[Turn]:
    said, result = START, list[Turn]()
    for number, text in enumerate(texts):
        said += (gaps or {}).get(number, timedelta(minutes=1))
        result.append(
            Turn(
                id=str(number), position=number, role=role, text=text, time=said,
                recorded_at=said, session_id="s", key=str(number),
            )
        )  # fmt: skip
    return result


def opened(turns: list[Turn]) -> tuple[str, ...]:
    return anyio.run(segment, turns, StaticEmbedder())


def test_a_change_of_topic_opens_an_episode():
    assert opened(talk(*COOKING, *FOOTBALL)) == ("6",)


def test_a_long_silence_opens_an_episode():
    assert opened(talk(*COOKING, gaps={3: timedelta(days=5)})) == ("3",)


def test_a_greeting_in_the_middle_opens_an_episode():
    assert "3" in opened(talk(*COOKING[:3], "Hi! " + COOKING[3], *COOKING[4:]))


def test_the_first_user_turn_and_other_roles_are_never_named():
    others = talk(*FOOTBALL, role="assistant")
    assert opened(others) == ()
    assert opened(talk("Hello!")) == ()
    assert opened([]) == ()


def test_the_assistant_s_words_do_not_move_a_boundary():
    users = talk(*COOKING, *FOOTBALL)
    mixed: list[Turn] = []
    for turn in users:
        reply = {"id": f"a{turn.id}", "role": "assistant", "text": "By the way, hello! Rockets."}
        mixed += [turn, turn.model_copy(update=reply)]
    assert opened(mixed) == opened(users)


def test_an_endless_episode_is_cut():
    assert opened(talk(*(["I like tea and biscuits."] * (2 * LONGEST))))
