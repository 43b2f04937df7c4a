"""Rewritten queries aimed at the typed stores, without a model [Q 3.4]."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rootmem.model import ENTRY_TYPES, EntryType, InformationNeed, TypedQuery
from rootmem.reasoners.offline.words import content

_PREFERS = re.compile(
    r"\b(?:like|likes|dislike|enjoy|prefer|favou?rite|avoid|want)\b", re.IGNORECASE
)
_WHY = re.compile(r"\b(?:why|because|how does the user like)\b", re.IGNORECASE)
MOST_QUERIES = 8


def plan(query: str, needs: Sequence[InformationNeed]) -> tuple[TypedQuery, ...]:
    """The query itself for every type, keyword variants for one type each, and the needs."""
    queries = [TypedQuery(text=query, types=ENTRY_TYPES)] if query.strip() else []
    words = " ".join(content(query)[:12])
    if words:
        queries.append(TypedQuery(text=words, types=("factual",)))
        queries.append(
            TypedQuery(text=f"the user likes or dislikes {words}", types=("preference",))
        )
        queries.append(TypedQuery(text=f"the user chooses because {words}", types=("insight",)))
    for item in needs:
        if item.question.strip() and not item.question.startswith("What is known about"):
            queries.append(TypedQuery(text=item.question, types=_types(item.question)))
    unique = {(q.text.casefold(), q.types): q for q in queries}
    return tuple(unique.values())[:MOST_QUERIES]


def _types(question: str) -> tuple[EntryType, ...]:
    if _WHY.search(question):
        return ("preference", "insight")
    return ("preference", "factual") if _PREFERS.search(question) else ("factual", "insight")
