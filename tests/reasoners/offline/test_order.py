"""The order of evidence: by constraint, repetitions later, nothing lost."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rootmem.reasoners.offline.order import by_constraint, centred

EAST, NORTH = np.array([1, 0], dtype=np.float32), np.array([0, 1], dtype=np.float32)


def strengths(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def test_the_strongest_comes_first_and_what_repeats_it_later():
    vectors = np.stack([EAST, EAST, NORTH])
    assert by_constraint(strengths(0.9, 0.8, 0.5), vectors) == [0, 2, 1]


def test_what_other_units_show_first_is_pushed_back():
    vectors = np.stack([EAST, NORTH])
    assert by_constraint(strengths(0.9, 0.5), vectors, before=EAST[None]) == [1, 0]


@given(st.integers(0, 300))
def test_every_piece_has_one_place(n: int):
    rng = np.random.default_rng(n)
    vectors = rng.normal(size=(n, 4)).astype(np.float32)
    order = by_constraint(rng.normal(size=n).astype(np.float32), vectors)
    assert sorted(order) == list(range(n))


def test_centring_takes_out_what_all_share():
    shared = np.array([[3, 1], [3, -1]], dtype=np.float32)
    assert centred(shared).tolist() == [[0, 1], [0, -1]]
    assert centred(shared[:1]).tolist() == shared[:1].tolist()
