import threading
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from rootmem.errors import UnknownFilter
from rootmem.index import Snapshot
from tests.index.rows import HOUR, as_bytes, row, unit

EAST, NORTH = unit(1, 0), unit(0, 1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def snapshot(*rows) -> Snapshot:
    return Snapshot(rows, dimensions=2)


def ids(hits) -> list[str]:
    return [hit.id for hit in hits]


def test_what_both_lists_find_comes_first():
    held = snapshot(
        row(0, "green tea", unit(1, 3)), row(1, "black coffee", EAST), row(2, "tea", unit(3, 1))
    )
    assert ids(held.search(EAST, "tea", n=3))[0] == "e2"


def test_a_hit_says_which_list_found_it_where():
    held = snapshot(row(0, "green tea", EAST), row(1, "coffee", unit(1, 1)))
    first = held.search(EAST, "tea", n=1)[0]
    assert first.why == ("dense #1 (1.00)", "lexical #1")


def test_one_half_can_be_switched_off():
    held = snapshot(row(0, "tea", NORTH), row(1, "coffee", EAST))
    assert ids(held.search(EAST, "tea", n=2, dense=False)) == ["e0"]
    assert ids(held.search(EAST, "tea", n=2, lexical=False)) == ["e1"]


def test_without_a_query_vector_the_words_carry_the_search():
    held = snapshot(row(0, "我喜欢吃寿司", (0, 0)), row(1, "我住在罗马", (0, 0)))
    for vector in (None, np.zeros(2, dtype=np.float32)):
        assert ids(held.search(vector, "寿司", n=2)) == ["e0"]


@pytest.mark.parametrize("query", ["", "the of and", '"', "*", "C:\\x", "a-b", "\x00", "😀"])
def test_odd_queries_find_nothing_and_do_not_fail(query: str):
    assert snapshot(row(0, "tea", EAST)).search(None, query, n=3) == []


def test_an_empty_memory_finds_nothing():
    found = snapshot().find(EAST, "tea", n=3)
    assert found.hits == []
    assert found.coverage == 0


def test_only_active_entries_are_found():
    held = snapshot(
        row(0, "tea", status="superseded"), row(1, "tea"), row(2, "tea", status="retracted")
    )
    assert ids(held.search(EAST, "tea", n=5)) == ["e1"]
    assert ids(held.dense_search(EAST, n=5)) == ["e1"]


def test_as_of_finds_what_held_then():
    held = snapshot(
        row(0, "tea", valid_to=5 * HOUR, status="superseded"),
        row(5, "tea", valid_from=5 * HOUR),
        row(1, "tea", status="retracted"),
    )
    assert ids(held.search(EAST, "tea", n=5, as_of=EPOCH + timedelta(hours=4))) == ["e0"]
    assert ids(held.search(EAST, "tea", n=5, as_of=EPOCH + timedelta(hours=5))) == ["e5"]
    assert held.search(EAST, "tea", n=5, as_of=EPOCH - timedelta(hours=1)) == []


def test_types_and_filters_both_restrict():
    held = snapshot(
        row(0, "tea", type="insight"), row(1, "tea"), row(2, "tea", strength=0.9, type="insight")
    )
    found = held.search(EAST, "tea", n=5, types=("insight",), filters={"strength": {"gt": 0.6}})
    assert ids(found) == ["e2"]
    assert held.positions(types=("insight",)) == [0, 2]


def test_a_filter_on_status_decides_about_status_itself():
    held = snapshot(row(0, "tea", status="superseded"), row(1, "tea"))
    assert ids(held.search(EAST, "tea", n=5, filters={"status": "superseded"})) == ["e0"]


def test_an_unknown_filter_is_refused_even_by_an_empty_memory():
    with pytest.raises(UnknownFilter):
        snapshot().search(EAST, "tea", n=5, filters={"colour": "red"})


def test_a_trigger_leads_to_its_entry():
    held = snapshot(
        row(0, "has a cat", NORTH, triggers=("a", "b"), trigger_vectors=as_bytes([EAST, NORTH])),
        row(1, "coffee", unit(1, 1)),
    )
    first = held.search(EAST, "", n=1)[0]
    assert (first.id, first.by_trigger, first.why) == ("e0", True, ("trigger #1 (1.00)",))
    assert ids(held.dense_search(EAST, n=1)) == ["e1"]
    assert ids(held.dense_search(EAST, n=1, triggers=True)) == ["e0"]


def test_a_trigger_of_an_inactive_entry_leads_nowhere():
    held = snapshot(
        row(0, "x", NORTH, status="retracted", triggers=("a",), trigger_vectors=as_bytes([EAST])),
        row(1, "y", unit(1, 1)),
    )
    assert ids(held.search(EAST, "", n=2)) == ["e1"]


def test_signals_tell_a_known_topic_from_an_unknown_one():
    held = snapshot(row(0, "green tea", EAST), row(1, "black coffee", unit(3, 1)))
    known, unknown = held.find(EAST, "green tea", n=2), held.find(unit(-1, 0), "zeppelin", n=2)
    assert known.coverage == pytest.approx(1.0)
    assert known.top_cosine == pytest.approx(1.0)
    assert unknown.coverage == 0
    assert unknown.top_cosine < 0
    assert unknown.hits == []


def test_signals_do_not_depend_on_entries_left_out():
    held = snapshot(row(0, "green tea", EAST, status="retracted"), row(1, "coffee", NORTH))
    found = held.find(EAST, "tea", n=2)
    assert found.coverage == 0
    assert found.top_cosine == pytest.approx(0.0)


def test_added_rows_are_found_and_old_positions_stay():
    held = snapshot(row(0, "tea"), row(1, "coffee"))
    held.extend([row(2, "zeppelin", NORTH)], version=9)
    assert held.version == 9
    assert (held.position("e0"), held.position("e2")) == (0, 2)
    assert ids(held.search(None, "zeppelin", n=1)) == ["e2"]
    assert ids(held.dense_search(NORTH, n=1)) == ["e2"]


def test_a_changed_row_replaces_the_old_one():
    held = snapshot(row(0, "tea", EAST), row(1, "coffee", unit(1, 1)))
    assert held.entry(0).text == "tea"
    held.extend([row(0, "zeppelin", NORTH, subject="Bob", metadata='{"a": 1}')], version=2)
    assert len(held) == 2
    assert held.entry(0).text == "zeppelin"
    assert held.entry(0).metadata == {"a": 1}
    assert held.search(None, "tea", n=2) == []
    assert ids(held.search(None, "zeppelin", n=2)) == ["e0"]
    assert ids(held.dense_search(EAST, n=1)) == ["e1"]
    assert held.positions(filters={"subject": "Bob"}) == [0]


def test_a_change_of_status_takes_an_entry_out_of_the_search():
    held = snapshot(row(0, "tea"), row(1, "tea"))
    held.extend([row(0, "tea", status="superseded", valid_to=HOUR)], version=2)
    assert ids(held.search(EAST, "tea", n=2)) == ["e1"]


def test_old_triggers_go_with_a_change():
    held = snapshot(row(0, "x", NORTH, triggers=("a",), trigger_vectors=as_bytes([EAST])))
    held.extend([row(0, "x", NORTH)], version=2)
    assert held.search(EAST, "", n=1) == []


def test_a_row_given_twice_at_once_counts_once():
    held = snapshot()
    held.extend([row(0, "tea"), row(0, "coffee")], version=1)
    assert len(held) == 1
    assert held.entry(0).text == "coffee"


def test_an_extended_snapshot_answers_as_one_built_at_once():
    rng = np.random.default_rng(1)
    rows = [
        row(i, f"word{i % 7} thing{i % 11} x{i}", unit(*rng.standard_normal(2))) for i in range(60)
    ]
    grown = snapshot(*rows[:20])
    grown.extend(rows[20:30], 2)
    grown.extend(rows[25:], 3)
    whole = snapshot(*rows)
    for query in ("word3", "thing5 word1", "x59 word2"):
        assert ids(grown.search(EAST, query, n=10)) == ids(whole.search(EAST, query, n=10))


def test_the_stated_size_grows_with_the_rows():
    held = snapshot(*(row(i) for i in range(10)))
    before = held.nbytes
    held.extend([row(10 + i, "a longer text " * 20) for i in range(10)], 2)
    assert held.nbytes > before + 10 * 280


def test_searching_while_rows_come_in_never_fails():
    held = snapshot(*(row(i, f"tea {i}") for i in range(50)))
    failures: list[Exception] = []

    def search() -> None:
        try:
            for _ in range(200):
                for hit in held.search(EAST, "tea", n=5):
                    held.entry(hit.position)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for step in range(100):
        held.extend([row(50 + step, f"tea {step}"), row(step % 50, "coffee")], step)
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(held) == 150
