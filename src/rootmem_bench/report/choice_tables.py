"""Multiple choice: the forms of the paper's Tables 4, 5, 6 and 9."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rootmem_bench.measures.aggregate import figures
from rootmem_bench.measures.outcomes import OUTCOMES, outcome_of
from rootmem_bench.report import cells
from rootmem_bench.report.material import Entry, Setting, Source, settings_of
from rootmem_bench.report.rows import block, hosts_first, named, reference, reference_note
from rootmem_bench.report.shapes import Column, Measured, MeasuredBlock, MeasuredRow, Table
from rootmem_bench.report.variants import plain_entries

INTERVALS = "In brackets: 95 % bootstrap interval over the items. Bold: the best of its block."
CHANGES = "In parentheses: the relative change against the system without RootMem."
_MEMORY = ["accuracy", "improvement", *cells.TRAPS]
_CONVERSATION = ["retrieval_type", "accuracy", *cells.TRAPS]
_OUTCOMES = ["n", "accuracy", *cells.TRAPS]
_TIMES = ("build", "retrieval", "total")


def memory_table(sources: Sequence[Source]) -> Table:
    """[R Table 4]"""
    settings = settings_of(sources, "mcq", "memory")
    columns = _columns(settings, [*_MEMORY], [*_TIMES])
    notes = [INTERVALS, _UNREAD] if _unread(settings) else [INTERVALS]
    used: list[str] = []

    def blocked(setting: Setting) -> MeasuredBlock:
        ours = reference(setting.entries)
        if ours is not None:
            used.append(named(ours, setting))
        rows = [
            MeasuredRow(
                label=named(entry, setting),
                note=reference_note(entry),
                ranked=not reference_note(entry),
                cells=tuple(_cell(entry, one.key, ours) for one in columns),
            )
            for entry in plain_entries(setting)
        ]
        return block(setting, rows, columns)

    blocks = tuple(map(blocked, settings))
    if used:
        notes.append(f"Rel. improv.: the accuracy of {', '.join(dict.fromkeys(used))} over it.")
    return Table(
        key="memory",
        title="Multiple choice at memory level",
        columns=columns,
        blocks=blocks,
        published=cells.quoted_block("memory", columns),
        notes=tuple(notes),
    )


def conversation_table(sources: Sequence[Source]) -> Table:
    """[R Table 5]: a system with RootMem over it stands below its host."""
    settings = settings_of(sources, "mcq", "conversation")
    columns = _columns(settings, [*_CONVERSATION], [*_TIMES] if settings else [])
    return Table(
        key="conversation",
        title="Multiple choice at conversation level",
        columns=columns,
        blocks=tuple(
            block(setting, over_hosts(setting, columns, _cell_over), columns)
            for setting in settings
        ),
        published=cells.quoted_block("conversation", columns),
        notes=(f"{INTERVALS} {CHANGES}",) if settings else (CHANGES,),
    )


def outcomes_table(sources: Sequence[Source]) -> Table:
    """[R Table 6]: what was answered, by which of the two memories was retrieved."""
    columns = tuple(map(cells.column, _OUTCOMES))
    blocks: list[MeasuredBlock] = []
    for setting in settings_of(sources, "mcq"):
        entries = [entry for entry in plain_entries(setting) if entry.measures.outcomes]
        for at, entry in enumerate(entries):
            name = named(entry, setting)
            blocks.append(
                MeasuredBlock(
                    caption=name if at else f"{name}; {setting.caption}",
                    warnings=() if at else setting.warnings,
                    rows=_outcome_rows(entry, columns),
                )
            )
    return Table(
        key="outcomes",
        title="What was answered, by which memory was retrieved",
        first="Retrieved",
        columns=columns,
        blocks=tuple(blocks),
        published=cells.quoted_block("outcomes", columns),
        notes=(
            "Rates are within each row; in brackets their 95 % bootstrap interval. Rows without "
            "items are left out.",
        ),
    )


def backbones_table(sources: Sequence[Source]) -> Table | None:
    """[R Table 9]: accuracy by the model that the systems think with; the systems that more than
    one of them was tried with."""
    settings = [
        setting
        for setting in settings_of(sources, "mcq", apart="memory")
        if len({source.model("memory") for source in setting.sources}) > 1
    ]
    names = dict.fromkeys(s.model("memory") for one in settings for s in one.sources)
    columns = tuple(Column(key=name, head=name, group="Accuracy (%)") for name in names)
    found = [(one, _backbone_rows(one, columns)) for one in settings]
    blocks = tuple(block(one, rows, columns) for one, rows in found if rows)
    if not blocks:
        return None
    return Table(
        key="backbones",
        title="Multiple choice by backbone",
        columns=columns,
        blocks=blocks,
        notes=(f"{INTERVALS} {CHANGES}",),
    )


Over = Callable[[Entry, Column, Entry | None], Measured]


def over_hosts(setting: Setting, columns: Sequence[Column], cell: Over) -> list[MeasuredRow]:
    return [
        MeasuredRow(
            label="+ RootMem" if host else named(entry, setting),
            note=named(entry, setting) if host else "",
            indent=host is not None,
            cells=tuple(cell(entry, one, host) for one in columns),
        )
        for entry, host in hosts_first(plain_entries(setting))
    ]


def _backbone_rows(setting: Setting, columns: Sequence[Column]) -> list[MeasuredRow]:
    """One row a system and k, one cell a backbone."""

    def cell(entry: Entry, one: Column, host: Entry | None) -> Measured:
        own = _with(entry, one.key, setting)
        below = _with(host, one.key, setting) if host else None
        return _cell_over(own, cells.column("accuracy"), below) if own else Measured()

    alike: dict[tuple[str, int], list[Entry]] = {}
    for entry in setting.entries:
        alike.setdefault((entry.measures.system, entry.measures.k), []).append(entry)
    first = [own[0] for own in alike.values() if len({e.source.model("memory") for e in own}) > 1]
    return [
        MeasuredRow(
            label="+ RootMem" if host else entry.measures.system,
            note=entry.measures.system if host else "",
            indent=host is not None,
            cells=tuple(cell(entry, one, host) for one in columns),
        )
        for entry, host in hosts_first(first)
    ]


def _with(entry: Entry, backbone: str, setting: Setting) -> Entry | None:
    """The same system and k with another backbone."""
    same = (entry.measures.system, entry.measures.k)
    return next(
        (
            one
            for one in setting.entries
            if (one.measures.system, one.measures.k) == same
            and one.source.model("memory") == backbone
        ),
        None,
    )


def _cell(entry: Entry, key: str, ours: Entry | None) -> Measured:
    if key in _TIMES:
        return cells.timed(entry.measures, key)
    if key == "retrieval_type":
        return cells.words(str(entry.card.get("retrieval", "")).partition(":")[0])
    if key != "improvement":
        return cells.percent(entry.measures.figures.get(key))
    own = entry.measures.figures.get("accuracy")
    best = ours.measures.figures.get("accuracy") if ours is not None else None
    if own is None or best is None or entry == ours or not own.value:
        return Measured()
    return Measured(text=cells.signed(100 * (best.value / own.value - 1), ".1f"))


def _cell_over(entry: Entry, one: Column, host: Entry | None) -> Measured:
    figure = entry.measures.figures.get(one.key)
    below = host.measures.figures.get(one.key) if host else None
    if figure is None or below is None:
        return _cell(entry, one.key, None)
    return cells.percent(figure, cells.relative(figure.value, below.value))


def _outcome_rows(entry: Entry, columns: Sequence[Column]) -> tuple[MeasuredRow, ...]:
    """The intervals of each row are the bootstrap's over its items, with the run's seed."""
    lines, seed = entry.lines, entry.source.run.manifest.seed
    named_lines = [
        (name, [line for line in lines if outcome_of(line) == name]) for name in OUTCOMES
    ]
    every = ("all", [line for line in lines if outcome_of(line) is not None])
    labels = {"only_semantic": "only semantic", "only_logical": "only logical", "none": "neither"}
    rows: list[MeasuredRow] = []
    for name, own in (*named_lines, every):
        if not own:
            continue
        found = figures(own, seed=seed)
        rates = [cells.percent(found.get(one.key)) for one in columns[1:]]
        count = Measured(text=f"{len(own):,}", value=float(len(own)))
        rows.append(MeasuredRow(label=labels.get(name, name), cells=(count, *rates)))
    return tuple(rows)


_UNREAD = "Unread: replies without a letter, which count as wrong."


def _unread(settings: Sequence[Setting]) -> bool:
    return any(
        (figure := entry.measures.figures.get("unparsable")) is not None and figure.value > 0
        for setting in settings
        for entry in setting.entries
    )


def _columns(
    settings: Sequence[Setting], keys: Sequence[str], more: Sequence[str]
) -> tuple[Column, ...]:
    unread = ["unparsable"] if _unread(settings) else []
    return tuple(map(cells.column, (*keys, *unread, *more)))
