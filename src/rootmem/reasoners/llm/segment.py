"""Turns → the user turns that open a new episode [Q 3.2], many utterances in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from rootmem.model import Turn
from rootmem.reasoners.llm import data, prompts, split, wire
from rootmem.reasoners.llm.client import Client
from rootmem.reasoners.llm.question import Question
from rootmem.reasoners.llm.wire import Unusable, Wire

WINDOW = 60
"""User utterances in one call; windows share one, so that each pair is seen once [us]."""
USER_CHARACTERS, OTHER_CHARACTERS = 600, 160
"""What is shown of an utterance and of a reply: enough to tell the event [us]."""


class Event(Wire):
    reasoning: wire.Text = ""
    first: str


class Events(Wire):
    events: list[Event]


Utterance = Sequence[Turn]
"""A user turn and what others said after it."""


async def segment(client: Client, turns: Sequence[Turn]) -> tuple[str, ...]:
    """Ids of the user turns that open a new episode, in order; without a user pair no call."""
    utterances = _utterances(turns)
    windows = [
        utterances[start : start + WINDOW]
        for start in range(0, max(len(utterances) - 1, 0), WINDOW - 1)
    ]
    if not windows:
        return ()
    found = await split.side_by_side([partial(_window, client, window) for window in windows])
    opening = frozenset[str]().union(*found)
    return tuple(one[0].id for one in utterances[1:] if one[0].id in opening)


async def _window(client: Client, window: Sequence[Utterance]) -> frozenset[str]:
    found = await split.halving(window, lambda part: _ask(client, part), overlap=1)
    return frozenset[str]().union(*found)


def _utterances(turns: Sequence[Turn]) -> list[list[Turn]]:
    found: list[list[Turn]] = []
    for turn in turns:
        if turn.by_user:
            found.append([turn])
        elif found:
            found[-1].append(turn)
    return found


async def _ask(client: Client, utterances: Sequence[Utterance]) -> frozenset[str]:
    aliases = data.Aliases("u", [one[0].id for one in utterances])
    prompt = prompts.load("segment")

    def opens(event: Event) -> str:
        return aliases.resolve(event.first)

    def read(reply: Mapping[str, Any]) -> frozenset[str]:
        found, _ = wire.read_items(reply, "events", Event, opens)
        if not found:
            raise Unusable("there is at least one event: the one that begins with u1")
        return frozenset(found) - {utterances[0][0].id}

    message = prompt.fill(turns=_shown(utterances, aliases))
    return await client.ask(Question(prompt, message, read, Events))


def _shown(utterances: Sequence[Utterance], aliases: data.Aliases) -> str:
    lines: list[str] = []
    place = None
    for one in utterances:
        for turn in one:
            if place != (place := (turn.time.date(), turn.session_id)):
                lines.append(f"-- {data.day(turn.time)}")
            if turn.by_user:
                text = data.quoted(data.clipped(turn.text, USER_CHARACTERS))
                lines.append(f"[{aliases.of(turn.id)}] {text}")
            else:
                text = data.quoted(data.clipped(turn.text, OTHER_CHARACTERS))
                lines.append(f"     {turn.role}: {text}")
    return "\n".join(lines)
