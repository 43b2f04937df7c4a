"""Does memory find what matters logically? ``python -m benchmarks.imlogic_style --data FOLDER``.

FOLDER holds one JSON file a person: a ``bank`` of entries (``memory_id``, ``text``, ``date``) and
``items`` (``query``, ``semantic_memory``, ``logical_memory``, ``also_valid``). The entries are
loaded as they are, and everything shown, entry or piece of evidence, counts as one of k:

L@k   share of items whose logical memory, or an entry that says the same, is among the k shown
S@k   share of items whose semantic memory is

``--roots FOLDER`` loads the root units of a file there instead of building them offline, for the
people who have one, and leaves the others out.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from rootmem import Memory
from rootmem.embedders import StaticEmbedder

USER = "person"
KS = (10, 30)
Ranker = Callable[[str, int], set[str]]


def people(data: Path, roots: Path | None) -> list[Path]:
    """The files to run, in order of their names."""
    files = sorted(data.glob("*.json"))
    return [file for file in files if roots is None or (roots / file.name).exists()]


def filled(bank: Sequence[Mapping[str, Any]], units: Sequence[Mapping[str, Any]] | None) -> Memory:
    """A memory of one person, its root units built offline or taken as given."""
    memory = Memory(":memory:")
    entries = [
        {"id": entry["memory_id"], "text": entry["text"], "time": _time(entry.get("date"))}
        for entry in bank
    ]
    memory.add_entries(entries, USER, roots=units is None)
    if units is not None:
        now = datetime.now(UTC).isoformat()
        memory.import_([{"kind": "root", **_unit(unit), "updated_at": now} for unit in units], USER)
    return memory


def rankers(memory: Memory, bank: Sequence[Mapping[str, Any]]) -> dict[str, Ranker]:
    """What is compared: the ids of the at most k things each shows for a query."""
    embedder = StaticEmbedder()
    ids = np.array([entry["memory_id"] for entry in bank])
    vectors = embedder.embed_now([entry["text"] for entry in bank])

    def dense(query: str, k: int) -> set[str]:
        return set(ids[np.argsort(-(vectors @ embedder.embed_now([query])[0]))[:k]])

    def hybrid(query: str, k: int) -> set[str]:
        return {found.entry.id for found in memory.search(query, USER, k=k)}

    def rooted(query: str, k: int) -> set[str]:
        recall = memory.recall(query, USER, k=k, depth="instant")
        evidence = [piece.id for unit in recall.roots for piece in unit.shown]
        return {*evidence, *(found.entry.id for found in recall.entries)}

    return {"dense": dense, "hybrid": hybrid, "rooted": rooted}


def run(data: Path, roots: Path | None) -> dict[str, Any]:
    """Scores by ranker: all items together and person by person."""
    scores: dict[str, dict[str, dict[str, list[bool]]]] = {}
    for file in people(data, roots):
        person = json.loads(file.read_text(encoding="utf-8"))
        units = None if roots is None else json.loads((roots / file.name).read_text("utf-8"))
        with filled(person["bank"], units) as memory:
            for name, ranker in rankers(memory, person["bank"]).items():
                scores.setdefault(name, {})[file.stem] = _score(ranker, person["items"])
    result: dict[str, Any] = {"items": 0}
    for name, by_person in scores.items():
        everyone = {
            metric: [hit for one in by_person.values() for hit in one[metric]]
            for metric in next(iter(by_person.values()))
        }
        result["items"] = len(everyone["L@10"])
        result[name] = {
            "all": _means(everyone),
            "people": {person: _means(one) for person, one in by_person.items()},
        }
    for k in KS:
        base = result["dense"]["all"][f"L@{k}"]
        result[f"L@{k} over dense"] = result["rooted"]["all"][f"L@{k}"] / base if base else None
    return result


def _score(ranker: Ranker, items: Sequence[Mapping[str, Any]]) -> dict[str, list[bool]]:
    hits: dict[str, list[bool]] = {f"{what}@{k}": [] for k in KS for what in "LS"}
    for item in items:
        logical = {item["logical_memory"], *item.get("also_valid", ())}
        for k in KS:
            shown = ranker(item["query"], k)
            if len(shown) > k:
                raise AssertionError(f"{len(shown)} things shown for k = {k}")
            hits[f"L@{k}"].append(bool(shown & logical))
            hits[f"S@{k}"].append(item["semantic_memory"] in shown)
    return hits


def _means(hits: Mapping[str, Sequence[bool]]) -> dict[str, float]:
    return {metric: statistics.fmean(values) for metric, values in hits.items()}


def _unit(unit: Mapping[str, Any]) -> dict[str, Any]:
    wanted = ("activation", "guidance", "evidence", "triggers")
    return {"id": unit["unit_id"], **{name: unit[name] for name in wanted}}


def _time(date: str | None) -> datetime:
    """``1:56 pm on 8 May, 2023``, the form of the data; without a date, some time."""
    if not date:
        return datetime(2023, 1, 1, tzinfo=UTC)
    return datetime.strptime(date, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


def _table(result: Mapping[str, Any]) -> str:
    metrics = [f"{what}@{k}" for k in KS for what in "LS"]
    lines = [f"{result['items']} items", "            " + "".join(f"{m:>8}" for m in metrics)]
    for name in ("dense", "hybrid", "rooted"):
        row = result[name]["all"]
        lines.append(f"{name:<12}" + "".join(f"{row[m]:8.3f}" for m in metrics))
    for k in KS:
        if (ratio := result[f"L@{k} over dense"]) is not None:
            lines.append(f"L@{k}: rooted is {ratio:.2f} times dense")
    lines += ["", "rooted, person by person"]
    for person, row in result["rooted"]["people"].items():
        lines.append(f"{person:<12}" + "".join(f"{row[m]:8.3f}" for m in metrics))
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Logical and semantic recall, without a model.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--roots", type=Path, help="root units to load instead of building them")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    if not people(given.data, given.roots):
        parser.error(f"no *.json to run in {given.data}")
    result = run(given.data, given.roots)
    print(json.dumps(result, indent=2) if given.json else _table(result))


if __name__ == "__main__":
    main()
