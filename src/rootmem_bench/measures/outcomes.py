"""Multiple choice: what was chosen, and what was chosen given what was retrieved [R 5.1.3, 5.4]."""

from __future__ import annotations

from collections.abc import Sequence

from rootmem_bench.records import OPTION_KINDS
from rootmem_bench.runs import UNPARSABLE, ItemLine

OUTCOMES = ("both", "only_semantic", "only_logical", "none")
"""Which of the two memories is among the k, in the order of the paper's Table 6."""


def outcome_of(line: ItemLine) -> str | None:
    """None where the item has not both memories."""
    if line.semantic is None or line.logical is None:
        return None
    return {
        (True, True): "both",
        (True, False): "only_semantic",
        (False, True): "only_logical",
        (False, False): "none",
    }[line.semantic, line.logical]


def outcome_table(lines: Sequence[ItemLine]) -> dict[str, dict[str, float | None]]:
    """For each outcome: n, its share of the items, and the accuracy and trap rates within it.

    Rates are None in an empty row, or where nothing was asked (retrieval alone).
    """
    known = [(outcome, line) for line in lines if (outcome := outcome_of(line)) is not None]
    table: dict[str, dict[str, float | None]] = {}
    for name in OUTCOMES:
        row = [line for outcome, line in known if outcome == name]
        asked = [line for line in row if line.correct is not None]
        table[name] = {"n": float(len(row)), "share": len(row) / len(known) if known else None}
        table[name]["accuracy"] = _share([line.correct is True for line in asked])
        for kind in (*OPTION_KINDS[1:], UNPARSABLE):
            table[name][kind] = _share([line.kind == kind for line in asked])
    return table


def choice_values(line: ItemLine, kinds: Sequence[str]) -> dict[str, float]:
    """Figures by name -> 0 or 1 of an item; ``kinds`` are the traps that the run's options have.

    ``accuracy`` is over all items (an unparsable reply and an error are wrong),
    ``accuracy_answered`` over those of which a letter was read.
    """
    if line.kind is None:
        return {}
    right = float(line.correct is True)
    answered = {"accuracy_answered": right} if line.kind != UNPARSABLE else {}
    return {
        "accuracy": right,
        **answered,
        **{kind: float(line.kind == kind) for kind in kinds},
        UNPARSABLE: float(line.kind == UNPARSABLE),
    }


def traps_of(lines: Sequence[ItemLine]) -> list[str]:
    """The kinds of traps among the options, in the paper's order."""
    shown = {kind for line in lines for kind in line.order}
    return [kind for kind in OPTION_KINDS[1:] if kind in shown]


def _share(values: Sequence[bool]) -> float | None:
    return sum(values) / len(values) if values else None
