import numpy as np

from rootmem.index.dense import DenseIndex, top


def rows(n: int, seed: int = 0) -> np.ndarray:
    made = np.random.default_rng(seed).standard_normal((n, 16)).astype(np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def test_scores_are_the_cosines():
    matrix, query = rows(50), rows(1, seed=1)[0]
    np.testing.assert_allclose(DenseIndex(matrix).scores(query), matrix @ query, rtol=1e-5)


def test_added_rows_are_searched():
    matrix = rows(300)
    index = DenseIndex(matrix[:1])
    for start in range(1, 300, 7):
        index.add(matrix[start : start + 7])
    np.testing.assert_array_equal(index.rows, matrix)


def test_a_replaced_row_is_searched():
    index = DenseIndex(rows(5))
    new = rows(1, seed=2)[0]
    index.replace(3, new)
    assert index.scores(new).argmax() == 3


def test_few_and_many_allowed_rows_give_the_same_scores():
    matrix, query = rows(200), rows(1, seed=1)[0]
    for allowed in (5, 150):
        mask = np.arange(200) < allowed
        scores = DenseIndex(matrix).scores(query, mask)
        np.testing.assert_allclose(scores[mask], (matrix @ query)[mask], rtol=1e-5)
        assert np.isneginf(scores[~mask]).all()


def test_top_equals_sorting():
    scores = np.random.default_rng(5).random(1000).astype(np.float32)
    assert top(scores, 20).tolist() == np.argsort(-scores)[:20].tolist()


def test_top_leaves_out_what_is_not_above():
    assert top(np.array([0.0, 1.0, -1.0, 0.5], dtype=np.float32), 4, above=0.0).tolist() == [1, 3]


def test_of_equal_scores_the_later_position_comes_first():
    assert top(np.array([1, 1, 1], dtype=np.float32), 3).tolist() == [2, 1, 0]


def test_top_of_nothing_is_empty():
    assert top(np.empty(0, dtype=np.float32), 3).tolist() == []
    assert top(np.array([1.0], dtype=np.float32), 0).tolist() == []
