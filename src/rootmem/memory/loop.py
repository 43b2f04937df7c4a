"""An event loop in a thread of its own, for the sync door.

anyio's ``start_blocking_portal`` would do but for a fork: in the child its clean-up waits for a
thread that is not there, also when nobody but the garbage collector calls it.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from threading import Thread, get_ident
from typing import TypeVar

import anyio
from anyio.from_thread import BlockingPortal

from rootmem.errors import InvalidInput

T = TypeVar("T")


class Loop:
    """Runs until :meth:`stop`; belongs to the process that made it."""

    def __init__(self) -> None:
        ready: Future[BlockingPortal] = Future()
        self._thread = Thread(target=_serve, args=(ready,), name="rootmem", daemon=True)
        self._thread.start()
        self._portal = ready.result()
        self._process = os.getpid()

    def call(self, work: Callable[[], Awaitable[T]]) -> T:
        """The result of ``work``; raises InvalidInput where waiting for it would never end."""
        if not self.here:
            raise InvalidInput("this memory was opened before the fork; open another one here")
        if self._thread.ident == get_ident():
            raise InvalidInput("a callback of this memory cannot call it: it would wait for itself")
        return self._portal.call(work)

    @property
    def here(self) -> bool:
        """Whether the loop runs in this process: a fork has the object without its thread."""
        return self._process == os.getpid()

    def stop(self) -> None:
        """Let what runs come to its end, and the thread with it."""
        self._portal.call(self._portal.stop)
        self._thread.join()


def _serve(ready: Future[BlockingPortal]) -> None:
    async def serve() -> None:
        async with BlockingPortal() as portal:
            ready.set_result(portal)
            await portal.sleep_until_stopped()

    try:
        anyio.run(serve)
    except BaseException as error:
        if ready.done():
            raise
        ready.set_exception(error)
