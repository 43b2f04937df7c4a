"""What the tests of the command line share besides fixtures."""

from __future__ import annotations

import json
from collections.abc import Callable

from typer.testing import Result

Run = Callable[..., Result]

MESSAGES = [
    ("s1", "user", "I work in a small studio above the bakery.", "2024-03-01T09:00:00Z"),
    ("s1", "assistant", "That sounds cosy.", "2024-03-01T09:00:10Z"),
    ("s1", "user", "My cat Miso sleeps in the studio all day.", "2024-03-01T09:01:00Z"),
    ("s2", "user", "I am allergic to walnuts.", "2024-04-02T10:00:00Z"),
    ("s2", "assistant", "Noted!", "2024-04-02T10:00:10Z"),
    ("s2", "user", "I love red \x1b[31mkayaks\x1b[0m.\u202e", "2024-04-03T10:00:00Z"),
]


def lines(user: str | None = None) -> str:
    """The messages as JSON lines."""
    rows = (
        {"role": role, "content": content, "session_id": session, "timestamp": time, "id": f"m{at}"}
        | ({"user_id": user} if user else {})
        for at, (session, role, content, time) in enumerate(MESSAGES)
    )
    return "".join(json.dumps(row) + "\n" for row in rows)
