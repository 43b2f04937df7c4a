"""Cue words are counted by group, whole or by their beginning."""

from __future__ import annotations

from rootmem.reasoners.offline.cues import Cues

CUES = Cues([["cat", "allerg*"], ["cat", "own"]])


def test_a_word_counts_for_each_of_its_groups_once_a_text():
    assert CUES.count(["Cat, cat and CAT."]).tolist() == [[1, 1]]


def test_a_beginning_stands_for_its_endings_only_with_a_star():
    assert CUES.count(["allergic allergies", "owner catalogue"]).tolist() == [[2, 0], [0, 0]]


def test_texts_without_cues_or_letters_count_nothing():
    assert CUES.count(["", "123 !?", "猫"]).tolist() == [[0, 0]] * 3
    assert CUES.count([]).shape == (0, 2)
