"""The sync door: every method is the async one, run to its end on an event loop of its own."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial, update_wrapper
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import finalize

from rootmem.errors import InvalidInput
from rootmem.memory.asynchronous import AsyncMemory
from rootmem.memory.loop import Loop
from rootmem.ports import Embedder, Reasoner

P = ParamSpec("P")
T = TypeVar("T")


def _sync(
    method: Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Memory, P], T]:
    def call(self: Memory, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._run(method, *args, **kwargs)  # type: ignore[reportPrivateUsage]

    return update_wrapper(call, method)  # type: ignore[return-value]


def _finish(inner: AsyncMemory, loop: Loop) -> None:
    if not loop.here:
        return
    try:
        loop.call(inner.close)
        loop.stop()
    except (InvalidInput, RuntimeError):
        return  # called on the loop's own thread, or the loop is gone: nothing is left to do


class Memory:
    """A personal memory, for code that is not async; see :class:`AsyncMemory` for each method.

    Safe to share between threads, not between processes: after a fork, open another one. Close it,
    or use it in a ``with`` block.
    """

    def __init__(
        self,
        db: str | Path | None = None,
        *,
        llm: str | None = None,
        embedder: str | Embedder | None = None,
        reasoner: Reasoner | None = None,
        tenant: str | None = None,
        **settings: Any,
    ) -> None:
        self._inner = AsyncMemory(
            db, llm=llm, embedder=embedder, reasoner=reasoner, tenant=tenant, **settings
        )
        self._loop = Loop()
        # Also at exit and when nobody holds the memory any more: a forgotten close() must neither
        # keep the process alive nor leave a write-ahead log behind.
        self._finish = finalize(self, _finish, self._inner, self._loop)

    def _run(self, method: Callable[..., Coroutine[Any, Any, T]], *args: Any, **kwargs: Any) -> T:
        if not self._finish.alive:
            raise InvalidInput("this memory is closed; open another one")
        return self._loop.call(partial(method, self._inner, *args, **kwargs))

    add = _sync(AsyncMemory.add)
    add_entries = _sync(AsyncMemory.add_entries)
    construct = _sync(AsyncMemory.construct)
    recall = _sync(AsyncMemory.recall)
    search = _sync(AsyncMemory.search)
    respond = _sync(AsyncMemory.respond)
    get = _sync(AsyncMemory.get)
    get_all = _sync(AsyncMemory.get_all)
    roots = _sync(AsyncMemory.roots)
    episodes = _sync(AsyncMemory.episodes)
    turns = _sync(AsyncMemory.turns)
    timeline = _sync(AsyncMemory.timeline)
    history = _sync(AsyncMemory.history)
    update = _sync(AsyncMemory.update)
    retract = _sync(AsyncMemory.retract)
    restore = _sync(AsyncMemory.restore)
    delete = _sync(AsyncMemory.delete)
    erase = _sync(AsyncMemory.erase)
    users = _sync(AsyncMemory.users)
    status = _sync(AsyncMemory.status)
    reindex = _sync(AsyncMemory.reindex)
    export = _sync(AsyncMemory.export)
    import_ = _sync(AsyncMemory.import_)

    def close(self) -> None:
        """Finish what runs and close the database; closing twice is harmless."""
        self._finish()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return repr(self._inner).replace("AsyncMemory", "Memory", 1)
