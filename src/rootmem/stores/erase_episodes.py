"""What becomes of episodes when turns are erased."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import select, update

from rootmem.stores.database import Writing
from rootmem.stores.encoding import unique
from rootmem.stores.entry_reads import turns_of_entries
from rootmem.stores.episodes import drop_drafts, set_episode
from rootmem.stores.queries import Row, chunks, fetch_in, mine
from rootmem.stores.schema import entries, episodes, turns


def episodes_to_redo(
    write: Writing, entry_ids: Sequence[str], turn_ids: Collection[str]
) -> list[str]:
    """Episodes with a turn that stays and supported an entry that goes."""
    erased = set(turn_ids)
    members = turns_of_entries(write.connection, write.scope, entry_ids)
    left = {key for supporting in members.values() for key in supporting} - erased
    query = select(turns.c.episode_id).where(
        mine(turns, write.scope), turns.c.episode_id.is_not(None)
    )
    return unique(row.episode_id for row in fetch_in(write.connection, query, turns.c.id, left))


def redo_episodes(write: Writing, ids: Iterable[str]) -> None:
    """They are to be decomposed again from their first turn; an ``open`` one when it closes."""
    query = select(episodes.c.id, episodes.c.status).where(mine(episodes, write.scope))
    for row in fetch_in(write.connection, query, episodes.c.id, ids):
        status = "open" if row.status == "open" else "closed"
        drop_drafts(write, [row.id])
        set_episode(write, row.id, {"status": status, "built": 0})


def shrink_episodes(write: Writing, turn_ids: Sequence[str]) -> list[str]:
    """Episodes lose erased turns, and their title and drafts, which may quote them.

    Returns the ids of those that have no turn left; they are for the caller to delete.
    """
    erased = set(turn_ids)
    query = select(turns.c.episode_id).where(
        mine(turns, write.scope), turns.c.episode_id.is_not(None)
    )
    touched = unique(
        row.episode_id for row in fetch_in(write.connection, query, turns.c.id, turn_ids)
    )
    members = (
        select(turns.c.episode_id, turns.c.id, turns.c.position, turns.c.time)
        .where(mine(turns, write.scope))
        .order_by(turns.c.position)
    )
    emptied: list[str] = []
    for episode_id in touched:
        rows = fetch_in(write.connection, members, turns.c.episode_id, [episode_id])
        left = [row for row in rows if row.id not in erased]
        if left:
            _shrink(write, episode_id, rows, left)
        else:
            emptied.append(episode_id)
    _leave(write, turn_ids, emptied)
    return emptied


def _shrink(write: Writing, episode_id: str, rows: Sequence[Row], left: Sequence[Row]) -> None:
    query = select(episodes).where(mine(episodes, write.scope), episodes.c.id == episode_id)
    stored = write.connection.execute(query).one()
    staying = {row.id for row in left}
    columns = {
        "title": "",
        "start": min(row.time for row in left),
        "end": max(row.time for row in left),
        "position": left[0].position,
        "built": sum(row.id in staying for row in rows[: stored.built]),
    }
    if stored.status == "decomposed":
        drop_drafts(write, [episode_id])
        columns |= {"status": "closed", "built": 0}
    set_episode(write, episode_id, columns)


def _leave(write: Writing, turn_ids: Sequence[str], emptied: Sequence[str]) -> None:
    """Nothing names an episode that goes."""
    for chunk in chunks(turn_ids):
        write.connection.execute(
            update(turns)
            .where(mine(turns, write.scope), turns.c.id.in_(chunk))
            .values(episode_id=None)
        )
    for chunk in chunks(emptied):
        write.connection.execute(
            update(entries)
            .where(mine(entries, write.scope), entries.c.episode_id.in_(chunk))
            .values(episode_id=None, version=write.entries_moved())
        )
