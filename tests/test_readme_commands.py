"""The shell commands of the README do what they show, on a memory of their own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[1].joinpath("README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = [
    line
    for language, block in BLOCKS
    if language == "bash"
    for line in block.splitlines()
    if line.startswith("rootmem ")
]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Command -> its output; they run in order, in a folder with the README's transcript."""
    room = tmp_path_factory.mktemp("readme")
    transcripts = [block for language, block in BLOCKS if language == "text" and "User: " in block]
    assert len(transcripts) == 1
    room.joinpath("chat.txt").write_text(transcripts[0], encoding="utf-8")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ROOTMEM_")}
    environment = {
        **clean,
        "XDG_DATA_HOME": str(room / "data"),
        "COLUMNS": "200",
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
    }
    found: dict[str, str] = {}
    for line in COMMANDS:
        done = subprocess.run(
            ["sh", "-c", line], cwd=room, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"
        found[line] = done.stdout
    found["files"] = " ".join(sorted(file.name for file in room.iterdir()))
    found["export"] = room.joinpath("ana.jsonl").read_text(encoding="utf-8")
    return found


def _of(printed: dict[str, str], beginning: str) -> str:
    return next(output for line, output in printed.items() if line.startswith(beginning))


def test_ingest_takes_the_transcript_in(printed: dict[str, str]) -> None:
    assert re.search(r"^ana +3 +0 ", _of(printed, "rootmem ingest"), re.MULTILINE)


def test_recall_brings_the_cat(printed: dict[str, str]) -> None:
    assert "cat, Miso" in _of(printed, "rootmem recall")


def test_the_timeline_is_in_order(printed: dict[str, str]) -> None:
    shown = _of(printed, "rootmem show timeline")
    assert shown.index("cat, Miso") < shown.index("aquarium")


def test_status_counts_what_was_taken_in(printed: dict[str, str]) -> None:
    assert re.search(r"^ana +3 +0 ", _of(printed, "rootmem status"), re.MULTILINE)


def test_the_export_is_json_lines(printed: dict[str, str]) -> None:
    kinds = {json.loads(line)["kind"] for line in printed["export"].splitlines()}
    assert {"turn", "episode", "entry", "root"} <= kinds
    assert printed["files"] == "ana.jsonl chat.txt data"


def test_erase_says_what_went(printed: dict[str, str]) -> None:
    assert "Erased of ana: 3 turns" in _of(printed, "rootmem erase")


def test_make_targets_exist() -> None:
    makefile = Path(__file__).parents[1].joinpath("Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"\bmake ([a-z]+)", README))
    assert {"try", "test", "docs"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_output_shown_is_the_examples(tmp_path: Path) -> None:
    """All but the dates, which are the day's."""
    example = next(block for language, block in BLOCKS if language == "python")
    shown = next(block for _, block in BLOCKS if block.startswith("<rootmem-context"))
    done = subprocess.run(
        [sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    printed = done.stdout.partition("\n")[2]
    assert _undated(printed) == _undated(shown)


def _undated(text: str) -> str:
    return re.sub(r"\d{4}-\d\d-\d\d", "DATE", text)
