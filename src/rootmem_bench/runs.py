"""A run on disk: what was run, what came out of each item, and the measures.

A run is a folder with two files (and ``logs/``, Inspect's own, where a model answered; the same
command takes up what they hold and asks only what is missing):

``run.json``   one object, ``Run`` below:
    format       1; raised when a key changes its meaning
    task         retrieval, mcq, open-ended, personamem, longmemeval, locomo, halumem, knowu-proxy …
    note         what must be printed wherever figures of the run are ("" mostly; a proxy says so)
    manifest     ``Manifest``: versions, data digest, systems, models, prompts, options, seed
    builds       one a system and person: seconds, calls, tokens, cost, notes
    measures     one a system and k (``Measures``): figures by name, each {value, low, high, n};
                 ``by_category`` and ``by_type`` name the same figures for a part of the items;
                 ``outcomes``: which of the two memories was retrieved -> {n, share, accuracy,
                 preference_trap, generic_trap, fabrication_trap, unparsable}; ``agreement`` of
                 two judges; ``costs``
    comparisons  each other system against the baseline, the same k: difference, interval, p, test

``items.jsonl``  one object a line, ``ItemLine``, one a system, k and item: what was retrieved, what
    was hit, which option was chosen, seconds and use of models. ``measures`` and ``comparisons``
    follow from these lines and ``builds`` alone (``measures.aggregate``).

Seconds are this machine's wall clock. Where replies came out of the cache (a run again, or resumed)
they are those of reading it; calls, tokens and cost are those of the replies when they were made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from rootmem.errors import ImportFormatError
from rootmem.model import Noun, Usage
from rootmem_bench.systems.protocol import Level

FORMAT = 1
RUN, ITEMS = "run.json", "items.jsonl"
UNPARSABLE = "unparsable"


class ItemLine(Noun):
    """What one system did with one item.

    ``retrieved``: the ids that each shown item stands for, in order; ``kinds`` their kinds; ``ids``
    are bank ids or turn ids, as ``level`` says. ``semantic`` and ``logical``: whether that memory
    is among the k (None: the item has none). ``scores`` are figures in [0, 1] of this item by name
    (recall, ndcg, a judge's verdict). ``choice`` is the letter read, ``kind`` what that option is
    (``unparsable`` where none was read, None where nothing was asked), ``order`` the kinds behind
    the letters shown. ``reply`` is the model's own text. ``seconds`` and ``usage`` by step:
    ``retrieval``, ``answer``, ``judge``. ``verdicts``: judge -> passed (None: its reply was
    unusable, which counts as not passed). ``error``: why there is no result; it counts as wrong.
    """

    system: str
    k: int
    level: Level
    person: str
    item: str
    category: str = ""
    query_type: str = ""
    retrieved: tuple[tuple[str, ...], ...] = ()
    kinds: tuple[str, ...] = ()
    semantic: bool | None = None
    logical: bool | None = None
    scores: dict[str, float] = Field(default_factory=dict[str, float])
    order: tuple[str, ...] = ()
    choice: str | None = None
    kind: str | None = None
    correct: bool | None = None
    reply: str = ""
    verdicts: dict[str, bool | None] = Field(default_factory=dict[str, bool | None])
    seconds: dict[str, float] = Field(default_factory=dict[str, float])
    usage: dict[str, Usage] = Field(default_factory=dict[str, Usage])
    notes: tuple[str, ...] = ()
    error: str = ""
    extra: dict[str, Any] = Field(default_factory=dict[str, Any])


class Build(Noun):
    """What taking a person in cost a system. ``part`` says which part of the history, where items
    come after different parts of it."""

    system: str
    person: str
    part: str = ""
    seconds: float
    usage: Usage = Usage()
    notes: tuple[str, ...] = ()


class Figure(Noun):
    """A mean with its bootstrap interval over ``n`` items."""

    value: float
    low: float
    high: float
    n: int


Figures = dict[str, Figure]


class Costs(Noun):
    """Means per person, split as the paper's latency is: ``build`` and ``retrieval``; ``answer``
    and ``judge`` apart. Seconds, and Usage summed over ``people``."""

    people: int
    seconds_per_person: dict[str, float]
    usage: dict[str, Usage]


class Measures(Noun):
    system: str
    k: int
    items: int
    errors: int = 0
    figures: Figures
    by_category: dict[str, Figures] = Field(default_factory=dict[str, Figures])
    by_type: dict[str, Figures] = Field(default_factory=dict[str, Figures])
    outcomes: dict[str, dict[str, float | None]] = Field(
        default_factory=dict[str, dict[str, float | None]]
    )
    agreement: dict[str, Any] | None = None
    costs: Costs


class Comparison(Noun):
    """``system`` minus ``baseline`` in ``figure``, over the items that both have."""

    system: str
    baseline: str
    k: int
    figure: str
    difference: float
    low: float
    high: float
    n: int
    p: float
    test: Literal["McNemar exact", "paired bootstrap"]


class Manifest(Noun):
    """What one needs to run it again. ``prompts``: file -> SHA-256. ``persona``: whether the
    profile was put into the prompts, which leaks it to every baseline. ``started`` is UTC."""

    command: str
    started: str
    seed: int
    versions: dict[str, str]
    data: dict[str, Any]
    systems: list[dict[str, Any]]
    models: dict[str, Any] = Field(default_factory=dict[str, Any])
    prompts: dict[str, str] = Field(default_factory=dict[str, str])
    options: dict[str, Any] = Field(default_factory=dict[str, Any])
    persona: bool = False
    notes: tuple[str, ...] = ()


class Run(Noun):
    format: int = FORMAT
    task: str
    note: str = ""
    manifest: Manifest
    builds: tuple[Build, ...] = ()
    measures: tuple[Measures, ...] = ()
    comparisons: tuple[Comparison, ...] = ()


def write_run(folder: Path, run: Run, items: Iterable[ItemLine]) -> None:
    """Write both files; each appears whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    _replace(folder / ITEMS, "".join(f"{line.model_dump_json()}\n" for line in items))
    _replace(folder / RUN, run.model_dump_json(indent=1) + "\n")


def read_run(folder: Path) -> tuple[Run, list[ItemLine]]:
    """Raises ImportFormatError with file, line and field."""
    try:
        run = Run.model_validate_json((folder / RUN).read_text("utf-8"))
        return run, list(read_items(folder / ITEMS))
    except OSError as error:
        raise ImportFormatError(
            f"no run can be read ({error.strerror})",
            source=folder.name,
            expected=f"a folder with {RUN} and {ITEMS}",
        ) from error
    except ValidationError as error:
        raise _malformed(error, RUN, None) from error


def read_items(file: Path) -> Iterator[ItemLine]:
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    yield ItemLine.model_validate_json(line)
                except ValidationError as error:
                    raise _malformed(error, file.name, number) from error


def _malformed(error: ValidationError, source: str, line: int | None) -> ImportFormatError:
    first = error.errors(include_input=False, include_url=False)[0]
    field = ".".join(map(str, first["loc"]))
    return ImportFormatError(first["msg"], source=source, line=line, field=field)


def _replace(file: Path, text: str) -> None:
    part = file.with_name(file.name + ".part")
    part.write_text(text, encoding="utf-8")
    part.replace(file)
