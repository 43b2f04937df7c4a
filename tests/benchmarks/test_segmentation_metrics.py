"""Pk and WindowDiff on values worked out by hand."""

from __future__ import annotations

from benchmarks.segmentation import baselines, pk, window_diff, window_size

TRUTH = [False, False, True, False, False]


def test_a_perfect_guess_has_no_error():
    assert pk(TRUTH, TRUTH, 2) == window_diff(TRUTH, TRUTH, 2) == 0.0


def test_no_boundary_at_all_misses_the_windows_over_the_true_one():
    nothing = [False] * 5
    assert pk(TRUTH, nothing, 2) == window_diff(TRUTH, nothing, 2) == 0.5


def test_a_near_miss_costs_less_than_a_far_one():
    near, far = [False, True, False, False, False], [False, False, False, False, True]
    assert window_diff(TRUTH, near, 2) == 0.5
    assert window_diff(TRUTH, far, 2) == 0.75
    assert pk(TRUTH, near, 2) < pk(TRUTH, far, 2)


def test_window_diff_counts_what_pk_forgives():
    twice = [False, True, True, False, False]
    assert pk(TRUTH, twice, 2) == 0.25
    assert window_diff(TRUTH, twice, 2) == 0.5


def test_the_window_is_half_a_mean_segment():
    assert window_size([False] * 9) == 5
    assert window_size(TRUTH) == 2


def test_baselines_have_the_length_of_the_truth():
    assert {len(guess) for guess in baselines(TRUTH).values()} == {5}
