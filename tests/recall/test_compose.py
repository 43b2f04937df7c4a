"""Sharing k: breadth before depth, each unit in its own order, no item twice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rootmem.recall.compose import LOOKUP_SHARE, compose

items = st.lists(st.integers(0, 60), max_size=40)
shared = st.tuples(
    st.integers(1, 35),
    items,
    st.lists(
        st.tuples(st.lists(st.integers(0, 60), max_size=25, unique=True), st.floats(-3, 3)),
        max_size=12,
    ),
    st.sampled_from([0.0, 0.3, LOOKUP_SHARE, 1.0]),
)


@given(shared)
def test_at_most_k_different_items_and_none_left_that_would_fit(given_: tuple):
    k, found, units, share = given_
    got = compose(k, found, [pieces for pieces, _ in units], [s for _, s in units], share)
    shown = [*got.semantic, *(piece for _, pieces in got.roots for piece in pieces)]
    offered = {*found, *(piece for pieces, _ in units for piece in pieces)}
    assert len(shown) == len(set(shown))
    assert len(shown) == min(k, len(offered))


@given(shared)
def test_evidence_keeps_the_order_of_its_unit(given_: tuple):
    k, found, units, share = given_
    got = compose(k, found, [pieces for pieces, _ in units], [s for _, s in units], share)
    for unit, pieces in got.roots:
        places = [units[unit][0].index(piece) for piece in pieces]
        assert places == sorted(places)


def test_the_first_pieces_of_many_units_come_before_the_second_of_one():
    units = [[10, 11, 12], [20, 21], [30, 31]]
    got = compose(4, [1, 2, 3, 4], units, [0.4, 0.2, 0.0])
    assert got.semantic == [1]
    assert got.roots == [(0, [10]), (1, [20]), (2, [30])]


def test_a_unit_that_bears_much_more_on_the_query_shows_more():
    got = compose(4, [1, 2, 3, 4], [[10, 11, 12], [20, 21]], [3.0, 0.0])
    assert got.roots == [(0, [10, 11, 12])]


def test_without_units_everything_is_found_by_likeness_and_the_reverse():
    assert compose(3, [1, 2, 3, 4], [], []).semantic == [1, 2, 3]
    assert compose(3, [], [[1, 2, 3, 4]], [0.0]).roots == [(0, [1, 2, 3])]


def test_what_evidence_leaves_goes_to_likeness():
    got = compose(10, list(range(10)), [[50]], [0.0])
    assert got.semantic == list(range(9))
    assert got.roots == [(0, [50])]


def test_a_question_about_the_past_is_mostly_answered_by_likeness():
    got = compose(10, list(range(10)), [list(range(50, 60))], [0.0], LOOKUP_SHARE)
    assert len(got.semantic) == 8


def test_a_unit_whose_only_piece_the_query_found_itself_still_shows_its_rule():
    shared = compose(10, [1, 2], [[1]], [0.5], claim=True)
    assert shared.roots == [(0, [1])]
    assert shared.semantic == [2]


def test_a_unit_with_other_pieces_leaves_what_was_found_alone():
    shared = compose(10, [1, 2], [[1, 3]], [0.5], claim=True)
    assert shared.roots == [(0, [3])]
    assert shared.semantic == [1, 2]
