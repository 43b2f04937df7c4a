"""What every part of the door shares: the open rooms and the user's scope."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, ParamSpec, TypeVar, cast

from rootmem.errors import InvalidInput, NotFound
from rootmem.memory.parts import Parts
from rootmem.metering import Budget
from rootmem.model import MemoryEntry, Scope, scope_of
from rootmem.model.text import storable
from rootmem.model.times import parse_time
from rootmem.stores.threads import in_thread

P = ParamSpec("P")
T = TypeVar("T")

MAX_NUMBER = 2**63 - 1
"""What a database takes for a whole number."""


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


def optional_text(value: object, name: str) -> str | None:
    return None if value is None else required_text(value, name)


def listed(value: Any, name: str) -> list[Any]:
    """One text alone, or what a list, tuple or set holds; InvalidInput for anything else."""
    if isinstance(value, str):
        return [value]
    if not isinstance(value, list | tuple | set | frozenset):
        raise InvalidInput(f"{name} must be a list, not {value!r:.80}")
    return list(cast("Iterable[Any]", value))


def whole_number(value: object, name: str, *, least: int, most: int | None = None) -> int:
    if (
        not isinstance(value, int)
        or isinstance(value, bool)
        or not least <= value <= (most or MAX_NUMBER)
    ):
        span = f"from {least} to {most}" if most else f"of {least} or more"
        raise InvalidInput(f"{name} must be a whole number {span}, not {value!r:.80}")
    return value


def budget_of(budget: object) -> tuple[Budget | None, int | None]:
    """The ceilings of an operation, and the tokens its context may take (an int means those)."""
    if budget is None:
        return None, None
    if isinstance(budget, Budget):
        return budget, budget.context
    if not isinstance(budget, int) or isinstance(budget, bool) or budget < 1:
        raise InvalidInput(f"budget must be a Budget or a number of tokens, not {budget!r:.80}")
    return None, budget


def checked_ids(ids: Sequence[str] | str | None, name: str) -> list[str] | None:
    """A list of ids from one or several; None stays None, an empty list is an error."""
    if ids is None:
        return None
    several = listed(ids, name)
    if not several:
        raise InvalidInput(f"{name} is empty: name at least one, or leave it out")
    return [required_text(one, name) for one in several]


def parsed_time(value: object, name: str) -> datetime | None:
    """A time in UTC from a datetime, an ISO string or an epoch; None stays None."""
    try:
        return None if value is None else parse_time(value)
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error}") from None
