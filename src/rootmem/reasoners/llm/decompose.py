"""Episodes → typed, independently retrievable drafts [Q 3.3].

``lean`` puts consecutive small episodes into one call; ``paper`` makes one call for each type and
episode. Either way an entry belongs to the episode of its supporting turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from pydantic import Field

from rootmem.model import ENTRY_TYPES, DraftEntry, EntryType, Turn
from rootmem.ports import Decomposed
from rootmem.reasoners.llm import data, prompts, split, wire
from rootmem.reasoners.llm.client import Client
from rootmem.reasoners.llm.dates import resolved
from rootmem.reasoners.llm.question import Question
from rootmem.reasoners.llm.wire import Left, Wire

CALL_TURNS, CALL_CHARACTERS = 34, 24_000
"""What one lean call takes: about 30 turns or 6,000 tokens [us]."""
PIECE_CHARACTERS = 6_000
"""A longer turn is shown in pieces, none of it left out."""

TASK = "Write the entries."
TYPE_TASK = "Write only the entries of the type {type}; leave the other types out."
TRIGGERS_TASK = (
    ' Give each entry "triggers": two or three short requests the user might make one day, on other'
    " topics and without the entry's words, for which the entry will matter."
)


class Entry(Wire):
    turns: wire.Names
    subject: wire.Text = "user"
    type: Literal["factual", "preference", "insight"]
    text: str
    condition: wire.Text = ""
    event_time: str | None = None
    strength: float = 0.5


class EntryWithTriggers(Entry):
    triggers: wire.Names = Field(default_factory=list)


class Entries(Wire):
    reasoning: wire.Text = ""
    entries: list[Entry]


class EntriesWithTriggers(Wire):
    reasoning: wire.Text = ""
    entries: list[EntryWithTriggers]


class Piece(NamedTuple):
    """A turn, or a part of a long one, and the number of its episode."""

    episode: int
    turn: Turn
    text: str


class Found(NamedTuple):
    """A draft, or the problem of one, and the number of its episode."""

    episode: int
    draft: DraftEntry | None
    problem: str = ""


class Options(NamedTuple):
    paper: bool = False
    triggers: bool = False


async def decompose(
    client: Client,
    episodes: Sequence[Sequence[Turn]],
    user_name: str | None,
    options: Options,
) -> tuple[Decomposed, ...]:
    """One result an episode, in order; an episode without a word of the user costs no call."""
    shown = [
        _pieces(number, turns) if any(turn.by_user for turn in turns) else []
        for number, turns in enumerate(episodes)
    ]
    packs = [one for one in shown if one] if options.paper else _packed(shown)
    types: Sequence[EntryType | None] = ENTRY_TYPES if options.paper else (None,)
    jobs = [
        partial(_work, client, pack, user_name, wanted, options.triggers)
        for pack in packs
        for wanted in types
    ]
    found = [one for answer in await split.side_by_side(jobs) for one in answer]
    return tuple(_of(number, found) for number in range(len(episodes)))


def _pieces(number: int, turns: Sequence[Turn]) -> list[Piece]:
    return [
        Piece(number, turn, turn.text[start : start + PIECE_CHARACTERS])
        for turn in turns
        if turn.text.strip()
        for start in range(0, len(turn.text), PIECE_CHARACTERS)
    ]


def _packed(episodes: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """Consecutive pieces in as few calls as the limits allow; an episode is cut only where it is
    by itself beyond them."""
    packs: list[list[Piece]] = []
    for pieces in episodes:
        if packs and _fits([*packs[-1], *pieces]):
            packs[-1].extend(pieces)
            continue
        for piece in pieces:
            fresh = not packs or piece is pieces[0] or not _fits([*packs[-1], piece])
            if fresh:
                packs.append([piece])
            else:
                packs[-1].append(piece)
    return packs


def _fits(pieces: Sequence[Piece]) -> bool:
    characters = sum(len(piece.text) for piece in pieces)
    return len(pieces) <= CALL_TURNS and characters <= CALL_CHARACTERS


async def _work(
    client: Client,
    pieces: Sequence[Piece],
    user_name: str | None,
    wanted: EntryType | None,
    triggers: bool,
) -> list[Found]:
    def ask(part: Sequence[Piece]) -> Any:
        return _ask(client, part, user_name, wanted, triggers)

    answers = await split.halving(pieces, ask, finer=_halves)
    return [one for answer in answers for one in answer]


def _halves(piece: Piece) -> tuple[Piece, ...]:
    middle = len(piece.text) // 2
    if middle < 200:
        return (piece,)
    return piece._replace(text=piece.text[:middle]), piece._replace(text=piece.text[middle:])


async def _ask(
    client: Client,
    pieces: Sequence[Piece],
    user_name: str | None,
    wanted: EntryType | None,
    triggers: bool,
) -> list[Found]:
    if not any(piece.turn.by_user for piece in pieces):
        return []
    aliases = data.Aliases("t")
    lines = _shown(pieces, aliases)
    episode_of = {piece.turn.id: piece.episode for piece in pieces}
    turn_of = {piece.turn.id: piece.turn for piece in pieces}
    prompt = prompts.load("decompose")

    def check(entry: Entry) -> Found:
        return _checked(entry, [turn_of[aliases.resolve(one)] for one in entry.turns], episode_of)

    def read(reply: Mapping[str, Any]) -> list[Found]:
        item = EntryWithTriggers if triggers else Entry
        found, problems = wire.read_items(reply, "entries", item, check)
        return [*found, *(Found(pieces[0].episode, None, problem) for problem in problems)]

    task = TASK if wanted is None else TYPE_TASK.format(type=wanted)
    message = prompt.fill(
        user_name=f"The user's name: {data.quoted(user_name)}\n\n" if user_name else "",
        turns=lines,
        task=task + (TRIGGERS_TASK if triggers else ""),
    )
    output = EntriesWithTriggers if triggers else Entries
    found = await client.ask(Question(prompt, message, read, output))
    return [one for one in found if wanted is None or one.draft is None or one.draft.type == wanted]


def _shown(pieces: Sequence[Piece], aliases: data.Aliases) -> str:
    lines: list[str] = []
    heading = None
    for piece in pieces:
        if heading != (heading := f"-- {data.day(piece.turn.time)}"):
            lines.append(heading)
        alias = aliases.another(piece.turn.id)
        lines.append(f"[{alias}] {data.speaker(piece.turn)}: {data.quoted(piece.text)}")
    return "\n".join(lines)


def _checked(entry: Entry, support: Sequence[Turn], episode_of: Mapping[str, int]) -> Found:
    """The draft; raises ValueError for a malformed entry, Left for one that is not wanted."""
    if not entry.text:
        raise ValueError("text is empty")
    if not support:
        raise ValueError("turns is empty")
    own = [turn for turn in support if turn.by_user]
    if not own:
        raise Left("rests on the assistant's words alone")
    episode = episode_of[own[0].id]
    turns = dict.fromkeys(turn.id for turn in support if episode_of[turn.id] == episode)
    time, problem = resolved(entry.event_time)
    draft = DraftEntry(
        type=entry.type,
        text=entry.text,
        turn_ids=tuple(turns),
        subject=_subject(entry.subject),
        event_time=time,
        condition=entry.condition,
        strength=min(max(entry.strength, 0.0), 1.0),
        triggers=tuple(entry.triggers) if isinstance(entry, EntryWithTriggers) else (),
    )
    return Found(episode, draft, problem)


def _subject(name: str) -> str:
    return "user" if name.casefold() in {"", "user", "the user", "me", "self"} else name


def _of(number: int, found: Sequence[Found]) -> Decomposed:
    """One episode's drafts, each statement once, and its problems."""
    drafts: dict[tuple[str, str], DraftEntry] = {}
    for one in found:
        if one.episode == number and one.draft is not None:
            key = (one.draft.type, one.draft.text.casefold())
            known = drafts.setdefault(key, one.draft)
            turns = tuple(dict.fromkeys((*known.turn_ids, *one.draft.turn_ids)))
            drafts[key] = known.model_copy(update={"turn_ids": turns})
    problems = tuple(one.problem for one in found if one.episode == number and one.problem)
    return Decomposed(tuple(drafts.values()), problems)
