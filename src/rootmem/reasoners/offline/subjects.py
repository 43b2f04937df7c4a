"""Whom an English sentence is about, and whom a later "she" means."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rootmem.model import USER_SUBJECT
from rootmem.reasoners.offline import declared
from rootmem.reasoners.offline.lexicon import anyof, cue, words
from rootmem.reasoners.offline.people import (
    NAME,
    NO_NAME,
    OWNER,
    PERSON_VERB,
    PLURAL,
    RELATED,
    RELATION,
    TITLED,
    People,
)

_LEAD = r"(?:And |But |So |and |but |so |Also,? )?"
_OPENS_RELATED = re.compile(rf"{_LEAD}(?=(?:{OWNER})\s)")
_TOGETHER = re.compile(r"^[^.,]{2,60}? and (?:I|me|myself)\b")
_PRONOUN = re.compile(
    rf"^{_LEAD}(?P<pronoun>[Hh]e|[Ss]he|[Tt]hey|[Hh]is|[Hh]er|[Tt]heir)"
    r"(?P<clitic>'(?:s|d|ll|re|ve))?(?= )"
)
_FIRST_PERSON = re.compile(
    r"\b(?:I|i|me|my|My|we|We|our|Our|us|mine|myself|[Ii]'(?:m|ve|d|ll)|[Ww]e'(?:re|ve|d|ll))\b"
)
_SAYS = re.compile(r"\b(?:told|tells|said|says|thinks|believes|claims|asked|asks|hates|loves)\b")
_ACTED_ON = re.compile(r"(?<!with )(?<!than )(?<!like )(?<!near )\b(?:me|us)\b")
_STRANGER_VERB = cue(
    "people", "verb of a stranger", rf"(?:'s)? (?:{anyof('grammar', 'adverb')} )*{{}}\b"
)
_NEXT_CLAUSE = re.compile(r"[,;]|\b(?:and|but|so|because)\b")
_OPENS_NAME = re.compile(rf"^{_LEAD}(?P<name>{TITLED}|{NAME})(?='s? | |,)")
_HAS = re.compile(
    r" (?:\w+ly |just |always |never |also |already )*"
    r"(?:been|had|got|come|gone|left|made|taken|seen|done|lost|\w+ed)\b"
)
_OBJECT = re.compile(
    r"(?<=[a-z] )(?P<word>him|his|her)\b"
    rf"(?P<noun>(?= (?!(?:{'|'.join(sorted(words('grammar', 'stop')))})\b)[a-z]))?"
)
_INTRODUCED = re.compile(
    r" (?:is|was|has|came"
    r"|(?:also )?[a-z]+s (?:the|an?|my|our|at|in|with|from|for|on|to|every|all))\b"
)
_GIVES = re.compile(
    r"\b(?:teach|taught|give|gave|send|sent|show|showed|tell|told|read|buy|bought|bring|brought"
    r"|lend|lent|cook|cooked|make|made|pay|paid|owe|offer|offered|promised?) $"
)
_DOES = re.compile(r"\b(?:I|[Ww]e)\b")
_SOMEBODY_ELSE = re.compile(rf"\b(?:he|she|{RELATION})\b|(?<=[a-z,] )[A-Z]\w")
_CLITICS = {"'s": " is", "'d": " would", "'ll": " will", "'re": " are", "'ve": " have", "": ""}


@dataclass(frozen=True)
class About:
    """``subject`` of a sentence, and the sentence with a leading pronoun replaced by its name."""

    subject: str
    sentence: str


def about(sentence: str, people: People) -> About | None:
    """Who the sentence is about; None where it is about nobody we can name."""
    if _TOGETHER.match(sentence):
        return About(USER_SUBJECT, sentence)
    lead = _OPENS_RELATED.match(sentence)
    related = RELATED.match(sentence, lead.end()) if lead else None
    if related and (related["mine"] or related["owner"].lower() not in {"a", "an", "another"}):
        return About(_affected(people.named(related), sentence[related.end() :]), sentence)
    pronoun = _PRONOUN.match(sentence)
    if pronoun is not None:
        return _resolved(sentence, pronoun, people)
    named = _opening_name(sentence, people)
    if named is not None:
        return About(_affected(named, sentence[len(named) :]), sentence)
    ours = _FIRST_PERSON.search(sentence) or declared.owned(sentence) is not None
    return About(USER_SUBJECT, sentence) if ours or declared.announced(sentence) else None


def declares(sentence: str, people: People) -> bool:
    """Whether a sentence without any verb we know is one all the same ("My dog limps")."""
    lead = _OPENS_RELATED.match(sentence)
    related = RELATED.match(sentence, lead.end()) if lead else None
    if related is not None and not related["possessive"]:
        plural = bool(PLURAL.search(related["relation"].lower()))
        return declared.predicate(sentence[related.end() :], plural=plural)
    named = _OPENS_NAME.match(sentence)
    if named is not None and _opening_name(sentence, people):
        return declared.predicate(sentence[named.end("name") :])
    pronoun = _PRONOUN.match(sentence)
    if pronoun is not None:
        return declared.predicate(sentence[pronoun.end() :])
    return declared.possession(sentence) or declared.owned(sentence) is not None


def referring(sentence: str, people: People) -> str:
    """The sentence with the first "him", "his" or "her" replaced where its person is plain."""
    found = _OBJECT.search(sentence)
    before = sentence[: found.start()] if found else ""
    if found is None or not _DOES.search(before) or _SOMEBODY_ELSE.search(before):
        return sentence
    label = people.can_be(found["word"])
    if label is None:
        return sentence
    people.settle(found["word"])
    shown = label.replace("the user's ", "my ", 1)
    given = _GIVES.search(before) is not None
    if found["word"] == "his" or (
        found["word"] == "her" and found["noun"] is not None and not given
    ):
        shown += "'s"
    return before + shown + sentence[found.end() :]


def _opening_name(sentence: str, people: People) -> str | None:
    match = _OPENS_NAME.match(sentence)
    if match is None:
        return None
    name = match["name"].removesuffix("'s")
    first = name.split()[0]
    if re.match(TITLED, name):
        return name
    if first.lower() in NO_NAME:
        return None
    follows = sentence[match.start("name") + len(name) :]
    if name in people.names or first in people.names:
        known = PERSON_VERB.match(follows) or follows.startswith(("'s ", ","))
        plain = not first.endswith("ing") and declared.predicate(follows)
        return name if known or plain else None
    if people.expecting and _INTRODUCED.match(follows):
        people.names.add(name)
        return name
    return name if _STRANGER_VERB.match(follows) else None


def _affected(subject: str, rest: str) -> str:
    """The user where the others' deed is done to the user ("Ruth gave me a candle")."""
    rest = _NEXT_CLAUSE.split(rest)[0]
    return USER_SUBJECT if _ACTED_ON.search(rest) and not _SAYS.search(rest) else subject


def _resolved(sentence: str, match: re.Match[str], people: People) -> About | None:
    word, clitic = match["pronoun"].lower(), match["clitic"] or ""
    subject = people.can_be(word)
    if subject is None:
        return None
    people.settle(word)
    rest = sentence[match.end() :]
    owned = not clitic and word in {"his", "their", "her"}
    auxiliary = _CLITICS[clitic]
    if clitic in {"'s", "'d"} and _HAS.match(rest):
        auxiliary = " has" if clitic == "'s" else " had"
    shown = subject[:1].upper() + subject[1:] + ("'s" if owned else auxiliary)
    return About(_affected(subject, rest), shown + rest)
