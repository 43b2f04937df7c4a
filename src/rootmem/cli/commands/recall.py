"""`recall`: what matters for a query; `search`: what sounds alike."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rootmem.cli.common import Session, User, command
from rootmem.cli.open import opened, whose
from rootmem.errors import InvalidInput

if TYPE_CHECKING:
    from rootmem.model import Recall, ScoredEntry

Query = Annotated[str, typer.Argument(help="What the user asks or wants.", show_default=False)]
Types = Annotated[
    list[str] | None,
    typer.Option("--type", "-t", help="factual, preference or insight; may be repeated."),
]
AsOf = Annotated[str | None, typer.Option("--as-of", help="What was known then.", metavar="TIME")]
Filter = Annotated[
    str | None,
    typer.Option("--filter", help='As in \'{"strength": {"gte": 0.5}}\'.', metavar="JSON"),
]


def register(app: typer.Typer) -> None:
    command(app, "recall", panel="Remember")(recall)
    command(app, "search", panel="Remember")(search)


async def recall(
    session: Session,
    query: Query,
    user: User = None,
    depth: Annotated[
        str | None, typer.Option("--depth", "-d", help="instant, routed or inferred.")
    ] = None,
    k: Annotated[int, typer.Option("--k", "-k", help="How many pieces at most.")] = 30,
    type: Types = None,
    as_of: AsOf = None,
    filter: Filter = None,
    tokens: Annotated[
        int | None, typer.Option("--tokens", help="How long the context may be.")
    ] = None,
    only_context: Annotated[
        bool, typer.Option("--context", help="Print just the text for a prompt.")
    ] = False,
) -> None:
    """What matters for QUERY: the root memories that apply, and related entries."""
    from rootmem.model.text import storable

    filters = parsed_filter(filter)
    async with opened(session.chosen, existing=True) as memory:
        found = await memory.recall(
            storable(query),
            await whose(memory, user),
            depth=depth,  # type: ignore[arg-type]  # checked inside
            k=k,
            types=type,  # type: ignore[arg-type]
            as_of=as_of,
            filters=filters,
            budget=tokens,
        )
    session.out.data({"context": found.context} if only_context else found)
    if only_context:
        session.out.text(found.context)
    else:
        show_recall(session, found)


async def search(
    session: Session,
    query: Query,
    user: User = None,
    k: Annotated[int, typer.Option("--k", "-k", help="How many entries at most.")] = 10,
    type: Types = None,
    as_of: AsOf = None,
    filter: Filter = None,
) -> None:
    """What sounds like QUERY: plain retrieval, without root memories."""
    from rootmem.model.text import storable

    filters = parsed_filter(filter)
    async with opened(session.chosen, existing=True) as memory:
        found = await memory.search(
            storable(query),
            await whose(memory, user),
            k=k,
            types=type,  # type: ignore[arg-type]
            as_of=as_of,
            filters=filters,
        )
    session.out.data(found)
    if found:
        show_scored(session, found)
    else:
        session.out.show("Nothing was found.")


def parsed_filter(text: str | None) -> dict[str, Any] | None:
    """The filter's JSON object; raises InvalidInput."""
    if text is None:
        return None
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"--filter is not valid JSON: {error}") from None
    if not isinstance(value, dict):
        raise InvalidInput('--filter must be a JSON object, as in {"subject": "user"}')
    return value  # type: ignore[return-value]


def show_recall(session: Session, found: Recall) -> None:
    """A recall for people: rules first, then the state, then entries, then what it took."""
    from rich.text import Text

    from rootmem.cli.pieces import activated, headline, number
    from rootmem.cli.text import one_line

    out = session.out
    if found.nothing_relevant:
        out.show("Nothing that is remembered bears on this.")
    for root in found.roots:
        out.show(activated(root), "")
    for title, lines in (
        ("Facts", found.state.facts),
        ("Preferences", found.state.preferences),
        ("Insights", found.state.insights),
    ):
        if lines:
            out.show(headline(f"{title}, as they stand now"))
            out.show(*(f"  · {one_line(line)}" for line in lines), "")
    if found.entries:
        out.show(headline("Related memories"))
        show_scored(session, found.entries)
        out.show("")
    spent, usage = sum(found.trace.seconds.values()), found.trace.usage
    parts = [found.depth, f"{spent * 1000:.0f} ms"]
    parts.append(number(usage.calls, "model call") if usage.calls else "no model call")
    if usage.calls and usage.cost:
        parts.append(f"${usage.cost:.4f}")
    if found.pending:
        parts.append(f"{number(found.pending, 'turn')} not built into memory yet")
    notes = (Text(one_line(note), "yellow") for note in found.trace.notes)
    out.show(Text(" · ".join(parts), "dim"), *notes)


def show_scored(session: Session, entries: tuple[ScoredEntry, ...] | list[ScoredEntry]) -> None:
    from rootmem.cli.pieces import entry_table

    session.out.show(entry_table(scored.entry for scored in entries))
