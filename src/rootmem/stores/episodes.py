"""Episodes and the drafts that wait between two steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, delete, select, update

from rootmem.errors import InvalidInput
from rootmem.model import DraftEntry, Episode, Scope
from rootmem.stores.database import Database, Row, Writing, chunks, fetch_in, mine, require
from rootmem.stores.encoding import checked, clean, clean_id, micros, unique
from rootmem.stores.rows import draft_text, to_draft, to_episode
from rootmem.stores.schema import drafts, episodes, turns

_MAY_GROW = ("open", "closed")


class Episodes(Database):
    def episodes(
        self, scope: Scope, *, status: str | None = None, ids: Sequence[str] | None = None
    ) -> list[Episode]:
        """In order of their first turn's position; raises NotFound for an unknown id."""
        owner = checked(scope)
        query = select(episodes).where(mine(episodes, owner))
        if status is not None:
            query = query.where(episodes.c.status == status)
        with self.reading() as connection:
            if ids is None:
                rows: list[Row] = list(connection.execute(query))
            else:
                wanted = unique(ids)
                require(connection, episodes, owner, wanted, "episode")
                rows = fetch_in(connection, query, episodes.c.id, wanted)
            members = turns_of_episodes(connection, owner, [row.id for row in rows])
        by_id = {row.id: row for row in rows}
        return [to_episode(by_id[key], turn_ids) for key, turn_ids in members.items()]

    def save_episodes(self, scope: Scope, episodes: Sequence[Episode]) -> bool:
        """Create or extend episodes and set their turns' episode.

        False, and nothing written, where another writer was first. Turns an episode had before stay
        its own. Raises NotFound for unknown turns, InvalidInput for an episode without turns.
        """
        claimed = [turn_id for episode in episodes for turn_id in unique(episode.turn_ids)]
        if len(claimed) != len(set(claimed)):
            raise InvalidInput("a turn is named by two episodes")
        with self.writing(scope) as write:
            if not all(_may_save(write, episode) for episode in episodes):
                return False
            for episode in episodes:
                _save(write, episode)
        return True

    def save_drafts(self, scope: Scope, drafts: Mapping[str, Sequence[DraftEntry]]) -> bool:
        """Episode id -> drafts; marks them ``decomposed``. False, and nothing written, where one
        is not ``closed`` (or was erased meanwhile)."""
        with self.writing(scope) as write:
            ids = unique(drafts)
            if not all_have_status(write, ids, "closed"):
                return False
            for episode_id, made in drafts.items():
                _save_drafts(write, clean(episode_id), made)
            set_episode_status(write, ids, "decomposed")
        return True

    def drafts(self, scope: Scope, episode_id: str) -> list[DraftEntry]:
        """In the order given; empty where the episode has none."""
        owner = checked(scope)
        query = (
            select(drafts.c.draft)
            .where(mine(drafts, owner), drafts.c.episode_id == clean(episode_id))
            .order_by(drafts.c.ordinal)
        )
        with self.reading() as connection:
            require(connection, episodes, owner, [clean(episode_id)], "episode")
            return [to_draft(text) for text in connection.execute(query).scalars()]


def turns_of_episodes(
    connection: Connection, scope: Scope, ids: Iterable[str]
) -> dict[str, list[str]]:
    """Episode id -> turn ids in order; the episodes in order of their first turn."""
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


def drop_drafts(write: Writing, ids: Iterable[str]) -> None:
    for chunk in chunks(ids):
        write.connection.execute(
            delete(drafts).where(mine(drafts, write.scope), drafts.c.episode_id.in_(chunk))
        )


def _save_drafts(write: Writing, episode_id: str, made: Sequence[DraftEntry]) -> None:
    write.require(turns, unique(key for draft in made for key in draft.turn_ids), "turn")
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
    ids = unique(episode.turn_ids)
    write.require(turns, ids, "turn")
    stored = _stored(write, episode.id)
    if stored is not None and stored.status not in _MAY_GROW:
        return False
    query = select(turns.c.episode_id).where(
        mine(turns, write.scope),
        turns.c.episode_id.is_not(None),
        turns.c.episode_id != clean(episode.id),
    )
    return not fetch_in(write.connection, query, turns.c.id, ids)


def _stored(write: Writing, episode_id: str) -> Row | None:
    query = select(episodes).where(mine(episodes, write.scope), episodes.c.id == clean(episode_id))
    return write.connection.execute(query).one_or_none()


def _save(write: Writing, episode: Episode) -> None:
    stored = _stored(write, episode.id)
    start, end = micros(episode.start), micros(episode.end)
    columns = {"status": episode.status, "title": clean(episode.title), "start": start, "end": end}
    if stored is None:
        write.insert(episodes, [{"id": clean_id(episode.id), **columns}])
    else:
        columns |= {"start": min(start, stored.start), "end": max(end, stored.end)}
        write.connection.execute(
            update(episodes)
            .where(mine(episodes, write.scope), episodes.c.id == stored.id)
            .values(columns)
        )
    for chunk in chunks(unique(episode.turn_ids)):
        write.connection.execute(
            update(turns)
            .where(mine(turns, write.scope), turns.c.id.in_(chunk))
            .values(episode_id=clean(episode.id))
        )
