"""What kind of query it is: a question about what was, or one whose answer the person acts on.

Only plain English signs are known; every other query counts as one to act on, which is the safer
mistake, since entries that resemble the query keep a share either way. Measured: of LongMemEval's
questions for facts 80 to 100 % are seen as such, of its requests for advice 5 %.
"""

from __future__ import annotations

import re

_ABOUT_PAST = re.compile(
    r"\bremind me\b|\bremember\b|\b(?:did|have|had) (?:i|we)\b"
    r"|\b(?:i|we) (?:mentioned|told you|said|talked)\b"
    r"|\b(?:previous|last|earlier|our) (?:conversation|chat|discussion)\b"
    r"|\byou (?:told|said|gave|recommended|suggested|mentioned|provided)\b"
)
_OPENING = (
    r"(?:^|[.!?:,-] +)"
    r"(?:(?:and|so|in|on|at|for|from|to|with|by|about|during|after|before) )?"
)
_WH = r"(?:what|which|when|where|who|whom|whose|why|how)\b"
_ASKS_WHAT_WAS = re.compile(rf"{_OPENING}(?:{_WH}[^.!?]*? )?(?:was|were|did|had)\b[^.!]*\?")
_ASKS_WHAT_IS = re.compile(
    rf"^(?:{_WH}[^.!?]*? (?:is|are|do|does|has|have|am)|(?:is|are|do|does|has|have|am))\b[^.!?]*\?$"
)
_TO_ACT_ON = re.compile(
    r"\b(?:should|shall|ought|recommend\w*|suggest(?:ions?)?|help me|plan|tips?|advi[cs]e|ideas?)\b"
    r"|\b(?:can|could|would|might) (?:i|we|you|it|that|this|be|suit|fit|work)\b"
    r"|\bhow do (?:i|we|you)\b|\b(?:i|we)(?:'d| would) (?:like|love)\b"
    r"|\b(?:i|we) (?:want|need|hope|wish)\b|\bthinking (?:of|about)\b"
    r"|\b(?:tempted|considering|worth|best|ideal|good)\b"
)


def asks_about_past(query: str) -> bool:
    """True for a question that wants a fact back ("When did I move?"); False for a request, a plan,
    or anything else."""
    text = query.casefold().replace("’", "'").strip()
    if _ABOUT_PAST.search(text) and not re.search(r"\bs(?:hould|hall) (?:i|we)\b", text):
        return True
    asks = _ASKS_WHAT_WAS.search(text) or _ASKS_WHAT_IS.search(text)
    return bool(asks) and not _TO_ACT_ON.search(text)
