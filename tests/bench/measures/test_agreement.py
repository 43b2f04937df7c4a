"""Published worked examples: Cohen's from Fleiss, Levin and Paik and as on Wikipedia's page of
Cohen's kappa; Fleiss' from his page there (14 raters, 10 subjects); AC1's from Gwet (2002), Table 1
(kappa is not satisfactory), and from his Handbook's 4 raters and 12 units with gaps."""

from __future__ import annotations

import pytest

from rootmem_bench.measures.agreement import (
    PREVALENCE,
    agreement,
    cohen_kappa,
    fleiss_kappa,
    gwet_ac1,
    raw_agreement,
)


def pairs(both: int, first: int, second: int, neither: int) -> list[list[bool | None]]:
    """Ratings of a 2 x 2 table."""
    rows: list[list[bool | None]] = []
    for count, row in zip(
        (both, first, second, neither),
        ([True, True], [True, False], [False, True], [False, False]),
        strict=True,
    ):
        rows += [list(row) for _ in range(count)]
    return rows


@pytest.mark.parametrize(
    ("table", "kappa"),
    [((20, 5, 10, 15), 0.4), ((45, 15, 25, 15), 0.1304), ((25, 35, 5, 35), 0.2593)],
)
def test_cohens_kappa_of_published_tables(table: tuple[int, int, int, int], kappa: float) -> None:
    rows = pairs(*table)
    assert cohen_kappa([r[0] for r in rows], [r[1] for r in rows]) == pytest.approx(kappa, abs=5e-5)


FLEISS = [
    (0, 0, 0, 0, 14),
    (0, 2, 6, 4, 2),
    (0, 0, 3, 5, 6),
    (0, 3, 9, 2, 0),
    (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0),
    (3, 2, 6, 3, 0),
    (2, 5, 3, 2, 2),
    (6, 5, 2, 1, 0),
    (0, 2, 2, 3, 7),
]


def test_fleiss_kappa_of_ten_subjects_and_fourteen_raters() -> None:
    ratings = [[label for label, n in enumerate(row) for _ in range(n)] for row in FLEISS]
    assert raw_agreement(ratings) == pytest.approx(0.378, abs=5e-4)
    assert fleiss_kappa(ratings) == pytest.approx(0.210, abs=5e-4)


def test_ac1_stays_high_where_kappa_turns_negative() -> None:
    found = agreement(pairs(118, 5, 2, 0))
    assert found.cohen == pytest.approx(-0.0234, abs=5e-5)
    assert found.ac1 == pytest.approx(0.9408, abs=5e-5)
    assert found.raw == pytest.approx(0.944)
    assert found.positive_rate == pytest.approx(243 / 250)
    assert found.remark == PREVALENCE


HANDBOOK: list[list[int | None]] = [
    [1, 1, None, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [None, 5, 5, 5],
    [None, None, 1, 1],
    [None, None, 3, None],
]


def test_coefficients_with_missing_ratings() -> None:
    assert raw_agreement(HANDBOOK) == pytest.approx(0.81818, abs=5e-6)
    assert fleiss_kappa(HANDBOOK) == pytest.approx(0.76117, abs=5e-6)
    assert gwet_ac1(HANDBOOK) == pytest.approx(0.77544, abs=5e-6)


def test_full_agreement_on_one_label_leaves_kappa_undefined_and_ac1_one() -> None:
    found = agreement([[True, True], [True, True]])
    assert (found.cohen, found.fleiss, found.ac1) == (None, None, 1.0)
    assert found.remark == PREVALENCE


def test_no_remark_where_labels_are_even() -> None:
    assert agreement(pairs(20, 5, 10, 15)).remark == ""
    assert agreement([]).raw is None
