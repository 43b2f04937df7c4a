"""A run small enough to be checked by hand."""

from __future__ import annotations

import pytest

from rootmem.model import Usage
from rootmem_bench.measures.aggregate import comparisons_of, measures_of
from rootmem_bench.records import OPTION_KINDS
from rootmem_bench.runs import Build, ItemLine

KINDS = {"c": "correct", "p": "preference_trap", "g": "generic_trap", "f": "fabrication_trap"}


def line(system: str, item: int, hit: str, chose: str, **more: object) -> ItemLine:
    """``hit``: s, l, sl or nothing; ``chose``: c, p, g, f, or ? for unparsable."""
    kind = KINDS.get(chose, "unparsable")
    return ItemLine(
        system=system,
        k=30,
        level="memory",
        person=f"p{item % 2}",
        item=str(item),
        category="State Constraint" if item < 3 else "Other",
        semantic="s" in hit,
        logical="l" in hit,
        order=OPTION_KINDS,
        kind=kind,
        correct=kind == "correct",
        seconds={"retrieval": 0.5, "answer": 1.0},
        usage={"retrieval": Usage(calls=1, cost=None)},
    ).model_copy(update=more)


A = [
    line("a", 0, "sl", "c"),
    line("a", 1, "sl", "p"),
    line("a", 2, "s", "p"),
    line("a", 3, "s", "?"),
    line("a", 4, "", "g"),
]
B = [line("b", number, "l", "c") for number in range(5)]
BUILDS = [Build(system="a", person=f"p{n}", seconds=4.0, usage=Usage(calls=3)) for n in (0, 1)]


def test_rates_are_over_all_and_over_answered() -> None:
    figures = measures_of(A, [])[0].figures
    values = {name: (figure.value, figure.n) for name, figure in figures.items()}
    assert values["accuracy"] == (pytest.approx(0.2), 5)
    assert values["accuracy_answered"] == (pytest.approx(0.25), 4)
    assert values["preference_trap"] == (pytest.approx(0.4), 5)
    assert values["generic_trap"] == (pytest.approx(0.2), 5)
    assert values["fabrication_trap"] == (0.0, 5)
    assert values["unparsable"] == (pytest.approx(0.2), 5)
    assert values["recall_semantic"] == (pytest.approx(0.8), 5)
    assert values["recall_logical"] == (pytest.approx(0.4), 5)


def test_outcomes_by_which_memory_was_retrieved() -> None:
    table = measures_of(A, [])[0].outcomes
    assert table["both"]["n"] == 2
    assert table["both"]["accuracy"] == pytest.approx(0.5)
    assert table["both"]["preference_trap"] == pytest.approx(0.5)
    assert table["only_semantic"]["share"] == pytest.approx(0.4)
    assert table["only_semantic"]["unparsable"] == pytest.approx(0.5)
    assert table["only_logical"] == {
        "n": 0,
        "share": 0,
        **dict.fromkeys(("accuracy", *OPTION_KINDS[1:], "unparsable")),
    }
    assert table["none"]["generic_trap"] == 1


def test_parts_by_category_add_up() -> None:
    parts = measures_of(A, [])[0].by_category
    assert parts["State Constraint"]["accuracy"].value == pytest.approx(1 / 3)
    assert parts["Other"]["accuracy"].value == 0
    assert sum(part["accuracy"].n for part in parts.values()) == 5


def test_costs_are_split_and_averaged_over_people() -> None:
    costs = measures_of(A, BUILDS)[0].costs
    assert costs.people == 2
    assert costs.seconds_per_person == {"build": 4.0, "retrieval": 1.25, "answer": 2.5}
    assert costs.usage["build"].calls == 6
    assert costs.usage["retrieval"].calls == 5
    assert costs.usage["retrieval"].cost is None


def test_systems_are_compared_on_the_items_that_both_have() -> None:
    found = {one.figure: one for one in comparisons_of([*A, *B[:4]], "a")}
    accuracy = found["accuracy"]
    assert (accuracy.system, accuracy.baseline, accuracy.n) == ("b", "a", 4)
    assert accuracy.difference == pytest.approx(0.75)
    assert accuracy.test == "McNemar exact"
    assert accuracy.p == pytest.approx(0.25)  # three discordant pairs, all one way: 2 / 2**3


def test_graded_figures_are_compared_by_the_paired_bootstrap() -> None:
    a = [line("a", n, "s", "c", scores={"ndcg": n / 10, "f1": 0}) for n in range(5)]
    b = [line("b", n, "s", "c", scores={"ndcg": n / 10 + 0.05, "f1": 1}) for n in range(5)]
    found = {one.figure: one for one in comparisons_of([*a, *b], "a")}
    assert found["ndcg"].test == found["f1"].test == "paired bootstrap"
    assert found["ndcg"].difference == pytest.approx(0.05)


def test_two_judges_have_an_agreement() -> None:
    verdicts = [{"x": True, "y": True}, {"x": True, "y": False}, {"x": None, "y": False}]
    lines = [line("a", n, "", "c", verdicts=one) for n, one in enumerate(verdicts)]
    measured = measures_of(lines, [])[0]
    assert measured.figures["judge:x"].value == pytest.approx(2 / 3)
    assert measured.agreement is not None
    assert measured.agreement["judges"] == ["x", "y"]
    assert measured.agreement["raw"] == pytest.approx(0.5)


def test_a_failed_item_counts_as_wrong_in_every_figure() -> None:
    failed = A[0].model_copy(
        update={"kind": "unparsable", "correct": False, "order": (), "error": "x"}
    )
    measured = measures_of([A[0], failed], [])[0]
    assert measured.errors == 1
    assert measured.figures["accuracy"].value == pytest.approx(0.5)
    assert measured.figures["preference_trap"].n == 2
    judged = [
        line("a", 0, "", "c", kind=None, verdicts={"x": True}),
        line("a", 1, "", "c", kind=None, correct=False, error="x"),
    ]
    assert measures_of(judged, [])[0].figures["accuracy"].value == pytest.approx(0.5)
