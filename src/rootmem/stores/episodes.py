"""Episodes and the drafts that wait between two steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select, update

from rootmem.errors import InvalidInput
from rootmem.model import DraftEntry, Episode, Scope
from rootmem.model.base import to_microseconds
from rootmem.model.text import storable
from rootmem.stores.database import Database, Writing
from rootmem.stores.encoding import checked, clean_id, unique
from rootmem.stores.queries import Row, chunks, fetch_in, mine
from rootmem.stores.rows import draft_text, to_draft, to_episode
from rootmem.stores.schema import drafts, episodes, turns


class Episodes(Database):
    def episodes(
        self,
        scope: Scope,
        *,
        status: str | None = None,
        ids: Sequence[str] | None = None,
        newest: bool = False,
    ) -> list[Episode]:
        """In order of their first turn's position; ``ids`` that are not this user's are left out.
        ``newest``: only the last of those."""
        owner = checked(scope)
        query = select(episodes).where(mine(episodes, owner))
        if status is not None:
            query = query.where(episodes.c.status == status)
        with self.reading() as connection:
            if ids is not None:
                rows = fetch_in(connection, query, episodes.c.id, unique(ids))
                rows.sort(key=lambda row: row.position)
                rows = rows[-1:] if newest else rows
            elif newest:
                last = query.order_by(episodes.c.position.desc()).limit(1)
                rows = list[Row](connection.execute(last).all())
            else:
                rows = list[Row](connection.execute(query.order_by(episodes.c.position)).all())
            members = turns_of_episodes(connection, owner, [row.id for row in rows])
        return [to_episode(row, members[row.id]) for row in rows]

    def save_episodes(self, scope: Scope, episodes: Sequence[Episode]) -> bool:
        """Create or extend episodes and set their turns' episode.

        False, and nothing written, where another writer was first; see ``rootmem.ports.Store``.
        Raises NotFound for unknown turns, InvalidInput for an episode without turns.
        """
        claimed = [turn_id for episode in episodes for turn_id in unique(episode.turn_ids)]
        if len(claimed) != len(set(claimed)):
            raise InvalidInput("a turn is named by two episodes")
        with self.writing(scope) as write:
            if not all(_may_save(write, episode) for episode in episodes):
                return False
            for episode in episodes:
                add_episode(write, episode)
        return True

    def save_drafts(self, scope: Scope, drafts: Mapping[str, Sequence[DraftEntry]]) -> bool:
        """Episode id -> drafts; marks them ``decomposed`` and built. False, and nothing written,
        where one is not ``closed`` (or was erased meanwhile)."""
        with self.writing(scope) as write:
            ids = unique(drafts)
            if not all_have_status(write, ids, "closed"):
                return False
            members = turns_of_episodes(write.connection, write.scope, ids)
            for key, made in drafts.items():
                episode_id = storable(key)
                told = unique(turn_id for draft in made for turn_id in draft.turn_ids)
                write.require(turns, told, "turn")
                add_drafts(write, episode_id, made)
                done = {"status": "decomposed", "built": len(members[episode_id])}
                set_episode(write, episode_id, done)
        return True

    def drafts(self, scope: Scope, episode_ids: Sequence[str]) -> dict[str, list[DraftEntry]]:
        """Of each episode in the order given; an episode without any (any more) has no key."""
        owner = checked(scope)
        query = select(drafts.c.episode_id, drafts.c.ordinal, drafts.c.draft)
        query = query.where(mine(drafts, owner))
        found: dict[str, list[DraftEntry]] = {}
        with self.reading() as connection:
            rows = fetch_in(connection, query, drafts.c.episode_id, unique(episode_ids))
            for row in sorted(rows, key=lambda row: row.ordinal):
                found.setdefault(row.episode_id, []).append(to_draft(row.draft))
        return found


def turns_of_episodes(
    connection: Connection, scope: Scope, ids: Iterable[str]
) -> dict[str, list[str]]:
    """Episode id -> turn ids in order."""
    query = select(turns.c.episode_id, turns.c.id, turns.c.position).where(mine(turns, scope))
    members: dict[str, list[str]] = {}
    found = fetch_in(connection, query, turns.c.episode_id, ids)
    for row in sorted(found, key=lambda row: row.position):
        members.setdefault(row.episode_id, []).append(row.id)
    return members


def all_have_status(write: Writing, ids: Sequence[str], status: str) -> bool:
    query = select(episodes.c.id).where(mine(episodes, write.scope), episodes.c.status == status)
    return len(fetch_in(write.connection, query, episodes.c.id, ids)) == len(ids)


def set_episode_status(write: Writing, ids: Iterable[str], status: str) -> None:
    for chunk in chunks(ids):
        write.connection.execute(
            update(episodes)
            .where(mine(episodes, write.scope), episodes.c.id.in_(chunk))
            .values(status=status)
        )


def set_episode(write: Writing, episode_id: str, columns: Mapping[str, Any]) -> None:
    write.connection.execute(
        update(episodes)
        .where(mine(episodes, write.scope), episodes.c.id == episode_id)
        .values(columns)
    )


def drop_drafts(write: Writing, ids: Iterable[str]) -> None:
    write.delete(drafts, "episode_id", ids)


def add_drafts(write: Writing, episode_id: str, made: Sequence[DraftEntry]) -> None:
    write.insert(
        drafts,
        [
            {"episode_id": episode_id, "ordinal": ordinal, "draft": draft_text(draft)}
            for ordinal, draft in enumerate(made)
        ],
    )


def _may_save(write: Writing, episode: Episode) -> bool:
    if not episode.turn_ids:
        raise InvalidInput(f"episode {episode.id!r} names no turns")
    ids, own = unique(episode.turn_ids), storable(episode.id)
    write.require(turns, ids, "turn")
    stored = _stored(write, own)
    if stored is not None and stored.status == "decomposed":
        return False
    members = turns_of_episodes(write.connection, write.scope, [own]).get(own, ())
    if not set(members) <= set(ids):
        return False
    query = select(turns.c.episode_id).where(
        mine(turns, write.scope), turns.c.episode_id.is_not(None), turns.c.episode_id != own
    )
    return not fetch_in(write.connection, query, turns.c.id, ids)


def _stored(write: Writing, episode_id: str) -> Row | None:
    query = select(episodes).where(mine(episodes, write.scope), episodes.c.id == episode_id)
    return write.connection.execute(query).one_or_none()


def add_episode(write: Writing, episode: Episode) -> None:
    """Create or extend; the caller has made sure that it may."""
    ids = unique(episode.turn_ids)
    positions = select(turns.c.position).where(mine(turns, write.scope))
    first = min(row.position for row in fetch_in(write.connection, positions, turns.c.id, ids))
    columns = {
        "status": episode.status,
        "title": storable(episode.title),
        "start": to_microseconds(episode.start),
        "end": to_microseconds(episode.end),
        "position": first,
    }
    episode_id = clean_id(episode.id)
    if _stored(write, episode_id) is None:
        write.insert(episodes, [{"id": episode_id, "built": episode.built, **columns}])
    else:
        set_episode(write, episode_id, columns)
    for chunk in chunks(ids):
        write.connection.execute(
            update(turns)
            .where(mine(turns, write.scope), turns.c.id.in_(chunk))
            .values(episode_id=episode_id)
        )
