"""Worked example: Fagerland, Lydersen and Laake (2013), airway hyper-responsiveness (Bentur et al.
2009), 21 children: discordant pairs 1 and 7, exact conditional p = 0.070."""

from __future__ import annotations

import pytest

from rootmem_bench.measures.mcnemar import mcnemar


def test_exact_p_of_the_published_example() -> None:
    a = [True, True] + [False] * 7 + [False] * 12
    b = [True, False] + [True] * 7 + [False] * 12
    found = mcnemar(a, b)
    assert (found.only_a, found.only_b) == (1, 7)
    assert found.p == pytest.approx(0.0703, abs=5e-5)


def test_no_discordant_pair_is_no_difference() -> None:
    assert mcnemar([True, False], [True, False]).p == 1.0


def test_unequal_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="not paired"):
        mcnemar([True], [])
