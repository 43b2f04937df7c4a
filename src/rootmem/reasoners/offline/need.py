"""Which questions about the user's past a query raises, without a model [Q 3.4]."""

from __future__ import annotations

import re

from rootmem.model import InformationNeed
from rootmem.ports import Needs
from rootmem.reasoners.offline.words import content

_FACETS: tuple[tuple[str, re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (name, re.compile(rf"\b(?:{pattern})", re.IGNORECASE), questions)
    for name, pattern, questions in (
        ("food", r"eat|food|cook|recipe|dinner|lunch|breakfast|restaurant|dish|snack|bake|cake|menu|drink|wine|coffee|meal|cuisine|grocer",
         ("What does the user eat or avoid, and is there an allergy or diet?", "Which dishes and drinks does the user like or dislike?")),
        ("travel", r"travel|trip|holiday|vacation|flight|fly|hotel|visit|weekend away|city break|destination|itinerary|road trip",
         ("What limits how the user can travel (health, fears, promises, money, people or animals to care for)?", "Which places does the user like or dislike?")),
        ("health", r"health|doctor|pain|sleep|tired|diet|medic|sick|ill|injur|exercise|workout|gym|fitness|run|yoga|sport|train",
         ("Which health conditions, injuries or medicines does the user have?", "Which physical activities does the user do or avoid?")),
        ("home", r"home|house|flat|apartment|room|kitchen|garden|furniture|decorat|clean|candle|plant|paint|move|landlord|pet",
         ("Where and with whom does the user live, and what is particular about the place?", "Which animals or people share the user's home?")),
        ("money", r"buy|price|budget|cheap|cost|afford|expens|money|save|invest|loan|rent|pay|gift|present|shop",
         ("What is the user's financial situation, and what has been bought or promised?", "What does the user prefer to spend money on?")),
        ("work", r"work|job|career|boss|colleague|office|meeting|interview|resume|cv|project|promotion|study|course|school|exam|learn",
         ("What does the user do for work or study, and what has changed there?", "How does the user like to work or learn?")),
        ("people", r"friend|family|party|guest|invite|dinner for|host|mother|father|mum|mom|dad|sister|brother|partner|wife|husband|child|kid|date|wedding|birthday|gift|present|celebrat",
         ("Who are the people concerned, and what do they need or avoid?", "What happened lately between the user and these people?")),
        ("leisure", r"book|film|movie|music|song|concert|game|hobby|show|series|read|watch|listen|play|museum|art|hike|evening|weekend",
         ("What does the user enjoy or dislike in free time?", "What has the user given up or taken up lately?")),
        ("time", r"schedule|plan|calendar|when|morning|evening|week|tomorrow|today|time|routine|habit",
         ("What fixed commitments and routines does the user have?",)),
    )
)  # fmt: skip
MOST_NEEDS = 6


def need(query: str) -> Needs:
    """What is known about the query's own words, then what its facets of life raise."""
    words = content(query)[:6]
    needs: list[InformationNeed] = []
    if words:
        topic = ", ".join(words)
        needs.append(
            InformationNeed(
                question=f"What is known about {topic}?", reason="the words of the query"
            )
        )
    for name, pattern, questions in _FACETS:
        if pattern.search(query):
            needs.extend(InformationNeed(question=q, reason=name) for q in questions)
    if len(needs) < 3:
        needs.append(
            InformationNeed(
                question="Which constraints (health, people, home, money, promises) hold for the user now?",
                reason="always",
            )
        )
        needs.append(
            InformationNeed(question="What does the user prefer, and why?", reason="always")
        )
    return Needs(tuple(needs[:MOST_NEEDS]))
