"""Ids as people type them: whole, or as many of their first characters as make them unique."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rootmem.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from rootmem.memory import AsyncMemory

_FEWEST = 4


async def whole_id(memory: AsyncMemory, user: str, given: str) -> str:
    """The id that begins so; raises NotFound, or InvalidInput where several do."""
    if not given.strip():
        raise InvalidInput("the id is blank")
    kind, _, rest = given.partition("_")
    known = [id for id in await _ids(memory, user, kind) if id.startswith(given)]
    if given in known:
        return given
    if not known or len(rest) < _FEWEST:
        raise NotFound(
            f"this user's memory has nothing with the id {given!r} (ids begin with t_, ep_, e_ or"
            " r_; rootmem show entries lists some)"
        )
    if len(known) > 1:
        raise InvalidInput(f"{given!r} begins {len(known)} ids: {', '.join(known[:4])} …")
    return known[0]


async def _ids(memory: AsyncMemory, user: str, kind: str) -> list[str]:
    """All ids of the kind; of any kind where ids do not say theirs (those that came ready-made)."""
    if kind == "t":
        return [one.id for one in await memory.turns(user)]
    if kind == "ep":
        return [one.id for one in await memory.episodes(user)]
    if kind == "r":
        return [one.id for one in await memory.roots(user)]
    entries = [one.id for one in await memory.get_all(user, status=None)]
    if kind == "e":
        return entries
    others = [*await memory.turns(user), *await memory.episodes(user), *await memory.roots(user)]
    return [*entries, *(one.id for one in others)]
