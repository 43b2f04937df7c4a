"""Stored text on a terminal: harmless, on one line, not too long."""

from __future__ import annotations

import re

from rootmem.model.text import visible

_BLANKS = re.compile(r"[\s\u0085\u2028\u2029]+")
_ENOUGH = 240


def safe(text: str) -> str:
    """The text without what a terminal would obey (escape sequences, direction overrides)."""
    return visible(text)


def one_line(text: str, most: int = _ENOUGH) -> str:
    """The text made safe and put on one line, at most ``most`` characters of it."""
    flat = _BLANKS.sub(" ", safe(text)).strip()
    return flat if len(flat) <= most else flat[: most - 1].rstrip() + "…"
