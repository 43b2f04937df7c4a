"""Step 2: turns → episodes, cut where adjacent user utterances are about different events [Q 3.2].

Episodes are variable in length, may cross session boundaries, and the newest one may still grow.
"""

from __future__ import annotations

from collections.abc import Sequence

from rootmem.construct.options import ConstructOptions
from rootmem.model import Episode, Scope, Turn
from rootmem.model.ids import new_id
from rootmem.ports import Reasoner, Store
from rootmem.stores.threads import in_thread

CONTEXT_TURNS = 12
"""How many of the newest episode's turns the reasoner sees when it judges what follows them."""


async def segment(
    store: Store, reasoner: Reasoner, scope: Scope, options: ConstructOptions, *, flush: bool
) -> int:
    """Put every unsegmented turn into an episode; returns how many episodes were new.

    With ``flush`` the newest episode is closed as well, else it is left ``open``.
    """
    fresh = await in_thread(store.turns, scope, unsegmented=True)
    newest = (await in_thread(store.episodes, scope, newest=True) or [None])[0]
    if not fresh:
        if newest is not None and newest.status == "open" and flush:
            closed = newest.model_copy(update={"status": "closed"})
            await in_thread(store.save_episodes, scope, [closed])
        return 0
    tail = [] if newest is None else await in_thread(store.turns, scope, ids=newest.turn_ids)
    openers = set(await reasoner.segment([*tail[-CONTEXT_TURNS:], *fresh]))
    runs = cut(tail, fresh, openers, options)
    episodes = _episodes(newest if tail else None, runs, flush=flush)
    if not await in_thread(store.save_episodes, scope, episodes):
        return 0  # another writer was first: its episodes stand, ours are found by the next run
    return len(episodes) - (1 if tail and runs[0][0].id == tail[0].id else 0)


def cut(
    tail: Sequence[Turn], fresh: Sequence[Turn], openers: set[str], options: ConstructOptions
) -> list[list[Turn]]:
    """Runs of turns; the first is ``tail`` grown, unless it cannot grow (then tail is left out).

    Only user turns open a run, except past the ceiling, where any turn does.
    """
    runs: list[list[Turn]] = [list(tail)]
    turns, characters = len(tail), sum(len(turn.text) for turn in tail)
    for turn in fresh:
        full = turns >= options.episode_turns or (
            turns > 0 and characters + len(turn.text) > options.episode_characters
        )
        if full or (turn.by_user and turn.id in openers and turns > 0):
            runs.append([])
            turns, characters = 0, 0
        runs[-1].append(turn)
        turns, characters = turns + 1, characters + len(turn.text)
    return [run for run in runs if len(run) > 0 and (run is not runs[0] or len(run) > len(tail))]


def _episodes(
    newest: Episode | None, runs: Sequence[Sequence[Turn]], *, flush: bool
) -> list[Episode]:
    episodes: list[Episode] = []
    for run in runs:
        last = run is runs[-1]
        grown = newest is not None and run[0].id == newest.turn_ids[0]
        episodes.append(
            Episode(
                id=newest.id if newest is not None and grown else new_id("ep"),
                turn_ids=tuple(turn.id for turn in run),
                start=min(turn.time for turn in run),
                end=max(turn.time for turn in run),
                status="open" if last and not flush else "closed",
            )
        )
    if newest is not None and newest.status == "open" and runs[0][0].id != newest.turn_ids[0]:
        episodes.insert(0, newest.model_copy(update={"status": "closed"}))
    return episodes
