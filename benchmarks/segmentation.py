"""Boundary quality of the offline segmenter on conversations joined from LoCoMo sessions.

    python -m benchmarks.segmentation --data locomo7.json [--json]

Each document joins ``--sessions`` sessions; a session's start is a true boundary, and one speaker
is taken as the user. Settings: sessions of different people or of one pair; with opening greetings
left in or cut away; with the time stamps hidden (all turns a minute apart) or shown. Pk and
WindowDiff are error rates (0 is perfect), with k half the mean length of a true segment. A session
may well hold several episodes, so that cuts inside one are counted as errors here but need not be.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any

import anyio

from rootmem.embedders import open_embedder
from rootmem.model import Role, Turn
from rootmem.reasoners.offline import open_offline_reasoner

Cuts = list[bool]
GREETINGS = 4
"""Turns at either end of a session that are left out where greetings are cut away."""


def window_size(truth: Cuts) -> int:
    """Half the mean length of a true segment, at least 2."""
    return max(2, round((len(truth) + 1) / (sum(truth) + 1) / 2))


def pk(truth: Cuts, guess: Cuts, k: int) -> float:
    """Beeferman's Pk: how often two units k apart are wrongly told together or apart.

    ``truth[i]`` says that a boundary lies between units i and i + 1.
    """
    wrong = [any(truth[i : i + k]) != any(guess[i : i + k]) for i in range(len(truth) - k + 1)]
    return mean(wrong) if wrong else 0.0


def window_diff(truth: Cuts, guess: Cuts, k: int) -> float:
    """Pevzner and Hearst's WindowDiff: how often the number of boundaries within k differs."""
    wrong = [sum(truth[i : i + k]) != sum(guess[i : i + k]) for i in range(len(truth) - k + 1)]
    return mean(wrong) if wrong else 0.0


def sessions_of(conversation: dict[str, Any]) -> list[tuple[datetime, list[dict[str, Any]]]]:
    """The sessions of a LoCoMo conversation in order, with their starting time."""
    found: list[tuple[datetime, list[dict[str, Any]]]] = []
    number = 1
    while f"session_{number}" in conversation:
        spoken = conversation[f"session_{number}_date_time"]
        start = datetime.strptime(spoken, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        found.append((start, conversation[f"session_{number}"]))
        number += 1
    return found


def documents(
    data: Sequence[dict[str, Any]], size: int, *, mixed: bool, greetings: bool, shown: bool
) -> list[tuple[list[Turn], Cuts]]:
    """Joined conversations and their true cuts between adjacent user turns."""
    chooser = random.Random(7)
    pools = [
        [(c["conversation"]["speaker_a"], *session) for session in sessions_of(c["conversation"])]
        for c in data
    ]
    if mixed:
        everything = [session for pool in pools for session in pool]
        chooser.shuffle(everything)
        pools = [everything]
    result: list[tuple[list[Turn], Cuts]] = []
    for pool in pools:
        for at in range(0, len(pool) - size + 1, size):
            result.append(_joined(pool[at : at + size], greetings=greetings, shown=shown))
    return result


def _joined(
    sessions: Sequence[tuple[str, datetime, list[dict[str, Any]]]], *, greetings: bool, shown: bool
) -> tuple[list[Turn], Cuts]:
    turns: list[Turn] = []
    owners: list[int] = []
    clock = datetime(2024, 1, 1, tzinfo=UTC)
    for number, (user, start, said) in enumerate(sessions):
        kept = said if greetings else said[GREETINGS:-GREETINGS]
        # Sessions of different people overlap in time; a few days between them stand in for it.
        clock = max(start, clock + timedelta(days=3)) if shown else clock
        for one in kept:
            clock += timedelta(minutes=1)
            by_user = one["speaker"] == user
            role: Role = "user" if by_user else "assistant"
            turns.append(
                Turn(
                    id=str(len(turns)), position=len(turns), role=role,
                    text=one["text"], time=clock, recorded_at=clock, session_id="joined",
                    key=str(len(turns)),
                )
            )  # fmt: skip
            if by_user:
                owners.append(number)
    return turns, [a != b for a, b in pairwise(owners)]


def baselines(truth: Cuts) -> dict[str, Cuts]:
    """What costs nothing: no cut, a cut every mean segment length, cuts at random."""
    every = 2 * window_size(truth)
    chooser = random.Random(11)
    share = sum(truth) / len(truth)
    return {
        "none": [False] * len(truth),
        "every k": [(i + 1) % every == 0 for i in range(len(truth))],
        "random": [chooser.random() < share for _ in truth],
    }


async def measure(data: Sequence[dict[str, Any]], size: int) -> list[dict[str, Any]]:
    """One row for each setting and method: Pk, WindowDiff, precision and recall of cuts."""
    reasoner = open_offline_reasoner(open_embedder(None))
    rows: list[dict[str, Any]] = []
    for mixed in (True, False):
        for greetings in (True, False):
            for shown in (False, True):
                joined = documents(data, size, mixed=mixed, greetings=greetings, shown=shown)
                guesses: dict[str, list[tuple[Cuts, Cuts]]] = {}
                for turns, truth in joined:
                    opened = set(await reasoner.segment(turns))
                    users = [turn for turn in turns if turn.by_user]
                    ours = [turn.id in opened for turn in users[1:]]
                    for name, guess in {"rootmem": ours, **baselines(truth)}.items():
                        guesses.setdefault(name, []).append((truth, guess))
                setting = {
                    "sessions of": "different people" if mixed else "one pair",
                    "greetings": greetings,
                    "times": "shown" if shown else "hidden",
                }
                rows += [
                    {**setting, "method": name, **_scores(pairs)} for name, pairs in guesses.items()
                ]
    return rows


def _scores(pairs: Sequence[tuple[Cuts, Cuts]]) -> dict[str, Any]:
    def over(metric: Callable[[Cuts, Cuts, int], float]) -> float:
        return round(mean(metric(t, g, window_size(t)) for t, g in pairs), 3)

    hits = sum(t and g for truth, guess in pairs for t, g in zip(truth, guess, strict=True))
    guessed = sum(sum(guess) for _, guess in pairs)
    true = sum(sum(truth) for truth, _ in pairs)
    return {
        "documents": len(pairs),
        "pk": over(pk),
        "window_diff": over(window_diff),
        "precision": round(hits / guessed, 3) if guessed else None,
        "recall": round(hits / true, 3) if true else None,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sessions", type=int, default=8)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    data = json.loads(options.data.read_text(encoding="utf-8"))
    rows = anyio.run(measure, data, options.sessions)
    if options.json:
        print(json.dumps(rows, indent=2))
        return
    for row in rows:
        print("  ".join(f"{key}={value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
