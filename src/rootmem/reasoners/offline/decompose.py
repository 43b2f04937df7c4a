"""Episodes to typed drafts without a model [Q 3.2]: the user's own statements, self-contained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rootmem.model import USER_SUBJECT, DraftEntry, Turn
from rootmem.ports import Decomposed
from rootmem.reasoners.offline import noise
from rootmem.reasoners.offline.people import People
from rootmem.reasoners.offline.reader import Reader, Speaker
from rootmem.reasoners.offline.sentences import sentences

ASKED = 160
"""Characters at the end of the assistant's turn in which its question stands."""


def decompose(
    episodes: Sequence[Sequence[Turn]], user_name: str | None = None
) -> tuple[Decomposed, ...]:
    """One result an episode, in order; people named in one are known in the next."""
    names = {turn.name for turns in episodes for turn in turns if turn.by_user and turn.name}
    context = _Context((user_name or "").strip() or None, several=len(names) > 1)
    return tuple(Decomposed(_episode(turns, context)) for turns in episodes)


@dataclass
class _Context:
    """The speakers met so far in one call."""

    user_name: str | None
    several: bool
    speakers: dict[str | None, Speaker] = field(default_factory=dict[str | None, Speaker])

    def speaker(self, turn: Turn) -> Speaker:
        name = (turn.name or "").strip() or None
        if name not in self.speakers:
            other = name is not None and (
                self.several if self.user_name is None else name.lower() != self.user_name.lower()
            )
            subject = name if other and name else USER_SUBJECT
            owner = subject if other else "the user"
            self.speakers[name] = Speaker(name or self.user_name, subject, People(owner))
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


def _turn(turn: Turn, before: Turn | None, speaker: Speaker) -> list[DraftEntry]:
    reader = Reader(turn, before, speaker)
    if before is not None:
        speaker.people.asked(before.text[-ASKED:])
    found = sentences(turn.text)
    for index, sentence in enumerate(found):
        if index + 1 < len(found) and noise.retracts(found[index + 1]):
            reader.open = False
        else:
            reader.read(sentence, first=index == 0)
    return reader.drafts
