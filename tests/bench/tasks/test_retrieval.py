from __future__ import annotations

import json
import time
from pathlib import Path

import anyio
import pytest
from typer.testing import CliRunner

from rootmem.embedders import open_embedder
from rootmem_bench.cli import app, assembled
from rootmem_bench.measures.aggregate import comparisons_of, measures_of
from rootmem_bench.records import Dataset
from rootmem_bench.runs import Build, ItemLine, read_run
from rootmem_bench.systems.protocol import Level, Tools
from rootmem_bench.tasks.configurations import configurations
from rootmem_bench.tasks.gold import Goals
from rootmem_bench.tasks.retrieval import level_of, retrieval_lines

EMBEDDER = open_embedder(None)
STYLE = Path(__file__).parents[4] / "shared" / "data" / "imlogic_style"


def lines_of(
    data: Dataset, systems: str, level: Level, ks: list[int]
) -> tuple[list[ItemLine], list[Build]]:
    async def run() -> tuple[list[ItemLine], list[Build]]:
        lines, builds, _ = await retrieval_lines(
            data,
            configurations(systems),
            lambda options: Tools(EMBEDDER, options=options),
            level=level,
            ks=ks,
        )
        return lines, builds

    return anyio.run(run)


def test_every_system_k_and_item_has_one_line_with_its_hits(small: Dataset) -> None:
    lines, builds = lines_of(small, "bm25,full", "memory", [1, 4])
    # Two choices and the question's evidence, which one bank entry came from.
    assert len(lines) == 2 * 2 * 2 * 3
    assert [(b.system, b.person) for b in builds] == [
        ("bm25", "ada"), ("bm25", "ben"), ("full", "ada"), ("full", "ben"),
    ]  # fmt: skip
    first = lines[0]
    assert (first.system, first.k, first.item) == ("bm25", 1, "ada-q0")
    assert first.retrieved == (("ada-m3",),)
    assert (first.semantic, first.logical) == (True, False)
    everything = [one for one in lines if one.system == "full" and one.item == "ada-q0"]
    assert all(one.logical for one in everything)


def test_turns_are_what_is_found_at_conversation_level(small: Dataset) -> None:
    lines, _ = lines_of(small, "bm25", "conversation", [1])
    assert lines[0].retrieved == (("ada-t3",),)
    assert (lines[0].semantic, lines[0].logical) == (True, False)
    question = next(one for one in lines if one.item == "ada-o1")
    assert question.scores["evidence_recall"] == 1.0


def test_targets_follow_the_level(small: Dataset) -> None:
    ada = small.people[0]
    assert Goals(ada, "memory").of(ada.choices[0]).logical == {"ada-m2"}
    assert Goals(ada, "conversation").of(ada.choices[0]).logical == {"ada-t2"}
    assert Goals(ada, "memory").of(ada.questions[0]).evidence == (frozenset({"ada-m2"}),)
    assert level_of(small) == "memory"


def test_the_same_run_gives_the_same_figures(small: Dataset) -> None:
    runs = [lines_of(small, "bm25,dense", "memory", [2]) for _ in range(2)]
    figures = [[one.figures for one in measures_of(lines, [])] for lines, _ in runs]
    assert figures[0] == figures[1]
    assert comparisons_of(runs[0][0], "bm25") == comparisons_of(runs[1][0], "bm25")


@pytest.fixture
def cli() -> CliRunner:
    assembled()
    return CliRunner()


def test_the_command_measures_mini_offline_in_under_a_minute(
    cli: CliRunner, tmp_path: Path
) -> None:
    start = time.monotonic()
    done = cli.invoke(app, ["retrieval", "--data", "mini", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert time.monotonic() - start < 60
    for part in ("semantic", "logical", "nDCG", "McNemar exact", "bm25", "rootmem-instant"):
        assert part in done.output
    run, lines = read_run(tmp_path)
    assert len(lines) == 3 * 2 * 60
    assert run.manifest.data["digest"]
    assert {one.system for one in run.comparisons} == {"dense", "rootmem-instant"}
    assert all(len(line.retrieved) <= line.k for line in lines)


def test_json_is_one_document(cli: CliRunner) -> None:
    arguments = ["retrieval", "--data", "mini", "--systems", "bm25", "--k", "5", "--json"]
    done = cli.invoke(app, arguments)
    assert done.exit_code == 0, done.output
    run = json.loads(done.stdout)
    assert run["task"] == "retrieval"
    assert run["measures"][0]["figures"]["recall_semantic"]["n"] == 60


def test_everything_that_can_be_named_is_listed(cli: CliRunner) -> None:
    done = cli.invoke(app, ["list", "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert "mini" in found["datasets"]
    assert "bm25" in found["systems"]
    assert found["configurations"]["rootmem-units-5"]["options"] == {"root_budget": 5}
    plain = cli.invoke(app, ["list"]).output
    assert "sweep-units" in plain
    assert "knowu" in plain


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--systems", "nobody"], "unknown system"),
        (["--k", "0"], "numbers from 1 on"),
        (["--baseline", "full"], "not among the systems"),
        (["--data", "nothing"], "neither a data set nor a path"),
        (["--level", "word"], "memory or conversation"),
    ],
)
def test_wrong_arguments_are_told_in_a_line(
    cli: CliRunner, arguments: list[str], said: str
) -> None:
    done = cli.invoke(app, ["retrieval", *arguments])
    assert done.exit_code == 2
    assert said in done.output


@pytest.mark.skipif(not STYLE.is_dir(), reason="the people of LoCoMo are not here")
def test_the_command_measures_twelve_people_in_under_a_minute(cli: CliRunner) -> None:
    start = time.monotonic()
    done = cli.invoke(app, ["retrieval", "--data", str(STYLE)])
    assert done.exit_code == 0, done.output
    assert time.monotonic() - start < 60
    assert "12 people" in done.output
