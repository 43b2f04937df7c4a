"""The people and animals met so far: their names, and whom a "she" can mean."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rootmem.reasoners.offline.lexicon import anyof, cue, words

RELATION = anyof("people", "relation")
NAME = (
    r"[A-ZÀ-ÖØ-ÞŁŚŻČŠŽ][\w'À-ÿ-]*[a-zà-ÿ]"
    r"(?: (?!(?:I|And|But|So|The|He|She|We|My)\b)[A-ZÀ-ÖØ-ÞŁŚŻČŠŽ][\w'À-ÿ-]*[a-zà-ÿ])?"
)
TITLED = rf"{anyof('people', 'title')}\.? [A-ZÀ-Þ][\w'-]+"
OWNER = r"[Mm]y|[Oo]ur|[Oo]ne of (?:my|our)|[Aa]|[Aa]n|[Aa]nother"
RELATED = re.compile(
    rf"\b(?P<owner>{OWNER})\s+(?:{anyof('people', 'modifier')}\s+)*"
    rf"(?P<relation>{RELATION})(?![-\w])"
    r"(?P<mine> of (?:mine|ours))?(?P<possessive>'s?(?=\s))?"
    r"(?:,? (?:named |called |is called |is named |name is )?"
    rf"(?P<name>{TITLED}|{NAME}))?"
)
_STILL_ABOUT = re.compile(r"\b(?:he|she|his|her|him|they|their|them)\b", re.IGNORECASE)
PERSON_VERB = cue(
    "people", "verb of a person", rf"(?:'s|'d|'ll)?,? (?:{anyof('grammar', 'adverb')} )*{{}}\b"
)
PLURAL = cue("people", "plural", "{}$")
_SHE = cue("people", "she", r"{}$")
_HE = cue("people", "he", r"{}$")
NO_NAME = words("people", "no name")
_MET = re.compile(rf"(?:(?<=[a-z,;:'] )|^)(?P<name>{TITLED}|{NAME})")
_PLACED = re.compile(r"\b(?:in|to|at|from|of|near|through|around|called|the|an?)\s$")
_YOURS = re.compile(
    rf"\b[Yy]our (?:{anyof('people', 'modifier')} )*(?P<relation>{RELATION})(?![-\w])"
)
_IS_RELATED = re.compile(
    rf"^(?P<name>{NAME})(?:'s| is| was) (?:my|our) (?:{anyof('people', 'modifier')} )*"
    rf"(?P<relation>{RELATION})\b"
)
_WHO = re.compile(r"\bwho\b", re.IGNORECASE)


@dataclass
class People:
    """Who was named so far: relation -> name, names met, genders, and whom "she" can mean."""

    owner: str = "the user"
    relations: dict[str, str] = field(default_factory=dict[str, str])
    names: set[str] = field(default_factory=set[str])
    genders: dict[str, str] = field(default_factory=dict[str, str])
    last: str | None = None
    expecting: bool = False
    """Whether the assistant just asked who somebody is."""

    def asked(self, question: str) -> None:
        """The assistant's question sets whom "she" means ("And your brother, did he …?")."""
        self.expecting = bool(_WHO.search(question))
        meant = {match["name"].removesuffix("'s") for match in _MET.finditer(question)} & self.names
        for match in _YOURS.finditer(question):
            relation = match["relation"].lower()
            label = self.relations.get(relation) or f"{self.owner}'s {relation}"
            self._gender(label, relation)
            meant.add(label)
        if len(meant) == 1:
            self.last = meant.pop()

    def notice(self, sentence: str, *, moves_on: bool = False) -> None:
        """Learn names ("my sister Anna") and set whom a following pronoun can mean.

        A statement that ``moves_on`` to something else leaves nobody whom "she" could mean.
        """
        named = _IS_RELATED.match(sentence)
        if named is not None and named["name"].split()[0].lower() not in NO_NAME:
            self.names.add(named["name"])
            self.relations[named["relation"].lower()] = named["name"]
        mentioned = [
            self.named(match)
            for match in RELATED.finditer(sentence)
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
            titled = re.match(TITLED, name) is not None
            if name.split()[0].lower() in NO_NAME and not titled:
                continue
            inside = match.start() > 0 and not _PLACED.search(text[: match.start()])
            if name in self.names or titled:
                met.append(name)
                self.names.add(name)
            elif inside and PERSON_VERB.match(text[match.end() :]):
                self.names.add(name)
                met.append(name)
        return met

    def named(self, match: re.Match[str]) -> str:
        """The subject's label for a relation: its name where known, else "the user's sister"."""
        relation, name = match["relation"].lower(), match["name"]
        if name and (name.split()[0].lower() not in NO_NAME or re.match(TITLED, name)):
            name = name.removesuffix("'s")
            self.names.add(name)
            if not PLURAL.search(relation):
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
        if plural != bool(PLURAL.search(self.last) and " " in self.last):
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
