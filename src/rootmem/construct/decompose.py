"""Step 3: closed episodes → drafts of typed entries [Q 3.3], group by group, side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import anyio

from rootmem.construct.options import ConstructOptions
from rootmem.model import DraftEntry, Episode, Scope, Turn
from rootmem.ports import Decomposed, Reasoner, Store
from rootmem.stores.threads import in_thread


async def decompose(
    store: Store,
    reasoner: Reasoner,
    scope: Scope,
    options: ConstructOptions,
    on_turns: Callable[[int], None],
) -> list[str]:
    """Decompose every closed episode; returns the problems of unusable items.

    Each group saves its own drafts, so a failure of one loses nothing of the others; the first
    failure is raised after all have ended.
    """
    episodes = await in_thread(store.episodes, scope, status="closed")
    problems: list[str] = []
    failures: list[Exception] = []

    async def build(group: Sequence[Episode]) -> None:
        try:
            problems.extend(await _build(store, reasoner, scope, group))
            on_turns(sum(len(episode.turn_ids) - episode.built for episode in group))
        except Exception as error:
            failures.append(error)

    async with anyio.create_task_group() as tasks:
        for group in groups(episodes, options.group_turns if reasoner.uses_model else 400):
            tasks.start_soon(build, group)
    if failures:
        raise failures[0]
    return problems


def groups(episodes: Sequence[Episode], turns: int) -> list[list[Episode]]:
    """Consecutive episodes, together at most ``turns`` turns (a longer one stands alone)."""
    packed: list[list[Episode]] = []
    size = 0
    for episode in episodes:
        if not packed or size + len(episode.turn_ids) > turns:
            packed.append([])
            size = 0
        packed[-1].append(episode)
        size += len(episode.turn_ids)
    return packed


async def _build(
    store: Store, reasoner: Reasoner, scope: Scope, group: Sequence[Episode]
) -> list[str]:
    turns = {
        turn.id: turn
        for turn in await in_thread(
            store.turns, scope, ids=[turn for episode in group for turn in episode.turn_ids]
        )
    }
    texts = [[turns[turn] for turn in episode.turn_ids] for episode in group]
    results = await reasoner.decompose(texts)
    drafts = {
        episode.id: _new_only(episode, result)
        for episode, result in zip(group, results, strict=True)
    }
    await in_thread(store.save_drafts, scope, drafts)
    return [problem for result in results for problem in result.problems]


def _new_only(episode: Episode, result: Decomposed) -> list[DraftEntry]:
    """Of a grown episode only what its new turns support; support from outside is dropped."""
    inside = set(episode.turn_ids)
    new = set(episode.turn_ids[episode.built :])
    kept: list[DraftEntry] = []
    for draft in result.drafts:
        support = tuple(turn for turn in draft.turn_ids if turn in inside)
        if new.intersection(support):
            kept.append(draft.model_copy(update={"turn_ids": support}))
    return kept


def latest(turns: Sequence[Turn]) -> Turn:
    """The supporting turn that gives an entry its temporal position."""
    return max(turns, key=lambda turn: (turn.time, turn.position))
