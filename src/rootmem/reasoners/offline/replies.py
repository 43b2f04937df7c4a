"""What a user's turn says only together with the assistant's turn before it.

An assistant's suggestion is no fact; the user's "yes, let's do that" makes it one, and a bare
answer ("Shellfish, sadly.") is understood from the question.
"""

from __future__ import annotations

import re

from rootmem.reasoners.offline.lexicon import anyof, cue
from rootmem.reasoners.offline.sentences import sentences
from rootmem.reasoners.offline.statements import has_verb

_AGREES = re.compile(
    rf"^(?:{anyof('replies', 'assent')}[,.!; ]+(?:please[,.! ]+)?)*"
    rf"{anyof('replies', 'agreement')}\b",
    re.IGNORECASE,
)
_DID = re.compile(
    r"^(?:(?:thanks|thank you|ok(?:ay)?|yes|yeah|good news|update|done|so|great|well)[,.!: ]+)*"
    r"i(?:'ve| have)?(?: just| already| finally| now| actually)* "
    rf"(?P<verb>{anyof('replies', 'done')}) {anyof('replies', 'what was offered')}\b"
    r"(?P<rest>(?: (?:for|on|at|last|this|yesterday|today|tomorrow|next|in|with)\b[^.!?,;]*)?)",
    re.IGNORECASE,
)
_OFFERS = cue("replies", "offer")
_ASKS_USER = re.compile(r"\b(?:you|your|you're|you've)\b", re.IGNORECASE)
_ASKS_IN_PASSING = cue("replies", "question in passing", r"\b{}")
_YES_NO = re.compile(
    rf"^{anyof('replies', 'yes or no')}"
    r"(?:[,.! ]+(?:thanks?(?: you)?|please|\w+ing|sure|really|very much|not (?:really|yet)"
    r"|of course))*[.!]*$",
    re.IGNORECASE,
)
_NO_ANSWER = re.compile(
    r"^(?:oh,? )?(?:it|its|that|this|they|there|these|those)\b|\byour?\b|\?", re.IGNORECASE
)


def agreement(reply: str, before: str) -> str | None:
    """What the user's first sentence takes over from the assistant's turn, as third-person text.

    The name placeholder is ``{user}``. None where nothing is taken over.
    """
    done = _DID.match(reply)
    if done is None and not _AGREES.match(reply):
        return None
    offers = [sentence for sentence in sentences(before) if _OFFERS.search(sentence)]
    if not offers:
        return None
    offer = offers[-1].replace('"', "'")
    if done is None:
        return f'{{user}} agreed to what the assistant proposed: "{offer}"'
    return f'{{user}} {done["verb"].lower()} what the assistant proposed{done["rest"]}: "{offer}"'


def answer(reply: str, before: str) -> str | None:
    """A bare answer with its question, ``{user}`` for the name; None where it is not one."""
    if not before.rstrip().endswith("?"):
        return None
    asked = sentences(before)
    if not asked or not _ASKS_USER.search(asked[-1]) or _ASKS_IN_PASSING.search(asked[-1]):
        return None
    words = reply.split()
    if (
        not 1 <= len(words) <= 14
        or _NO_ANSWER.search(reply)
        or _YES_NO.match(reply)
        or has_verb(reply)
    ):
        return None
    return f'Asked "{asked[-1]}", {{user}} answered: "{reply}"'
