"""Plain statements that lack "I": "My dog limps", "The landlord forbids pets", "Rex limps".

They are told from exclamations, reactions and general knowledge by negative evidence and by whose
the subject is, not by a list of verbs.
"""

from __future__ import annotations

import re

from rootmem.reasoners.offline.lexicon import anyof, cue, words

_ADVERB = anyof("grammar", "adverb")
_PAST = "|".join(sorted(words("grammar", "past")))
_VERB = rf"(?:\w+[^\Ws]s|\w+ed|\w+n't|{_PAST}|can|will|must|may|might|should|could|would|has|is)"
_PREDICATE = re.compile(
    rf"(?:,? (?:{_ADVERB}))* (?!{anyof('declared', 'no predicate')}\b)(?P<verb>[a-z][\w'-]+)\b"
)
_FINITE_VERB = re.compile(rf"{_VERB}$")
_AFTER = anyof("declared", "after a verb")
_POSSESSED = re.compile(
    rf"^(?:[Mm]y|[Oo]ur) (?!{anyof('declared', 'adjective')}\b)"
    rf"(?:[a-z]+[^\Ws] (?:{_ADVERB} )*[a-z]+[^\Ws]s (?=\w)"
    rf"|(?:[\w-]+ ){{1,4}}?{_VERB}(?: {_AFTER}\b|[.!]*$))"
)
_NO_STATEMENT = cue("declared", "no statement", r"^(?:{})")
_WOULD_BE = cue("declared", "would be", r"^(?!(?:I|We|I'd)\b)(?:\S+ ){0,3}?[\w.'-]+?{}")
_DEPENDS = cue("declared", "depends", r"^{}\b,?\s*")
_ECHOES = cue("declared", "echoes", r"^{}\b")
_POINTERS = (" it", " them", " that", " this")
_AFFIRMS = re.compile(r"^I (?:did|do|am|have|was|can),\s+(?=\w+ \w+)")
_SCRAP = re.compile(
    r"^(?:Less|More|Better|Worse|Not|Nothing|None|Same|Just|Only)\b(?! I\b)(?: \S+){0,4}$"
)
_HANGS = re.compile(
    r"^(?!.*\b(?:I|my|My|me|we|We|our|us)\b)(?:\S+ ){1,5}(?:it|them|that|this)[.!]*$"
)
_CONDITIONED = re.compile(
    r"^(?:If|When|Whenever|Unless|Until|As soon as|Once)\b[^,.;]{0,60}?"
    r"\b(?:it(?! (?:rains|snows|gets|is|freezes)|'s)|them|they|(?:that|this)(?= happens|,))\b"
)
_THING = re.compile(
    rf"^The (?:(?:old|new|big|little|upstairs|downstairs|whole|local|front|back) )?"
    rf"(?:(?P<mine>{anyof('declared', 'mine')}|{anyof('declared', 'role')})"
    rf"|(?:{anyof('declared', 'around')}))(?P<rest>(?:'s \w+)?(?: (?:in|of|behind|at|next to) "
    r"(?:my|our|the) \w+(?: \w+)?)?(?= ).*)$"
)
_EVERYBODY = re.compile(
    rf"^(?:[^,.]{{3,30}}? )?(?P<who>{anyof('declared', 'everybody')}) (?P<verb>\w+)\b",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"^(?:From|Starting|As of|Since|Until)\b|\b(?:from|starting|as of) (?:next|this|\w+day|\w+ber"
    r"|january|february|march|april|may|june|july|august)\b",
    re.IGNORECASE,
)
_INTRODUCED = re.compile(
    r"^There(?:'s| is| was)(?: also)? (?P<name>[A-ZÀ-Þ][\w'-]+(?: [A-ZÀ-Þ][\w'-]+)?),? who "
    r"(?P<rest>.+)$"
)
_FIGURATIVE = re.compile(
    rf"^[A-Z]\w+s and I (?:{anyof('declared', 'figurative')})\b|^I did (?!not\b)\w+(?: \S+){{0,3}}$"
    r"|^I (?:did|do|have|was|am|can|will)(?:,? (?:too|so|once|twice|indeed|always|not|both))+$"
)
_LEADING_PAST = re.compile(
    r"^(?:He|She|They|It|There)(?:'d| would)\b(?! (?:like|love|rather|prefer|better)\b)"
)


def predicate(rest: str, *, plural: bool = False) -> bool:
    """Whether ``rest``, what follows a subject, goes on with its verb (any verb)."""
    found = _PREDICATE.match(rest)
    return found is not None and (plural or bool(_FINITE_VERB.match(found["verb"])))


def possession(sentence: str) -> bool:
    """Whether "My bike squeaks on every hill" is a sentence, and no exclamation ("My word!")."""
    return bool(_POSSESSED.match(sentence)) and not says_nothing(sentence)


def says_nothing(sentence: str) -> bool:
    """Whether a sentence about somebody or something only reacts, or imagines."""
    if _NO_STATEMENT.match(sentence) or _imagined(sentence):
        return True
    return sentence.rstrip(".!").endswith(_POINTERS) and bool(_HANGS.match(sentence))


def would_be(sentence: str) -> bool:
    """Whether it tells what somebody would do ("He'd want rain"), which is no fact."""
    return bool(_LEADING_PAST.match(sentence)) and _imagined(sentence)


def figurative(sentence: str) -> bool:
    """ "Owls and I have parted"; also the bare echo "I did miss my stop" and "Less than ever"."""
    sentence = sentence.rstrip(".!")
    return bool(_FIGURATIVE.match(sentence) or _SCRAP.match(sentence))


def owned(sentence: str) -> str | None:
    """ "The car broke down" as "My car broke down"; None where it is about no thing of the user."""
    thing = _THING.match(sentence)
    if thing is None or says_nothing(sentence) or not _has_predicate(sentence, thing):
        return None
    return f"My{sentence[3:]}" if thing["mine"] else sentence


def announced(sentence: str) -> bool:
    """ "From next Monday everybody works at the office": dated, and about those around the user."""
    everybody = _EVERYBODY.match(sentence)
    return everybody is not None and bool(_DATED.search(sentence))


def introduced(sentence: str) -> str:
    """ "There's Peadar, who collects tapes" as "Peadar collects tapes"."""
    found = _INTRODUCED.match(sentence)
    return f"{found['name']} {found['rest']}" if found else sentence


def depends(sentence: str) -> bool:
    """Whether it goes with the sentence before it ("Since then …", "If I break it …")."""
    patterns = (_DEPENDS, _CONDITIONED, _ECHOES)
    return any(pattern.match(sentence) for pattern in patterns)


def independent(sentence: str) -> str:
    """The sentence without the lead that pointed back ("Since then I panic" -> "I panic")."""
    rest = _AFFIRMS.sub("", _DEPENDS.sub("", sentence, count=1))
    return rest[:1].upper() + rest[1:]


def _imagined(sentence: str) -> bool:
    return ("would" in sentence or "'d" in sentence) and bool(_WOULD_BE.match(sentence))


def _has_predicate(sentence: str, thing: re.Match[str]) -> bool:
    rest = thing["rest"]
    plural = sentence[thing.start("rest") - 1] == "s"
    rest = re.sub(r"^'s \w+", "", rest)
    rest = re.sub(
        r"^ (?:in|of|behind|at|next to) (?:my|our|the) \w+(?: (?:building|house|street))?", "", rest
    )
    return predicate(rest, plural=plural)
