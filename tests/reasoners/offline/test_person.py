"""First person into third."""

from __future__ import annotations

import pytest

from rootmem.reasoners.offline.person import singular, third_person


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I am allergic to nuts.", "The user is allergic to nuts."),
        ("I'm tired and I've a cold.", "The user is tired and the user has a cold."),
        ("I really like my job.", "The user really likes their job."),
        ("My sister gave me her bike.", "The user's sister gave the user her bike."),
        ("I was late.", "The user was late."),
        ("I do yoga and go to bed early.", "The user does yoga and goes to bed early."),
        ("I like to swim and run.", "The user likes to swim and run."),
        ("I went home and make no excuses.", "The user went home and make no excuses."),
        ("We've sold our house.", "The user and others have sold their house."),
        ("Ruth and I have a boat.", "Ruth and the user have a boat."),
        ("I hurt myself.", "The user hurt themselves."),
        ("That bag is mine.", "That bag is the user's."),
        ('I said "I love you".', 'The user said "I love you".'),
        ("I'd never seen it.", "The user had never seen it."),
        ("I read about it.", "The user read about it."),
        ("I read every night.", "The user reads every night."),
    ],
)
def test_a_sentence_is_told_in_the_third_person(said: str, told: str):
    assert third_person(said) == told


def test_a_name_stands_in_for_the_user():
    assert third_person("I love my cat.", "Mara") == "Mara loves their cat."


def test_we_are_the_user_and_the_group():
    assert third_person("We moved.", None, "their wife") == "The user and their wife moved."


@pytest.mark.parametrize(
    ("verb", "form"),
    [("go", "goes"), ("carry", "carries"), ("play", "plays"), ("watch", "watches"),
     ("need", "needs"), ("moved", "moved"), ("can", "can"), ("have", "has"), ("don't", "doesn't")],
)  # fmt: skip
def test_verbs_agree(verb: str, form: str):
    assert singular(verb) == form
