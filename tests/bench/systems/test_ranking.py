import asyncio

import numpy as np

from rootmem_bench.systems.ranking import Dense, Lexical, fused, top
from tests.bench.systems.people import EMBEDDER

TEXTS = ["The cat sleeps in the studio", "Rent is due on Monday", "Studios need light", "Cats purr"]


def test_bm25_stems_and_leaves_out_what_shares_no_term():
    assert Lexical(TEXTS).order("a cat", 4) == [3, 0]


def test_bm25_finds_nothing_for_unknown_words_stop_words_or_an_empty_bank():
    assert Lexical(TEXTS).order("xyzzy", 4) == []
    assert Lexical(TEXTS).order("the and of", 4) == []
    assert Lexical([]).order("cat", 4) == []
    assert Lexical(["the", "of"]).order("cat", 4) == []


def test_equal_scores_keep_the_order_given():
    assert top(np.array([0.5, 0.7, 0.5, 0.7]), 4) == [1, 3, 0, 2]
    assert top(np.array([0.5, 0.7, 0.5 + 1e-9, 0.7]), 3) == [1, 3, 0]


def test_dense_retrieves_the_nearest_and_never_more_than_asked():
    index = asyncio.run(Dense.over(EMBEDDER, TEXTS))
    assert asyncio.run(index.order("a sleeping kitten", 2))[0] in (0, 3)
    assert len(asyncio.run(index.order("a sleeping kitten", 2))) == 2
    assert asyncio.run(asyncio.run(Dense.over(EMBEDDER, [])).order("x", 2)) == []


def test_fusion_prefers_what_both_orders_have():
    assert fused([[1, 2, 3], [4, 2]], 3) == [2, 1, 4]
