"""Step 4: drafts → entries. Paraphrases join, changes supersede, the unrelated stands alone.

A state that recurs after it ended is a second entry with its own interval of validity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from rootmem.construct.decompose import latest
from rootmem.construct.options import ConstructOptions
from rootmem.index import Snapshot
from rootmem.model import DraftEntry, Episode, MemoryEntry, Scope, Turn
from rootmem.model.base import to_microseconds, utc_now
from rootmem.model.ids import new_id
from rootmem.model.text import visible
from rootmem.ports import (
    Candidate,
    Embedder,
    EntryChanges,
    Join,
    NewEntry,
    Reasoner,
    Store,
    Supersession,
    Vectors,
    Verdict,
)
from rootmem.stores.threads import in_thread

MOST_DRAFTS = 200
"""How many drafts are reconciled at once: they are compared pair by pair."""


class Reconciled(NamedTuple):
    new: int = 0
    joined: int = 0
    superseded: int = 0


async def reconcile(
    store: Store,
    embedder: Embedder,
    reasoner: Reasoner,
    snapshot: Snapshot,
    scope: Scope,
    options: ConstructOptions,
) -> Reconciled:
    """Bring decomposed episodes' drafts into memory, as many as one judgement takes.

    One transaction writes the entries and marks the episodes; call again until none is left.
    """
    episodes = await in_thread(store.episodes, scope, status="decomposed")
    episodes, entries = await _entries(store, scope, episodes)
    if not episodes:
        return Reconciled()
    vectors = await embedder.embed([entry.text for entry in entries])
    floor = options.similar_floor if reasoner.uses_model else options.similar_floor_offline
    candidates = _candidates(entries, vectors, snapshot, options.similar, floor)
    verdicts = await reasoner.reconcile(candidates) if candidates else ()
    triggers = [text for entry in entries for text in entry.triggers]
    trigger_vectors = await embedder.embed(triggers) if triggers else np.zeros((0, 0), np.float32)
    changes = _changes(entries, vectors, trigger_vectors, candidates, verdicts)
    if not await in_thread(store.save_entries, scope, changes, [one.id for one in episodes]):
        return Reconciled()
    return Reconciled(len(changes.new), len(changes.joins), len(changes.supersessions))


async def _entries(
    store: Store, scope: Scope, episodes: Sequence[Episode]
) -> tuple[list[Episode], list[MemoryEntry]]:
    """The oldest episodes, up to MOST_DRAFTS, and their drafts as entries in the order of time."""
    drafts = await in_thread(store.drafts, scope, [episode.id for episode in episodes])
    taken = _as_many_as_fit(episodes, {id: len(several) for id, several in drafts.items()})
    ids = [turn for one in taken for draft in drafts.get(one.id, ()) for turn in draft.turn_ids]
    turns = await in_thread(store.turns, scope, ids=sorted(set(ids))) if ids else []
    by_id = {turn.id: turn for turn in turns}
    found: list[MemoryEntry] = []
    for episode in taken:
        for draft in drafts.get(episode.id, ()):
            support = [by_id[turn] for turn in draft.turn_ids if turn in by_id]
            if support:
                found.append(_entry(draft, episode.id, support))
    return taken, sorted(found, key=lambda entry: entry.time)


def _as_many_as_fit(episodes: Sequence[Episode], sizes: Mapping[str, int]) -> list[Episode]:
    taken: list[Episode] = []
    drafts = 0
    for episode in episodes:
        drafts += sizes.get(episode.id, 0)
        if taken and drafts > MOST_DRAFTS:
            break
        taken.append(episode)
    return taken


def _entry(draft: DraftEntry, episode_id: str, support: Sequence[Turn]) -> MemoryEntry:
    said = min(turn.time for turn in support)
    event = draft.event_time
    return MemoryEntry(
        id=new_id("e"),
        type=draft.type,
        text=visible(draft.text),
        subject=draft.subject,
        episode_id=episode_id,
        turn_ids=tuple(turn.id for turn in support),
        time=latest(support).time,
        event_time=event,
        valid_from=said if event is None else min(said, event),
        recorded_at=utc_now(),
        condition=draft.condition,
        strength=draft.strength,
        triggers=draft.triggers,
    )


def _candidates(
    entries: Sequence[MemoryEntry],
    vectors: Vectors,
    snapshot: Snapshot,
    most: int,
    floor: float,
) -> list[Candidate]:
    """For each new entry the active ones, and the new ones before it, that are close enough."""
    among = vectors @ vectors.T if len(entries) else vectors
    found: list[Candidate] = []
    for at, entry in enumerate(entries):
        known = snapshot.dense_search(vectors[at], n=most)
        near = [(hit.score, snapshot.entry(hit.position)) for hit in known]
        near += [(float(among[at, before]), entries[before]) for before in range(at)]
        near = [pair for pair in near if pair[0] >= floor]
        near = sorted(near, key=lambda pair: -pair[0])[:most]
        if near:
            scores, similar = zip(*near, strict=True)
            found.append(Candidate(entry, similar, scores))
    return found


def _changes(
    entries: Sequence[MemoryEntry],
    vectors: Vectors,
    trigger_vectors: Vectors,
    candidates: Sequence[Candidate],
    verdicts: Sequence[Verdict],
) -> EntryChanges:
    judged = {one.new.id: (one, verdict) for one, verdict in zip(candidates, verdicts, strict=True)}
    joined: dict[str, str] = {}  # an entry that joined -> the entry that stands
    new: list[NewEntry] = []
    joins: list[Join] = []
    retired: dict[str, Supersession] = {}
    trigger_at = 0
    for entry, vector in zip(entries, vectors, strict=True):
        own = trigger_vectors[trigger_at : trigger_at + len(entry.triggers)]
        trigger_at += len(entry.triggers)
        candidate, verdict = judged.get(entry.id, (None, Verdict("new")))
        standing = {} if candidate is None else {one.id: one for one in candidate.similar}
        targets = [standing[target] for target in verdict.targets if target in standing]
        if verdict.relation == "same" and targets:
            target = joined.get(targets[0].id, targets[0].id)
            if target not in retired:
                joined[entry.id] = target
                time = to_microseconds(entry.time)
                joins.append(Join(target, entry.turn_ids, time, entry.strength))
                continue
        new.append(NewEntry(entry, vector.tobytes(), own.tobytes(), entry.turn_ids))
        for target in targets if verdict.relation == "supersedes" else ():
            one = _supersession(entry, target, joined.get(target.id, target.id))
            retired.setdefault(one.old_id, one)
    return EntryChanges(tuple(new), tuple(joins), tuple(retired.values()))


def _supersession(entry: MemoryEntry, target: MemoryEntry, target_id: str) -> Supersession:
    """The later statement retires the earlier one, whichever of the two arrived first."""
    at = to_microseconds(max(entry.valid_from, target.valid_from))
    if entry.time >= target.time:
        return Supersession(target_id, entry.id, at)
    return Supersession(entry.id, target_id, at)
