"""Tables of what was done."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from rootmem.cli.pieces import number
from rootmem.cli.text import one_line
from rootmem.model import Added


def plain_table(*columns: str, right: Sequence[str] = ()) -> Table:
    """A table with a headline and no other lines."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for name in columns:
        table.add_column(name, justify="right" if name in right else "left", overflow="fold")
    return table


def added_table(done: Sequence[tuple[str, Added]]) -> Table:
    """One row a user: the turns that are new and those known before, and what was made of them."""
    numbers = ("turns", "known", "episodes", "memories", "joined", "replaced", "waiting")
    table = plain_table("user", *numbers, right=numbers)
    for user, added in done:
        table.add_row(
            one_line(user, 40),
            f"{added.new_turns:,}",
            Text(f"{len(added.turns) - added.new_turns:,}", "dim"),
            f"{added.episodes:,}",
            f"{added.entries:,}",
            f"{added.joined:,}",
            f"{added.superseded:,}",
            Text(f"{added.pending:,}", "yellow" if added.pending else "dim"),
        )
    calls = sum(added.usage.calls for _, added in done)
    cost = sum(added.usage.cost or 0.0 for _, added in done)
    if calls:
        table.caption = f"{number(calls, 'model call')}, ${cost:.4f}"
        table.caption_justify = "left"
    return table
