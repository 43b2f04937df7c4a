"""`chat`: a conversation in the terminal that remembers."""

from __future__ import annotations

from typing import Annotated

import typer

from rootmem.cli.common import Session, User, command


def register(app: typer.Typer) -> None:
    command(app, "chat", panel="Remember")(chat)


def chat(
    session: Session,
    user: User = None,
    depth: Annotated[
        str | None, typer.Option("--depth", "-d", help="instant, routed or inferred.")
    ] = None,
    k: Annotated[int, typer.Option("--k", "-k", help="How many pieces at most.")] = 30,
    no_model: Annotated[
        bool, typer.Option("--no-model", help="Only remember, and show what would be recalled.")
    ] = False,
) -> None:
    """Talk in the terminal; what is said is remembered. Without a model: see what is recalled."""
    # Lines are read outside of the event loop, so that Ctrl-C ends a wait for the keyboard.
    import asyncio

    from rootmem.cli.chatting import Chat, talk

    with asyncio.Runner() as runner:
        conversation = runner.run(Chat.begin(session, user, depth, k, no_model=no_model))
        try:
            talk(conversation, runner)
        finally:
            runner.run(conversation.end())
