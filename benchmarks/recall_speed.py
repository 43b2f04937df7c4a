"""How long a search takes: ``python -m benchmarks.recall_speed [--sizes 1000 10000] [--json]``.

Entries are made of sentences drawn from a vocabulary whose words are as unequally frequent as those
of a language (Zipf). Times are in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from rootmem.embedders import StaticEmbedder
from rootmem.index import Snapshot
from rootmem.ports import EntryRow

TYPES = ("factual", "preference", "insight")
DAY = 86_400_000_000


def sentences(n: int, seed: int = 7) -> list[str]:
    """``n`` sentences of 8 to 24 words out of about 20,000."""
    rng = random.Random(seed)
    letters = "aeioubcdfghklmnprstvw"
    words = ["".join(rng.choices(letters, k=rng.randint(2, 9))) for _ in range(20_000)]
    weights = np.cumsum(1.0 / np.arange(1, len(words) + 1)).tolist()
    return [
        "User " + " ".join(rng.choices(words, cum_weights=weights, k=rng.randint(8, 24))) + "."
        for _ in range(n)
    ]


def rows_of(texts: Sequence[str], vectors: np.ndarray, first: int = 0) -> list[EntryRow]:
    """Ready-made active rows, a day apart."""
    return [
        EntryRow(
            sequence=i,
            id=f"entry-{i:08d}",
            type=TYPES[i % 3],
            text=text,
            subject="user",
            episode_id=f"episode-{i // 8}",
            turn_ids=(f"turn-{i}",),
            time=i * DAY,
            event_time=None,
            valid_from=i * DAY,
            valid_to=None,
            recorded_at=i * DAY,
            condition="",
            strength=0.5,
            status="active",
            superseded_by=None,
            triggers=(),
            metadata="{}",
            vector=vector.tobytes(),
            trigger_vectors=b"",
        )
        for i, (text, vector) in enumerate(zip(texts, vectors, strict=True), start=first)
    ]


def milliseconds(call: Callable[[Any], object], arguments: Sequence[Any]) -> list[float]:
    times: list[float] = []
    for argument in arguments:
        start = time.perf_counter()
        call(argument)
        times.append((time.perf_counter() - start) * 1e3)
    return times


def measure(size: int, embedder: StaticEmbedder) -> dict[str, float]:
    texts = sentences(size + 400)
    vectors = embedder.embed_now(texts)
    rows = rows_of(texts[:size], vectors[:size])
    queries = [" ".join(t.split()[1:11]) for t in sentences(300, seed=11)]

    start = time.perf_counter()
    snapshot = Snapshot(rows, dimensions=embedder.dimensions)
    built = (time.perf_counter() - start) * 1e3

    def search(query: str) -> object:
        return snapshot.find(embedder.embed_now([query])[0], query, n=30)

    milliseconds(search, queries[:20])
    warm = milliseconds(search, queries)
    parts = {
        "embed": milliseconds(lambda q: embedder.embed_now([q]), queries),
        "dense": milliseconds(lambda v: snapshot.dense_search(v, n=30), list(vectors[:200])),
        "lexical": milliseconds(lambda q: snapshot.search(None, q, n=30), queries),
        "filtered": milliseconds(
            lambda q: snapshot.search(
                embedder.embed_now([q])[0], q, n=30, filters={"strength": {"gt": 0.2}}
            ),
            queries,
        ),
    }
    after: list[float] = []
    extending: list[float] = []
    for step in range(40):
        new = rows_of(
            *[part[size + step * 10 :][:10] for part in (texts, vectors)], size + step * 10
        )
        extending += milliseconds(lambda r: snapshot.extend(r, 1), [new])
        after += milliseconds(search, [queries[step]])
    return {
        "entries": size,
        "build": built,
        "warm_p50": statistics.median(warm),
        "warm_p95": statistics.quantiles(warm, n=20)[-1],
        "extend_10_p50": statistics.median(extending),
        "after_extend_p50": statistics.median(after),
        "megabytes": snapshot.nbytes / 1e6,
        **{f"{name}_p50": statistics.median(times) for name, times in parts.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    embedder = StaticEmbedder()
    start = time.perf_counter()
    embedder.embed_now(["one"])
    loading = (time.perf_counter() - start) * 1e3
    results = [measure(size, embedder) for size in arguments.sizes]
    if arguments.json:
        print(json.dumps({"load_embedder": loading, "sizes": results}, indent=1))
        return
    print(f"load embedder {loading:.0f} ms")
    for result in results:
        print("  ".join(f"{name} {value:.4g}" for name, value in result.items()))


if __name__ == "__main__":
    main()
