"""What every part of the door shares: the open rooms and the user's scope."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

from rootmem.errors import InvalidInput, NotFound
from rootmem.memory.parts import Parts
from rootmem.metering import Budget
from rootmem.model import MemoryEntry, Scope, scope_of
from rootmem.model.text import storable
from rootmem.stores.threads import in_thread

P = ParamSpec("P")
T = TypeVar("T")


class Base:
    """Holds the parts; every public method starts with :meth:`_scope`."""

    _open: Parts | None
    _tenant: str

    @property
    def _parts(self) -> Parts:
        if self._open is None:
            raise InvalidInput("this memory is closed; open another one")
        return self._open

    def _scope(self, user_id: str) -> Scope:
        return scope_of(user_id, self._tenant)

    async def _ask(self, method: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await in_thread(method, *args, **kwargs)

    async def _entry(self, scope: Scope, id: str) -> MemoryEntry:
        found = await self._ask(self._parts.store.entries, scope, ids=[required_text(id, "id")])
        if not found:
            raise NotFound(f"this user has no memory entry {id!r}")
        return found[0]


def required_text(value: object, name: str) -> str:
    """The value without what no database holds, or InvalidInput that names it."""
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(f"{name} must be a non-blank string, not {value!r}")
    return storable(value)


def budget_of(budget: Budget | int | None) -> tuple[Budget | None, int | None]:
    """The ceilings of an operation, and the tokens its context may take (an int means those)."""
    if isinstance(budget, bool) or (isinstance(budget, int) and budget < 1):
        raise InvalidInput(f"budget must be a Budget or a number of tokens, not {budget!r}")
    if isinstance(budget, int):
        return None, budget
    return budget, None if budget is None else budget.context


def checked_ids(ids: Sequence[str] | str | None, name: str) -> list[str] | None:
    """A list of ids from one or several; None stays None, an empty list is an error."""
    if ids is None:
        return None
    several = [ids] if isinstance(ids, str) else list(ids)
    if not several:
        raise InvalidInput(f"{name} is empty: name at least one, or leave it out")
    return [required_text(one, name) for one in several]
