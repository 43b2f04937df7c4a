"""What a user's turn says only together with the assistant's turn before it.

An assistant's suggestion is no fact; the user's "yes, let's do that" makes it one, and a bare
answer ("Shellfish, sadly.") is understood from the question.
"""

from __future__ import annotations

import re

from rootmem.reasoners.offline.sentences import sentences

_AGREES = re.compile(
    r"^(?:(?:oh|ok(?:ay)?|yes|yeah|yep|sure|great|perfect|good idea|great idea|sounds (?:good|great|perfect)|deal|fine|alright|absolutely|definitely|love it|agreed)[,.!; ]+(?:please[,.! ]+)?)*"
    r"(?:(?:yes|yeah|yep|ok(?:ay)?|sure|perfect|great|alright)?[,.! ]*(?:let's (?:do|go with|try|book|take|make) (?:that|it|this|the (?:first|second|third|last|other) (?:one|option))|i'll (?:take|do|go with|book|try) (?:it|that|this|that one|the (?:first|second|third|last) (?:one|option))|that's (?:decided|settled|it then)|(?:it's )?a deal|deal|i'm in|book it|do it|go for it|that works(?: for me)?|please do(?: that)?|count me in))\b",
    re.IGNORECASE,
)
_DID = re.compile(
    r"^(?:(?:thanks|thank you|ok(?:ay)?|yes|yeah|good news|update|done|so|great|well)[,.!: ]+)*i(?:'ve| have)?(?: just| already| finally| now| actually)* (?P<verb>booked|bought|ordered|tried|did|took|started|signed up for|reserved|joined|downloaded|installed|followed|scheduled|chose|picked|went with|got) (?:it|that|one|them|your (?:advice|suggestion|tip)|the (?:first|second|third|last) (?:one|option))\b(?P<rest>[^.!?]*)",
    re.IGNORECASE,
)
_OFFERS = re.compile(
    r"\b(?:you (?:could|might|should|can)|how about|what about|why not|why don't you|i(?:'d| would)? (?:suggest|recommend)|consider|try|let's|shall (?:we|i)|would you like|do you want|could i interest|may i suggest|perhaps|maybe|there(?:'s| is| are)|a good (?:one|option|choice) (?:is|would be)|one option|options?|book|go (?:for|to|with))\b",
    re.IGNORECASE,
)
_ASKS_USER = re.compile(r"\b(?:you|your|you're|you've)\b", re.IGNORECASE)
_OFFER_QUESTION = re.compile(
    r"\b(?:shall i|should i|can i|may i|could i|would you like|do you want|want me|need (?:me|help|anything)|how can i|what can i|help you|interest you|how are you|how have you|how's it|how is it|what's up|what's new|how was your|how do you feel|how did (?:it|that)|do you (?:know|remember|think)|did you know|can you|could you|what do you think|is there anything|anything else|right\?|don't you|isn't it)\b",
    re.IGNORECASE,
)
_YES_NO = re.compile(
    r"^(?:yes|yeah|yep|yup|no|nope|nah|not really|not yet|sure|maybe|of course|definitely|absolutely|exactly|kind of|sort of|i think so|i guess|i don't know|thanks?|thank you|ok(?:ay)?|never mind|good|fine|great|nothing)(?:[,.! ]+(?:thanks?(?: you)?|please|\w+ing|sure|really|very much|not (?:really|yet)|of course))*[.!]*$",
    re.IGNORECASE,
)
_SUBJECT_VERB = re.compile(
    r"\b(?:I|we|it|that|they|he|she|you|there|this|let's|thank\w*|i'm|my)\b|[?]", re.IGNORECASE
)


def agreement(reply: str, before: str) -> str | None:
    """What the user's first sentence takes over from the assistant's turn, as third-person text.

    The name placeholder is ``{user}``. None where nothing is taken over.
    """
    if not before:
        return None
    done = _DID.match(reply)
    if done is not None:
        offer = _last(before, _OFFERS)
        text = (
            "{user} "
            + done["verb"].lower()
            + " what the assistant suggested"
            + done["rest"].rstrip()
        )
        return f'{text}: "{offer}"' if offer else None
    if _AGREES.match(reply):
        offer = _last(before, _OFFERS)
        return f'{{user}} agreed to what the assistant proposed: "{offer}"' if offer else None
    return None


def answer(reply: str, before: str) -> str | None:
    """A bare answer with its question, ``{user}`` for the name; None where it is not one."""
    if not before.rstrip().endswith("?"):
        return None
    asked = sentences(before)
    if not asked or not _ASKS_USER.search(asked[-1]) or _OFFER_QUESTION.search(asked[-1]):
        return None
    words = reply.split()
    if not 1 <= len(words) <= 12 or _YES_NO.match(reply) or _SUBJECT_VERB.search(reply):
        return None
    return f'Asked "{asked[-1]}", {{user}} answered: "{reply}"'


def _last(before: str, pattern: re.Pattern[str]) -> str:
    offers = [sentence for sentence in sentences(before) if pattern.search(sentence)]
    return offers[-1].replace('"', "'") if offers else ""
