import random

import numpy as np
import pytest

from rootmem.index.lexical import MAX_QUERY_TERMS, LexicalIndex
from rootmem.index.tokens import tokenize

WORDS = [f"w{i}q" for i in range(60)]


def some_texts(n: int, seed: int = 3) -> list[str]:
    rng = random.Random(seed)
    weights = [1 / (i + 1) for i in range(len(WORDS))]
    return [" ".join(rng.choices(WORDS, weights, k=rng.randint(1, 20))) for _ in range(n)]


def test_scores_are_those_of_bm25s():
    bm25s = pytest.importorskip("bm25s")
    texts = some_texts(200)
    peer = bm25s.BM25(method="lucene", k1=1.5, b=0.75)
    peer.index([tokenize(text) for text in texts], show_progress=False)
    ours = LexicalIndex(texts)
    for query in some_texts(20, seed=4):
        expected = peer.get_scores(tokenize(query))
        np.testing.assert_allclose(ours.scores(query).scores, expected, rtol=1e-4, atol=1e-5)


def test_adding_documents_equals_indexing_them_from_the_start():
    texts = some_texts(120)
    grown = LexicalIndex(texts[:50])
    grown.add(texts[50:51])
    grown.add(texts[51:])
    whole = LexicalIndex(texts)
    for query in some_texts(10, seed=5):
        np.testing.assert_allclose(
            grown.scores(query).scores, whole.scores(query).scores, rtol=1e-5
        )


def test_replacing_a_document_equals_having_indexed_the_new_text():
    texts = some_texts(40)
    changed = LexicalIndex(texts)
    changed.replace(7, texts[7], "w1q brandnew brandnew")
    changed.replace(39, texts[39], "")
    whole = LexicalIndex([*texts[:7], "w1q brandnew brandnew", *texts[8:39], ""])
    for query in [*some_texts(10, seed=6), "brandnew", texts[7]]:
        np.testing.assert_allclose(
            changed.scores(query).scores, whole.scores(query).scores, rtol=1e-5
        )


def test_an_empty_index_scores_nothing():
    assert LexicalIndex([]).scores("anything").scores.shape == (0,)


def test_an_index_that_began_empty_finds_what_was_added():
    index = LexicalIndex([])
    index.add(["green tea"])
    assert index.scores("tea").scores[0] > 0


def test_documents_without_words_score_zero_and_not_nan():
    index = LexicalIndex(["", "the", "***"])
    assert index.scores("tea the").scores.tolist() == [0, 0, 0]


def test_coverage_is_one_where_a_document_has_all_words():
    coverage = LexicalIndex(["green tea", "black coffee"]).scores("green tea").coverage
    assert coverage == pytest.approx([1.0, 0.0])


def test_words_that_no_document_has_lower_the_coverage():
    index = LexicalIndex(["green tea", "black coffee"])
    assert 0 < index.scores("tea zeppelin").coverage[0] < 0.5


def test_a_query_of_thousands_of_words_is_cut_to_the_rarest():
    texts = [f"common{i}x unique{i}x" if i % 2 else "zz" for i in range(400)]
    texts += ["common1x"] * 50
    scores = LexicalIndex(texts).scores(" ".join(texts)).scores
    assert 0 < np.count_nonzero(scores) <= MAX_QUERY_TERMS
    assert scores[-1] == 0


def test_the_share_of_terms_does_not_pass_one_for_long_queries():
    texts = some_texts(100)
    assert LexicalIndex(texts).scores(" ".join(texts)).coverage.max() <= 1.0001
