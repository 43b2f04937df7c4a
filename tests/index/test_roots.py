from datetime import UTC, datetime

import numpy as np
import pytest

from rootmem.index import RootIndex
from rootmem.model import RootUnit
from rootmem.ports import RootRow
from tests.index.rows import as_bytes, unit


def root(name: str, *vectors) -> RootRow:
    made = RootUnit(
        id=name,
        activation="when",
        guidance="how",
        evidence=("e0",),
        updated_at=datetime(2025, 1, 1, tzinfo=UTC),
    )
    return RootRow(made, as_bytes(vectors) if vectors else b"")


def test_a_unit_scores_by_its_activation_and_by_its_closest_trigger():
    east, north = unit(1, 0), unit(0, 1)
    index = RootIndex([root("a", east, north, unit(1, 1)), root("b", north)], dimensions=2)
    scores = index.scores(east)
    assert scores.activation == pytest.approx([1, 0])
    assert scores.trigger[0] == pytest.approx(unit(1, 1)[0])
    assert np.isneginf(scores.trigger[1])


def test_a_unit_without_vectors_scores_zero():
    assert RootIndex([root("a")], dimensions=2).scores(unit(1, 0)).activation.tolist() == [0]


def test_no_units_no_scores():
    index = RootIndex([], dimensions=2)
    assert len(index) == 0
    assert index.scores(unit(1, 0)).activation.shape == (0,)
