from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import bootstrap

from rootmem_bench.measures.intervals import mean_of, paired


def test_the_interval_is_that_of_scipys_percentile_bootstrap() -> None:
    values = [1.0] * 12 + [0.0] * 28
    ours = mean_of(values, resamples=20_000)
    theirs = bootstrap(
        (np.array(values),),
        np.mean,
        n_resamples=20_000,
        method="percentile",
        rng=np.random.default_rng(1),
    ).confidence_interval
    assert ours is not None
    assert ours.value == pytest.approx(0.3)
    assert ours.n == 40
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.026)


def test_the_same_seed_gives_the_same_interval_and_another_seed_another() -> None:
    values = list(np.random.default_rng(3).random(50))
    assert mean_of(values, seed=1) == mean_of(values, seed=1)
    assert mean_of(values, seed=1) != mean_of(values, seed=2)


def test_many_values_are_resampled_in_parts_with_the_same_meaning() -> None:
    found = mean_of([0.0, 1.0] * 5000, resamples=500)
    assert found is not None
    assert found.low < 0.5 < found.high
    assert found.high - found.low == pytest.approx(2 * 1.96 * 0.5 / 100, rel=0.2)


def test_pairing_finds_a_small_steady_difference_that_spread_would_hide() -> None:
    base = list(np.random.default_rng(0).random(60))
    better = [value + 0.02 for value in base]
    found = paired(better, base)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0.02, 0.02))
    assert found.p < 0.01


def test_equal_systems_differ_by_nothing() -> None:
    found = paired([0.0, 1.0], [0.0, 1.0])
    assert found is not None
    assert (found.value, found.p) == (0.0, 1.0)


def test_nothing_has_no_interval_and_unequal_lengths_are_refused() -> None:
    assert mean_of([]) is None
    assert paired([], []) is None
    with pytest.raises(ValueError, match="not paired"):
        paired([1.0], [])
