"""Multiple choice end to end with a scripted model; what must hold is shown by mutation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rootmem.embedders import open_embedder
from rootmem.reasoners.llm.data import disarmed
from rootmem_bench.records import OPTION_KINDS, ChoiceItem, Dataset
from rootmem_bench.runs import ItemLine, Run
from rootmem_bench.systems import bm25
from rootmem_bench.systems.protocol import Retrieved, Tools
from rootmem_bench.tasks import kinds, mcq
from rootmem_bench.tasks.auditing import BrokenRun
from rootmem_bench.tasks.configurations import configurations
from rootmem_bench.tasks.hosting import TooManyItems
from rootmem_bench.tasks.kinds import Job
from rootmem_bench.tasks.mcq import MCQ, shuffled
from rootmem_bench.tasks.models import Models, asker
from rootmem_bench.tasks.running import Options, run_kind

pytest.importorskip("inspect_ai")
EMBEDDER = open_embedder(None)
RIGHT = "Keep it low"


from tests.bench.tasks import scripted_model  # noqa: E402 - after importorskip


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path / "cache"))


def run(
    data: Dataset,
    folder: Path,
    script: Callable[[str], str] = scripted_model.choosing(RIGHT),
    *,
    systems: str = "bm25",
    **job: Any,
) -> tuple[Run, list[ItemLine]]:
    model = scripted_model.scripted("answer", script)
    return run_kind(
        MCQ(),
        Job(data, **({"level": "memory", "k": 2} | job)),
        configurations(systems),
        Models(model, model, (model,)),
        lambda options: Tools(EMBEDDER, options=options),
        Options(folder / "logs"),
        baseline=systems.split(",")[-1],
        settings={},
    )


def test_a_model_that_knows_is_right_everywhere(small: Dataset, tmp_path: Path) -> None:
    found, lines = run(small, tmp_path, systems="bm25,dense")
    assert len(lines) == 8
    assert all(line.correct and line.kind == "correct" for line in lines)
    assert all(line.order[ord(line.choice or "") - ord("A")] == "correct" for line in lines)
    figures = found.measures[0].figures
    assert figures["accuracy"].value == 1
    assert figures["unparsable"].value == 0
    assert found.manifest.models["answer"] == "scripted/answer"
    assert len(found.builds) == 4
    assert lines[0].seconds.keys() == {"retrieval", "answer"}
    assert lines[0].usage["answer"].calls == 1
    assert {one.figure for one in found.comparisons} >= {"accuracy", "recall_logical"}


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        ("Turn the drums", "preference_trap"),
        ("Pick any", "generic_trap"),
        ("Play the harp", "fabrication_trap"),
        ("No such", "unparsable"),
    ],
)
def test_what_is_chosen_is_told_by_its_kind(
    small: Dataset, tmp_path: Path, start: str, kind: str
) -> None:
    found, lines = run(small, tmp_path, scripted_model.choosing(start))
    assert {line.kind for line in lines} == {kind}
    assert not any(line.correct for line in lines)
    assert found.measures[0].figures[kind].value == 1


def test_strict_reading_takes_one_letter_only(small: Dataset, tmp_path: Path) -> None:
    choose = scripted_model.choosing(RIGHT)

    def talkative(prompt: str) -> str:
        return f"The answer is {choose(prompt)}."

    _, lenient = run(small, tmp_path / "a", talkative)
    _, strict = run(small, tmp_path / "b", talkative, strict=True)
    assert all(line.correct for line in lenient)
    assert {line.kind for line in strict} == {"unparsable"}


def test_the_order_is_the_same_in_every_run_and_depends_on_user_and_item() -> None:
    """Golden: made of (42, user, item). It must never change, or runs stop being comparable."""
    options = tuple((kind, kind) for kind in OPTION_KINDS)

    def order(user: str, item: str, seed: int = 42) -> str:
        found = shuffled(
            ChoiceItem(id=item, query="", options=options, answer="correct"), seed, user
        )
        return "".join(kind[0] for kind in found)

    assert [order("ada", f"q{n}") for n in range(4)] == GOLDEN
    assert order("ben", "q0") != order("ada", "q0") or order("ben", "q1") != order("ada", "q1")
    places = [order("ada", f"q{n}").index("c") for n in range(400)]
    assert all(70 < places.count(place) < 130 for place in range(4))


GOLDEN = ["cpfg", "cfpg", "fcgp", "pgfc"]


def test_the_profile_is_in_no_prompt_unless_asked_for(small: Dataset, tmp_path: Path) -> None:
    persona = disarmed(small.people[0].persona)
    found, _ = run(small, tmp_path / "a")
    assert not any(persona in prompt for prompt in scripted_model.SENT["answer"])
    assert found.manifest.persona is False
    found, _ = run(small, tmp_path / "b", persona=True)
    assert all(persona in prompt for prompt in scripted_model.SENT["answer"])
    assert found.manifest.persona is True


def test_a_limit_takes_items_of_people_in_turn(small: Dataset, tmp_path: Path) -> None:
    _, lines = run(small, tmp_path, limit=2)
    assert [line.person for line in lines] == ["ada", "ben"]


def test_turns_are_the_context_at_conversation_level(small: Dataset, tmp_path: Path) -> None:
    _, lines = run(small, tmp_path, level="conversation")
    assert lines[0].retrieved[0] == ("ada-t3",)
    assert lines[0].semantic is True


def test_the_same_run_again_asks_nothing_and_is_equal(small: Dataset, tmp_path: Path) -> None:
    first, lines = run(small, tmp_path)
    again, same = run(small, tmp_path)
    assert scripted_model.SENT["answer"] == []
    assert same == lines
    assert again.measures == first.measures


def test_other_settings_in_the_same_folder_are_another_run(small: Dataset, tmp_path: Path) -> None:
    run(small, tmp_path, k=1)
    _, lines = run(small, tmp_path, k=2, systems="dense")
    assert {(line.k, len(line.retrieved)) for line in lines} == {(2, 2)}
    _, lines = run(small, tmp_path, k=3, systems="dense")
    assert {(line.k, len(line.retrieved)) for line in lines} == {(3, 3)}
    other = small.model_copy(update={"digest": "1" * 64})
    _, lines = run(other, tmp_path, k=3, systems="dense")
    assert len(lines) == 4


def test_the_cache_repeats_a_run_whose_logs_are_gone(small: Dataset, tmp_path: Path) -> None:
    _, lines = run(small, tmp_path / "a")
    _, same = run(small, tmp_path / "b")
    assert scripted_model.SENT["answer"] == []
    assert [(one.choice, one.kind, one.usage) for one in same] == [
        (one.choice, one.kind, one.usage) for one in lines
    ]


def test_a_failing_model_is_an_error_of_the_item_and_counts_as_wrong(
    small: Dataset, tmp_path: Path
) -> None:
    def failing(prompt: str) -> str:
        raise ValueError("no answer today")

    found, lines = run(small, tmp_path, failing)
    assert found.measures[0].errors == 4
    assert found.measures[0].figures["accuracy"].value == 0
    assert all("no answer today" in line.error for line in lines)
    _, lines = run(small, tmp_path)
    assert all(line.correct and not line.error for line in lines)


def test_a_system_that_thinks_is_built_once_a_person_and_counted(
    small: Dataset, tmp_path: Path
) -> None:
    answer = scripted_model.scripted("answer", scripted_model.choosing(RIGHT))
    memory = scripted_model.scripted("memory", lambda prompt: "?")
    scripted_model.STEPS.clear()
    models = Models(answer, memory, (answer,))

    def once(folder: Path) -> tuple[Run, list[ItemLine]]:
        return run_kind(
            MCQ(),
            Job(small, "memory", 3),
            configurations("rootmem-routed,bm25"),
            models,
            lambda options: Tools(EMBEDDER, asker(models.memory), None, "m", options),
            Options(folder / "logs"),
            baseline="bm25",
            settings={},
        )

    found, lines = once(tmp_path / "a")
    routed = [line for line in lines if line.system == "rootmem-routed"]
    # Both people say the same, so that calls may come out of the cache; they count all the same.
    assert scripted_model.STEPS.keys() == {"revise_roots", "route"}
    builds = [build for build in found.builds if build.system == "rootmem-routed"]
    assert [build.usage.calls for build in builds] == [1, 1]
    assert [line.usage["retrieval"].calls for line in routed] == [1, 1, 1, 1]
    assert found.measures[0].costs.usage["build"].calls == 2
    assert all(len(line.retrieved) <= 3 for line in routed)
    assert "root" in {kind for line in routed for kind in line.kinds}
    assert found.manifest.models["memory"] == "scripted/memory"
    scripted_model.STEPS.clear()
    _, same = once(tmp_path / "b")
    assert not scripted_model.STEPS
    assert [line.model_dump(exclude={"seconds"}) for line in same] == [
        line.model_dump(exclude={"seconds"}) for line in lines
    ]


# -- by mutation ------------------------------------------------------------------------------


def test_mutant_wrong_answer_key(
    small: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = MCQ.score

    async def wrong(self: MCQ, job: Job, case: kinds.Case, *rest: Any) -> kinds.Outcome:
        item = case.item.model_copy(update={"answer": "generic_trap"})
        return await honest(self, job, case._replace(item=item), *rest)

    monkeypatch.setattr(MCQ, "score", wrong)
    with pytest.raises(BrokenRun, match="the option chosen says otherwise"):
        run(small, tmp_path)


def test_mutant_options_shown_in_another_order_than_scored(
    small: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = MCQ.prompt

    def turned(self: MCQ, job: Job, case: kinds.Case, context: str) -> kinds.Prompted | None:
        order = case.extra["order"]
        turned = case._replace(extra={"order": (*order[1:], order[0])})
        return honest(self, job, turned, context)

    monkeypatch.setattr(MCQ, "prompt", turned)
    with pytest.raises(BrokenRun, match="does not show"):
        run(small, tmp_path)


def test_mutant_another_shuffle(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(mcq.Random):
        def shuffle(self, x: Any) -> None:
            super().shuffle(x)
            x.reverse()

    monkeypatch.setattr(mcq, "Random", Other)
    with pytest.raises(AssertionError):
        test_the_order_is_the_same_in_every_run_and_depends_on_user_and_item()


def test_mutant_leaked_profile(
    small: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = mcq.filled

    def leaking(name: str, job: Job, *rest: Any, **values: str) -> kinds.Prompted:
        return honest(name, job._replace(persona=True), *rest, **values)

    monkeypatch.setattr(mcq, "filled", leaking)
    with pytest.raises(BrokenRun, match="the profile is in the prompt"):
        run(small, tmp_path)


def test_mutant_one_item_too_many(
    small: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = bm25.BM25.retrieve

    async def greedy(self: bm25.BM25, query: str, k: int) -> Retrieved:
        found = await honest(self, query, 10)
        return found._replace(items=found.items * (k + 1))

    monkeypatch.setattr(bm25.BM25, "retrieve", greedy)
    with pytest.raises(TooManyItems):
        run(small, tmp_path)
