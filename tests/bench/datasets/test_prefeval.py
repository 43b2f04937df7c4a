from pathlib import Path
from typing import Any

import pytest

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem_bench.datasets.prefeval import load

RECORD = {
    "preference": "I avoid cats.",
    "question": "Which pet?",
    "explanation": "Cats are often named.",
}
CHOICE = RECORD | {
    "implicit_query": "A pet?",
    "options": ["A cat", "A turtle"],
    "conversation": {
        "query": "A pet?",
        "assistant_options": "1. A cat 2. A turtle",
        "user_selection": "The second.",
        "assistant_acknowledgment": "A turtle, then.",
    },
    "aligned_op": "A turtle",
}
PERSONA = RECORD | {
    "persona": "a retired postal worker",
    "conversation": {
        "turn1": {"user": "Cats make me sneeze.", "assistant": "Noted."},
        "turn2": {"user": "Any news?", "assistant": "No."},
    },
}
OPTIONS = RECORD | {"classification_task_options": ["A turtle", "A cat", "Two cats", "A lion"]}
FILLER = [
    {"conversation": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]},
    {"conversation": [{"role": "user", "content": "2+2"}, {"role": "assistant", "content": "4"}]},
]


@pytest.fixture
def root(write: Any) -> Path:
    write("explicit_preference/pets.json", [RECORD, RECORD | {"question": "Which hotel?"}])
    write("implicit_preference/choice-based/pets.json", [CHOICE])
    write("implicit_preference/persona-driven/pets.json", [PERSONA])
    write("mcq_options/pets.json", [OPTIONS, OPTIONS])
    return write("filtered_inter_turns.json", FILLER).parent


def test_a_stated_preference_is_one_turn_and_the_bank(root: Path) -> None:
    dataset = load(root)
    first = dataset.people[0]
    assert first.id == "pets-000"
    assert [(turn.role, turn.text) for turn in first.sessions[0].turns] == [
        ("user", "I avoid cats.")
    ]
    (question,) = first.questions
    assert (question.query, question.answer, question.category) == (
        *("Which pet?", "I avoid cats."),
        "pets",
    )
    assert question.logical == (first.bank[0].id,)
    assert question.evidence == ("preference:0",)


def test_the_first_of_the_options_is_the_right_one(root: Path) -> None:
    (item,) = load(root).people[0].choices
    assert item.answer == "correct"
    assert item.options == (
        ("correct", "A turtle"),
        ("wrong_1", "A cat"),
        ("wrong_2", "Two cats"),
        ("wrong_3", "A lion"),
    )


def test_options_to_another_question_are_left_out_and_told(root: Path) -> None:
    dataset = load(root)
    assert dataset.people[1].choices == ()
    assert dataset.notes == ("pets.json[1]: options left out, they are to another question",)


def test_an_implied_preference_is_only_in_the_conversation(root: Path) -> None:
    (person,) = load(root, form="choice").people
    assert [(turn.role, turn.text) for turn in person.sessions[0].turns] == [
        ("user", "A pet?"),
        ("assistant", "1. A cat 2. A turtle"),
        ("user", "The second."),
        ("assistant", "A turtle, then."),
    ]
    assert person.bank == ()
    assert person.questions[0].evidence == ("preference:0", "preference:2")
    (other,) = load(root, form="persona").people
    assert [turn.text for turn in other.sessions[0].turns] == [
        *("Cats make me sneeze.", "Noted.", "Any news?", "No.")
    ]
    assert other.persona == "a retired postal worker"


def test_filler_stands_between_the_preference_and_the_question(root: Path) -> None:
    person = load(root, inter_turns=2).people[0]
    assert [session.id for session in person.sessions] == ["preference", "filler_1", "filler_2"]
    assert [turn.text for turn in person.sessions[2].turns] == ["2+2", "4"]
    with pytest.raises(InvalidInput, match="2 exchanges"):
        load(root, inter_turns=3)


def test_the_repository_a_topic_and_a_file_are_paths_too(root: Path, write: Any) -> None:
    write("explicit_preference/travel.json", [RECORD])
    assert [person.id for person in load(root, topics=("travel",)).people] == ["travel-000"]
    alone = load(root / "explicit_preference" / "pets.json")
    assert [len(person.choices) for person in alone.people] == [1, 0]
    target = root.parent / f"{root.name}-repository" / "benchmark_dataset"
    target.parent.mkdir()
    root.rename(target)
    assert len(load(target.parent).people) == 3


def test_unknown_forms_and_topics_are_refused(root: Path) -> None:
    with pytest.raises(InvalidInput, match="explicit, choice, persona"):
        load(root, form="implicit")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="cars"):
        load(root, topics=("cars",))


def test_a_conversation_of_another_form_is_an_error(root: Path) -> None:
    file = root / "implicit_preference" / "persona-driven" / "pets.json"
    with pytest.raises(ImportFormatError, match="form choice"):
        load(file, form="choice")
