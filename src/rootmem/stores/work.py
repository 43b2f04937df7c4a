"""Who works on a user's pending steps, what failed last, and who waits."""

from __future__ import annotations

from sqlalchemy import Connection, select, text, update

from rootmem.model import Scope
from rootmem.model.text import storable
from rootmem.stores.database import Database
from rootmem.stores.encoding import checked, now, scope_digest
from rootmem.stores.schema import UNFINISHED, episodes, turns, users

_NEW_USER = text("INSERT INTO rootmem_users (digest) VALUES (:digest) ON CONFLICT DO NOTHING")


class Work(Database):
    def lease(self, scope: Scope, owner: str, seconds: float) -> bool:
        """Become (or stay) the one worker on a user's pending steps; False: somebody else is."""
        key, at, name = scope_digest(checked(scope)), now(), storable(owner)
        free = (
            users.c.lease_owner.is_(None)
            | (users.c.lease_owner == name)
            | (users.c.lease_until <= at)
        )
        take = update(users).where(users.c.digest == key, free)
        until = at + round(seconds * 1_000_000)
        with self.transaction() as connection:
            connection.execute(_NEW_USER, {"digest": key})
            taken = connection.execute(take.values(lease_owner=name, lease_until=until))
            return taken.rowcount == 1

    def release(self, scope: Scope, owner: str) -> None:
        """Give the lease up; nothing happens where it is somebody else's."""
        key = scope_digest(checked(scope))
        held = update(users).where(users.c.digest == key, users.c.lease_owner == storable(owner))
        with self.transaction() as connection:
            connection.execute(held.values(lease_owner=None, lease_until=None))

    def note_error(self, scope: Scope, error: str | None) -> None:
        """The last failure of a user's pending work; None clears it."""
        key = scope_digest(checked(scope))
        if error is None and self.last_error(scope) is None:
            return
        with self.transaction() as connection:
            connection.execute(_NEW_USER, {"digest": key})
            value = None if error is None else storable(error)
            connection.execute(update(users).where(users.c.digest == key).values(last_error=value))

    def last_error(self, scope: Scope) -> str | None:
        query = select(users.c.last_error).where(users.c.digest == scope_digest(checked(scope)))
        with self.reading() as connection:
            return connection.execute(query).scalar()

    def pending_scopes(self) -> list[Scope]:
        """Users with turns in no episode, or episodes ``closed`` or ``decomposed``; sorted.

        An ``open`` episode alone waits for more turns, not for a step.
        """
        with self.reading() as connection:
            return sorted(_unsegmented(connection) | _unfinished(connection))


def _unsegmented(connection: Connection) -> set[Scope]:
    query = select(turns.c.user_id, turns.c.tenant).where(turns.c.episode_id.is_(None)).distinct()
    return {Scope(user_id, tenant) for user_id, tenant in connection.execute(query)}


def _unfinished(connection: Connection) -> set[Scope]:
    query = (
        select(episodes.c.user_id, episodes.c.tenant)
        .where(UNFINISHED, episodes.c.status != "open")
        .distinct()
    )
    return {Scope(user_id, tenant) for user_id, tenant in connection.execute(query)}
