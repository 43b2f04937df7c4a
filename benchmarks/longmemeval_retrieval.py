"""Session retrieval on LongMemEval-S through the index, no model call.

``python -m benchmarks.longmemeval_retrieval --data FILE [--unit turn] [--json]``

A haystack's conversations become entries: by default one per *turn*, of the user and of the
assistant (some questions ask for what the assistant said). A round (a user turn with its reply) or
a session is a long text, whose one vector says little. Sessions are ranked by their best entry. The
measure is recall_any@5: the share of questions for which at least one session with evidence is
among the first five. ``lexical`` is BM25 alone, ``dense`` the static embedder alone, ``hybrid``
what the index does by default.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.recall_speed import rows_of
from rootmem.embedders import StaticEmbedder
from rootmem.index import Snapshot

UNITS = ("turn", "round", "user", "session")
WAYS: dict[str, dict[str, bool]] = {
    "hybrid": {},
    "lexical": {"dense": False},
    "dense": {"lexical": False},
}


def texts_of(session: Sequence[dict[str, Any]], unit: str) -> Iterator[str]:
    """A session's entries."""
    said = [turn["content"] for turn in session]
    if unit == "session":
        yield "\n".join(said)
    elif unit == "turn":
        yield from said
    elif unit == "user":
        yield from (turn["content"] for turn in session if turn["role"] == "user")
    else:
        gathered: list[str] = []
        for turn in session:
            if turn["role"] == "user" and gathered:
                yield "\n".join(gathered)
                gathered = []
            gathered.append(turn["content"])
        if gathered:
            yield "\n".join(gathered)


def ranked_sessions(
    snapshot: Snapshot, owners: Sequence[str], vector: Any, question: str, way: dict[str, bool]
) -> list[str]:
    """Session ids by their best entry, each once."""
    hits = snapshot.search(vector, question, n=100, **way)
    return list(dict.fromkeys(owners[hit.position] for hit in hits))


def evaluate(items: Sequence[dict[str, Any]], unit: str, k: int = 5) -> dict[str, Any]:
    embedder = StaticEmbedder()
    found: dict[str, list[bool]] = {way: [] for way in WAYS}
    for item in items:
        texts: list[str] = []
        owners: list[str] = []
        for name, session in zip(
            item["haystack_session_ids"], item["haystack_sessions"], strict=True
        ):
            for text in texts_of(session, unit):
                texts.append(text)
                owners.append(name)
        rows = rows_of(texts, embedder.embed_now(texts))
        snapshot = Snapshot(rows, dimensions=embedder.dimensions)
        vector = embedder.embed_now([item["question"]])[0]
        for name, way in WAYS.items():
            first = ranked_sessions(snapshot, owners, vector, item["question"], way)[:k]
            found[name].append(bool(set(first) & set(item["answer_session_ids"])))
    return {
        "unit": unit,
        "questions": len(items),
        "recall_any@5": {name: sum(hits) / len(hits) for name, hits in found.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="LongMemEval-S as JSON lines")
    parser.add_argument("--unit", choices=UNITS, default="turn")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    items = [json.loads(line) for line in arguments.data.read_text("utf-8").splitlines()]
    result = evaluate(items, arguments.unit)
    if arguments.json:
        print(json.dumps(result, indent=1))
        return
    print(f"{result['questions']} questions, one entry per {result['unit']}")
    for name, recall in result["recall_any@5"].items():
        print(f"{name:8} recall_any@5 {recall:.3f}")


if __name__ == "__main__":
    main()
