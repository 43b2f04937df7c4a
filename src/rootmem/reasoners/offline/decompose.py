"""Episodes to typed drafts without a model [Q 3.2]: the user's own statements, self-contained."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rootmem.model import USER_SUBJECT, DraftEntry, EntryType, Turn
from rootmem.ports import Decomposed
from rootmem.reasoners.offline import kinds, languages, noise, replies, statements
from rootmem.reasoners.offline.age import year_of_birth
from rootmem.reasoners.offline.dates import event_time
from rootmem.reasoners.offline.person import third_person
from rootmem.reasoners.offline.sentences import sentences
from rootmem.reasoners.offline.subjects import RELATION, About, People, about

LONGEST_TEXT = 320
"""Characters up to which a sentence that leans on the one before is added to it."""

_POINTS_BACK = re.compile(
    r"^(?:It|They|He|She|There|(?:This|That|These|Those)(?! (?:morning|week|month|year|summer)\b))"
    r"(?:'s|'re|'d|'ll|'ve)?\b"
)
_DATED_BY_ITSELF = re.compile(r" since I |^It's my .* (?:today|tomorrow|tonight)\b")
_SOMEBODY = re.compile(r"^(?:He|She)\b")
_PERSON = re.compile(rf"\b(?:he|she|him|her|his|{RELATION})\b|(?<=[a-z,] )[A-Z]\w")
_GROUP = re.compile(
    rf"\b(?:[Mm]y|our|the) (?P<who>(?:\w+ )?{RELATION})(?: [A-Z]\w+)?(?: and (?:I|me)\b)"
    rf"|\bwith (?:my|our|the) (?P<with>(?:\w+ )?{RELATION})\b"
)


def decompose(
    episodes: Sequence[Sequence[Turn]], user_name: str | None = None
) -> tuple[Decomposed, ...]:
    """One result an episode, in order; people named in one are known in the next."""
    names = {turn.name for turns in episodes for turn in turns if turn.by_user and turn.name}
    context = _Context((user_name or "").strip() or None, several=len(names) > 1)
    return tuple(Decomposed(_episode(turns, context)) for turns in episodes)


@dataclass
class _Speaker:
    """A speaker's shown name (None: "the user"), subject, acquaintances and year of birth."""

    shown: str | None
    subject: str
    people: People
    born: int | None = None


@dataclass
class _Context:
    """The speakers met so far in one call."""

    user_name: str | None
    several: bool
    speakers: dict[str | None, _Speaker] = field(default_factory=dict[str | None, _Speaker])

    def speaker(self, turn: Turn) -> _Speaker:
        name = (turn.name or "").strip() or None
        if name not in self.speakers:
            other = name is not None and (
                self.several if self.user_name is None else name.lower() != self.user_name.lower()
            )
            subject = name if other and name else USER_SUBJECT
            owner = subject if other else "the user"
            self.speakers[name] = _Speaker(name or self.user_name, subject, People(owner))
        return self.speakers[name]


def _episode(turns: Sequence[Turn], context: _Context) -> tuple[DraftEntry, ...]:
    drafts: dict[tuple[str, str], DraftEntry] = {}
    before: Turn | None = None
    for turn in turns:
        if turn.role == "assistant":
            before = turn
        if not turn.by_user:
            continue
        for draft in _turn(turn, before, context.speaker(turn)):
            known = drafts.get((draft.subject, draft.text))
            if known is not None:
                merged = tuple(dict.fromkeys((*known.turn_ids, *draft.turn_ids)))
                draft = known.model_copy(update={"turn_ids": merged})
            drafts[(draft.subject, draft.text)] = draft
        before = None
    return tuple(drafts.values())


def _turn(turn: Turn, before: Turn | None, speaker: _Speaker) -> list[DraftEntry]:
    reader = _Reader(turn, before, speaker)
    found = sentences(turn.text)
    for index, sentence in enumerate(found):
        if index + 1 < len(found) and noise.retracts(found[index + 1]):
            reader.open = False
        else:
            reader.read(sentence, first=index == 0)
    return reader.drafts


@dataclass
class _Reader:
    """Reads one turn's sentences in order and gathers drafts.

    ``open`` says that the last draft may be continued by the next sentence; ``group`` is who "we"
    are besides the speaker.
    """

    turn: Turn
    before: Turn | None
    speaker: _Speaker
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
        clause = statements.with_subject(clause)
        if noise.is_noise(clause) or noise.addresses(clause) or not statements.worth(clause):
            self._continue(clause)
            self.speaker.people.notice(clause)
            return
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

    def _about(self, clause: str) -> About | None:
        """Whom it is about; a plural "they" reaches no further back than this turn."""
        plural = clause.lower().startswith(("they", "their"))
        if plural and not self.open:
            return None
        found = about(clause, self.speaker.people)
        points_back = found and found.sentence == clause and _POINTS_BACK.match(clause)
        return None if points_back and not _DATED_BY_ITSELF.search(clause) else found

    def _continue(self, clause: str) -> None:
        """Add "It is a beagle called Rex." to the statement that says what "it" is."""
        continues = _POINTS_BACK.match(clause) or statements.leans(clause)
        if not (self.open and continues) or len(clause.split()) < 4 or noise.reacts(clause):
            self.open = self.open and noise.reacts(clause)
            return
        known = self.drafts[-1]
        if _SOMEBODY.match(clause) and not _PERSON.search(known.text):
            self.open = False
            return
        text = f"{known.text} {_stop(self._told(clause))}"
        if len(text) <= LONGEST_TEXT and not noise.addresses(clause):
            self.drafts[-1] = known.model_copy(update={"text": text})
        else:
            self.open = False

    def _told(self, clause: str) -> str:
        return third_person(clause, self.speaker.shown, self.group)

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
                strength=kinds.strength(source),
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
