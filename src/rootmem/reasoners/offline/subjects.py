"""Whom an English sentence is about, and whom a later "she" means."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rootmem.model import USER_SUBJECT
from rootmem.reasoners.offline.lexicon import anyof, cue, words

RELATION = anyof("people", "relation")
NAME = (
    r"[A-ZÀ-ÖØ-ÞŁŚŻČŠŽ][\w'À-ÿ-]*[a-zà-ÿ]"
    r"(?: (?!(?:I|And|But|So|The|He|She|We|My)\b)[A-ZÀ-ÖØ-ÞŁŚŻČŠŽ][\w'À-ÿ-]*[a-zà-ÿ])?"
)
_TITLED = rf"{anyof('people', 'title')}\.? [A-ZÀ-Þ][\w'-]+"
_OWNER = r"[Mm]y|[Oo]ur|[Oo]ne of (?:my|our)|[Aa]|[Aa]n|[Aa]nother"
_RELATED = re.compile(
    rf"\b(?P<owner>{_OWNER})\s+(?:{anyof('people', 'modifier')}\s+)*"
    rf"(?P<relation>{RELATION})(?![-\w])"
    r"(?P<mine> of (?:mine|ours))?(?P<possessive>'s?(?=\s))?"
    r"(?:,? (?:named |called |is called |is named |name is )?"
    rf"(?P<name>{_TITLED}|{NAME}))?"
)
_LEAD = r"(?:And |But |So |and |but |so |Also,? )?"
_OPENS_RELATED = re.compile(rf"{_LEAD}(?=(?:{_OWNER})\s)")
_TOGETHER = re.compile(r"^[^.,]{2,60}? and (?:I|me|myself)\b")
_PRONOUN = re.compile(
    rf"^{_LEAD}(?P<pronoun>[Hh]e|[Ss]he|[Tt]hey|[Hh]is|[Hh]er|[Tt]heir)"
    r"(?P<clitic>'(?:s|d|ll|re|ve))?(?= )"
)
_FIRST_PERSON = re.compile(
    r"\b(?:I|i|me|my|My|we|We|our|Our|us|mine|myself|[Ii]'(?:m|ve|d|ll)|[Ww]e'(?:re|ve|d|ll))\b"
)
_STILL_ABOUT = re.compile(r"\b(?:he|she|his|her|him|they|their|them)\b", re.IGNORECASE)
_SAYS = re.compile(r"\b(?:told|tells|said|says|thinks|believes|claims|asked|asks|hates|loves)\b")
_ACTED_ON = re.compile(r"\b(?:me|us)\b")
_PERSON_VERB = cue(
    "people", "verb of a person", rf"(?:'s|'d|'ll)?,? (?:{anyof('grammar', 'adverb')} )*{{}}\b"
)
_STRANGER_VERB = cue(
    "people", "verb of a stranger", rf"(?:'s)? (?:{anyof('grammar', 'adverb')} )*{{}}\b"
)
_NEXT_CLAUSE = re.compile(r"[,;]|\b(?:and|but|so|because)\b")
_PLURAL = cue("people", "plural", "{}$")
_SHE = cue("people", "she", r"{}$")
_HE = cue("people", "he", r"{}$")
_NO_NAME = words("people", "no name")
_MET = re.compile(rf"(?:(?<=[a-z,;:'] )|^)(?P<name>{_TITLED}|{NAME})")
_PLACED = re.compile(r"\b(?:in|to|at|from|of|near|through|around|called|the|an?)\s$")
_OPENS_NAME = re.compile(rf"^{_LEAD}(?P<name>{_TITLED}|{NAME})(?='s? | |,)")
_HAS = re.compile(r" (?:\w+ly |just |always |never |also |already )*(?:been|had|got|\w+ed)\b")
_CLITICS = {"'s": " is", "'d": " would", "'ll": " will", "'re": " are", "'ve": " have", "": ""}


@dataclass
class People:
    """Who was named so far: relation -> name, names met, genders, and whom "she" can mean."""

    owner: str = "the user"
    relations: dict[str, str] = field(default_factory=dict[str, str])
    names: set[str] = field(default_factory=set[str])
    genders: dict[str, str] = field(default_factory=dict[str, str])
    last: str | None = None

    def notice(self, sentence: str, *, moves_on: bool = False) -> None:
        """Learn names ("my sister Anna") and set whom a following pronoun can mean.

        A statement that ``moves_on`` to something else leaves nobody whom "she" could mean.
        """
        mentioned = [
            self.named(match)
            for match in _RELATED.finditer(sentence)
            if match["mine"] or match["name"] or not match["owner"].lower().startswith("a")
        ]
        mentioned += [name for name in self.meet(sentence) if name not in mentioned]
        if len(set(mentioned)) == 1:
            self.last = mentioned[0]
        elif mentioned or (moves_on and not _STILL_ABOUT.search(sentence)):
            self.last = None

    def meet(self, text: str) -> list[str]:
        """Note the names inside a text (anybody's); those of people, as far as one can tell."""
        met: list[str] = []
        for match in _MET.finditer(text):
            name = match["name"].removesuffix("'s")
            titled = re.match(_TITLED, name) is not None
            if name.split()[0].lower() in _NO_NAME and not titled:
                continue
            inside = match.start() > 0 and not _PLACED.search(text[: match.start()])
            if name in self.names or titled:
                met.append(name)
                self.names.add(name)
            elif inside and _PERSON_VERB.match(text[match.end() :]):
                self.names.add(name)
                met.append(name)
        return met

    def named(self, match: re.Match[str]) -> str:
        """The subject's label for a relation: its name where known, else "the user's sister"."""
        relation, name = match["relation"].lower(), match["name"]
        if name and (name.split()[0].lower() not in _NO_NAME or re.match(_TITLED, name)):
            name = name.removesuffix("'s")
            self.names.add(name)
            if not _PLURAL.search(relation):
                self.relations[relation] = name
            self._gender(name, relation)
            return name
        unnamed = relation.endswith("friend") or match["owner"].lower()[:1] in {"a", "o"}
        known = (
            None if unnamed and match["owner"].lower() != "our" else self.relations.get(relation)
        )
        label = known or f"{self.owner}'s {relation}"
        self._gender(label, relation)
        return label

    def can_be(self, pronoun: str) -> str | None:
        """Whom ``pronoun`` means here; None where it is not sure."""
        if self.last is None:
            return None
        plural = pronoun in {"they", "their"}
        if plural != bool(_PLURAL.search(self.last) and " " in self.last):
            return None
        gender = self.genders.get(self.last)
        wanted = "she" if pronoun in {"she", "her"} else "he"
        return self.last if plural or gender in {None, wanted} else None

    def settle(self, pronoun: str) -> None:
        """Remember the gender that a pronoun gave away."""
        if self.last is not None and pronoun in {"he", "she", "his", "her"}:
            self.genders.setdefault(self.last, "she" if pronoun in {"she", "her"} else "he")

    def _gender(self, label: str, relation: str) -> None:
        if _SHE.search(relation):
            self.genders[label] = "she"
        elif _HE.search(relation):
            self.genders[label] = "he"


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
    related = _RELATED.match(sentence, lead.end()) if lead else None
    if related and (related["mine"] or related["owner"].lower() not in {"a", "an", "another"}):
        return About(_affected(people.named(related), sentence[related.end() :]), sentence)
    pronoun = _PRONOUN.match(sentence)
    if pronoun is not None:
        return _resolved(sentence, pronoun, people)
    named = _opening_name(sentence, people)
    if named is not None:
        return About(_affected(named, sentence[len(named) :]), sentence)
    return About(USER_SUBJECT, sentence) if _FIRST_PERSON.search(sentence) else None


def _opening_name(sentence: str, people: People) -> str | None:
    match = _OPENS_NAME.match(sentence)
    if match is None:
        return None
    name = match["name"].removesuffix("'s")
    first = name.split()[0]
    if re.match(_TITLED, name):
        return name
    if first.lower() in _NO_NAME:
        return None
    follows = sentence[match.start("name") + len(name) :]
    if name in people.names or first in people.names:
        return name if _PERSON_VERB.match(follows) or follows.startswith(("'s ", ",")) else None
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
    auxiliary = " has" if clitic == "'s" and _HAS.match(rest) else _CLITICS[clitic]
    shown = subject[:1].upper() + subject[1:] + ("'s" if owned else auxiliary)
    return About(_affected(subject, rest), shown + rest)
