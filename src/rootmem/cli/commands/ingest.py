"""`ingest`: conversations from files into memory; `construct`: build what still waits."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rootmem.cli.common import Session, User, command
from rootmem.cli.open import opened, whose
from rootmem.errors import ImportFormatError, InvalidInput, RootMemError

if TYPE_CHECKING:
    from rootmem.memory import AsyncMemory
    from rootmem.metering import Budget
    from rootmem.model import Added, Usage

Calls = Annotated[
    int | None,
    typer.Option("--budget-calls", help="Stop before more model calls.", min=0, metavar="N"),
]
Cost = Annotated[
    float | None,
    typer.Option("--budget-cost", help="Stop before more US dollars.", min=0, metavar="USD"),
]


def register(app: typer.Typer) -> None:
    command(app, "ingest", panel="Remember")(ingest)
    command(app, "construct", panel="Look after")(construct)


@dataclass(slots=True)
class Conversations:
    """What was read: messages of each user (None: the file does not say) in their order."""

    by_user: dict[str | None, list[dict[str, Any]]] = field(
        default_factory=dict[str | None, list[dict[str, Any]]]
    )
    sessions: set[tuple[str | None, str]] = field(default_factory=set[tuple[str | None, str]])
    errors: list[RootMemError] = field(default_factory=list[RootMemError])


async def ingest(
    session: Session,
    files: Annotated[
        list[str], typer.Argument(help="Conversations, in a known format.", show_default=False)
    ],
    user: User = None,
    format: Annotated[
        str | None,
        typer.Option("--format", "-f", help="Left out: it is guessed.", metavar="NAME"),
    ] = None,
    as_user: Annotated[
        str | None,
        typer.Option("--as-user", help="Which speaker is the user.", metavar="NAME"),
    ] = None,
    in_session: Annotated[
        str | None,
        typer.Option("--session", help="Take everything as this session.", metavar="ID"),
    ] = None,
    rollback: Annotated[
        bool,
        typer.Option(
            "--rollback/--keep",
            help="At a malformed record: take nothing of that file, or keep what stands before it.",
        ),
    ] = True,
    budget_calls: Calls = None,
    budget_cost: Cost = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what it holds and would cost.")
    ] = False,
) -> None:
    """Remember the conversations in FILES. Files taken in before add only what is new."""
    read = Conversations()
    for file in files:
        _read_file(read, file, format, as_user, user, in_session, keep=not rollback)
    for error in read.errors:
        session.out.error(str(error))
    if dry_run:
        from rootmem.cli.estimate import show_estimate

        show_estimate(session, read)
    elif read.by_user:
        await _remember(session, read, user, _budget(budget_calls, budget_cost))
    if read.errors:
        raise typer.Exit(read.errors[0].exit_code)


def _read_file(
    read: Conversations,
    file: str,
    format: str | None,
    as_user: str | None,
    user: str | None,
    in_session: str | None,
    *,
    keep: bool,
) -> None:
    """Add a file's conversations; a malformed record is noted and, unless ``keep``, undoes them."""
    from rootmem.importers import read as read_records
    from rootmem.model import scope_of

    whom = None if user is None else scope_of(user).user_id
    fresh: list[Any] = []
    try:
        for record in read_records(Path(file), format, user=as_user, user_id=whom):
            fresh.append(record)
        if not fresh:
            raise ImportFormatError("there is no message in it", source=Path(file).name)
    except RootMemError as error:
        kept = fresh if keep else []
        done = f"kept {len(kept)} records before it" if kept else "nothing of this file was taken"
        read.errors.append(type(error)(f"{error} ({done})"))
        fresh = kept
    for record in fresh:
        place = in_session or record.session_id
        read.sessions.add((record.user_id, place))
        messages = read.by_user.setdefault(record.user_id, [])
        messages += ({**message, "session_id": place} for message in record.messages)


async def _remember(
    session: Session, read: Conversations, user: str | None, budget: Budget | None
) -> None:
    done: list[tuple[str, Added]] = []
    async with opened(session.chosen) as memory:
        default = await whose(memory, user, known=False) if None in read.by_user else None
        for named, messages in read.by_user.items():
            whom = named or default
            assert whom is not None
            left = _left(budget, [added.usage for _, added in done])
            try:
                with session.out.progress(f"remembering {whom}"[:40]) as on_progress:
                    added = await memory.add(messages, whom, budget=left, on_progress=on_progress)
            except BaseException:
                session.out.note(
                    "What was read is journaled; the same command again goes on where this one"
                    " stopped (as does: rootmem construct).",
                    "yellow",
                )
                raise
            done.append((whom, added))
    report(session, done)


async def construct(
    session: Session, user: User = None, budget_calls: Calls = None, budget_cost: Cost = None
) -> None:
    """Build what waits: after a failed model, a used-up budget or an interruption."""
    budget = _budget(budget_calls, budget_cost)
    done: list[tuple[str, Added]] = []
    async with opened(session.chosen, existing=True) as memory:
        for whom in [await whose(memory, user)] if user is not None else await _users(memory):
            left = _left(budget, [added.usage for _, added in done])
            with session.out.progress(f"building {whom}"[:40]) as on_progress:
                added = await memory.construct(whom, budget=left, on_progress=on_progress)
            done.append((whom, added))
    report(session, done)


async def _users(memory: AsyncMemory) -> list[str]:
    if users := await memory.users():
        return users
    raise InvalidInput("this memory holds nobody yet: rootmem ingest FILE --user ID")


def _budget(calls: int | None, cost: float | None) -> Budget | None:
    if calls is None and cost is None:
        return None
    from rootmem.metering import Budget

    return Budget(calls=calls, cost=cost)


def _left(budget: Budget | None, spent: list[Usage]) -> Budget | None:
    """What is left of a budget that several operations share."""
    if budget is None:
        return None
    calls = None if budget.calls is None else max(0, budget.calls - sum(u.calls for u in spent))
    cost = None if budget.cost is None else max(0.0, budget.cost - sum(u.cost or 0 for u in spent))
    return budget.model_copy(update={"calls": calls, "cost": cost})


def report(session: Session, done: list[tuple[str, Added]]) -> None:
    """A table, one row a user, and what went wrong; raises Exit where work stayed undone."""
    session.out.data(dict(done))
    if not session.out.json:
        from rootmem.cli.reports import added_table

        session.out.show(added_table(done))
    for user, added in done:
        for problem in added.problems[:5]:
            session.out.note(f"{user}: {problem}", "yellow")
        if added.error:
            session.out.error(f"{user}: {added.error}")
            session.out.note(
                f"Nothing is lost: {added.pending} turns wait. Later: rootmem construct", "yellow"
            )
    failed = [added.error for _, added in done if added.error]
    if failed:
        raise typer.Exit(code_of(failed[0]))


def code_of(error: str) -> int:
    """The exit code of an error that a report carries as ``Class: message``."""
    name = error.split(":", 1)[0]
    kinds: list[type[RootMemError]] = [RootMemError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return next((kind.exit_code for kind in kinds if kind.__name__ == name), RootMemError.exit_code)
