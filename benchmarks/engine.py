"""The engine's numbers: ``python -m benchmarks.engine [--only NAME …] [--locomo FILE] [--json]``.

    import      seconds of ``import rootmem`` and of ``rootmem --help``, whole processes
    construct   turns per second and peak memory, LoCoMo's conversations, offline (needs --locomo)
    recall      loading, first recall after opening, warm recall, recall after a write; by size
    erase       seconds to erase 10,000 entries, and whether any file still holds their text
    model       the write path over a model that takes 200 ms a call, eight at once

Entries are sentences over an invented vocabulary (see ``recall_speed``). Times are wall-clock; on a
shared machine read medians and ratios.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from math import ceil
from pathlib import Path
from typing import Any

from benchmarks.recall_speed import sentences

Figures = dict[str, Any]
SIZES = (1_000, 10_000, 100_000)
QUERIES = 60
SECONDS_A_CALL, CONCURRENCY = 0.2, 8


def importing() -> Figures:
    def seconds(*command: str) -> float:
        times: list[float] = []
        for _ in range(5):
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            times.append(time.perf_counter() - start)
        return round(statistics.median(times), 3)

    rootmem = str(Path(sys.executable).with_name("rootmem"))
    return {
        "import rootmem": seconds(sys.executable, "-c", "import rootmem"),
        "from rootmem import Memory": seconds(sys.executable, "-c", "from rootmem import Memory"),
        "rootmem --help": seconds(rootmem, "--help"),
    }


def construct(locomo: Path) -> Figures:
    from rootmem import Memory
    from rootmem.importers import read

    people: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for record in read(locomo):
        people[str(record.user_id)] += [
            {**message, "session_id": record.session_id} for message in record.messages
        ]
    turns = entries = 0
    with tempfile.TemporaryDirectory() as folder, Memory(Path(folder) / "m.db") as memory:
        start = time.perf_counter()
        for user, messages in people.items():
            report = memory.add(messages, user)
            turns, entries = turns + report.new_turns, entries + report.entries
        took = time.perf_counter() - start
    return {
        "turns": turns,
        "entries": entries,
        "turns per second": round(turns / took),
        "peak memory, MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def recall() -> Figures:
    return {f"{size:,} entries": _recall_at(size) for size in SIZES}


def _recall_at(size: int) -> Figures:
    from rootmem import Memory

    texts = sentences(size)
    queries = sentences(QUERIES, seed=11)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "m.db"
        with Memory(place) as memory:
            start = time.perf_counter()
            memory.add_entries(texts, "u", roots=False)
            load = time.perf_counter() - start
            start = time.perf_counter()
            if size <= 10_000:
                memory.construct("u")
            roots = time.perf_counter() - start
        with Memory(place) as memory:
            start = time.perf_counter()
            memory.recall(queries[0], "u")
            first = time.perf_counter() - start
            warm = [_milliseconds(lambda q=query: memory.recall(q, "u")) for query in queries]
            after: list[float] = []
            for number, query in enumerate(queries):
                memory.add_entries([f"New sentence {number}."], "u", roots=False)
                after.append(_milliseconds(lambda q=query: memory.recall(q, "u")))
            warm += [_milliseconds(lambda q=query: memory.recall(q, "u")) for query in queries]
    p50 = statistics.median(warm)
    return {
        "load, s": round(load, 2),
        "root units, s": round(roots, 2) if size <= 10_000 else None,
        "first recall, ms": round(first * 1000),
        "warm recall p50, ms": round(p50, 2),
        "warm recall p95, ms": round(sorted(warm)[int(0.95 * len(warm))], 2),
        "after a write p50, ms": round(statistics.median(after), 2),
        "after a write, times warm": round(statistics.median(after) / p50, 2),
    }


def _milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def erase() -> Figures:
    from rootmem import Memory

    secret = "quetzalcoatlus"
    with tempfile.TemporaryDirectory() as folder:
        with Memory(Path(folder) / "m.db") as memory:
            memory.add(f"I keep a {secret} in the barn. My sister saw the {secret}.", "u")
            memory.add("I keep bees.", "other")
            memory.add_entries([f"{secret} {text}" for text in sentences(10_000)], "u", roots=False)
            memory.recall(secret, "u")
            before = memory.export("other")
            start = time.perf_counter()
            receipt = memory.erase("u")
            took = time.perf_counter() - start
            left = _files_with(folder, secret)
            untouched = memory.export("other") == before
        left += _files_with(folder, secret)
    return {
        "seconds": round(took, 2),
        "entries erased": receipt.entries,
        "files that still hold the text": left,
        "other user untouched": untouched,
    }


def _files_with(folder: str, text: str) -> int:
    return sum(
        text.encode() in (Path(root) / name).read_bytes()
        for root, _, names in os.walk(folder)
        for name in names
    )


def model() -> Figures:
    from benchmarks.stub_model import StubModel
    from rootmem import Memory
    from rootmem.reasoners.llm import open_llm_reasoner

    stub = StubModel(SECONDS_A_CALL)
    reasoner = open_llm_reasoner(stub.model, concurrency=CONCURRENCY)
    turns = [
        {"role": ("user", "assistant")[number % 2], "content": text}
        for number, text in enumerate(sentences(100))
    ]
    with Memory(reasoner=reasoner) as memory:
        memory.add("Hello, I am Ana and I live in Oslo.", "warm-up")
        memory.construct("warm-up")
        stub.calls.clear()
        start = time.perf_counter()
        memory.add(turns, "u")
        memory.construct("u")
        took = time.perf_counter() - start
    calls = dict(stub.calls)
    # Segmentation, decomposition and reconciliation each run side by side; root batches follow one
    # another, because each revises what the one before it left.
    waves = sum(ceil(calls.get(step, 0) / CONCURRENCY) for step in ("segment", "decompose"))
    waves += ceil(calls.get("reconcile", 0) / CONCURRENCY) + calls.get("revise_roots", 0)
    return {
        "calls per 100 turns": sum(calls.values()),
        "calls": calls,
        "critical path, s": round(waves * SECONDS_A_CALL, 2),
        "wall, s": round(took, 2),
        "wall, times critical path": round(took / (waves * SECONDS_A_CALL), 3),
    }


def _alone(name: str, locomo: Path | None) -> Figures:
    command = [sys.executable, "-m", "benchmarks.engine", "--json", "--only", name]
    command += [] if locomo is None else ["--locomo", str(locomo)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)[name]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--only", nargs="*", default=["import", "construct", "recall", "erase", "model"]
    )
    parser.add_argument("--locomo", type=Path)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    measures: dict[str, Callable[[], Figures]] = {
        "import": importing,
        "recall": recall,
        "erase": erase,
        "model": model,
    }
    if given.locomo is not None:
        measures["construct"] = lambda: construct(given.locomo)
    names = [name for name in given.only if name in measures]
    if len(names) == 1:
        figures = {names[0]: measures[names[0]]()}
    else:  # each in a process of its own: the peak memory of one is not another's
        figures = {name: _alone(name, given.locomo) for name in names}
    if given.json:
        print(json.dumps(figures, indent=2))
        return
    for name, values in figures.items():
        print(name)
        for key, value in values.items():
            print(f"  {key:28} {value}")


if __name__ == "__main__":
    main()
