"""IMLogic-mini keeps its own rules, and the check notices when one is broken."""

import copy

import pytest

from rootmem_bench.data import mini_check
from rootmem_bench.data.mini_check import check, check_item, check_person, check_whole, load
from rootmem_bench.data.mini_probes import OPTIONS, Person, chance_bound, length_scores


@pytest.fixture
def people() -> list[Person]:
    return copy.deepcopy(load())


def item_faults(person: Person, number: int) -> list[str]:
    memories = {m["memory_id"]: m for m in person["bank"]}
    return check_item(person["items"][number], memories)


def test_the_shipped_data_break_no_rule(people: list[Person]) -> None:
    figures, faults = check(people)
    assert faults == []
    assert figures[0].startswith("4 people, 60 items")


def test_dense_similarity_misses_the_logical_memory(people: list[Person]) -> None:
    pytest.importorskip("wordllama")
    semantic, logical = mini_check.dense_recall(people) or (0.0, 1.0)
    assert semantic > 0.9
    assert logical < 0.25


def test_words_of_the_options_alone_do_not_give_the_answer(people: list[Person]) -> None:
    pytest.importorskip("sklearn")
    assert (mini_check.bag_of_words_score(people) or 0) < chance_bound(60)


def test_a_tell_tale_word_is_found_by_the_word_probe(people: list[Person]) -> None:
    pytest.importorskip("sklearn")
    for person in people:
        for item in person["items"]:
            item["options"]["correct"] += " Honestly."
    assert (mini_check.bag_of_words_score(people) or 0) >= chance_bound(60)


def test_swapped_keys_are_noticed(people: list[Person]) -> None:
    item = people[0]["items"][0]
    item["semantic_memory"], item["logical_memory"] = (
        item["logical_memory"],
        item["semantic_memory"],
    )
    assert any("query shares" in fault for fault in item_faults(people[0], 0))


def test_an_unknown_memory_is_noticed(people: list[Person]) -> None:
    people[1]["items"][3]["also_valid"] = ["nobody-m001"]
    assert any("unknown memories" in fault for fault in item_faults(people[1], 3))


def test_a_memory_with_two_roles_is_noticed(people: list[Person]) -> None:
    item = people[1]["items"][3]
    item["also_valid"] = [item["logical_memory"]]
    assert any("two roles" in fault for fault in item_faults(people[1], 3))


def test_a_lengthened_correct_option_is_noticed(people: list[Person]) -> None:
    people[3]["items"][5]["options"]["correct"] += " And think about it once more before you do."
    faults = item_faults(people[3], 5)
    assert any(f.startswith("thandeka-q06: correct has") and "words" in f for f in faults)
    assert any("characters" in f for f in faults)


def test_correct_options_that_are_always_the_longest_are_noticed(people: list[Person]) -> None:
    for person in people:
        for item in person["items"]:
            options = item["options"]
            options["correct"] += "." * (max(map(len, options.values())) - len(options["correct"]))
            options["correct"] += "."
    assert length_scores([i for p in people for i in p["items"]])["longest"] == 60
    assert any("choosing by longest solves 60 of 60" in fault for fault in check_whole(people)[1])


def test_a_word_shared_with_the_logical_memory_is_noticed(people: list[Person]) -> None:
    person = people[2]
    item = person["items"][0]
    logical = next(m for m in person["bank"] if m["memory_id"] == item["logical_memory"])
    item["query"] += " " + max(logical["text"].split(), key=len)
    assert any(f"with {item['logical_memory']}" in fault for fault in item_faults(person, 0))


def test_a_query_before_its_memories_is_noticed(people: list[Person]) -> None:
    people[0]["items"][2]["query_time"] = "2020-01-01T00:00:00Z"
    assert any("asked before" in fault for fault in item_faults(people[0], 2))


def test_a_restated_memory_is_noticed(people: list[Person]) -> None:
    person = people[0]
    item = person["items"][0]
    memories = {m["memory_id"]: m["text"] for m in person["bank"]}
    item["options"]["correct"] = memories[item["logical_memory"]]
    assert any("restates" in fault for fault in item_faults(person, 0))


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("bank", 4, "tag"), "Hobby", "tag Hobby"),
        (("bank", 4, "type"), "rumour", "type rumour"),
        (("bank", 4, "text"), "She likes it.", "text lacks the name"),
        (("bank", 4, "turn_ids"), ["nowhere-t01"], "cites a turn"),
        (("bank", 4, "session_id"), "nowhere-s01", "unknown session"),
        (("items", 4, "category"), "Whim", "kind"),
        (("persona",), "Marisela is nice.", "persona length"),
    ],
)
def test_a_malformed_field_is_noticed(
    people: list[Person], path: tuple[str | int, ...], value: object, expected: str
) -> None:
    target = people[1]  # by file name: kenta, marisela, tadeusz, thandeka
    for step in path[:-1]:
        target = target[step]  # type: ignore[index]
    target[path[-1]] = value  # type: ignore[index]
    assert any(expected in fault for fault in check_person(people[1]))


def test_missing_parts_are_noticed(people: list[Person]) -> None:
    people[0]["items"].pop()
    del people[1]["bank"][119:]
    people[2]["sessions"] = people[2]["sessions"][:11]
    faults = "\n".join(check(people)[1])
    for text in ("14 items, not 15", "fewer than 120", "11 sessions, not 12 to 18"):
        assert text in faults


def test_an_empty_person_is_reported(people: list[Person]) -> None:
    empty: Person = {"user": "nobody", "persona": "", "sessions": [], "bank": [], "items": []}
    faults = check([*people, empty])[1]
    assert "nobody: persona, bank or sessions are empty" in faults
    assert "nobody: 0 items, not 15" in faults


def test_all_option_types_are_present_in_order(people: list[Person]) -> None:
    for person in people:
        for item in person["items"]:
            assert tuple(item["options"]) == OPTIONS


def test_the_command_reports_and_exits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], people: list[Person]
) -> None:
    assert mini_check.main() == 0
    assert "every rule holds" in capsys.readouterr().out
    people[0]["items"][0]["category"] = "Whim"
    monkeypatch.setattr(mini_check, "load", lambda: people)
    assert mini_check.main() == 1
    assert "BROKEN" in capsys.readouterr().out
