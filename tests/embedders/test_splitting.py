import numpy as np
import pytest

from rootmem.embedders.splitting import averaged, parts, pieces, tokens_at_most, unit_rows


@pytest.mark.parametrize("text", ["word " * 900, "x" * 5_000, "寿司" * 2_000, "short"])
def test_parts_lose_nothing_and_keep_the_limit(text: str):
    found = list(parts(text, 100))
    assert "".join(found) == text
    assert all(tokens_at_most(part) <= 110 for part in found)


def test_parts_end_at_white_space():
    assert all(part.strip().endswith("word") for part in parts("word " * 900, 100))


@pytest.mark.parametrize("text", ["", "word " * 900, "x" * 5_000, " " * 500])
def test_pieces_lose_nothing_but_the_space_they_are_cut_at(text: str):
    found = list(pieces(text, 64))
    assert "".join(found).replace(" ", "") == text.replace(" ", "")
    assert all(len(piece) <= 64 for piece in found)


def test_a_row_that_is_zero_or_not_finite_becomes_zero():
    rows = np.array([[3, 4], [0, 0], [np.nan, 1], [np.inf, 1]], dtype=np.float32)
    np.testing.assert_allclose(unit_rows(rows), [[0.6, 0.8], [0, 0], [0, 0], [0, 0]], rtol=1e-6)


def test_parts_are_averaged_by_their_lengths():
    vectors = np.array([[2, 0], [0, 5], [0, 1]], dtype=np.float32)
    found = averaged(vectors, [0, 0, 2], [3, 4, 1], 3)
    np.testing.assert_allclose(found, [[0.6, 0.8], [0, 0], [0, 1]], rtol=1e-6)
