"""Plain statements without "I", and what only looks like one."""

from __future__ import annotations

import pytest

from rootmem.reasoners.offline import declared


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The boiler hums at night.", "My boiler hums at night."),
        ("The stairs in my house creak.", "My stairs in my house creak."),
        ("The council fells the limes.", "The council fells the limes."),
        ("The boiler in the film.", None),
        ("The garden looks so gorgeous!", None),
        ("The capital of Peru is Lima.", None),
    ],
)
def test_a_thing_of_daily_life_is_the_users(said: str, told: str | None):
    assert declared.owned(said) == told


@pytest.mark.parametrize("said", ["My bike squeaks on hills.", "My contract bans side jobs."])
def test_a_possession_with_any_verb_is_a_sentence(said: str):
    assert declared.possession(said)


@pytest.mark.parametrize("said", ["My word!", "My pleasure, really.", "My two best friends."])
def test_an_exclamation_is_no_statement(said: str):
    assert not declared.possession(said)


@pytest.mark.parametrize("said", ["He'd want rain.", "She would hate that idea."])
def test_what_somebody_would_do_is_no_fact(said: str):
    assert declared.would_be(said)


def test_he_would_love_is_a_wish_and_kept():
    assert not declared.would_be("He'd love a harp.")


@pytest.mark.parametrize("said", ["Since then I limp.", "If I break it early I lose a third."])
def test_some_sentences_go_with_the_one_before(said: str):
    assert declared.depends(said)


def test_a_leaning_lead_is_cut_where_nothing_stands_before():
    assert declared.independent("Since then I limp.") == "I limp."
    assert declared.independent("I did, he made me swim.") == "He made me swim."


def test_somebody_introduced_becomes_the_subject():
    assert declared.introduced("There's Odile, who tunes organs.") == "Odile tunes organs."
