"""The write corridor's numbers, with their sources."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rootmem.model import Noun

Preset = Literal["lean", "paper"]


class ConstructOptions(Noun):
    """Defaults are the papers' where they give one ([R] App. C.1.2: 10 units, batches of 20).

    ``episode_turns`` and ``episode_characters`` are the hard ceiling on an episode's length [us].
    ``similar`` and ``similar_floor`` choose what a new entry is compared with: so many active
    entries, cosine at least so high; what no model is paid to compare may be as far away as
    ``similar_floor_offline`` ("lives in Oslo", "moved to Rome") [us]. ``group_turns`` is how many
    turns of consecutive episodes are decomposed, and saved, together [us].
    """

    preset: Preset = "lean"
    root_budget: int = Field(default=10, ge=1)
    root_batch: int = Field(default=20, ge=1)
    episode_turns: int = Field(default=60, ge=2)
    episode_characters: int = Field(default=24_000, ge=200)
    similar: int = Field(default=8, ge=1)
    similar_floor: float = 0.4
    similar_floor_offline: float = 0.0
    group_turns: int = Field(default=30, ge=1)
