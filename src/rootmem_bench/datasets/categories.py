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

_SPELLINGS = {name: name for name in CATEGORIES} | {
    "Others": "Other",
    "Goal Alignment": "Goal/Mission Alignment",
    "Mission Alignment": "Goal/Mission Alignment",
}


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text)).lower()


_BY_LETTERS = {_letters(spelling): name for spelling, name in _SPELLINGS.items()}


def category_of(text: str) -> str:
    """The paper's spelling of a category; a name that is none of the seven stays as it is."""
    return _BY_LETTERS.get(_letters(text), text.strip())
