import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem_bench.datasets.personamem import TYPES, load

OPTIONS = ["(a) It's blue.", '(b) He said "red".']
CONTEXT = {
    "c1": [
        {"role": "system", "content": "Current user persona: Name: Ana"},
        {"role": "user", "content": "User: I paint."},
        {"role": "assistant", "content": "Assistant: Nice."},
        {"role": "system", "content": "Current user persona: Name: Ana"},
        {"role": "user", "content": "User: I stopped."},
    ]
}


def row(**other: Any) -> dict[str, Any]:
    return {
        "persona_id": "0",
        "question_id": "q1",
        "question_type": TYPES[0],
        "topic": "art",
        "distance_to_ref_in_tokens": "25010",
        "user_question_or_message": "Which, then?",
        "correct_answer": "(b)",
        "all_options": json.dumps(OPTIONS),
        "shared_context_id": "c1",
        "end_index_in_shared_context": "3",
        **other,
    }


@pytest.fixture
def folder(write: Any) -> Any:
    def written(*rows: dict[str, Any], size: str = "32k") -> Path:
        text = io.StringIO(newline="")
        table = csv.DictWriter(text, fieldnames=list(rows[0]))
        table.writeheader()
        table.writerows(rows)
        write(f"shared_contexts_{size}.jsonl", [CONTEXT])
        return write(f"questions_{size}.csv", text.getvalue()).parent

    return written


def test_a_context_is_a_person_without_the_turns_that_give_it_away(folder: Any) -> None:
    (ana,) = load(folder(row())).people
    assert (ana.id, ana.extra["persona_id"]) == ("c1", "0")
    assert [[turn.text for turn in block.turns] for block in ana.sessions] == [
        ["I paint.", "Nice."],
        ["I stopped."],
    ]
    assert [turn.id for block in ana.sessions for turn in block.turns] == ["c1:1", "c1:2", "c1:4"]
    assert ana.persona.endswith("Name: Ana")


def test_the_history_ends_where_the_row_says(folder: Any) -> None:
    path = folder(row())
    (item,) = load(path).people[0].choices
    assert (item.history_id, item.history_end, item.extra["end_index"]) == ("c1", 2, 3)
    (ana,) = load(path, persona_turns=True).people
    assert ana.choices[0].history_end == 3
    assert ana.sessions[0].turns[0].role == "system"


@pytest.mark.parametrize("text", [json.dumps(OPTIONS), repr(OPTIONS)])
def test_options_are_json_or_a_list_literal(folder: Any, text: str) -> None:
    (item,) = load(folder(row(all_options=text))).people[0].choices
    assert item.options == (("a", "It's blue."), ("b", 'He said "red".'))
    assert item.answer == "b"


def test_lines_and_commas_inside_a_field_stay_there(folder: Any) -> None:
    (item,) = load(folder(row(user_question_or_message='One,\n"two"\u2028three'))).people[0].choices
    assert item.query == 'One,\n"two"\u2028three'


@pytest.mark.parametrize(
    "odd",
    [
        {"all_options": "__import__('os')"},
        {"all_options": "[]"},
        {"correct_answer": "(d)"},
        {"correct_answer": ""},
        {"end_index_in_shared_context": "all"},
    ],
)
def test_a_row_that_cannot_be_read_is_left_out_and_told(folder: Any, odd: dict[str, str]) -> None:
    dataset = load(folder(row(question_id="q0", **odd), row()))
    assert [item.id for item in dataset.people[0].choices] == ["q1"]
    assert dataset.notes[0].startswith("questions_32k.csv, row 1: left out")


def test_questions_without_their_context_are_counted(folder: Any) -> None:
    dataset = load(folder(row(shared_context_id="c9"), row(), row(shared_context_id="c9")))
    assert dataset.notes[0].startswith("questions_32k.csv: 2 questions of 1 contexts left out")


def test_the_size_chooses_the_file(folder: Any) -> None:
    folder(row())
    path = folder(row(question_id="long"), size="128k")
    assert load(path).people[0].choices[0].id == "q1"
    assert load(path, size="128k").people[0].choices[0].id == "long"
    with pytest.raises(ImportFormatError, match="questions_1M"):
        load(path, size="1M")


def test_missing_columns_and_missing_contexts_are_errors(folder: Any) -> None:
    short = row()
    del short["all_options"]
    with pytest.raises(ImportFormatError, match="all_options"):
        load(folder(short))
    path = folder(row())
    (path / "shared_contexts_32k.jsonl").unlink()
    with pytest.raises(InvalidInput, match="contexts=PATH"):
        load(path)


def test_the_true_files_have_their_counts(data: Path) -> None:
    dataset = load(data / "personamem")
    items = [item for person in dataset.people for item in person.choices]
    assert (len(dataset.people), len(items)) == (2, 17)
    assert all(len(item.options) == 4 and item.query_type in TYPES for item in items)
    assert dataset.notes[0].startswith("questions_32k.csv: 572 questions of 35 contexts")


def test_every_row_of_the_true_questions_can_be_read(data: Path, tmp_path: Path) -> None:
    file = data / "personamem" / "questions_32k.csv"
    with file.open(newline="", encoding="utf-8") as opened:
        names = {line["shared_context_id"] for line in csv.DictReader(opened)}
    contexts = tmp_path / "contexts.jsonl"
    contexts.write_text("".join(json.dumps({name: CONTEXT["c1"]}) + "\n" for name in names))
    dataset = load(file, contexts=contexts)
    assert sum(len(person.choices) for person in dataset.people) == 589
    assert dataset.notes == ()
