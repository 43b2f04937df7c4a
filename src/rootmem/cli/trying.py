"""How `rootmem try` looks: the life in lines, then each question both ways, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rootmem.cli.commands.try_ import Answered, Built, pieces, place
from rootmem.cli.pieces import grid, number
from rootmem.cli.text import one_line

if TYPE_CHECKING:
    from rootmem.model import MemoryEntry, Recall

_WIDEST = 118
_LINES = 5
_MOMENTS = 7
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
    put(Text.assemble(("Four requests", "bold"), (": what sounds alike, and what matters", "dim")))
    for at, answer in enumerate(answers, 1):
        put("", _question(console, width, at, answer))
    put("", *_closing(answers, kept_in))


def _opening(built: Built) -> list[Text]:
    status = built.status
    entries = sum(status.entries.values())
    first, last = built.timeline[0].time, built.timeline[-1].time
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
        return changed + rooted.get(entry.id, 0.0) + entry.strength

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


def _question(console: Console, width: int, at: int, answer: Answered) -> Group:
    column = (width - 7) // 2
    table = Table(box=box.ROUNDED, border_style="dim", width=width, padding=(0, 1))
    for title in ("plain similarity", "rooted recall"):
        table.add_column(title, header_style="bold", ratio=1, overflow="fold")
    shown = pieces(answer.recall)
    left = [_line(entry, answer.decisive) for entry in answer.similar[:_LINES]]
    right = [*_rule(answer.recall), *(_line(entry, answer.decisive) for entry in shown[:_LINES])]
    table.add_row(
        Group(*(_clamp(console, line, column, 2) for line in left)),
        Group(*(_clamp(console, line, column, 2 + (at == 1)) for at, line in enumerate(right))),
    )
    table.add_section()
    table.add_row(
        _verdict(place(answer.similar, answer.decisive)), _verdict(place(shown, answer.decisive))
    )
    why = grid([3, None], pad=1)
    why.add_row(Text("why", "dim"), Text(answer.question.why, "italic"))
    asked = grid([1, None], pad=1)
    asked.add_row(Text(str(at), "bold green"), Text(answer.question.question, "bold"))
    return Group(asked, table, Padding(why, (0, 0, 0, 2)))


def _rule(recall: Recall) -> list[Text]:
    if not recall.roots:
        return [Text("no rule applies", "dim")]
    unit = recall.roots[0].unit
    title = Text.assemble(("◆ ", "green"), (one_line(unit.title, 80) or "A rule", "green"))
    return [title, Text(f"→ {one_line(unit.guidance)}")]


def _line(entry: MemoryEntry, decisive: frozenset[str]) -> Text:
    if entry.id in decisive:
        return Text.assemble(("★ ", "bold green"), (one_line(entry.text), "bold green"))
    return Text.assemble(("· ", "dim"), (one_line(entry.text), "dim"))


def _verdict(at: int | None) -> Text:
    if at is None:
        return Text("✗ what decides is not among the first 30", "red")
    if at > _LINES:
        return Text(f"✗ what decides comes at place {at}", "yellow")
    return Text(f"✓ what decides is at place {at}", "green")


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
    similar = sum((place(one.similar, one.decisive) or 99) <= _LINES for one in answers)
    rooted = sum((place(pieces(one.recall), one.decisive) or 99) <= _LINES for one in answers)
    table = grid([38, None])
    for call, what in _NEXT:
        table.add_row(Text(call, "cyan"), Text(what, "dim"))
    kept = f"Kept in {kept_in}; look around: rootmem --db {kept_in} show roots" if kept_in else ""
    return [
        Text.assemble(
            "The memory that decides is among the first five ",
            (f"{similar} of {len(answers)}", "bold"), " times by similarity, ",
            (f"{rooted} of {len(answers)}", "bold green"), " times by rooted recall.",
        ),
        "",
        Text("Next", "bold"),
        Padding(table, (0, 0, 0, 2)),
        *([Text(kept, "dim")] if kept else []),
    ]  # fmt: skip
