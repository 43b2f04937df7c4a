"""Killed, refused, cut off: what was asked is never asked again, and the result is the same."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rootmem.errors import InvalidInput, ModelUnavailable
from rootmem_bench.construction import steps
from rootmem_bench.construction.calling import Journal
from rootmem_bench.construction.folder import Folder
from rootmem_bench.construction.steps import Model, Way
from tests.bench.construction import killed
from tests.bench.construction.tiny import Scripted, dataset, tags

ROOT = Path(__file__).parents[3]
OUTPUTS = ("tags.jsonl", "pairs.jsonl", "verdicts_llm.jsonl", "candidates.jsonl")


def lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


def start(place: Path, log: Path, pause: float) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, killed.__file__, str(place), str(log), str(pause)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])},
        stderr=subprocess.PIPE,
    )


def journaled(place: Path) -> set[tuple[str, str]]:
    return {
        (one["key"], one["asked"])
        for file in (place / "calls").glob("*.jsonl")
        for line in file.read_bytes().split(b"\n")[:-1]
        for one in [json.loads(line)]
    }


@pytest.mark.parametrize("calls", [2, 9, 17, 30, 45])
def test_killed_in_the_middle_it_goes_on_to_the_same_result(tmp_path: Path, calls: int) -> None:
    whole, place = tmp_path / "whole", tmp_path / "killed"
    killed.build(whole, tmp_path / "whole.log", 0)

    first, second = tmp_path / "first.log", tmp_path / "second.log"
    process = start(place, first, 0.02)
    while len(lines(first)) < calls and process.poll() is None:
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert 0 < len(lines(first)) < len(lines(tmp_path / "whole.log"))
    saved = journaled(place)

    again = start(place, second, 0)
    _, errors = again.communicate(timeout=60)
    assert again.returncode == 0, errors.decode()
    for name in OUTPUTS:
        assert (place / name).read_bytes() == (whole / name).read_bytes()
    # Nothing that was on disk was asked for again; only what was under way (two at a time) was.
    asked, needed = Counter([*lines(first), *lines(second)]), Counter(lines(tmp_path / "whole.log"))
    assert needed - asked == Counter()
    assert (asked - needed).total() <= 2
    assert len(lines(second)) == needed.total() - len(saved)
    assert saved <= journaled(place)


def test_a_finished_step_run_again_asks_nothing(folder: Folder) -> None:
    asyncio.run(steps.tag(folder, Scripted().model, Way(), anew=True))
    before = (folder.path / "tags.jsonl").read_bytes()
    scripted = Scripted()
    report = asyncio.run(steps.tag(folder, scripted.model, Way(), anew=True))
    assert scripted.calls == {}
    assert (report.reused, sum(report.calls.values())) == (4, 0)
    assert (folder.path / "tags.jsonl").read_bytes() == before


def test_a_model_that_goes_away_leaves_what_was_done_and_the_step_open(folder: Folder) -> None:
    count = iter(range(9))

    def failing(prompt: str) -> object:
        if next(count) == 2:
            raise ModelUnavailable("503")
        return tags(prompt)

    report = asyncio.run(steps.tag(folder, Scripted(tag=failing).model, Way(at_once=1), anew=True))
    assert isinstance(report.failure, ModelUnavailable)
    assert report.counts["tagged"] == 28  # ana's two batches
    assert folder.manifest["steps"]["tag"]["finished"] is None
    scripted = Scripted()
    again = asyncio.run(steps.tag(folder, scripted.model, Way(), anew=True))
    assert scripted.calls == {"tag": 2}
    assert (again.counts["tagged"], again.failure) == (56, None)
    assert folder.manifest["steps"]["tag"]["finished"] is not None


def test_what_is_on_disk_stays_in_the_result_when_the_model_is_gone(folder: Folder) -> None:
    scripted = Scripted()
    asyncio.run(steps.tag(folder, scripted.model, Way()))
    asyncio.run(steps.mine(folder, scripted.model, Way()))
    file = folder.calls("mine")
    replies = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(replies[1:]))  # the first is missing

    def gone(prompt: str) -> object:
        raise ModelUnavailable("503")

    report = asyncio.run(steps.mine(folder, Scripted(mine=gone).model, Way(at_once=1)))
    assert isinstance(report.failure, ModelUnavailable)
    assert (sum(report.calls.values()), report.counts["pairs"]) == (1, 7)


def test_a_model_that_is_gone_is_asked_once_by_each_that_is_under_way(folder: Folder) -> None:
    def gone(prompt: str) -> object:
        raise ModelUnavailable("503")

    scripted = Scripted(tag=gone)
    asyncio.run(steps.tag(folder, scripted.model, Way(at_once=2), anew=True))
    assert scripted.calls["tag"] <= 2


def test_an_unusable_reply_is_not_asked_for_again_unless_retry(folder: Folder) -> None:
    asyncio.run(steps.tag(folder, Scripted(tag=lambda prompt: "no").model, Way()))
    scripted = Scripted()
    report = asyncio.run(steps.tag(folder, scripted.model, Way()))
    assert scripted.calls == {}
    assert len(report.problems) == 2
    report = asyncio.run(steps.tag(folder, scripted.model, Way(retry=True)))
    assert scripted.calls == {"tag": 2}
    assert report.problems == []


def test_another_model_may_not_go_on_but_may_restart(folder: Folder) -> None:
    scripted = Scripted()
    asyncio.run(steps.tag(folder, scripted.model, Way()))
    other = Model("other", scripted.model.open)
    with pytest.raises(InvalidInput, match=r"begun with another model; .*--restart"):
        asyncio.run(steps.tag(folder, other, Way()))
    asyncio.run(steps.tag(folder, other, Way(restart=True)))
    assert scripted.calls == {"tag": 4}
    assert folder.manifest["steps"]["tag"]["settings"]["model"] == "other"


def test_a_half_written_line_is_left_out_and_written_over(folder: Folder) -> None:
    asyncio.run(steps.tag(folder, Scripted().model, Way()))
    file = folder.calls("tag")
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])
    assert len(Journal(file)) == 1
    scripted = Scripted()
    asyncio.run(steps.tag(folder, scripted.model, Way()))
    assert scripted.calls == {"tag": 1}
    assert file.read_bytes() == whole


def test_separators_inside_a_text_do_not_break_a_line(tmp_path: Path) -> None:
    people = dataset().people
    bank = (people[0].bank[0].model_copy(update={"text": "one\u2028two\x85three"}),)
    data = dataset(people[0].model_copy(update={"bank": bank}))
    made = Folder.create(tmp_path / "odd", data, seed=1)
    assert made.people()[0].bank == bank


def test_two_processes_do_not_build_in_one_folder(folder: Folder) -> None:
    with folder.owned(), pytest.raises(InvalidInput, match="another process"), folder.owned():
        pass
    with folder.owned():
        pass


def test_a_begun_construction_is_not_written_over(folder: Folder) -> None:
    with pytest.raises(InvalidInput, match="holds a construction already"):
        Folder.create(folder.path, dataset(), seed=1)


def test_items_and_answers_of_the_data_set_do_not_come_along(tmp_path: Path) -> None:
    from rootmem_bench.datasets import mini

    made = Folder.create(tmp_path / "mini", mini.load(), seed=1)
    people: Any = made.people()
    assert len(people) == 4
    assert not any(person.choices or person.questions for person in people)
