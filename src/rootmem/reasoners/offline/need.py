"""Which questions about the user's past a query raises, without a model [Q 3.4]."""

from __future__ import annotations

import re

from rootmem.model import InformationNeed
from rootmem.ports import Needs
from rootmem.reasoners.offline.lexicon import lines
from rootmem.reasoners.offline.words import content

MOST_NEEDS = 6
_FEW = 3

_NAMES = ("food", "travel", "health", "home", "money", "work", "people", "leisure", "time")
_FACETS = [
    (name, re.compile(rf"\b(?:{lines('needs', name)[0]})", re.IGNORECASE), lines("needs", name)[1:])
    for name in _NAMES
]


def need(query: str) -> Needs:
    """What is known about the query's own words, then what the facets of life it touches raise."""
    needs: list[InformationNeed] = []
    words = content(query)[:6]
    if words:
        question = f"What is known about {', '.join(words)}?"
        needs.append(InformationNeed(question=question, reason="the words of the query"))
    for name, touches, questions in _FACETS:
        if touches.search(query):
            needs.extend(InformationNeed(question=one, reason=name) for one in questions)
    if len(needs) < _FEW:
        needs.extend(InformationNeed(question=q, reason="always") for q in lines("needs", "always"))
    return Needs(tuple(needs[:MOST_NEEDS]))
