"""How much a statement binds, in [0, 1]: the kind of thing it says, cue by cue [R 2, Q 3.3].

A plain state starts at 0.55, an intention at 0.45 and a one-off event at 0.25; every kind of
binding cue found (body, prohibition, contract, fear, loss, care …) takes its share of what is
missing to 1; doubt and chatter take their share away.
"""

from __future__ import annotations

import re

from rootmem.reasoners.offline.lexicon import anyof, words

STATE, INTENT, EVENT = 0.55, 0.45, 0.25


def _cue(kind: str) -> re.Pattern[str]:
    """For lower-cased text, which is searched in half the time of one whose case is ignored."""
    return re.compile(rf"\b{anyof('strength', kind)}(?!\w)")


_SHARES = tuple(
    (_cue(kind), share)
    for kind, share in (
        ("body", 0.7), ("barred", 0.65), ("bound", 0.65), ("fear", 0.6), ("loss", 0.62),
        ("care", 0.55), ("diet", 0.5), ("turn", 0.35), ("clock", 0.3),
        ("lasting", 0.2), ("firm", 0.15),
    )
)  # fmt: skip
_LOSSES = tuple((_cue(kind), kept) for kind, kept in (("doubt", 0.7), ("chatter", 0.55)))
_INTENDS = _cue("intends")
_ONE_OFF = _cue("one-off")
_PAST = rf"(?:{anyof('strength', 'past')}|{'|'.join(sorted(words('grammar', 'past')))})"
_NOW = re.compile(
    rf"(?:[^,]{{0,30}}, )?(?:i|we|they)(?: {anyof('grammar', 'adverb')})* (?!{_PAST}\b)\w"
)
_TENSED = re.compile(
    rf"\b(?:(?P<past>{_PAST})"
    rf"|{anyof('strength', 'present')})(?!\w)"
)


def strength(sentence: str) -> float:
    """How firmly ``sentence`` (as said) holds and how much it constrains its speaker."""
    text = sentence.replace("’", "'").lower()
    value = _base(text)
    bound = False
    for pattern, share in _SHARES:
        if pattern.search(text):
            value = 1 - (1 - value) * (1 - share)
            bound = bound or share >= 0.45
    for pattern, kept in _LOSSES:
        if not bound and pattern.search(text):
            value *= kept
    return round(min(0.97, max(0.1, value)), 2)


def _base(text: str) -> float:
    tensed = None if _NOW.match(text) else _TENSED.search(text)
    if tensed is not None and tensed["past"]:
        return EVENT
    if _INTENDS.search(text):
        return INTENT
    return EVENT + 0.1 if _ONE_OFF.search(text) else STATE
