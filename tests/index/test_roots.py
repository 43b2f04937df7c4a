from datetime import UTC, datetime

import numpy as np
import pytest

from rootmem.index import RootIndex
from rootmem.model import RootUnit
from rootmem.ports import RootRow
from rootmem.recall.route import route, route_index
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


def test_a_units_activation_stands_before_its_triggers():
    east, north = unit(1, 0), unit(0, 1)
    index = RootIndex([root("a", east, north, unit(1, 1)), root("b", north)], dimensions=2)
    assert [float(one[0] @ east) for one in index.vectors] == pytest.approx([1, 0])
    assert float((index.vectors[0][1:] @ east).max()) == pytest.approx(unit(1, 1)[0])
    assert len(index.vectors[1][1:]) == 0


def test_a_unit_without_vectors_is_near_to_nothing_and_can_be_routed():
    index = RootIndex([root("a")], dimensions=2)
    assert (index.vectors[0] @ unit(1, 0)).tolist() == [0]
    assert np.isfinite(route(route_index(index.vectors), unit(1, 0))).all()


def test_no_units_no_scores():
    index = RootIndex([], dimensions=2)
    assert len(index) == 0
    assert route(route_index(index.vectors), unit(1, 0)).shape == (0,)
