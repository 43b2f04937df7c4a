"""Rows for the tests of the index."""

from __future__ import annotations

from typing import Any

import numpy as np

from rootmem.ports import EntryRow, Vectors

HOUR = 3_600_000_000


def row(number: int, text: str = "", vector: Any = (1.0, 0.0), **changes: Any) -> EntryRow:
    """An active factual row, ``number`` hours after the epoch, about the user."""
    plain = EntryRow(
        sequence=number,
        id=f"e{number}",
        type="factual",
        text=text or f"text {number}",
        subject="user",
        episode_id=None,
        turn_ids=(f"t{number}",),
        time=number * HOUR,
        event_time=None,
        valid_from=number * HOUR,
        valid_to=None,
        recorded_at=number * HOUR,
        condition="",
        strength=0.5,
        status="active",
        superseded_by=None,
        triggers=(),
        metadata="{}",
        vector=as_bytes(vector),
        trigger_vectors=b"",
    )
    return plain._replace(**changes)


def unit(*values: float) -> Vectors:
    vector = np.array(values, dtype=np.float32)
    return vector / np.linalg.norm(vector)


def as_bytes(vectors: Any) -> bytes:
    return np.asarray(vectors, dtype=np.float32).tobytes()
