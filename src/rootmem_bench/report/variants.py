"""Which configurations are variants of another: a part left out, or an option swept."""

from __future__ import annotations

from rootmem_bench.report.material import Entry, Setting

SWITCHES = {
    "rootmem": ("no_router", "no_rules", "no_evidence", "semantic_only"),
    "qumem": ("no_episodes", "no_typing", "no_state"),
}
SWEEPS = {
    "root_budget": "Root units at most",
    "root_batch": "Entries a batch",
    "per_query": "Entries a query and type",
}
ALL_SWITCHES = tuple(switch for own in SWITCHES.values() for switch in own)


def left_out(entry: Entry) -> list[str]:
    """The parts that a configuration leaves out, by its options or by its card's name."""
    return [
        switch
        for switch in ALL_SWITCHES
        if entry.options.get(switch) is True or f"-{switch.replace('_', '-')}" in entry.base
    ]


def is_variant(entry: Entry) -> bool:
    return bool(left_out(entry)) or any(option in entry.options for option in SWEEPS)


def plain_entries(setting: Setting) -> list[Entry]:
    """The systems themselves, which the paper's tables compare; all where there are only
    variants."""
    return [entry for entry in setting.entries if not is_variant(entry)] or setting.entries


def main_figure(entry: Entry) -> str:
    figures = entry.measures.figures
    return next((name for name in ("accuracy", "recall_logical") if name in figures), "")
