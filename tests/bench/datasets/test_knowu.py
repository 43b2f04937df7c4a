import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rootmem.errors import ImportFormatError, NotConfigured
from rootmem_bench.datasets.knowu import load

EVENT = {
    "time": "2026-01-02T01:05:10+08:00",
    "location": "Home",
    "action": "At 01:05 she set an alarm.",
    "label": "signal",
    "category": "wakeup_alarm",
}
LATER = EVENT | {"time": "2026-01-03T09:00:00+08:00", "location": "", "action": "At 09:00 she ran."}
NOISE = EVENT | {"label": "noise", "category": "accidental_click"}
TASK = {
    "task_name": "Alarm@ana",
    "class_name": "Alarm",
    "family": "routine",
    "task_tags": ["lang-en"],
    "text_for_embedding": "Friday, 23:00",
    "profile_id": "ana",
}


@pytest.fixture
def folder(write: Any) -> Path:
    write("user_logs/ana.json", [EVENT, LATER])
    write("user_logs/ana_noise_25pct.json", [EVENT, NOISE, LATER])
    write("user_profile/ana.yaml", "user_profile:\n  identity:\n    age: 30\n")
    write("user_profile/template.yaml", "user_profile: {}\n")
    return write("tasks/t.jsonl", [TASK]).parents[1]


def test_a_day_of_the_log_in_its_own_zone_is_a_session(folder: Path) -> None:
    (ana,) = load(folder).people
    assert [session.id for session in ana.sessions] == ["2026-01-02", "2026-01-03"]
    (turn,) = ana.sessions[0].turns
    assert (turn.role, turn.text) == ("user", "At 01:05 she set an alarm. (Home)")
    assert turn.time == datetime(2026, 1, 1, 17, 5, 10, tzinfo=UTC)
    assert ana.sessions[1].turns[0].text == "At 09:00 she ran."
    assert ana.bank[1].source == (ana.sessions[1].turns[0].id,)


def test_what_an_event_is_stands_only_where_measures_look(folder: Path) -> None:
    (ana,) = load(folder, noise=True).people
    assert [entry.extra["label"] for entry in ana.bank] == ["signal", "noise", "signal"]
    assert ana.bank[1].extra["category"] == "accidental_click"
    shown = [entry.model_dump(exclude={"extra"}) for entry in ana.bank]
    assert "noise" not in str(shown)
    assert "accidental_click" not in str(shown)


def test_tasks_and_the_profile_go_to_their_person(folder: Path) -> None:
    dataset = load(folder)
    (ana,) = dataset.people
    (task,) = ana.questions
    assert (task.id, task.query, task.category, task.answer) == (
        *("Alarm@ana", "Friday, 23:00"),
        *("routine", ""),
    )
    assert ana.extra["profile"]["user_profile"]["identity"]["age"] == 30
    assert dataset.notes == ()


def test_tasks_of_nobody_and_profiles_without_a_log_are_told(folder: Path, write: Any) -> None:
    write("tasks/u.jsonl", [TASK | {"profile_id": "bo", "task_name": "Alarm@bo"}])
    write("user_profile/cy.yaml", "user_profile: {}\n")
    assert load(folder).notes == (
        "cy.yaml: left out, there is no log cy.json",
        "1 tasks of bo left out, no such person",
    )


def test_broken_yaml_and_a_bad_time_are_reported_with_their_place(folder: Path, write: Any) -> None:
    write("user_logs/ana.json", [EVENT, EVENT | {"time": "soon"}])
    with pytest.raises(ImportFormatError) as caught:
        load(folder)
    assert (caught.value.source, caught.value.field) == ("ana.json", "[1].time")
    write("user_logs/ana.json", [EVENT])
    write("user_profile/ana.yaml", "a: 1\nb: [\n")
    with pytest.raises(ImportFormatError) as caught:
        load(folder)
    assert caught.value.source == "ana.yaml"
    assert caught.value.line is not None


def test_without_the_package_it_says_what_to_install(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(NotConfigured, match=r"rootmem\[bench\]"):
        load(folder)


def test_the_true_folder_has_its_counts(data: Path) -> None:
    clean, noisy = load(data / "knowu_bench"), load(data / "knowu_bench", noise=True)
    assert [person.id for person in clean.people] == ["developer", "grandma", "student", "user"]
    assert [len(person.questions) for person in clean.people] == [41] * 4
    assert sum(len(person.bank) for person in clean.people) == 561
    assert sum(len(person.bank) for person in noisy.people) == 748
    labels = [entry.extra["label"] for person in noisy.people for entry in person.bank]
    assert labels.count("noise") == 187
    assert (clean.notes, noisy.notes) == ((), ())
