"""How `rootmem try` looks: the life in lines, then each question both ways, side by side."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rootmem.cli.commands.try_ import LOOK_AT, Answered, Built, pieces, place
from rootmem.cli.pieces import grid, number
from rootmem.cli.text import one_line

if TYPE_CHECKING:
    from rootmem.model import MemoryEntry

_WIDEST = 118
_LINES = 3
"""Memories shown on the left; on the right a rule takes the place of one."""
_MOMENTS = 5
_NEXT = (
    ("rootmem ingest chat.jsonl --user me", "remember your own conversations"),
    ('rootmem recall "…" --user me', "what matters for a request"),
    ("rootmem chat --user me", "talk, and be remembered"),
    ("rootmem doctor", "what is configured, what works"),
)


def show(
    console: Console, built: Built, answers: Sequence[Answered], *, kept_in: str | None
) -> None:
    """Print the whole demonstration."""
    width = min(console.width, _WIDEST)

    def put(*what: object) -> None:
        for one in what:
            console.print(one, width=width, markup=False, highlight=False)

    put(*_opening(built), "", Text("Her life, as remembered", "bold"), _life(built, width), "")
    put(
        Text.assemble(
            ("Four requests, ", "bold"),
            ("and whether the memory that decides the answer (★) is found", "dim"),
        )
    )
    for at, answer in enumerate((one for one in answers if one.question.show), 1):
        put("", _question(console, width, at, answer, built))
    put("", *_closing(answers, kept_in))


def _opening(built: Built) -> list[Text]:
    status = built.status
    entries = sum(status.entries.values())
    first, last = (pick(one.time for one in built.timeline) for pick in (min, max))
    return [
        Text.assemble(
            ("rootmem", "bold green"), ("  on the invented life of Inês, Galway, ", "dim"),
            (f"{first:%B %Y} to {last:%B %Y}", "dim"),
        ),
        Text.assemble(
            (number(status.turns, "turn"), "bold"), " → ",
            (number(status.episodes, "episode"), "bold"), " → ",
            (number(entries, "memory", "memories"), "bold"), " → ",
            (number(status.roots, "root memory", "root memories"), "bold green"),
            (f"   {built.seconds:.1f} s, {status.reasoner}", "dim"),
        ),
    ]  # fmt: skip


def _life(built: Built, width: int) -> Table:
    """A few moments: what changed first, then what root memories rest on."""
    after = {entry.id: entry for entry in built.timeline}
    rooted = {id: 1 / (1 + at) for unit in built.roots for at, id in enumerate(unit.evidence)}

    def weight(entry: MemoryEntry) -> float:
        changed = 2.0 if entry.superseded_by in after else 0.0
        long = len(entry.text) / 200
        return changed + rooted.get(entry.id, 0.0) + entry.strength - long

    own = [entry for entry in built.timeline if entry.subject == "user"]
    moments = sorted(own, key=weight, reverse=True)[:_MOMENTS]
    table = grid([7, None])
    for entry in sorted(moments, key=lambda one: one.event_time or one.valid_from):
        text = Text(one_line(entry.text))
        if entry.superseded_by in after:
            text.append(" → ", "yellow")
            text.append(one_line(after[entry.superseded_by].text))
        text.truncate(width - 9, overflow="ellipsis")
        table.add_row(Text(f"{entry.event_time or entry.valid_from:%Y-%m}", "dim"), text)
    return table


def _question(console: Console, width: int, nth: int, answer: Answered, built: Built) -> Group:
    column = (width - 5) // 2
    shown = pieces(answer.recall)
    left = _lines(answer.similar, answer.decisive, _LINES, height=2)
    right = [*_rule(answer), *_lines(shown, answer.decisive, _LINES - 1, height=1)]
    table = Table(box=box.MINIMAL, show_edge=False, border_style="dim", width=width)
    for title, entries in (("plain similarity", answer.similar), ("rooted recall", shown)):
        head = Text.assemble((title, "bold"), "  ", _verdict(place(entries, answer.decisive)))
        table.add_column(head, ratio=1, overflow="fold")
    table.add_row(
        Group(*(_clamp(console, line, column, most) for line, most in left)),
        Group(*(_clamp(console, line, column, most) for line, most in right)),
    )
    why = Text.assemble(("why ", "dim"), (answer.question.why, "italic"))
    asked = Text.assemble((f"{nth} ", "bold green"), (answer.question.question, "bold"))
    under = [] if place([*answer.similar, *shown], answer.decisive) else _missed(built, answer)
    return Group(
        _clamp(console, asked, width, 2),
        table,
        *(_clamp(console, line, width, 2) for line in under),
        Padding(_clamp(console, why, width - 4, 2), (0, 2)),
    )


def _missed(built: Built, answer: Answered) -> list[Text]:
    """What decides, where neither way brings it."""
    missed = (entry for entry in built.timeline if entry.id in answer.decisive)
    return [Text(f"★ neither brings: {one_line(entry.text)}", "yellow") for entry in missed][:1]


def _rule(answer: Answered) -> list[tuple[Text, int]]:
    """The rule that fired: the one that brings what decides, else the first."""
    roots = answer.recall.roots
    if not roots:
        return [(Text("no rule applies", "dim"), 1)]
    brings = (root for root in roots if {one.id for one in root.shown} & answer.decisive)
    unit = next(brings, roots[0]).unit
    title = Text.assemble(("◆ ", "green"), (one_line(unit.title, 80) or "A rule", "green"))
    return [(title, 1), (Text(f"→ {one_line(unit.guidance)}"), 2)]


def _lines(
    entries: Sequence[MemoryEntry], decisive: frozenset[str], most: int, *, height: int
) -> list[tuple[Text, int]]:
    """The first few, each with the lines it may take; what decides is last where it comes later."""
    at = place(entries, decisive)
    first = entries[:most] if at is None or at <= most else (*entries[: most - 1], entries[at - 1])
    return [
        (Text(f"★ {one_line(entry.text)}", "bold green"), 3)
        if entry.id in decisive
        else (Text(f"· {one_line(entry.text)}", "dim"), height)
        for entry in first
    ]


def _verdict(at: int | None) -> Text:
    if at is None:
        return Text("★ not found", "red")
    return Text(f"★ place {at}", "green" if at <= _LINES else "yellow")


def _clamp(console: Console, text: Text, width: int, most: int) -> Text:
    """The text wrapped to ``width`` cells, cut after ``most`` lines, hanging under its mark."""
    lines = text.wrap(console, width - 2)
    if len(lines) > most:
        last = Text.assemble(lines[most - 1], ("…", "dim"))
        last.truncate(width - 2, overflow="ellipsis")
        kept = [*lines[: most - 1], last]
    else:
        kept = list(lines)
    for line in kept:
        line.rstrip()
    return Text("\n  ").join(kept)


def _closing(answers: Sequence[Answered], kept_in: str | None) -> list[object]:
    similar = [place(one.similar, one.decisive) for one in answers]
    rooted = [place(pieces(one.recall), one.decisive) for one in answers]
    table = grid([38, None])
    for call, what in _NEXT:
        table.add_row(Text(call, "cyan"), Text(what, "dim"))
    kept = f"Kept in {kept_in}; look around: rootmem --db {kept_in} show roots" if kept_in else ""
    return [
        Text.assemble(
            f"Of all {len(answers)} requests of the sample, the memory that decides is among the "
            f"first {LOOK_AT} for ", (_found(similar), "bold"), " by plain similarity, for ",
            (_found(rooted), "bold green"), " by rooted recall.",
        ),
        "",
        Text.assemble(("Next", "bold"), (_first(), "dim")),
        Padding(table, (0, 0, 0, 2)),
        *([Text(kept, "dim")] if kept else []),
    ]  # fmt: skip


def _first() -> str:
    """How to get at the command, where the terminal does not find it (after `make try`)."""
    activate = Path(sys.prefix, "bin", "activate")
    if which("rootmem") or not activate.exists():
        return ""
    here = Path.cwd()
    near = activate.relative_to(here) if activate.is_relative_to(here) else activate
    return f"  first: . {near}"


def _found(places: Sequence[int | None]) -> str:
    return str(sum(at is not None for at in places))
