"""Retrieval, open-ended answers [R Table 7], tasks that the paper has not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rootmem_bench.commands.tables import figure_names
from rootmem_bench.report import cells
from rootmem_bench.report.choice_tables import INTERVALS, over_hosts
from rootmem_bench.report.material import Entry, Setting, Source, settings_of
from rootmem_bench.report.rows import block, named, reference_note
from rootmem_bench.report.shapes import (
    Column,
    Measured,
    MeasuredBlock,
    MeasuredRow,
    Table,
)
from rootmem_bench.report.variants import is_variant, plain_entries

PAPER_TASKS = ("mcq", "retrieval", "open-ended")


def recall_table(sources: Sequence[Source]) -> Table:
    """[R 5.4] Recall@k of both memories, and what else retrieval is measured by."""
    settings = [
        setting
        for task in dict.fromkeys(source.run.task for source in sources)
        for setting in settings_of(sources, task)
        if any(_retrieval(entry) for entry in setting.entries)
    ]
    names = dict.fromkeys(
        name for setting in settings for entry in setting.entries for name in _retrieval(entry)
    )
    keys = names or ("recall_semantic", "recall_logical")
    columns = tuple(map(cells.column, ("k", "n", *keys)))
    blocks = tuple(
        block(
            setting,
            [
                _row(named(entry, setting, with_k=False), entry, columns)
                for entry in plain_entries(setting)
                if _retrieval(entry)
            ],
            columns,
        )
        for setting in settings
    )
    return Table(
        key="recall",
        title="Retrieval",
        columns=columns,
        blocks=tuple(_unmarked_if_mixed(one) for one in blocks),
        published=cells.quoted_block("recall", columns),
        notes=("In brackets: 95 % bootstrap interval over the items.",),
    )


def open_table(sources: Sequence[Source]) -> Table:
    """[R Table 7]"""
    settings = settings_of(sources, "open-ended")
    extra = ("kappa", "ac1") if settings else ()
    columns = tuple(map(cells.column, ("judge_1", "judge_2", "agreement", *extra)))
    notes = [INTERVALS] if settings else []
    for setting in settings:
        for entry in setting.entries:
            if entry.measures.agreement and entry.measures.agreement.get("remark"):
                notes.append(f"{named(entry, setting)}: {entry.measures.agreement['remark']}")
    blocks = [block(one, over_hosts(one, columns, _judged), columns) for one in settings]
    for at, setting in enumerate(settings):
        judges = ", ".join(
            f"judge {n} {re.sub(r'^[0-9]+:', '', name)}"
            for n, name in enumerate(_judges(setting.entries), start=1)
        )
        caption = f"{setting.caption}; {judges}"
        blocks[at] = blocks[at].model_copy(update={"caption": caption})
    return Table(
        key="open_ended",
        title="Open-ended answers",
        columns=columns,
        blocks=tuple(blocks),
        published=cells.quoted_block("open_ended", columns),
        notes=tuple(dict.fromkeys(notes)),
    )


def task_tables(sources: Sequence[Source]) -> list[Table]:
    """One table a task that the paper has not."""
    tasks = dict.fromkeys(s.run.task for s in sources if s.run.task not in PAPER_TASKS)
    tables: list[Table] = []
    for task in tasks:
        settings = [one for one in settings_of(sources, task) if one.entries]
        entries = [entry.measures for one in settings for entry in one.entries]
        columns = tuple(map(cells.column, ("n", *figure_names(entries))))
        if len(columns) > 1:
            blocks = tuple(
                block(one, [_row(named(e, one), e, columns) for e in one.entries], columns)
                for one in settings
            )
            tables.append(
                Table(key=task, title=task, columns=columns, blocks=blocks, notes=(INTERVALS,))
            )
    return tables


def variants_table(setting: Setting) -> Table | None:
    """Ablations and sweeps in figures, where multiple choice was asked of them."""
    entries = [entry for entry in setting.entries if is_variant(entry)]
    keys = ("n", "accuracy", *cells.TRAPS, "recall_semantic", "recall_logical")
    known = {name for entry in entries for name in entry.measures.figures}
    columns = tuple(cells.column(key) for key in keys if key == "n" or key in known)
    if not entries or len(columns) < 2:
        return None
    rows = [_row(named(entry, setting), entry, columns) for entry in entries]
    return Table(
        key="variants",
        title="Variants in figures",
        columns=columns,
        blocks=(
            MeasuredBlock(caption=setting.caption, warnings=setting.warnings, rows=tuple(rows)),
        ),
        notes=("In brackets: 95 % bootstrap interval over the items.",),
    )


def quoted_only(name: str, title: str, first: str = "System") -> Table:
    """A table of the paper of which nothing is measured, in its own columns."""
    columns = cells.quoted_columns(name)
    return Table(
        key=name,
        title=title,
        first=first,
        columns=columns,
        published=cells.quoted_block(name, columns),
    )


def _retrieval(entry: Entry) -> list[str]:
    ends = ("recall", "ndcg")
    names = figure_names([entry.measures])
    return [name for name in names if name.startswith("recall_") or name.endswith(ends)]


def _row(name: str, entry: Entry, columns: Sequence[Column]) -> MeasuredRow:
    counts = {"n": entry.measures.items, "k": entry.measures.k}
    return MeasuredRow(
        label=name,
        note=reference_note(entry),
        ranked=not reference_note(entry),
        cells=tuple(
            cells.plain(counts[one.key], ",d")
            if one.key in counts
            else cells.percent(entry.measures.figures.get(one.key))
            for one in columns
        ),
    )


def _unmarked_if_mixed(one: MeasuredBlock) -> MeasuredBlock:
    """Recall at different k is no race: nothing is marked best across them."""
    if len({row.cells[0].value for row in one.rows}) < 2:
        return one
    rows = tuple(
        row.model_copy(
            update={"cells": tuple(c.model_copy(update={"best": False}) for c in row.cells)}
        )
        for row in one.rows
    )
    return one.model_copy(update={"rows": rows})


def _judges(entries: Sequence[Entry]) -> list[str]:
    names = (name for entry in entries for name in entry.measures.figures)
    found = [name.removeprefix("judge:") for name in names if name.startswith("judge:")]
    return list(dict.fromkeys(found)) or ["accuracy"]


def _judged(entry: Entry, one: Column, host: Entry | None) -> Measured:
    found = entry.measures.agreement or {}
    if one.key == "agreement":
        raw = found.get("raw")
        return Measured() if raw is None else Measured(text=f"{100 * raw:.1f}", value=raw)
    if one.key in ("kappa", "ac1"):
        return cells.plain(found.get("cohen" if one.key == "kappa" else "ac1"), ".3f")
    names = _judges([entry])
    at = int(one.key.removeprefix("judge_")) - 1
    if at >= len(names):
        return Measured()
    key = "accuracy" if names[at] == "accuracy" else f"judge:{names[at]}"
    figure = entry.measures.figures.get(key)
    below = host.measures.figures.get(key) if host else None
    change = cells.relative(figure.value, below.value) if figure and below else ""
    return cells.percent(figure, change)
