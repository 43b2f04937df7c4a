"""Running a command: one event loop, errors as one line, exit codes.

0 fine; 2 usage; an error's own ``exit_code`` (see ``rootmem.errors``); 70 a fault of ours; 130
interrupted; 141 the reader of the output left.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Awaitable, Callable
from typing import NoReturn, cast

import typer

from rootmem.cli.output import BROKEN_PIPE, Output, leave_pipe
from rootmem.errors import RootMemError

FAULT = 70
INTERRUPTED = 130


def enter() -> NoReturn:
    """The whole program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    from rootmem.cli.app import app

    try:
        code = guarded(Output(), app)
        sys.stdout.flush()
    except BrokenPipeError:
        leave_pipe()
        code = BROKEN_PIPE
    sys.exit(code)


def finish(output: Output, start: Callable[[], Awaitable[None] | None]) -> int:
    """Start a command and run its coroutine, if it is one, to its end; the exit code."""

    def whole() -> None:
        if (work := start()) is not None:
            import asyncio

            asyncio.run(_awaited(work))

    return guarded(output, whole)


async def _awaited(work: Awaitable[None]) -> None:
    await work


def guarded(output: Output, call: Callable[[], object]) -> int:
    """Call it; what it raises becomes a line on stderr and an exit code."""
    try:
        call()
    except typer.Exit as leaving:
        return leaving.exit_code
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except (KeyboardInterrupt, EOFError, typer.Abort):
        output.note("interrupted", style="yellow")
        return INTERRUPTED
    except BrokenPipeError:
        leave_pipe()
        return BROKEN_PIPE
    except Exception as error:  # the last door before the user
        return _told(output, error)
    return 0


def _told(output: Output, error: Exception) -> int:
    if os.environ.get("ROOTMEM_DEBUG"):
        import traceback

        traceback.print_exc()
    first = _first(error)
    if isinstance(first, RootMemError):
        output.error(str(first))
        return first.exit_code
    output.error(f"{type(first).__name__}: {first}")
    output.note("This is a fault of rootmem's; set ROOTMEM_DEBUG=1 for the traceback.", "dim")
    return FAULT


def _first(error: BaseException) -> BaseException:
    """What went wrong first, where several things did side by side."""
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        return _first(group.exceptions[0])
    return error
