from __future__ import annotations

from math import log2

import pytest

from rootmem_bench.measures.retrieval import found, ndcg, rank_of, recall

SHOWN = [["a"], ["b", "c"], ["d"], []]


def test_any_entry_that_says_the_same_will_do() -> None:
    assert rank_of(SHOWN, {"x", "c"}) == 2
    assert found(SHOWN, {"x", "d"}, 3) is True
    assert found(SHOWN, {"x", "d"}, 2) is False
    assert rank_of(SHOWN, {"x"}) is None


def test_nothing_to_find_is_neither_found_nor_missed() -> None:
    assert found(SHOWN, set(), 3) is None
    assert recall(SHOWN, [set()], 3) is None
    assert ndcg(SHOWN, [], 3) is None


def test_recall_is_the_share_of_targets() -> None:
    assert recall(SHOWN, [{"a"}, {"d"}, {"x"}], 3) == pytest.approx(2 / 3)
    assert recall(SHOWN, [{"a"}, {"d"}, {"x"}], 1) == pytest.approx(1 / 3)


def test_ndcg_by_hand() -> None:
    ideal = 1 + 1 / log2(3)
    assert ndcg(SHOWN, [{"a"}, {"d"}], 3) == pytest.approx((1 + 1 / log2(4)) / ideal)
    assert ndcg(SHOWN, [{"a"}, {"d"}], 2) == pytest.approx(1 / ideal)
    assert ndcg(SHOWN, [{"d"}], 3) == pytest.approx(0.5)
    assert ndcg(SHOWN, [{"a"}, {"x"}], 1) == pytest.approx(1.0)  # one place, one ideal


def test_an_item_that_merges_targets_does_not_exceed_one() -> None:
    assert ndcg([["a", "b"]], [{"a"}, {"b"}], 1) == 1.0
