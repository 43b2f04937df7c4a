"""From options to an open memory and a user."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rootmem.cli.common import Chosen
from rootmem.errors import InvalidInput, NotFound, ScopeRequired

if TYPE_CHECKING:
    from rootmem.memory import AsyncMemory


def database(chosen: Chosen) -> str:
    """Where the memory is: ``--db``, ``ROOTMEM_DB``, or a file in the user's data folder."""
    named = chosen.db if chosen.db is not None else os.environ.get("ROOTMEM_DB")
    if named is None:
        return str(data_folder() / "memory.db")
    if not named.strip():
        raise InvalidInput("the database is blank: name a file, :memory: or a database URL")
    return named


def data_folder() -> Path:
    """``XDG_DATA_HOME/rootmem``, where XDG_DATA_HOME defaults to ``~/.local/share``."""
    root = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(root).expanduser() / "rootmem"


@asynccontextmanager
async def opened(chosen: Chosen, *, existing: bool = False) -> AsyncGenerator[AsyncMemory]:
    """The memory that the options name, closed afterwards.

    ``existing``: raise NotFound rather than make an empty database, for commands that read.
    """
    place = database(chosen)
    path = file_of(place)
    if existing and path is not None and not path.exists():
        raise NotFound(
            f"there is no memory at {place} yet; make one with: rootmem ingest FILE --user ID"
            " (or see what it does: rootmem try)"
        )
    from rootmem.memory import AsyncMemory

    settings: dict[str, Any] = settings_of(chosen)
    memory = AsyncMemory(place, **settings)
    try:
        yield memory
    finally:
        await memory.close()


def settings_of(chosen: Chosen) -> dict[str, str]:
    """What was chosen, as arguments of a memory; the environment fills in the rest."""
    given = {
        "tenant": chosen.tenant if chosen.tenant is not None else os.environ.get("ROOTMEM_TENANT"),
        "llm": chosen.llm,
        "base_url": chosen.base_url,
        "embedder": chosen.embedder,
        "preset": chosen.preset,
    }
    return {name: value for name, value in given.items() if value is not None}


def file_of(place: str) -> Path | None:
    """The file behind a place; None for a database in memory or on a server."""
    if place.startswith("sqlite:///"):
        place = place.removeprefix("sqlite:///")
    if place in ("", ":memory:") or "://" in place:
        return None
    return Path(place).expanduser()


async def whose(memory: AsyncMemory, given: str | None, *, known: bool = True) -> str:
    """The user: as given, ``ROOTMEM_USER``, or the only one there is.

    ``known``: the user must be in the memory already (NotFound lists those who are).
    """
    from rootmem.model import scope_of

    named = given if given is not None else os.environ.get("ROOTMEM_USER")
    if named is not None and not known:
        return scope_of(named).user_id
    users = await memory.users()
    if named is None:
        if len(users) == 1:
            return users[0]
        raise ScopeRequired(f"whose memory? Name one with --user or ROOTMEM_USER; {_listed(users)}")
    user = scope_of(named).user_id
    if user not in users:
        raise NotFound(f"this memory knows no user {user!r}; {_listed(users)}")
    return user


def _listed(users: list[str]) -> str:
    if not users:
        return "it holds nobody yet (rootmem ingest FILE --user ID)"
    more = f" and {len(users) - 8} more" if len(users) > 8 else ""
    return f"it holds {', '.join(users[:8])}{more}"
