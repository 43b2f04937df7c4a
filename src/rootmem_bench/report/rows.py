"""Rows of a block: names, hosts and what is put over them, the system that others are held to."""

from __future__ import annotations

from collections.abc import Sequence

from rootmem_bench.report import cells
from rootmem_bench.report.material import Entry, Setting
from rootmem_bench.report.shapes import Column, MeasuredBlock, MeasuredRow

OVER = "rootmem-over-"
_REFERENCES = ("rootmem", "rootmem-minilm", "rootmem-routed", "rootmem-inferred")


def named(entry: Entry, setting: Setting, *, with_k: bool = True) -> str:
    """The system, with k where it is not the setting's, and with the run where its name would
    stand twice."""
    one = entry.measures
    alike = [e for e in setting.entries if (e.measures.system, e.measures.k) == (one.system, one.k)]
    parts = [one.system]
    if with_k and one.k != entry.source.options.get("k"):
        parts.append(f"k = {one.k}")
    if len(alike) > 1:
        parts.append(f"run {entry.source.name}")
    return ", ".join(filter(None, parts))


def reference_note(entry: Entry) -> str:
    """What is said of a system that shows everything: it competes with none that retrieves."""
    return "" if entry.card.get("bounded", True) else "reference: shows everything, whatever k"


def hosts_first(entries: Sequence[Entry]) -> list[tuple[Entry, Entry | None]]:
    """Every entry in order, but RootMem over a host right after that host, with it."""
    hosts = {_key(e, e.base): e for e in entries}
    over: dict[int, list[Entry]] = {}
    for entry in entries:
        host = _host(entry, hosts)
        if host is not None:
            over.setdefault(id(host.measures), []).append(entry)
    placed: list[tuple[Entry, Entry | None]] = []
    for entry in entries:
        if _host(entry, hosts) is None:
            placed.append((entry, None))
            placed += [(one, entry) for one in over.get(id(entry.measures), [])]
    return placed


def reference(entries: Sequence[Entry]) -> Entry | None:
    """RootMem as published where it was run, else ours; the system of "Rel. improv."."""
    for name in _REFERENCES:
        for entry in entries:
            if entry.base == name and not entry.options:
                return entry
    return None


def block(
    setting: Setting, rows: Sequence[MeasuredRow], columns: Sequence[Column]
) -> MeasuredBlock:
    return MeasuredBlock(
        caption=setting.caption, warnings=setting.warnings, rows=cells.with_best(rows, columns)
    )


Key = tuple[str, str, int, str]


def _host(entry: Entry, hosts: dict[Key, Entry]) -> Entry | None:
    if not entry.base.startswith(OVER):
        return None
    return hosts.get(_key(entry, entry.base.removeprefix(OVER)))


def _key(entry: Entry, base: str) -> Key:
    """A host has the same run, k and options as what stands over it."""
    return entry.source.name, base, entry.measures.k, repr(sorted(entry.options.items()))
