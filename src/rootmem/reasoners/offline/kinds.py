"""Type and condition of a statement, read off its words [Q 3.3]."""

from __future__ import annotations

import re

from rootmem.model import EntryType
from rootmem.reasoners.offline.lexicon import anyof, cue

_PREFERENCE = cue("kinds", "preference", r"(?:\b|(?='d)){}\b")
_NOT_PREFERENCE = cue("kinds", "not a preference")
_INSIGHT = cue("kinds", "insight")
_CHOICE = cue("kinds", "choice")
_REASON = cue("kinds", "reason")
_CONDITION = re.compile(
    rf"(?:^|[ ,])(?:(?P<clause>{anyof('kinds', 'condition clause')}\b[^.;!?]*)"
    rf"|(?P<phrase>{anyof('kinds', 'condition phrase')})\b)",
    re.IGNORECASE,
)
_PAST_CLAUSE = cue("kinds", "past clause", "^{}")
_PAST = cue(
    "kinds", "past", r"^(?:The user|They|[A-Z]\w+)(?: and \w+)? (?:\w+ly |also |just )?{}\b"
)
_PLACED = re.compile(r"\b(?:be|is|are|am|was|were|been|being|works?|working|lives?|stays?)$")
_CLAUSE_END = re.compile(
    r",(?= (?:and |but |so )?(?:the user|i|my|they|he|she|it|we|their|his|her|no|not)\b)"
    r"|,? (?:but|because|so)\b|, (?=\w+ (?:is|are|will|can)\b)",
    re.IGNORECASE,
)


def kind(sentence: str) -> EntryType:
    """Insight (a principle, or a choice with its reason) before preference before factual."""
    if _INSIGHT.search(sentence):
        return "insight"
    if _REASON.search(sentence) and _CHOICE.search(sentence):
        return "insight"
    if _PREFERENCE.search(sentence) and not _NOT_PREFERENCE.search(sentence):
        return "preference"
    return "factual"


def condition(statement: str) -> str:
    """The clause that limits when the (third person) statement holds; "" where it always does.

    A report of the past has none: "when she was eleven" dates it and limits nothing.
    """
    if _PAST.match(statement):
        return ""
    for match in _CONDITION.finditer(statement):
        clause = (match["clause"] or match["phrase"]).strip()
        placed = match["phrase"] and _PLACED.search(statement[: match.start()])
        if placed or _PAST_CLAUSE.match(clause) or len(clause) > 120:
            continue
        cut = _CLAUSE_END.search(clause)
        return (clause[: cut.start()] if cut else clause).strip(" ,.-")
    return ""
