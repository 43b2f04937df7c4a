"""Reads the sentences of one turn in order and gathers self-contained drafts [Q 3.2]."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rootmem.model import USER_SUBJECT, DraftEntry, EntryType, Turn
from rootmem.reasoners.offline import declared, kinds, languages, noise, replies, statements
from rootmem.reasoners.offline.age import year_of_birth
from rootmem.reasoners.offline.dates import event_time
from rootmem.reasoners.offline.people import RELATION, People
from rootmem.reasoners.offline.person import third_person
from rootmem.reasoners.offline.strength import strength
from rootmem.reasoners.offline.subjects import About, about, declares, referring

LONGEST_TEXT = 320
"""Characters up to which a sentence that leans on the one before is added to it."""

_POINTS_BACK = re.compile(
    r"^(?:It|They|He|She|There|(?:This|That|These|Those)(?! (?:morning|week|month|year|summer)\b))"
    r"(?:'s|'re|'d|'ll|'ve)?\b|^[A-Z]\w+ing (?:it|them|that) "
)
_EXISTS = re.compile(
    r"^There(?:'s| is| are) (?:an?|no|only|one|two|three|some)\b.*\b(?:I|my|our)\b"
)
_THE_USERS = re.compile(r"\b[Tt]he user's\b")
_DATED_BY_ITSELF = re.compile(r" since I |^It's my .* (?:today|tomorrow|tonight)\b")
_SOMEBODY = re.compile(r"^(?:He|She)\b")
_PERSON = re.compile(rf"\b(?:he|she|him|her|his|{RELATION})\b|(?<=[a-z,] )[A-Z]\w")
_GROUP = re.compile(
    rf"\b(?:[Mm]y|our|the) (?P<who>(?:\w+ )?{RELATION})(?: [A-Z]\w+)?(?: and (?:I|me)\b)"
    rf"|\bwith (?:my|our|the) (?P<with>(?:\w+ )?{RELATION})\b"
)


@dataclass
class Speaker:
    """A speaker's shown name (None: "the user"), subject, acquaintances and year of birth."""

    shown: str | None
    subject: str
    people: People
    born: int | None = None


@dataclass
class Reader:
    """Reads one turn's sentences in order and gathers drafts.

    ``open`` says that the last draft may be continued by the next sentence; ``group`` is who "we"
    are besides the speaker.
    """

    turn: Turn
    before: Turn | None
    speaker: Speaker
    drafts: list[DraftEntry] = field(default_factory=list[DraftEntry])
    group: str = "others"
    open: bool = False

    def read(self, sentence: str, *, first: bool) -> None:
        code = languages.language(sentence)
        if code != "en":
            self._foreign(sentence, code)
            return
        if first and self._reply(sentence):
            return
        text = _stated(sentence)
        if not text:
            self.speaker.people.notice(sentence)
            self.open = False
            return
        for clause in statements.clauses(text):
            self._clause(clause)

    def _reply(self, sentence: str) -> bool:
        """A bare answer, or an agreement to what the assistant proposed."""
        if self.before is None:
            return False
        text = replies.agreement(sentence, self.before.text)
        text = text or replies.answer(sentence, self.before.text)
        if text is None:
            return False
        self.speaker.people.notice(sentence)
        user = self.speaker.shown or ("The user" if text.startswith("{user}") else "the user")
        self._add(text.replace("{user}", user), self.speaker.subject, sentence, also=self.before)
        return True

    def _clause(self, clause: str) -> None:
        clause = declared.introduced(statements.with_subject(clause))
        owned = declared.owned(clause)
        clause = owned or clause
        if declared.would_be(clause) or declared.figurative(clause):
            self.open = False
            return
        if declared.depends(clause) and self.open:
            self._continue(clause)
            return
        clause = declared.independent(clause)
        if not self._states(clause, sure=owned is not None):
            self._continue(clause)
            self.speaker.people.notice(clause)
            return
        clause = referring(clause, self.speaker.people)
        match = _GROUP.search(clause)
        if match is not None:
            self.group = f"their {match['who'] or match['with']}"
        self.speaker.born = year_of_birth(clause, self.turn.time) or self.speaker.born
        found = self._about(clause)
        self.speaker.people.notice(clause, moves_on=True)
        if found is None or (statements.leans(clause) and self.open):
            self._continue(clause)
        elif not statements.leans(clause):
            subject = self.speaker.subject if found.subject == USER_SUBJECT else found.subject
            self._add(self._told(found.sentence), subject, clause)
            self.open = True

    def _states(self, clause: str, *, sure: bool) -> bool:
        """Whether it states something; ``sure`` where its verb was found already."""
        if noise.is_noise(clause) or noise.addresses(clause) or declared.says_nothing(clause):
            return False
        if not statements.worth(clause):
            return False
        return sure or statements.has_verb(clause) or declares(clause, self.speaker.people)

    def _about(self, clause: str) -> About | None:
        """Whom it is about; a plural "they" reaches no further back than this turn."""
        plural = clause.lower().startswith(("they", "their"))
        if plural and not self.open:
            return None
        found = about(clause, self.speaker.people)
        points_back = found and found.sentence == clause and _POINTS_BACK.match(clause)
        if points_back and not self.open and _EXISTS.match(clause):
            return found
        return None if points_back and not _DATED_BY_ITSELF.search(clause) else found

    def _continue(self, clause: str) -> None:
        """Add "It is a beagle called Rex." to the statement that says what "it" is."""
        continues = (
            _POINTS_BACK.match(clause) or statements.leans(clause) or declared.depends(clause)
        )
        if not (self.open and continues) or len(clause.split()) < 4 or noise.reacts(clause):
            self.open = self.open and noise.reacts(clause)
            return
        known = self.drafts[-1]
        if _SOMEBODY.match(clause) and not _PERSON.search(known.text):
            self.open = False
            return
        text = f"{known.text} {_stop(self._told(clause))}"
        if len(text) <= LONGEST_TEXT and not noise.addresses(clause):
            firmer = max(known.strength, strength(clause), strength(text))
            self.drafts[-1] = known.model_copy(update={"text": text, "strength": firmer})
        else:
            self.open = False

    def _told(self, clause: str) -> str:
        text = third_person(clause, self.speaker.shown, self.group)
        if self.speaker.shown is None:
            return text
        return _THE_USERS.sub(f"{self.speaker.shown}'s", text)

    def _foreign(self, sentence: str, code: str) -> None:
        self.open = False
        judged = languages.judge(sentence, code)
        if not judged.keeps:
            return
        kind: EntryType = "factual"
        if judged.prefers:
            kind = "insight" if judged.reasons else "preference"
        self.drafts.append(
            DraftEntry(
                type=kind,
                text=sentence,
                turn_ids=(self.turn.id,),
                subject=judged.name or self.speaker.subject,
                event_time=languages.event_time(sentence, self.turn.time),
                strength=0.85 if judged.firm else 0.5,
            )
        )

    def _add(self, text: str, subject: str, source: str, also: Turn | None = None) -> None:
        text = _stop(text)
        self.drafts.append(
            DraftEntry(
                type="factual" if also else kinds.kind(source),
                text=text,
                turn_ids=(also.id, self.turn.id) if also else (self.turn.id,),
                subject=subject,
                event_time=event_time(source, self.turn.time, self.speaker.born),
                condition="" if also else kinds.condition(text),
                strength=strength(text.removeprefix("Asked ") if also else source),
            )
        )


def _stated(sentence: str) -> str:
    """What an English sentence states, without leads and without the question it ends in."""
    for _ in range(2):
        remembered = noise.to_remember(sentence)
        sentence = statements.tidy(sentence if remembered is None else remembered)
    return noise.told_before_asking(sentence) if noise.asks(sentence) else sentence


def _stop(text: str) -> str:
    text = text.strip(" ,;:-–—")
    return text if text.endswith((".", "!", "?", "…", '"', ")")) else text + "."
