"""How a baseline asks its model: a prompt file, a reply model, and a default for a reply that stays
unusable, which is noted and never hidden."""

from __future__ import annotations

from typing import TypeVar

from rootmem.errors import ModelOutputError
from rootmem.reasoners.llm import data
from rootmem.reasoners.llm.wire import Wire
from rootmem_bench.systems import prompts
from rootmem_bench.systems.material import Said
from rootmem_bench.systems.protocol import Tools
from rootmem_bench.systems.reasoner import asked

T = TypeVar("T", bound=Wire)


class Asking:
    """Asks for one system. ``notes`` say which replies could not be used."""

    def __init__(self, tools: Tools, system: str) -> None:
        self._ask = asked(tools, system)
        self.notes: list[str] = []

    async def __call__(self, name: str, reply: type[T], /, **values: str) -> T:
        """The reply to the prompt ``name``; the reply model's defaults where it is unusable."""
        prompt = prompts.load(name)
        quoted = {key: data.quoted(value) for key, value in values.items()}
        try:
            return await self._ask(name, prompt.instructions, prompt.fill(**quoted), reply)
        except ModelOutputError as error:
            self.notes.append(str(error))
            return reply()


def turn_lines(said: list[Said], aliases: data.Aliases, *, most: int = 1200) -> str:
    """Turns for a prompt: label, speaker, text; a line for each new day."""
    lines: list[str] = []
    day = ""
    for one in said:
        if day != (day := data.day(one.time)):
            lines.append(f"-- {day}")
        text = " ".join(data.clipped(one.text, most).split())
        lines.append(f"[{aliases.of(one.id)}] {one.speaker}: {text}")
    return "\n".join(lines)


def by_session(said: list[Said]) -> list[list[Said]]:
    """The turns of each session, in order."""
    sessions: list[list[Said]] = []
    for one in said:
        if sessions and sessions[-1][0].session == one.session:
            sessions[-1].append(one)
        else:
            sessions.append([one])
    return sessions
