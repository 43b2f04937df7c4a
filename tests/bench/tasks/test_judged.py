"""The tasks with judges, end to end with scripted models on small data."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rootmem.embedders import open_embedder
from rootmem.errors import InvalidInput
from rootmem_bench.measures.overlap import token_f1
from rootmem_bench.records import BankEntry, ChoiceItem, Dataset, OpenItem, Person
from rootmem_bench.runs import ItemLine, Run
from rootmem_bench.systems.protocol import Tools
from rootmem_bench.tasks.catalogue import KINDS, kind_of
from rootmem_bench.tasks.configurations import configurations
from rootmem_bench.tasks.kinds import Job
from rootmem_bench.tasks.models import Models
from rootmem_bench.tasks.prefeval import Followed, error_of
from rootmem_bench.tasks.running import Options, run_kind

pytest.importorskip("inspect_ai")
from tests.bench.tasks import scripted_model

EMBEDDER = open_embedder(None)
Script = Callable[[str], str]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path / "cache"))


def run(
    name: str,
    data: Dataset,
    folder: Path,
    answer: Script,
    *judges: Script,
    level: str = "conversation",
    k: int = 3,
) -> tuple[Run, list[ItemLine]]:
    model = scripted_model.scripted("answer", answer)
    judging = tuple(scripted_model.scripted(f"judge-{n}", one) for n, one in enumerate(judges))
    return run_kind(
        kind_of(next(entry for entry in KINDS if entry.name == name)),
        Job(data, level, k),  # type: ignore[arg-type]
        configurations("bm25"),
        Models(model, model, judging or (model,)),
        lambda options: Tools(EMBEDDER, options=options),
        Options(folder / "logs"),
        baseline="bm25",
        settings={},
    )


def says(**verdict: Any) -> Script:
    return lambda prompt: json.dumps({"reason": "so", **verdict})


def inside(prompt: str, tag: str) -> str:
    return prompt.split(f"<{tag}>\n")[-1].split(f"\n</{tag}>")[0]


def test_open_ended_has_two_judges_that_see_what_they_must(small: Dataset, tmp_path: Path) -> None:
    found, lines = run(
        "open-ended",
        small,
        tmp_path,
        lambda prompt: "Keep the drums low for Moss.",
        says(uses_fact=True, same_direction=True),
        says(uses_fact=True, same_direction=False),
        level="memory",
    )
    assert len(lines) == 4
    assert all(list(line.verdicts.values()) == [True, False] for line in lines)
    figures = found.measures[0].figures
    assert figures["judge:1:scripted/judge-0"].value == 1
    assert figures["judge:2:scripted/judge-1"].value == 0
    assert found.measures[0].agreement is not None
    assert found.measures[0].agreement["raw"] == 0
    prompt = scripted_model.SENT["judge-0"][0]
    assert inside(prompt, "decisive-fact") == "A cat called Moss lives in the studio."
    assert inside(prompt, "reference") == "Keep it low, for Moss sleeps there"
    assert inside(prompt, "request") in ("Which drum music today?", "What music suits the evening?")
    assert inside(prompt, "reply") == "Keep the drums low for Moss."
    assert lines[0].usage["judge"].calls == 2
    assert lines[0].scores["within_50_words"] == 1


def test_the_answering_model_of_an_open_ended_item_sees_no_option(
    small: Dataset, tmp_path: Path
) -> None:
    run("open-ended", small, tmp_path, lambda p: "x", says(uses_fact=True, same_direction=True))
    for prompt in scripted_model.SENT["answer"]:
        assert "Keep it low" not in prompt
        assert "harp" not in prompt


def test_an_unusable_verdict_is_none_and_does_not_pass(small: Dataset, tmp_path: Path) -> None:
    found, lines = run("locomo", small, tmp_path, lambda p: "Moss", lambda p: "no idea")
    assert all(line.verdicts == {"scripted/judge-0": None} for line in lines)
    assert found.measures[0].figures["accuracy"].value == 0


@pytest.mark.parametrize("name", ["locomo", "longmemeval", "memaware"])
def test_questions_are_answered_judged_and_their_evidence_looked_for(
    small: Dataset, tmp_path: Path, name: str
) -> None:
    found, lines = run(
        name,
        small,
        tmp_path,
        lambda prompt: "A cat called Moss.",
        says(correct=True),
    )
    assert [line.item for line in lines] == ["ada-o1", "ben-o1"]
    figures = found.measures[0].figures
    assert figures["accuracy"].value == 1
    assert figures["evidence_recall"].value == 1
    assert figures["session_recall"].value == 1
    assert 0 < figures["evidence_ndcg"].value <= 1
    reference = "should-recall" if name == "memaware" else "right-answer"
    assert inside(scripted_model.SENT["judge-0"][0], reference) == "A cat called Moss"


def test_a_question_to_be_refused_has_its_own_rule(small: Dataset, tmp_path: Path) -> None:
    ada = small.people[0]
    refused = ada.questions[0].model_copy(update={"abstain": True})
    data = small.model_copy(update={"people": (ada.model_copy(update={"questions": (refused,)}),)})
    run("longmemeval", data, tmp_path, lambda p: "Not known.", says(correct=True))
    assert "not known or was not mentioned" in scripted_model.SENT["judge-0"][0]


def test_f1_of_words_as_locomo_counts_it() -> None:
    assert token_f1("The cats", "a cat") == 1
    assert token_f1("a cat called Moss", "Moss") == pytest.approx(0.5)
    assert token_f1("a dog", "Moss") == 0


def test_prefeval_tells_errors_apart(small: Dataset, tmp_path: Path) -> None:
    yes = {"acknowledges": True, "hallucinates": False, "violates": False, "helpful": True}
    kinds = {
        None: {},
        "unaware": {"violates": True, "acknowledges": False},
        "hallucinated": {"violates": True, "hallucinates": True},
        "inconsistent": {"violates": True},
        "unhelpful": {"helpful": False},
    }
    for kind, change in kinds.items():
        assert error_of(Followed(**(yes | change))) == kind
    found, _ = run("prefeval", small, tmp_path, lambda p: "x", says(**(yes | {"violates": True})))
    assert found.measures[0].figures["inconsistent"].value == 1
    assert found.measures[0].figures["accuracy"].value == 0


def test_knowu_is_a_proxy_and_says_so(small: Dataset, tmp_path: Path) -> None:
    people = tuple(
        person.model_copy(update={"extra": {"profile": {"coffee": "black"}}})
        for person in small.people
    )
    data = small.model_copy(update={"people": people})
    found, lines = run("knowu-proxy", data, tmp_path, lambda p: "A black coffee.", says(score=0.98))
    assert "proxy" in found.task
    assert "proxy" in found.note
    assert not any(line.correct for line in lines)  # success begins at 0.99
    assert found.measures[0].figures["proxy_score"].value == pytest.approx(0.98)
    assert '"coffee": "black"' in scripted_model.SENT["judge-0"][0]
    assert '"coffee"' not in scripted_model.SENT["answer"][0]


def test_halumem_measures_extraction_update_and_questions(small: Dataset, tmp_path: Path) -> None:
    ada = small.people[0]
    kinds = ("primary", "interference", "secondary", "system")
    bank = tuple(
        BankEntry.model_validate(
            entry.model_dump()
            | {
                "extra": {
                    "memory_source": kind,
                    "is_update": kind == "secondary",
                    "original_memories": ["Likes silence."] if kind == "secondary" else [],
                }
            }
        )
        for entry, kind in zip(ada.bank, kinds, strict=True)
    )
    question = OpenItem(
        id="s1-q1", query="Who lives there?", answer="Moss", logical=("ada-m2",), history_end=4
    )
    person = ada.model_copy(update={"bank": bank, "questions": (question,)})
    data = small.model_copy(update={"people": (person,)})

    def judge(prompt: str) -> str:
        if "<before>" in prompt:
            assert inside(prompt, "before") == "Likes silence."
            return says(update="omitted")(prompt)
        return says(held="full")(prompt) if "<held>" in prompt else says(answer="correct")(prompt)

    found, lines = run("halumem", data, tmp_path, lambda p: "Moss", judge)
    assert [line.item for line in lines] == [
        "ada-m1/extraction",
        "ada-m2/extraction",
        "ada-m3/extraction",
        "ada-m3/update",
        "ada-m4/extraction",
        "s1-q1/qa",
    ]
    figures = {name: (one.value, one.n) for name, one in found.measures[0].figures.items()}
    assert figures["memory_recall"] == (1, 3)
    assert figures["false_memory_resistance"] == (0, 1)
    assert figures["update_omitted"] == (1, 1)
    assert figures["qa_correct"] == (1, 1)
    assert len(scripted_model.SENT["answer"]) == 1  # only the question is answered


def test_personamem_builds_for_each_end_and_reads_the_tag(small: Dataset, tmp_path: Path) -> None:
    options = (("a", "Play drums"), ("b", "Keep it low"), ("c", "Sing"), ("d", "Sleep"))
    items = tuple(
        ChoiceItem(
            id=f"q{end}", query="Drum music?", options=options, answer="b", history_end=end,
            category="suggest_new_ideas",
        )
        for end in (2, 4)
    )  # fmt: skip
    person: Person = small.people[0].model_copy(update={"choices": items})
    data = small.model_copy(update={"people": (person,)})
    found, lines = run(
        "personamem",
        data,
        tmp_path,
        lambda prompt: f"(a) or (b)? <final_answer>({scripted_model.choosing('Keep')(prompt)})",
    )
    assert [line.correct for line in lines] == [True, True]
    assert [line.order for line in lines] == [("a", "b", "c", "d")] * 2
    assert [(one.part, one.person) for one in found.builds] == [("2", "ada"), ("4", "ada")]
    seen = [{name for ids in line.retrieved for name in ids} for line in lines]
    assert seen[0] == set()  # the drums come in the third turn
    assert "ada-t3" in seen[1]
    assert found.measures[0].by_category["suggest_new_ideas"]["accuracy"].n == 2


def test_a_task_of_one_level_refuses_the_other(small: Dataset, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="conversation level"):
        run("longmemeval", small, tmp_path, lambda p: "x", level="memory")
