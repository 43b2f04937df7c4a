"""How much a statement binds."""

from __future__ import annotations

import pytest

from rootmem.reasoners.offline.strength import strength


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("I'm allergic to bee stings.", "I like honey."),
        ("I must never dive again.", "I dive."),
        ("I like honey.", "I bought honey yesterday."),
        ("I live by the river.", "Maybe I live by the river."),
        ("I moved to Ghent.", "I went to Ghent."),
        ("I look after my blind aunt.", "I look after my aunt."),
        ("I want two shirts that dried in the sun.", "I dried two shirts."),
    ],
)
def test_what_constrains_more_is_stronger(stronger: str, weaker: str):
    assert strength(stronger) > strength(weaker)


def test_cues_of_different_kinds_add_up():
    one, both = strength("I carry insulin."), strength("I promised to carry insulin always.")
    assert one < both <= 0.97


def test_a_passing_event_is_weak_and_a_ban_strong():
    assert strength("I had toast this morning.") <= 0.3
    assert strength("The landlord forbids pets.") >= 0.8
