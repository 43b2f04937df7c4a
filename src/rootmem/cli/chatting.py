"""The conversation behind `rootmem chat`: what is done with a line."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rich.text import Text

from rootmem.cli.commands.recall import show_recall
from rootmem.cli.common import Session
from rootmem.cli.lists import listed
from rootmem.cli.open import opened, whose
from rootmem.cli.output import as_line
from rootmem.cli.pieces import brief, number
from rootmem.cli.text import safe
from rootmem.errors import RootMemError
from rootmem.model.text import storable

if TYPE_CHECKING:
    from asyncio import Runner

    from rootmem.memory import AsyncMemory
    from rootmem.model import Added, Depth

_HELP = """/recall TEXT   all that would be recalled for it
/roots         root memories
/timeline      what was true when
/forget-last   erase what you said last, and the answer
/quit          leave, as Ctrl-D does; what a model has to read is then built into memory"""


@dataclass(slots=True)
class Chat:
    """One conversation; ``said`` are the ids of its turns, one list an exchange.

    ``at_once``: each line is built into memory after its recall. Without a model that is free; with
    one, lines are built together when the conversation ends.
    """

    session: Session
    memory: AsyncMemory
    user: str
    depth: Any
    k: int
    with_model: bool
    at_once: bool
    closing: AsyncExitStack
    id: str = field(default_factory=lambda: f"chat-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}")
    said: list[list[str]] = field(default_factory=list[list[str]])

    @classmethod
    async def begin(
        cls, session: Session, user: str | None, depth: str | None, k: int, *, no_model: bool
    ) -> Chat:
        """Open the memory and say who talks to what."""
        async with AsyncExitStack() as stack:
            memory = await stack.enter_async_context(opened(session.chosen))
            whom = await whose(memory, user, known=False)
            status = await memory.status(whom)
            has_model = not status.reasoner.startswith("offline")
            closing = stack.pop_all()
        answers = has_model and not no_model
        chat = cls(session, memory, whom, depth, k, answers, not has_model, closing)
        chat._greet(status.reasoner, sum(status.entries.values()), has_model)
        return chat

    def _greet(self, reasoner: str, known: int, has_model: bool) -> None:
        out = self.session.out
        memories = number(known, "memory", "memories")
        out.note(f"{safe(self.user)}, {memories}. /help for commands, Ctrl-D to leave.", "dim")
        if self.with_model:
            out.note(f"{reasoner} answers.", "dim")
        elif has_model:
            out.note("I only remember, and show what I would recall.", "yellow")
        else:
            out.note(
                "No model is configured, so nobody answers: I remember what you say and show what"
                " I would recall for it. (A model: --llm, or see rootmem doctor.)",
                "yellow",
            )

    async def hear(self, line: str) -> bool:
        """Do what the line asks for; False to leave."""
        command, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], Awaitable[None]]] = {
            "/recall": self._recall,
            "/roots": self._roots,
            "/timeline": self._timeline,
            "/forget-last": self._forget,
        }
        if command in ("/quit", "/exit"):
            return False
        try:
            if command in commands:
                await commands[command](rest.strip())
            elif command.startswith("/"):
                self.session.out.note(_HELP, "dim")
            else:
                await self._answer(line)
        except RootMemError as error:
            self.session.out.error(str(error))
        return True

    async def _answer(self, line: str) -> None:
        history = await self.memory.turns(self.user, session_id=self.id)
        heard = await self._add("user", line)
        self.said.append(list(heard.turns))
        depth: Depth | None = self.depth if not self.with_model else "instant"
        found = await self.memory.recall(line, self.user, depth=depth, k=self.k)
        if not self.with_model:
            self.session.out.show(*brief(found))
            self._data({"user": line, "recall": found})
            if self.at_once:
                await self._build_now()
            return
        reply = await self.memory.respond(
            line, self.user, history=history[-20:], depth=self.depth, k=self.k
        )
        answered = await self._add("assistant", reply)
        self.said[-1] += answered.turns
        titles = [root.unit.title or root.unit.activation for root in found.roots]
        recalled = number(len(found.entries), "memory", "memories")
        seen = " · ".join([*(f"◆ {title}" for title in titles), recalled])
        self.session.out.show(Text(safe(seen), "dim"))
        self.session.out.text(safe(reply))
        self._data({"user": line, "assistant": reply, "recall": found})

    async def _add(self, role: str, text: str) -> Added:
        message = {"role": role, "content": text, "timestamp": datetime.now(UTC)}
        added = await self.memory.add([message], self.user, session_id=self.id, flush=False)
        if added.error:
            self.session.out.note(f"kept, to be understood later: {added.error}", "yellow")
        return added

    async def _build_now(self) -> None:
        """Understand what was said, so that the next line meets it."""
        built = await self.memory.construct(self.user)
        if built.entries:
            new = number(built.entries, "new memory", "new memories")
            self.session.out.note(f"Remembered: {new}.", "dim")

    async def _recall(self, query: str) -> None:
        found = await self.memory.recall(query, self.user, depth=self.depth, k=self.k)
        show_recall(self.session, found)
        self._data(found)

    async def _roots(self, _: str) -> None:
        found = await self.memory.roots(self.user)
        self.session.out.show(listed("roots", found, {}))
        self._data(found)

    async def _timeline(self, _: str) -> None:
        found = await self.memory.timeline(self.user)
        self.session.out.show(listed("timeline", found, {}))
        self._data(found)

    async def _forget(self, _: str) -> None:
        if not self.said or not self.said[-1]:
            self.session.out.note("Nothing was said yet that could be forgotten.")
            return
        receipt = await self.memory.erase(self.user, turn_ids=self.said.pop())
        self.session.out.note(
            f"Forgotten: {number(receipt.turns, 'turn')},"
            f" {number(receipt.entries, 'memory', 'memories')} made of them."
        )
        self._data(receipt)

    def _data(self, value: object) -> None:
        if self.session.out.json:
            sys.stdout.write(as_line(value) + "\n")
            sys.stdout.flush()

    async def end(self) -> None:
        """Build what was said into memory, and close."""
        try:
            if self.said and not self.at_once:
                with self.session.out.progress("remembering") as on_progress:
                    built = await self.memory.construct(self.user, on_progress=on_progress)
                new = number(built.entries, "new memory", "new memories")
                self.session.out.note(f"Remembered: {new}.", "dim")
                if built.error:
                    self.session.out.note(f"The rest waits: {built.error}", "yellow")
        finally:
            await self.closing.aclose()


def talk(chat: Chat, runner: Runner) -> None:
    """Read lines until /quit, the end of input, or Ctrl-C at the prompt."""
    while True:
        try:
            line = _read_line(chat)
        except (EOFError, KeyboardInterrupt):
            if sys.stdin is not None and sys.stdin.isatty():
                chat.session.out.note("")
            return
        if not line.strip():
            continue
        try:
            if not runner.run(chat.hear(storable(line).strip())):
                return
        except KeyboardInterrupt:
            chat.session.out.note("stopped; what was said is kept. Ctrl-C again to leave", "yellow")


def _read_line(chat: Chat) -> str:
    if sys.stdin is None or sys.stdin.closed:
        raise EOFError
    if sys.stdin.isatty() and not chat.session.out.json:
        with suppress(ImportError):
            import_module("readline")  # gives input() line editing and a history
        return input("\n› ")
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
