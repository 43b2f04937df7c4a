"""One report out of runs: sections in the paper's order, each only where there is one to show."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rootmem_bench.report import choice_tables, curves, other_tables, part_tables, pictures
from rootmem_bench.report.drawing import Canvas
from rootmem_bench.report.material import Setting, Source, read_sources, settings_of, warnings_of
from rootmem_bench.report.published import quoted
from rootmem_bench.report.shapes import Picture, Record, Report, Section, Table
from rootmem_bench.report.variants import main_figure, plain_entries

FIGURES = "figures"
_TITLES = {
    "memory": "Multiple choice at memory level",
    "conversation": "Multiple choice at conversation level",
    "outcomes": "What was answered, by which memory was retrieved",
    "recall": "Retrieval",
    "open_ended": "Open-ended answers",
    "backbones": "Multiple choice by backbone",
}


def assembled(folders: Sequence[Path], out: Path, *, note: str = "") -> Report:
    """Draws into ``out/figures``. ``note`` is printed at the top.

    Raises ImportFormatError, InvalidInput, NotConfigured.
    """
    sources, divergences = read_sources(folders)
    canvas = Canvas(out / FIGURES)
    tables: dict[str, Table | None] = {
        "memory": choice_tables.memory_table(sources),
        "conversation": choice_tables.conversation_table(sources),
        "outcomes": choice_tables.outcomes_table(sources),
        "recall": other_tables.recall_table(sources),
        "open_ended": other_tables.open_table(sources),
        "backbones": choice_tables.backbones_table(sources),
    }
    tasks = list(dict.fromkeys(source.run.task for source in sources))
    settings = [one for task in tasks for one in settings_of(sources, task)]
    ablations = pictures.ablations(canvas, settings)
    sweeps = pictures.sweeps(canvas, settings)
    shown = {
        "recall": [
            one
            for at, setting in enumerate(settings, start=1)
            if (one := curves.over_k(canvas, setting, at)) is not None
        ],
        "divergence": [pictures.divergence(canvas, divergences)] if divergences else [],
    }
    sections = [
        *(
            Section(
                key=key,
                title=table.title,
                tables=(table, *_beside(key)),
                pictures=tuple(shown.get(key, [])),
            )
            for key, table in tables.items()
            if table is not None and table.blocks
        ),
        *_pictured("divergence", "How near the query is to either memory", shown["divergence"]),
        *_pictured("ablations", "Ablations", ablations),
        *_pictured("sensitivity", "Sensitivity", sweeps),
        *_listed("variants", "Variants", map(other_tables.variants_table, settings)),
        *_parts(canvas, settings),
        *_listed("tasks", "Other tasks", other_tables.task_tables(sources)),
        *_listed("tests", "Paired tests", map(part_tables.comparisons_table, sources)),
        *_listed("costs", "Use of models", map(part_tables.costs_table, sources)),
    ]
    started = sorted(source.run.manifest.started[:10] for source in sources)
    days = " to ".join(dict.fromkeys((*started[:1], *started[-1:])))
    names = dict.fromkeys(str(s.run.manifest.data.get("name", "unnamed data")) for s in sources)
    return Report(
        title="rootmem-bench report",
        subtitle="; ".join(filter(None, (", ".join(names), f"{len(sources)} runs", days))),
        papers=tuple(f"{p.short}: {p.title} ({p.place})" for p in quoted().papers.values()),
        warnings=tuple(
            dict.fromkeys(
                [*([note] if note else []), *(w for s in sources for w in warnings_of(s))]
            )
        ),
        sections=tuple(sections),
        published=tuple(_unmeasured(canvas, tables, divergences, ablations, sweeps)),
        records=tuple(map(_record, sources)),
    )


def _pictured(key: str, title: str, found: Sequence[Picture]) -> list[Section]:
    return [Section(key=key, title=title, pictures=tuple(found))] if found else []


def _listed(key: str, title: str, found: Iterable[Table | None]) -> list[Section]:
    tables = tuple(table for table in found if table is not None)
    return [Section(key=key, title=title, tables=tables)] if tables else []


def _parts(canvas: Canvas, settings: Sequence[Setting]) -> list[Section]:
    """Accuracy by category; of retrieval the logical memory's recall at the run's largest k."""
    tables: list[Table] = []
    drawn: list[Picture] = []
    for at, setting in enumerate(settings, start=1):
        if not setting.entries:
            continue
        most = max(entry.measures.k for entry in setting.entries)
        several = not isinstance(setting.sources[0].options.get("k"), int)
        entries = [e for e in plain_entries(setting) if not several or e.measures.k == most]
        figure = main_figure(entries[0])
        if not figure:
            continue
        tables += part_tables.part_tables(setting, entries, figure)
        if picture := curves.by_part(canvas, setting, entries, figure, at):
            drawn.append(picture)
    if not tables:
        return []
    return [
        Section(
            key="parts",
            title="By category and type",
            tables=tuple(tables),
            pictures=tuple(drawn),
        )
    ]


def _unmeasured(
    canvas: Canvas,
    tables: dict[str, Table | None],
    divergences: Sequence[dict[str, Any]],
    ablations: Sequence[Picture],
    sweeps: Sequence[Picture],
) -> list[Section]:
    """What the papers show and no run here does."""
    found = [
        Section(key=f"published-{key}", title=_TITLES[key], tables=(_quoted(key),))
        for key, table in tables.items()
        if table is None or not table.blocks
    ]
    bars = (
        ("Similarity", ("divergence_memory", "divergence_conversation"), divergences),
        ("Ablations", ("ablation_rootmem", "ablation_qumem"), ablations),
        ("Sensitivity", ("sweep_root_budget", "sweep_root_batch", "sweep_per_query"), sweeps),
    )
    for title, names, measured in bars:
        if not measured:
            picture = pictures.published_only(canvas, names, title)
            found.append(
                Section(key=f"published-{title.lower()}", title=title, pictures=(picture,))
            )
    return found


def _quoted(key: str) -> Table:
    first = "Retrieved" if key == "outcomes" else "System"
    return other_tables.quoted_only(key, _TITLES[key], first)


def _beside(key: str) -> list[Table]:
    """The backbones differ from ours: their table has columns of its own."""
    return [_quoted(key)] if key == "backbones" else []


def _record(source: Source) -> Record:
    run, manifest = source.run, source.run.manifest
    data = manifest.data
    facts = (
        ("task", run.task),
        ("started", manifest.started),
        ("data", f"{data.get('name', '')}, SHA-256 {data.get('digest', '')}"),
        ("people", str(data.get("people", ""))),
        ("licence of the data", str(data.get("licence", ""))),
        *((f"model, {part}", _text(name)) for part, name in manifest.models.items()),
        ("seed", str(manifest.seed)),
        ("profile in prompts", "yes" if manifest.persona else "no"),
        *((key.replace("_", " "), _text(value)) for key, value in manifest.options.items()),
        ("notes", "; ".join((*manifest.notes, *data.get("notes", ())))),
    )
    systems = tuple(
        (
            str(one.get("name", "")),
            str(one.get("card", {}).get("source", "")),
            str(one.get("card", {}).get("build_calls", "")),
            str(one.get("card", {}).get("query_calls", "")),
            _text(one.get("options") or ""),
        )
        for one in manifest.systems
    )
    return Record(
        title=source.name,
        facts=tuple((name, text) for name, text in facts if text not in ("", "null")),
        systems=systems,
        more=(*manifest.versions.items(), *manifest.prompts.items()),
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
