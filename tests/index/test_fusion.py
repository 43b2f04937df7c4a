import numpy as np
import pytest

from rootmem.index.fusion import Ranked, fuse


def ranked(*positions: int, weight: float = 1.0) -> Ranked:
    scores = np.linspace(1, 0.5, len(positions), dtype=np.float32)
    return Ranked(np.array(positions, dtype=np.intp), scores, weight)


def test_an_item_in_both_lists_beats_the_first_of_one():
    fused = fuse({"a": ranked(1, 2), "b": ranked(3, 2)}, 3)
    assert fused[0].position == 2


def test_the_score_is_the_sum_of_the_reciprocal_ranks():
    fused = fuse({"a": ranked(7, 8), "b": ranked(8)}, 1)
    assert fused[0].score == pytest.approx(1 / 62 + 1 / 61)


def test_ranks_and_scores_of_each_list_are_kept():
    (first, *_) = fuse({"a": ranked(7), "b": ranked(5, 7)}, 5)
    assert first.ranks == {"a": (1, pytest.approx(1.0)), "b": (2, pytest.approx(0.5))}


def test_a_weight_decides_between_lists_that_disagree():
    fused = fuse({"a": ranked(1), "b": ranked(2, weight=2.0)}, 2)
    assert [item.position for item in fused] == [2, 1]


def test_of_equal_scores_the_later_position_comes_first():
    assert [item.position for item in fuse({"a": ranked(1), "b": ranked(2)}, 2)] == [2, 1]
