from pathlib import Path
from typing import Any

import pytest

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem_bench.datasets.files import digest_of
from rootmem_bench.datasets.registry import ALIASES, DATASETS, detect, load_dataset, loader

PERSON = {"user": "ana", "bank": [{"memory_id": "m1", "text": "x"}], "items": []}


def test_every_name_and_alias_has_a_loader_of_that_name() -> None:
    for name in DATASETS:
        assert name == loader(name).NAME
    assert set(ALIASES.values()) <= set(DATASETS)


def test_a_name_a_name_with_a_path_and_a_path_are_sources(write: Any) -> None:
    path = write("ana.json", PERSON)
    found = [
        load_dataset(path),
        load_dataset(f"style:{path}"),
        load_dataset("IMLogic_style", path=path),
        load_dataset(str(path), format="style"),
    ]
    assert [dataset.people[0].id for dataset in found] == ["ana"] * 4
    assert load_dataset("imlogic-mini").name == "mini"


def test_what_is_neither_name_nor_path_is_refused_with_what_exists() -> None:
    with pytest.raises(InvalidInput, match=r"nonesuch.*mini, style, imlogic"):
        load_dataset("nonesuch")
    with pytest.raises(InvalidInput, match="known: mini"):
        load_dataset("x", format="nonesuch")


def test_options_reach_the_loader_and_unknown_ones_are_refused(write: Any) -> None:
    path = write("ana.json", PERSON)
    assert load_dataset(path, name="mine").name == "mine"
    with pytest.raises(InvalidInput, match="no option size; it has locomo, name"):
        load_dataset(path, size="32k")


def test_a_path_where_none_belongs_and_a_missing_one_are_refused() -> None:
    with pytest.raises(InvalidInput, match="takes no path"):
        load_dataset("mini:somewhere")
    with pytest.raises(InvalidInput, match="locomo:PATH"):
        load_dataset("locomo")


def test_a_path_of_no_format_is_refused(write: Any) -> None:
    with pytest.raises(ImportFormatError, match="format is not known"):
        load_dataset(write("other.json", {"a": 1}))


def test_a_path_that_does_not_exist_is_told_by_its_loader() -> None:
    with pytest.raises(ImportFormatError, match="no such file"):
        load_dataset("style:nowhere/at/all")


def test_formats_are_told_apart_by_what_is_in_them(write: Any) -> None:
    halumem = '"uuid": "u", "sessions": [{"dialogue": [], "memory_points": []}]'
    plus = [{"cue_dialogue": "A: x", "trigger_query": "A: y", "time_gap": "a week later"}]
    conversation = {"speaker_a": "A", "speaker_b": "B"}
    item = {"memory_l": "x", "options": {"Trap_Preference": ""}}
    topic = {"preference": "", "question": "", "explanation": ""}
    paths = {
        "style": write("a/ana.json", PERSON),
        "imlogic": write("b/qa_user01.json", [item]),
        "halumem": write("c/h.jsonl", "{" + halumem + "}\n"),
        "locomo": write("d/locomo10.json", [{"qa": [], "conversation": conversation}]),
        "locomo-plus": write("e/locomo_plus.json", plus),
        "longmemeval": write("f/l.json", [{"question_id": "q", "haystack_session_ids": []}]),
        "prefeval": write("g/explicit_preference/t.json", [topic]),
        "memaware": write("h/questions.json", [{"should_recall": "", "answer_session_ids": []}]),
    }
    assert {name: detect(path) for name, path in paths.items()} == {name: name for name in paths}
    assert detect(paths["imlogic"].parent) == "imlogic"
    assert detect(paths["prefeval"].parents[1]) == "prefeval"
    assert detect(paths["memaware"].parent) == "memaware"


def test_the_public_data_sets_are_recognised(data: Path) -> None:
    assert {name: detect(data / name) for name in ("imlogic_style", "knowu_bench", "memaware")} == {
        "imlogic_style": "style",
        "knowu_bench": "knowu",
        "memaware": "memaware",
    }
    assert detect(data / "personamem") == "personamem"
    assert detect(data / "locomo" / "locomo7.json") == "locomo"
    assert detect(data / "longmemeval" / "oracle_dev120.jsonl") == "longmemeval"


def test_a_digest_is_that_of_sha256sum_and_of_several_that_of_its_lines(write: Any) -> None:
    one, two = write("b.json", "abc"), write("a.json", "")
    alone = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert digest_of([one]) == alone
    assert digest_of([one, two]) == digest_of([two, one])
    assert digest_of([one, two]) == (
        "421cd4b5249ea33bae4f070d902f07054fa9abb119418253d999cb403e356e4f"
    )
