"""`rootmem-bench build` from the first command to files that `style` reads."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from rootmem_bench.cli import assembled
from rootmem_bench.commands import build, build_people
from rootmem_bench.datasets import style
from rootmem_bench.datasets.registry import load_dataset
from tests.bench.construction.test_desks import filled
from tests.bench.construction.tiny import Scripted, person

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    scripted = Scripted()
    for module in (build, build_people):
        monkeypatch.setattr(module, "opened", lambda name, base_url: scripted.model)
    monkeypatch.chdir(tmp_path)

    def call(*words: str, code: int = 0) -> Result:
        result = CliRunner().invoke(assembled(), ["build", *words])
        assert result.exit_code == code, result.output
        return result

    return call


@pytest.fixture
def data(tmp_path: Path) -> str:
    one = person("ana")
    record = {
        "user": one.id,
        "licence": "CC0-1.0",
        "bank": [
            {"memory_id": e.id, "text": e.text, "tag": e.tag, "time": f"{e.time:%Y-%m-%d}"}
            for e in one.bank
        ],
    }
    (tmp_path / "ana.json").write_text(json.dumps(record))
    return str(tmp_path / "ana.json")


def test_from_a_bank_to_items_that_can_be_read(run: Run, data: str) -> None:
    run("start", "b", "--data", data)
    assert json.loads(run("tag", "b", "--model", "m", "--dry-run", "--json").stdout)["calls"] == 1
    run("tag", "b", "--model", "m")
    found = json.loads(run("mine", "b", "--model", "m", "--embedder", "none", "--json").stdout)
    assert (found["calls"], found["pairs"]) == ({"mine": 4}, 4)
    run("verify", "b", "--llm-judge", "m")
    assert (
        "at most 8 calls"
        in run("generate", "b", "--model", "m", "--limit", "1", "--dry-run").output
    )
    run("generate", "b", "--model", "m")
    run("export", "b", "--out", "unscreened", "--unscreened")
    run("export", "b", "--out", "none", code=2)
    for name in ("x", "y"):
        run("screen", "b", "--rater", name, "--csv-out", f"{name}.csv")
        filled(Path(f"{name}.csv"), appropriateness="4", relevance="3", personalisation="4")
        run("screen", "b", "--rater", name, "--csv-in", f"{name}.csv")
    agreed = json.loads(run("agree", "b", "--json").stdout)
    assert (agreed["passed"], agreed["retained"]) == (4, 4)
    assert agreed["experts"]["agreement"]["overall"]["raw"] == 1.0
    assert "Prevalence effect" in run("agree", "b").output.replace("\n", " ")
    run("export", "b", "--out", "out")
    read = style.load(Path("out"))
    assert read.licence == "CC0-1.0"
    assert len(read.people[0].choices) == 4
    assert "rated in full by experts: x: 4" in run("status", "b").output


def test_raters_come_after_the_experts(run: Run, data: str) -> None:
    run("start", "b", "--data", data)
    run("screen", "b", "--rater", "x", "--csv-out", "x.csv", code=2)
    result = run("screen", "b", "--rater", "x", "--round", "raters", "--csv-out", "x", code=2)
    assert "experts" in result.output


@pytest.mark.parametrize(
    "words",
    [
        ("tag", "nowhere", "--model", "m"),
        ("start", "b", "--data", "nothing-of-this-name"),
        ("agree", "b"),
        ("verify", "b"),
        ("verify", "b", "--llm-judge", "m", "--page"),
        ("screen", "b", "--rater", "x", "--round", "friends", "--page"),
    ],
)
def test_what_cannot_be_done_is_refused_with_code_2(
    run: Run, data: str, words: tuple[str, ...]
) -> None:
    if words[0] != "start":
        run("start", "b", "--data", data)
    run(*words, code=2)


def test_the_divergence_of_imlogic_mini_is_written(run: Run) -> None:
    pytest.importorskip("matplotlib")
    found = json.loads(run("divergence", "--data", "mini", "--out", "div", "--json").stdout)
    assert [one["level"] for one in found["levels"]] == ["memory", "conversation"]
    for one in found["levels"]:
        assert len(one["items"]) == 60
        assert one["semantic"]["value"] > one["logical"]["value"] + 0.2
    assert {file.name for file in Path("div").iterdir()} == {
        "divergence.json",
        "divergence.png",
        "divergence.svg",
    }


def test_a_memory_that_rootmem_exported_can_be_built_from(run: Run, tmp_path: Path) -> None:
    import anyio

    from rootmem.memory import AsyncMemory

    async def fill() -> None:
        async with AsyncMemory(db=":memory:") as memory:
            await memory.add("I own a small red canoe and keep it by the lake.", "ana")
            await memory.export("ana", tmp_path / "ana.jsonl")

    anyio.run(fill)
    loaded: Any = load_dataset(tmp_path / "ana.jsonl").people[0]
    assert loaded.id == "ana"
    assert any("canoe" in entry.text for entry in loaded.bank)
    turns = {turn.id for session in loaded.sessions for turn in session.turns}
    assert {source for entry in loaded.bank for source in entry.source} <= turns
    run("start", "e", "--data", str(tmp_path / "ana.jsonl"))


def test_without_the_extra_the_page_says_what_to_install(
    run: Run, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    run("start", "b", "--data", data)
    run("tag", "b", "--model", "m")
    run("mine", "b", "--model", "m")
    monkeypatch.setitem(sys.modules, "nicegui", None)
    result = run("verify", "b", "--rater", "x", "--page", code=5)
    assert "rootmem[screen]" in result.output


def test_no_heavy_library_is_loaded_for_the_help() -> None:
    import sys

    code = (
        "import sys; from rootmem_bench.cli import assembled; assembled();"
        "heavy = {'nicegui', 'matplotlib', 'inspect_ai', 'sklearn'} & set(sys.modules);"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
