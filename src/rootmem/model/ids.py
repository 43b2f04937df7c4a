"""Identity: random, prefixed by the noun, so that an id in a log says what it names."""

from __future__ import annotations

from typing import Literal
from uuid import uuid4

Prefix = Literal["t", "ep", "e", "r"]


def new_id(prefix: Prefix) -> str:
    """A new id: ``t_…`` turn, ``ep_…`` episode, ``e_…`` memory entry, ``r_…`` root unit."""
    return f"{prefix}_{uuid4().hex[:20]}"
