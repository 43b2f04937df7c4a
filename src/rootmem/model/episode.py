"""An episode: a run of turns about one event, cut by meaning and not by session [Q 3.2]."""

from __future__ import annotations

from typing import Literal

from rootmem.model.base import Noun, UtcDatetime

EpisodeStatus = Literal["open", "closed", "decomposed", "reconciled"]


class Episode(Noun):
    """``turn_ids`` are in order.

    ``open`` may still grow and waits for more; ``closed`` waits to be decomposed; ``decomposed``
    has drafts that wait to be reconciled with what is known; ``reconciled`` is done. The newest
    episode of a user may grow after it was reconciled (the next turns continue the same event): it
    is then ``open`` or ``closed`` again, and ``built`` counts its leading turns that are decomposed
    already.
    """

    id: str
    turn_ids: tuple[str, ...]
    start: UtcDatetime
    end: UtcDatetime
    status: EpisodeStatus = "closed"
    built: int = 0
    title: str = ""
