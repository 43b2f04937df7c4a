"""Episodes to typed drafts without a model [Q 3.2]: the user's own statements, self-contained."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from rootmem.model import USER_SUBJECT, DraftEntry, EntryType, Turn
from rootmem.ports import Decomposed
from rootmem.reasoners.offline import kinds, languages, noise, replies, statements
from rootmem.reasoners.offline.dates import event_time, number
from rootmem.reasoners.offline.person import third_person
from rootmem.reasoners.offline.sentences import sentences
from rootmem.reasoners.offline.subjects import RELATION, People, about

LONGEST_TEXT = 320

_CONTINUES = re.compile(r"^(?:It|This|That|They|These|Those|He|She|There)(?:'s|'re|'d|'ll|'ve)?\b")
_REACTS = re.compile(
    r"^(?:It|This|That|They|These|Those)(?:'s|'re| is| are| was| were| has been|'s been)? (?:so |really |very |such |just |an? |quite |pretty |always |definitely |super |totally |truly |absolutely )*"
    r"(?:\w+ )?(?:great|good|nice|awesome|amazing|cool|fun|fantastic|wonderful|incredible|awful|lovely|beautiful|powerful|inspiring|a blast|blast|exciting|tough|hard|worth it|true|right|fine|sweet|cute|day|time|experience|feeling|blessing|one)\b[.!]*$"
)
_AGE = re.compile(
    r"\b[Ii](?:'m| am)(?: now| only| already)? (?P<age>\d{1,2}|[a-z]+-[a-z]+|twenty|thirty|forty|fifty|sixty)(?: years old| today| now)?(?=[.,!;]|$| and\b| today| years old)|\bI (?:just |have just )?turn(?:ed)? (?P<turned>\d{1,2}|[a-z]+-[a-z]+|twenty|thirty|forty|fifty)\b|, (?P<listed>[a-z]+-[a-z]+|\d\d), (?:born|living|from)"
)
_BORN = re.compile(r"\bI was born (?:in|on [^.]{0,20}) ?(?P<year>(?:19|20)\d\d)\b")
_GROUP = re.compile(
    rf"\b(?:[Mm]y|our|the) (?P<who>(?:\w+ )?{RELATION})(?: [A-Z]\w+)?(?: and (?:I|me)\b)|\bwith (?:my|our|the) (?P<with>(?:\w+ )?{RELATION})\b|\bwith (?P<name>[A-Z]\w+)\b"
)


@dataclass
class _Context:
    """What is known while the turns of one call are read in order."""

    user_name: str | None
    several: bool
    people: dict[str, People] = field(default_factory=dict[str, People])
    born: int | None = None

    def of(self, turn: Turn) -> tuple[str | None, str, People]:
        """Shown name, subject and acquaintances of the turn's speaker."""
        name = (turn.name or "").strip() or None
        other = name is not None and (
            self.several if self.user_name is None else name.lower() != self.user_name.lower()
        )
        shown = name or self.user_name
        subject = name if other and name else USER_SUBJECT
        people = self.people.setdefault(subject, People(subject if other else "the user"))
        return shown, subject, people


def decompose(
    episodes: Sequence[Sequence[Turn]], user_name: str | None = None
) -> tuple[Decomposed, ...]:
    """One result an episode, in order; people named in one are known in the next."""
    names = {turn.name for turns in episodes for turn in turns if turn.by_user and turn.name}
    context = _Context((user_name or "").strip() or None, len(names) > 1)
    return tuple(Decomposed(_episode(turns, context)) for turns in episodes)


def _episode(turns: Sequence[Turn], context: _Context) -> tuple[DraftEntry, ...]:
    drafts: dict[tuple[str, str], DraftEntry] = {}
    before: Turn | None = None
    for turn in turns:
        if turn.role == "assistant":
            before = turn
        if not turn.by_user:
            continue
        for draft in _turn(turn, before, context):
            known = drafts.get((draft.subject, draft.text))
            if known is not None:
                merged = tuple(dict.fromkeys((*known.turn_ids, *draft.turn_ids)))
                draft = known.model_copy(update={"turn_ids": merged})
            drafts[(draft.subject, draft.text)] = draft
        before = None
    return tuple(drafts.values())


def _turn(turn: Turn, before: Turn | None, context: _Context) -> list[DraftEntry]:
    shown, speaker, people = context.of(turn)
    reader = _Reader(turn, before, context, shown, speaker, people)
    found = sentences(turn.text)
    for index, sentence in enumerate(found):
        if index + 1 < len(found) and noise.retracts(found[index + 1]):
            reader.close()
            continue
        reader.read(sentence, first=index == 0, last=index + 1 == len(found))
    return reader.drafts


@dataclass
class _Reader:
    """Reads one turn's sentences in order and gathers drafts."""

    turn: Turn
    before: Turn | None
    context: _Context
    shown: str | None
    speaker: str
    people: People
    drafts: list[DraftEntry] = field(default_factory=list[DraftEntry])
    group: str = "others"
    open: bool = False

    def close(self) -> None:
        """Nothing may continue the statement before."""
        self.open = False

    def read(self, sentence: str, *, first: bool, last: bool) -> None:
        code = languages.language(sentence)
        if code != "en":
            self._foreign(sentence, code)
            return
        if first and self._reply(sentence):
            return
        remembered = noise.to_remember(sentence)
        text = statements.tidy(remembered if remembered is not None else sentence)
        again = noise.to_remember(text)
        text = statements.tidy(again) if again else text
        if noise.asks(text):
            text = noise.told_before_asking(text)
        if not text:
            self.close()
            return
        for clause in statements.clauses(text):
            self._clause(clause)

    def _reply(self, sentence: str) -> bool:
        before = self.before.text if self.before else ""
        agreed = replies.agreement(sentence, before)
        text = agreed or replies.answer(sentence, before)
        if text is None or self.before is None:
            return False
        user = self.shown or ("the user" if text.startswith("Asked") else "The user")
        self._add(text.replace("{user}", user), self.speaker, "factual", sentence, also=self.before)
        return True

    def _clause(self, clause: str) -> None:
        clause = statements.with_subject(clause)
        if noise.is_noise(clause) or not statements.worth(clause):
            self._continue(clause)
            return
        self._group(clause)
        found = about(clause, self.people)
        self.people.notice(clause)
        self._age(clause)
        if found is None:
            self._continue(clause)
            return
        subject = self.speaker if found.subject == USER_SUBJECT else found.subject
        text = third_person(found.sentence, self.shown, self.group)
        self._add(text, subject, kinds.kind(clause), clause)
        self.open = True

    def _continue(self, clause: str) -> None:
        """Add "It is a beagle called Rex." to the statement that says what "it" is."""
        if (
            self.open
            and self.drafts
            and _CONTINUES.match(clause)
            and not _REACTS.match(clause)
            and len(clause.split()) >= 5
            and len(self.drafts[-1].text) + len(clause) < LONGEST_TEXT
            and not noise.asks(clause)
            and not re.search(r"\b(?:you|your)\b", clause)
        ):
            known = self.drafts[-1]
            text = f"{known.text} {_stop(third_person(clause, self.shown, self.group))}"
            self.drafts[-1] = known.model_copy(update={"text": text})
            return
        self.close()

    def _foreign(self, sentence: str, code: str) -> None:
        self.close()
        judged = languages.judge(sentence, code)
        if not judged.keeps:
            return
        kind: EntryType = "preference" if judged.prefers else "factual"
        kind = "insight" if judged.reasons and judged.prefers else kind
        strength = 0.85 if judged.firm else 0.5
        self.drafts.append(
            DraftEntry(
                type=kind,
                text=sentence,
                turn_ids=(self.turn.id,),
                subject=judged.name or self.speaker,
                event_time=languages.event_time(sentence, code, self.turn.time),
                strength=strength,
            )
        )

    def _add(
        self, text: str, subject: str, kind: EntryType, source: str, also: Turn | None = None
    ) -> None:
        text = _stop(text)
        ids = (self.turn.id,) if also is None else (also.id, self.turn.id)
        self.drafts.append(
            DraftEntry(
                type=kind,
                text=text,
                turn_ids=ids,
                subject=subject,
                event_time=self._when(source),
                condition=kinds.condition(text) if also is None else "",
                strength=kinds.strength(source),
            )
        )

    def _when(self, source: str) -> datetime | None:
        return event_time(source, self.turn.time, self.context.born)

    def _group(self, clause: str) -> None:
        match = _GROUP.search(clause)
        if match is not None:
            who = match["who"] or match["with"]
            self.group = f"their {who}" if who else match["name"]

    def _age(self, clause: str) -> None:
        """Note the speaker's year of birth where the clause gives it, for "when I was twelve"."""
        born = _BORN.search(clause)
        if born is not None:
            self.context.born = int(born["year"])
            return
        age = _AGE.search(clause)
        years = number(age["age"] or age["turned"] or age["listed"]) if age else None
        if years is not None and 10 <= years <= 110:
            self.context.born = self.turn.time.year - years


def _stop(text: str) -> str:
    text = text.strip(" ,;:-–—")
    return text if text.endswith((".", "!", "?", "…", '"', ")")) else text + "."
