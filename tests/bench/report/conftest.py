"""Small runs, written as the commands write them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rootmem.model import Usage
from rootmem_bench.manifest import described
from rootmem_bench.measures.aggregate import comparisons_of, measures_of
from rootmem_bench.runs import Build, ItemLine, Manifest, Run, write_run
from rootmem_bench.systems.protocol import Card, Level

KINDS = ("correct", "preference_trap", "generic_trap", "fabrication_trap")
Write = Callable[..., Run]


def lines(system: str, hits: str, *, k: int = 30, level: Level = "memory") -> list[ItemLine]:
    """One a letter of ``hits``: c, p, g, f for the option chosen, ? for none. Every second item
    has its logical memory among the k."""
    kinds = dict(zip("cpgf?", (*KINDS, "unparsable"), strict=True))
    return [
        ItemLine(
            system=system, k=k, level=level, person=f"p{at % 2}", item=str(at),
            category=("States", "Goals")[at % 2], query_type=("Advice", "Talk")[at // 2 % 2],
            semantic=True, logical=at % 2 == 0, order=KINDS, kind=kinds[letter],
            correct=letter == "c", seconds={"retrieval": 0.5, "answer": 1.0},
            usage={"retrieval": Usage(calls=1, input_tokens=10)},
        )
        for at, letter in enumerate(hits)
    ]  # fmt: skip


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a run of these systems' lines into ``tmp_path/name``."""

    def written(
        name: str,
        found: dict[str, list[ItemLine]],
        *,
        task: str = "mcq",
        level: str = "memory",
        models: dict[str, Any] | None = None,
        options: dict[str, dict[str, Any]] | None = None,
        note: str = "",
        **manifest: Any,
    ) -> Run:
        every = [line for own in found.values() for line in own]
        builds = [Build(system=one, person=p, seconds=3.0) for one in found for p in ("p0", "p1")]
        systems = [
            described(
                one,
                Card(
                    one.partition("[")[0],
                    ("memory",),
                    "graph: a kind",
                    "nowhere",
                    bounded=one != "full",
                ),
                (options or {}).get(one, {}),
            )
            for one in found
        ]
        ks = sorted({line.k for line in every})
        made = Run(
            task=task,
            note=note,
            manifest=Manifest(
                command=task, started="2026-01-02T00:00:00+00:00", seed=42,
                versions={"python": "3.11"},
                data={"name": "tiny", "digest": "d" * 64, "people": 2, "notes": []},
                systems=systems,
                models={"answer": "a-model", "memory": "m-model"} if models is None else models,
                options={"level": level, "k": ks[0] if len(ks) == 1 else ks},
                **manifest,
            ),
            builds=tuple(builds),
            measures=measures_of(every, builds),
            comparisons=comparisons_of(every, next(iter(found))),
        )  # fmt: skip
        write_run(tmp_path / name, made, every)
        return made

    return written
