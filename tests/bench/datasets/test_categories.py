import pytest

from rootmem_bench.datasets.categories import CATEGORIES, category_of


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Others", "Other"),
        ("Goal Alignment", "Goal/Mission Alignment"),
        ("goal / mission alignment", "Goal/Mission Alignment"),
        ("state_constraint", "State Constraint"),
        (" Something else ", "Something else"),
        ("", ""),
    ],
)
def test_spellings_become_the_papers(written: str, meant: str) -> None:
    assert category_of(written) == meant


def test_the_papers_names_stay() -> None:
    assert [category_of(name) for name in CATEGORIES] == list(CATEGORIES)
