from __future__ import annotations

from pathlib import Path

import pytest

from rootmem.errors import ImportFormatError
from rootmem_bench.commands import shared
from rootmem_bench.manifest import described, prompts, versions
from rootmem_bench.runs import ITEMS, RUN, ItemLine, Manifest, Run, read_run, write_run
from rootmem_bench.systems.protocol import Card

LINE = ItemLine(
    system="a", k=3, level="memory", person="p", item="1", retrieved=(("m1", "m2"), ()), choice="B"
)
MANIFEST = Manifest(
    command="retrieval", started="2026-01-01T00:00:00+00:00", seed=1, versions={}, data={},
    systems=[],
)  # fmt: skip


def test_a_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    run = Run(task="retrieval", manifest=MANIFEST)
    write_run(tmp_path / "deep" / "run", run, [LINE, LINE])
    assert read_run(tmp_path / "deep" / "run") == (run, [LINE, LINE])


def test_a_malformed_line_is_told_with_its_place(tmp_path: Path) -> None:
    write_run(tmp_path, Run(task="retrieval", manifest=MANIFEST), [LINE])
    with (tmp_path / ITEMS).open("a") as file:
        file.write('{"system": "a"}\n')
    with pytest.raises(ImportFormatError, match=r"items\.jsonl, line 2, field 'k'"):
        read_run(tmp_path)


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ImportFormatError, match=RUN):
        read_run(tmp_path)


def test_the_manifest_names_versions_and_every_prompt() -> None:
    assert {"python", "rootmem", "numpy"} <= set(versions())
    found = prompts()
    assert any(name.startswith("rootmem.reasoners") for name in found)
    assert all(len(digest) == 64 for digest in found.values())


def test_the_manifest_keeps_keys_and_folders_to_itself() -> None:
    card = Card("x", ("memory",), "none", "none")
    told = described("x", card, {"embedder_api_key": "secret", "root_budget": 5})
    assert told["options"] == {"embedder_api_key": "…", "root_budget": 5}
    assert shared.told(["locomo=/home/me/locomo10.json", "noise=true"]) == {
        "locomo": "locomo10.json",
        "noise": True,
    }
