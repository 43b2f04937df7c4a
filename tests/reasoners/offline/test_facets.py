"""The facets' files are whole, and different enough to be told apart."""

from __future__ import annotations

from collections import Counter

from rootmem.reasoners.offline.facets import OTHERS, lines_of, load_facets, words_of
from rootmem.reasoners.offline.root_plan import JOIN

FACETS = load_facets()


def test_every_facet_has_rules_triggers_signs_and_words():
    for facet in FACETS:
        assert facet.title, facet.id
        assert len(facet.activation) > 60, facet.id
        assert len(facet.guidance) > 60, facet.id
        assert len(facet.triggers) >= 7, facet.id
        assert len(facet.signs) >= 15, facet.id
        assert len(facet.words) >= 8, facet.id


def test_titles_tell_facets_apart_also_when_joined():
    titles = [facet.title for facet in FACETS]
    assert len(set(titles)) == len(titles)
    assert not any(JOIN in title for title in titles)


def test_what_is_said_of_others_has_its_facet():
    assert OTHERS in {facet.id for facet in FACETS}


def test_no_sign_or_trigger_stands_twice():
    everything = [line for facet in FACETS for line in (*facet.signs, *facet.triggers)]
    everything += lines_of("ordinary.txt")
    assert [line for line, times in Counter(everything).items() if times > 1] == []


def test_no_word_both_binds_and_passes():
    assert not set(words_of("binding.txt")) & set(words_of("passing.txt"))
