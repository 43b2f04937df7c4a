"""What the command line prints: results to stdout, everything else to stderr.

With ``--json`` stdout holds one JSON document and nothing else. Without a terminal there are no
colours and no bars. rich is loaded with the first thing that needs it.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    from rootmem.construct.pipeline import Progress

_UNSPEAKABLE = re.compile("[\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
BROKEN_PIPE = 141


class Output:
    """Where a command speaks. ``json`` silences :meth:`show`, else :meth:`data` is silent."""

    def __init__(self, *, json: bool = False) -> None:
        self.json = json
        self._out: Console | None = None
        self._err: Console | None = None

    @property
    def console(self) -> Console:
        """The console on stdout."""
        if self._out is None:
            self._out = _console(stderr=False)
        return self._out

    @property
    def messages(self) -> Console:
        """The console on stderr."""
        if self._err is None:
            self._err = _console(stderr=True)
        return self._err

    def show(self, *what: RenderableType) -> None:
        """Print for people: strings are plain text, never markup."""
        if not self.json:
            for one in what or ("",):
                self.console.print(one, markup=False, highlight=False)

    def text(self, text: str) -> None:
        """Print a long text as it is, unwrapped."""
        if not self.json:
            self.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def data(self, value: object) -> None:
        """Print for machines: the value (nouns included) as one JSON document."""
        if self.json:
            sys.stdout.write(as_json(value) + "\n")

    def note(self, text: str, style: str = "") -> None:
        """A message beside the result."""
        whole = not self.messages.is_terminal  # a line of a log stays a line
        self.messages.print(text, style=style, markup=False, highlight=False, soft_wrap=whole)

    def error(self, text: str) -> None:
        from rich.text import Text

        from rootmem.cli.text import safe

        whole = not self.messages.is_terminal
        line = Text.assemble(("error ", "bold red"), safe(text))
        self.messages.print(line, soft_wrap=whole)

    @contextmanager
    def progress(self, label: str) -> Generator[Progress]:
        """A bar on stderr that goes when the work is done; nothing where there is no terminal."""
        if self.json or not self.messages.is_terminal:
            yield _silent
            return
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as Bars

        columns = (
            TextColumn("  {task.description}"),
            BarColumn(bar_width=32, complete_style="green", finished_style="green"),
            MofNCompleteColumn(),
            TextColumn("[dim]{task.fields[step]}"),
        )
        with Bars(*columns, console=self.messages, transient=True) as bars:
            task = bars.add_task(label, total=None, step="")
            yield partial(_advance, bars, task)


_STEPS = {
    "segment": "cutting episodes",
    "decompose": "reading episodes",
    "reconcile": "comparing with what is known",
    "root": "finding root memories",
}


def _advance(bars: Bars, task: TaskID, step: str, done: int, total: int) -> None:
    name = _STEPS.get(step, step)
    if step == "root":  # one short step: the bar of turns stays full
        bars.update(task, step=name)
    else:
        bars.update(task, step=name, completed=done, total=total or None)


def _silent(step: str, done: int, total: int) -> None:
    """Nobody is watching."""


def as_json(value: object) -> str:
    """One JSON document; nouns become objects, and nothing in it moves a terminal's cursor."""
    return _dumped(value, indent=2)


def as_line(value: object) -> str:
    """As :func:`as_json`, on one line."""
    return _dumped(value, indent=None)


def _dumped(value: object, indent: int | None) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=_plain)
    return _UNSPEAKABLE.sub(lambda one: f"\\u{ord(one[0]):04x}", text)


def _plain(value: Any) -> object:
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return str(value)


def _console(*, stderr: bool) -> Console:
    from rich.console import Console

    class Pipe(Console):
        def on_broken_pipe(self) -> None:
            """The reader of a pipe left: go quietly, as other tools do."""
            leave_pipe()
            raise SystemExit(BROKEN_PIPE)

    return Pipe(stderr=stderr, highlight=False, emoji=False)


def leave_pipe() -> None:
    """Send what would still be written to a closed stdout nowhere."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
