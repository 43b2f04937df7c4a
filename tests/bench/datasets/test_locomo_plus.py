from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rootmem.errors import InvalidInput
from rootmem_bench.datasets.locomo_plus import load


def sample(name: str, *dates: str) -> dict[str, Any]:
    said: dict[str, Any] = {"speaker_a": f"{name}-A", "speaker_b": f"{name}-B"}
    for number, date in enumerate(dates, start=1):
        said[f"session_{number}_date_time"] = f"9:00 am on {date}"
        said[f"session_{number}"] = [
            {"speaker": f"{name}-A", "dia_id": f"D{number}:1", "text": "Hi"}
        ]
    return {"sample_id": name, "conversation": said, "qa": []}


def entry(**other: Any) -> dict[str, Any]:
    return {
        "relation_type": "causal",
        "cue_dialogue": "A: I broke my arm.\nB: Ouch.",
        "trigger_query": "A: Shall we climb?",
        "time_gap": "two weeks later",
        "scores": {"bm25": 1.5},
        **other,
    }


@pytest.fixture
def files(write: Any) -> Any:
    def written(*entries: dict[str, Any]) -> Path:
        write(
            "locomo10.json",
            [
                sample("conv-1", "1 May, 2023", "20 May, 2023", "29 May, 2023"),
                sample("conv-2", "1 June, 2023"),
            ],
        )
        return write("locomo_plus.json", list(entries))

    return written


def test_the_cue_is_laid_the_gap_before_the_query(files: Any) -> None:
    (person,) = load(files(entry())).people
    assert [session.id for session in person.sessions] == [
        *("session_1", "session_2", "cue", "session_3")
    ]
    (item,) = person.questions
    assert item.time == datetime(2023, 6, 5, 9, tzinfo=UTC)
    assert person.sessions[2].start == datetime(2023, 5, 22, 9, tzinfo=UTC)


def test_the_cue_is_the_evidence_in_the_speakers_names(files: Any) -> None:
    (person,) = load(files(entry())).people
    cue = next(session for session in person.sessions if session.id == "cue")
    assert [(turn.id, turn.name, turn.text) for turn in cue.turns] == [
        ("cue:1", "conv-1-A", "I broke my arm."),
        ("cue:2", "conv-1-B", "Ouch."),
    ]
    (item,) = person.questions
    assert (item.query, item.answer, item.category) == ("Shall we climb?", "", "causal")
    assert (item.evidence, item.evidence_sessions) == (("cue:1", "cue:2"), ("cue",))
    assert item.extra["cue"] == "conv-1-A: I broke my arm.\nconv-1-B: Ouch."


def test_entry_i_goes_into_conversation_i_modulo_their_number(files: Any) -> None:
    dataset = load(files(entry(), entry(), entry()))
    used = [person.questions[0].extra["locomo"] for person in dataset.people]
    assert used == ["conv-1", "conv-2", "conv-1"]


@pytest.mark.parametrize(
    ("gap", "days"),
    [
        ("about one month later", 30),
        ("a week later", 7),
        ("around 7 months later", 210),
        ("two years later", 730),
    ],
)
def test_gaps_are_read_in_words_and_numbers(files: Any, gap: str, days: int) -> None:
    (person,) = load(files(entry(time_gap=gap))).people
    cue = next(session for session in person.sessions if session.id == "cue")
    asked = person.questions[0].time
    assert asked is not None
    assert cue.start is not None
    assert (asked - cue.start).days == days


def test_a_gap_that_cannot_be_read_is_told(files: Any) -> None:
    dataset = load(files(entry(time_gap="soon")))
    assert dataset.people[0].sessions[-1].id == "cue"
    assert dataset.notes == ("locomo_plus.json[0]: time_gap 'soon' cannot be read, taken as none",)


@pytest.mark.parametrize("end", ["\\n", " ", "\n\n"])
def test_a_turn_may_end_oddly(files: Any, end: str) -> None:
    (person,) = load(files(entry(cue_dialogue=f"A: I broke my arm.{end}B: Ouch."))).people
    cue = person.questions[0].extra["cue"]
    assert cue == "conv-1-A: I broke my arm.\nconv-1-B: Ouch."


def test_a_cue_without_speakers_is_left_out_and_told(files: Any) -> None:
    dataset = load(files(entry(cue_dialogue="I broke my arm."), entry()))
    assert [person.id for person in dataset.people] == ["plus-002"]
    assert dataset.notes[0].startswith("locomo_plus.json[0]: left out")


def test_one_speaker_may_be_the_user(files: Any) -> None:
    (person,) = load(files(entry()), user="speaker_b").people
    cue = next(session for session in person.sessions if session.id == "cue")
    assert [turn.role for turn in cue.turns] == ["assistant", "user"]


def test_it_needs_locomo(files: Any) -> None:
    path = files(entry())
    (path.parent / "locomo10.json").unlink()
    with pytest.raises(InvalidInput, match="locomo=PATH"):
        load(path)


def test_cues_lie_inside_the_true_conversations(write: Any, data: Path) -> None:
    path = write("locomo_plus.json", [entry() for _ in range(9)])
    dataset = load(path, locomo=data / "locomo" / "locomo7.json")
    assert len({person.questions[0].extra["locomo"] for person in dataset.people}) == 7
    for person in dataset.people:
        starts = [session.start for session in person.sessions]
        assert starts == sorted(start for start in starts if start is not None)
