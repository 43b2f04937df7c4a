import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from rootmem.errors import InvalidInput, UnknownFilter
from rootmem.index.columns import Columns, microseconds
from rootmem.index.filters import FIELDS, OPERATORS, compile_filter
from tests.index.rows import row


def at(text: str) -> int:
    return microseconds(datetime.fromisoformat(text))


ROWS = [
    row(0, "Likes tea", time=at("2023-05-01T10:00"), strength=0.2, metadata='{"project": "x"}'),
    row(
        1,
        "Bob hates football",
        type="preference",
        subject="Bob",
        time=at("2024-01-01T00:00"),
        strength=0.9,
        metadata=json.dumps({"tags": ["a", "b"], "deep": {"n": 3}, "flag": True}),
    ),
    row(
        2,
        "Moved to Rome",
        status="superseded",
        time=at("2024-06-01T09:00"),
        valid_to=at("2025-01-01T00:00"),
        event_time=at("2024-05-30"),
        episode_id="ep",
        metadata='{"project": "y", "day": "2024-06-01T09:00:00+02:00"}',
    ),
]


def matching(filters: dict[str, Any]) -> list[int]:
    compiled = compile_filter(filters)
    assert compiled is not None
    return compiled.mask(Columns(ROWS), ROWS).nonzero()[0].tolist()


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"type": "preference"}, [1]),
        ({"type": ["factual", "preference"]}, [0, 1, 2]),
        ({"subject": {"ne": "user"}}, [1]),
        ({"subject": {"contains": "bo"}}, [1]),
        ({"status": {"in": ["superseded", "retracted"]}}, [2]),
        ({"time": {"gte": "2024-01-01"}}, [1, 2]),
        ({"time": {"gt": "2024-01-01"}}, [2]),
        ({"time": {"gte": "2023-01-01", "lt": "2024-01-01"}}, [0]),
        ({"time": {"lte": datetime(2024, 1, 1, tzinfo=UTC)}}, [0, 1]),
        ({"time": {"gte": datetime(2024, 6, 1, tzinfo=UTC).date()}}, [2]),
        ({"time": "2024-01-01T01:00:00+01:00"}, [1]),
        ({"time": {"in": ["2024-01-01", "2024-06-01T09:00"]}}, [1, 2]),
        ({"valid_to": {"exists": True}}, [2]),
        ({"valid_to": {"exists": False}}, [0, 1]),
        ({"valid_to": {"gt": "2024-01-01"}}, [2]),
        ({"event_time": {"lt": "2030-01-01"}}, [2]),
        ({"strength": {"gt": 0.2, "lt": 0.9}}, [2]),
        ({"strength": {"gte": 0.2, "lte": 0.9}}, [0, 1, 2]),
        ({"strength": 0.2}, [0]),
        ({"strength": {"nin": [0.2, 0.9]}}, [2]),
        ({"episode_id": "ep"}, [2]),
        ({"episode_id": {"exists": False}}, [0, 1]),
        ({"id": ["e0", "e2"]}, [0, 2]),
        ({"text": {"contains": "TEA"}}, [0]),
        ({"metadata.project": "x"}, [0]),
        ({"metadata.project": {"ne": "x"}}, [1, 2]),
        ({"metadata.project": {"exists": True}}, [0, 2]),
        ({"metadata.project": {"gt": "x"}}, [2]),
        ({"metadata.project": {"gt": 3}}, []),
        ({"metadata.tags": "a"}, [1]),
        ({"metadata.tags": {"contains": "b"}}, [1]),
        ({"metadata.deep.n": {"gte": 3}}, [1]),
        ({"metadata.flag": True}, [1]),
        ({"metadata.flag": 1}, []),
        ({"metadata.day": {"lt": datetime(2024, 6, 1, 8, tzinfo=UTC)}}, [2]),
        ({"metadata.day": {"gt": datetime(2024, 6, 1, 8, tzinfo=UTC)}}, []),
        ({"type": "factual", "strength": {"lt": 0.4}}, [0]),
        ({"or": [{"metadata.project": "x"}, {"subject": "Bob"}]}, [0, 1]),
        ({"$or": [{"metadata.project": {"$eq": "x"}}, {"subject": "Bob"}]}, [0, 1]),
        ({"and": [{"type": "factual"}, {"not": {"status": "superseded"}}]}, [0]),
        ({"not": {"type": "factual", "metadata.project": "x"}}, [1, 2]),
    ],
)
def test_a_filter_keeps_the_rows_it_describes(filters: dict[str, Any], expected: list[int]):
    assert matching(filters) == expected


@pytest.mark.parametrize("filters", [None, {}])
def test_no_filter_compiles_to_none(filters: Any):
    assert compile_filter(filters) is None


@pytest.mark.parametrize("field", ["tpye", "metadata", "metadata.", "vector", "", "session"])
def test_an_unknown_field_is_refused_and_the_known_ones_named(field: str):
    with pytest.raises(UnknownFilter) as caught:
        compile_filter({field: "x"})
    assert all(name in str(caught.value) for name in FIELDS)


@pytest.mark.parametrize("field", ["strength", "type", "time", "metadata.x"])
def test_an_unknown_operator_is_refused_and_the_known_ones_named(field: str):
    with pytest.raises(UnknownFilter) as caught:
        compile_filter({field: {"gt": 0.1, "above": 0.2}})
    assert all(name in str(caught.value) for name in OPERATORS)


@pytest.mark.parametrize(
    "filters",
    [
        {"time": "soon"},
        {"time": {"gt": 5}},
        {"time": {"contains": "2024"}},
        {"strength": "high"},
        {"strength": True},
        {"type": "factal"},
        {"status": ["activ"]},
        {"subject": 3},
        {"subject": {"in": "user"}},
        {"valid_to": {"exists": "yes"}},
    ],
)
def test_a_value_that_the_field_cannot_have_is_refused(filters: dict[str, Any]):
    with pytest.raises(InvalidInput):
        compile_filter(filters)


@pytest.mark.parametrize(
    "filters",
    [{"or": []}, {"or": {"type": "factual"}}, {"strength": {}}, {"and": [["type"]]}, {"not": 3}],
)
def test_a_malformed_filter_is_refused_rather_than_ignored(filters: dict[str, Any]):
    with pytest.raises(UnknownFilter):
        compile_filter(filters)


def test_a_filter_of_another_type_is_refused_even_when_it_is_empty() -> None:
    for wrong in ([], (), "", 0):
        with pytest.raises(UnknownFilter):
            compile_filter(wrong)  # type: ignore[arg-type]


def test_a_bottomless_filter_is_refused() -> None:
    nested: dict[str, Any] = {"type": "factual"}
    for _ in range(5000):
        nested = {"not": nested}
    with pytest.raises(InvalidInput, match="levels"):
        compile_filter(nested)


@pytest.mark.parametrize("field", ["time", "metadata.due"])
@pytest.mark.parametrize("operator", ["eq", "gt", "in"])
def test_a_time_off_the_calendar_is_refused(field: str, operator: str) -> None:
    late = datetime.max.replace(tzinfo=timezone(timedelta(hours=-12)))
    with pytest.raises(InvalidInput):
        compile_filter({field: {operator: [late] if operator == "in" else late}})
