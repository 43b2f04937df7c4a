"""IMLogic's seven categories [R], and the other spellings that its files have."""

from __future__ import annotations

CATEGORIES = (
    "State Constraint",
    "Motivational Orientation",
    "Identity Shift",
    "Goal/Mission Alignment",
    "Contextual Fit",
    "Resource Constraint",
    "Other",
)
"""In the order of the paper's table, the largest first."""

_KEYS = {"".join(filter(str.isalpha, name)).lower(): name for name in CATEGORIES}
_KEYS |= {"others": "Other", "goalalignment": CATEGORIES[3], "missionalignment": CATEGORIES[3]}


def category_of(text: str) -> str:
    """The paper's spelling of a category; a name that is none of the seven stays as it is."""
    return _KEYS.get("".join(filter(str.isalpha, text)).lower(), text.strip())
