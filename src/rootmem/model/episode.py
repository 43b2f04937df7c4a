"""An episode: a run of turns about one event, cut by meaning and not by session [Q 3.2]."""

from __future__ import annotations

from typing import Literal

from rootmem.model.base import Noun, UtcDatetime

EpisodeStatus = Literal["open", "closed", "decomposed", "reconciled"]


class Episode(Noun):
    """``turn_ids`` are in order.

    ``open`` may still grow; ``closed`` waits to be decomposed; ``decomposed`` has drafts that wait
    to be reconciled with what is known; ``reconciled`` is done.
    """

    id: str
    turn_ids: tuple[str, ...]
    start: UtcDatetime
    end: UtcDatetime
    status: EpisodeStatus = "closed"
    title: str = ""
