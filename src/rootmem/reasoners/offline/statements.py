"""English sentences to the statements in them: leads cut off, clauses apart, subjects put back."""

from __future__ import annotations

import re

from rootmem.reasoners.offline.lexicon import anyof, cue, words
from rootmem.reasoners.offline.words import stems

_BARE_LEAD = (
    r"so|and|but|well|oh|also|actually|honestly|yeah|sadly|luckily|anyway|plus|btw|then|lol"
    r"|no(?= i\b)|yes(?= i\b)"
)
_LEAD = re.compile(
    rf"^(?:{anyof('statements', 'lead')}(?:,? [A-Z][a-z]+(?= ?[,!.:]))?\s*[,:!;.–-]+\s*"
    rf"|(?:{_BARE_LEAD})\s+)+",
    re.IGNORECASE,
)
_TRAIL = cue("statements", "trail", r"(?:,? {})+(?=[.!]*$)")
_SYMBOLS = r"[\U0001F300-\U0001FAFF\u2600-\u27bf\ufe0f\u200d\s]*"
_EMOJI = re.compile(rf"^{_SYMBOLS}|{_SYMBOLS}$")
_INSERTED = cue("statements", "inserted", r",? {},")
_FIRST = r"(?:I|I'm|I've|I'd|I'll|my|we|our|we're|we've)\b"
_OPINES = r"(?! (?:guess|think|mean|know|suppose|hope|believe|swear)\b)"
_CLAUSE = re.compile(
    r"(?:;\s+|\s[–—-]{1,2}\s|,\s+(?:and|but)\s+|,\s+|\s+but\s+|\s+and\s+)"
    rf"(?={_FIRST}{_OPINES})"
)
_HANGING = cue("statements", "hanging", r"^{}\b")
_SUBCLAUSE = re.compile(r"\b(?:when|because|that|while|if|since|after|before|until)\b|, ")
_TIED = cue("statements", "tied", r"\b{}$")
_LEANS = re.compile(
    r"\b(?:it|them|he|him|she|they|there(?!'s| is| are))\b(?!')"
    r"|\b(?:so|this|that|these|those|one|both|too|hers?|his|theirs)"
    r"(?=[.,!;]|$| since| for (?:years|ages))"
)
_AFTERTHOUGHT = re.compile(r",? (?:and |but |so )?(?=(?:it|they|he|she)(?:'s|'re)? )")
_I = ("I ", "I'", "We ", "We'")
_FINITE = re.compile(
    rf"(?<!\w)(?:{anyof('grammar', 'finite')}|{'|'.join(sorted(words('grammar', 'past')))})(?!\w)"
    r"|'(?:m|s|re|ve|ll|d)\b",
    re.IGNORECASE,
)
_GERUND_SUBJECT = re.compile(
    r"^\w+ing\b[^,]*?\b(?:is|was|were|are|makes?|made|has|takes?|took|helps?|helped|can|will|brings?"
    r"|gives?|gave|keeps?|feels?|felt|reminds?|means?|paid|pays)\b"
)
_ELIDED = (
    (cue("statements", "elided am", r"^{} ?"), "I'm "),
    (cue("statements", "elided have", "^{}"), "I've "),
    (cue("statements", "elided do", "^{} "), "I "),
)
_REFUSES = re.compile(r"^[Nn]o (?:more )?(?P<what>[\w' -]{2,40}?) for me\b(?P<rest>[^.!?]*)")
_LOWER_I = re.compile(r"\bi\b(?=['\s])|^i(?='m|'ve|'ll|'d)")
_SLANG = re.compile(
    r"\b(?:i'm|im|i've|ive|dont|cant|didnt|doesnt|isnt|wasnt|havent)\b", re.IGNORECASE
)
_SPELT = {
    "im": "I'm", "ive": "I've", "dont": "don't", "cant": "can't", "didnt": "didn't",
    "doesnt": "doesn't", "isnt": "isn't", "wasnt": "wasn't", "havent": "haven't",
    "i'm": "I'm", "i've": "I've",
}  # fmt: skip


def tidy(sentence: str) -> str:
    """The sentence without lead ("Anyway, by the way:"), trail ("lol") and careless spelling."""
    sentence = _SLANG.sub(lambda found: _SPELT[found[0].lower()], sentence)
    sentence = _LOWER_I.sub("I", sentence)
    lead = _LEAD.match(sentence)
    sentence = sentence[lead.end() :] if lead else sentence
    sentence = _TRAIL.sub("", _INSERTED.sub("", _EMOJI.sub("", sentence))).strip()
    return sentence[:1].upper() + sentence[1:]


def clauses(sentence: str) -> list[str]:
    """The independent first-person clauses of a sentence, each a statement by itself.

    A clause that leans on the one before ("…, and I love it") stays with it.
    """
    pieces: list[str] = []
    start = 0
    for match in _CLAUSE.finditer(sentence) if len(sentence) >= 30 else ():
        head, tail = sentence[start : match.start()].strip(), sentence[match.end() :]
        if _stands(head) and _stands_after(tail):
            pieces.append(head)
            start = match.end()
    pieces.append(sentence[start:].strip())
    return [piece[:1].upper() + piece[1:] for piece in pieces]


def with_subject(sentence: str) -> str:
    """The elided first person put back: "Went to Rome" -> "I went to Rome"."""
    refused = _REFUSES.match(sentence)
    if refused is not None:
        rest = re.sub(r",? thank(?:s| you)$", "", refused["rest"].strip(" ,."))
        return f"I don't want {refused['what']}{' ' + rest if rest else ''}."
    if _GERUND_SUBJECT.match(sentence):
        return sentence
    for pattern, subject in _ELIDED:
        if pattern.match(sentence):
            return subject + sentence[:1].lower() + sentence[1:]
    return sentence


def worth(sentence: str) -> bool:
    """Whether it has three words (or "I'm vegan") and any content."""
    enough = 2 if sentence.startswith(("I'm ", "We're ")) else 3
    return len(sentence.split()) >= enough and bool(stems(sentence))


def has_verb(sentence: str) -> bool:
    """Whether a finite verb, or a subject that takes one, is in the sentence."""
    return sentence.startswith(_I) or bool(_FINITE.search(sentence))


def leans(sentence: str) -> bool:
    """Whether the sentence says little without the one before it ("I love it", "I did too")."""
    clause = _AFTERTHOUGHT.split(sentence)[0]
    pointer = _LEANS.search(clause)
    if pointer is None or len(stems(clause)) > 3:
        return False
    return len(stems(clause[: pointer.start()])) <= 1


def _stands(head: str) -> bool:
    return (
        len(head.split()) >= 3
        and not _HANGING.match(head)
        and not _TIED.search(head)
        and bool(_FINITE.search(_SUBCLAUSE.split(head)[-1]))
        and head.count('"') % 2 == 0
        and head.count("(") == head.count(")")
        and ": " not in head
    )


def _stands_after(tail: str) -> bool:
    first = _CLAUSE.search(tail)
    clause = tail[: first.start()] if first else tail
    return len(clause.split()) >= 4 and not _LEANS.search(clause)
