"""The write corridor: journal, segment, decompose, reconcile, root.

Turns are journaled before anything else. Every later step reads what waits, does its part and marks
it done in the transaction that holds the result, so a crash, a dead model or a used-up budget
leaves the rest pending: the next run takes it from there. One user's steps run in order, under a
lease, while users and episodes run side by side. No transaction is open during a model call.
"""

from __future__ import annotations

import os
import socket
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager

import anyio

from rootmem import errors
from rootmem.construct.decompose import decompose
from rootmem.construct.load import loaded
from rootmem.construct.options import ConstructOptions
from rootmem.construct.reconcile import Reconciled, reconcile
from rootmem.construct.root import root
from rootmem.construct.segment import segment
from rootmem.errors import BudgetExceeded, ModelError, StoreError
from rootmem.index import SnapshotCache
from rootmem.metering import current_meter
from rootmem.model import Added, MemoryEntry, Message, Receipt, Scope, Skipped
from rootmem.model.ids import new_id
from rootmem.ports import Embedder, EntryChanges, Reasoner, Store
from rootmem.stores.threads import in_thread

Progress = Callable[[str, int, int], None]
"""Called with (step, done, total); ``segment`` and ``decompose`` count turns."""

LEASE_SECONDS = 10.0
LEASE_PATIENCE = 30.0
"""How long a worker is believed alive without a sign, and how long another waits for its turn."""


class Constructor:
    """Builds the memory of any user out of the journal."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        reasoner: Reasoner,
        snapshots: SnapshotCache,
        options: ConstructOptions,
    ) -> None:
        self.store, self.embedder, self.reasoner = store, embedder, reasoner
        self.snapshots, self.options = snapshots, options
        self._owner = f"{socket.gethostname()}:{os.getpid()}:{new_id('e')}"
        self._locks: defaultdict[Scope, anyio.Lock] = defaultdict(anyio.Lock)

    async def journal(
        self, scope: Scope, messages: Sequence[Message], skipped: Sequence[Skipped]
    ) -> Added:
        """Step 1: commit the turns, whatever becomes of the rest."""
        turns = await in_thread(self.store.append, scope, messages) if messages else []
        return Added(
            turns=tuple(turn.id for turn, _ in turns),
            new_turns=sum(new for _, new in turns),
            skipped=tuple(skipped),
        )

    async def construct(
        self,
        scope: Scope,
        *,
        flush: bool = True,
        roots: bool = True,
        on_progress: Progress | None = None,
    ) -> Added:
        """Steps 2 to 5 for everything of the user that waits.

        ``flush`` closes the newest episode too; ``roots`` takes a root batch even if it is not
        full. A failure of the model is reported in ``error``; what it left undone is ``pending``.
        """
        await in_thread(self.store.claim_embedder, self.embedder.id)
        report = Added()
        async with self._turn_of(scope) as mine:
            if mine:
                report = await self._steps(scope, flush, roots, on_progress or _silent)
        counts = await in_thread(self.store.counts, scope)
        error = report.error or (None if mine else "another worker is building this memory")
        return report.model_copy(
            update={
                "pending": counts.pending_turns,
                "error": error,
                "usage": current_meter().usage,
            }
        )

    async def load_entries(
        self,
        scope: Scope,
        entries: Sequence[MemoryEntry],
        *,
        roots: bool = True,
        on_progress: Progress | None = None,
    ) -> Added:
        """Write ready-made entries as they are, in one transaction, and root them."""
        await in_thread(self.store.claim_embedder, self.embedder.id)
        new = await loaded(self.embedder, entries)
        await in_thread(self.store.save_entries, scope, EntryChanges(new=new))
        report = await self.construct(scope, on_progress=on_progress) if roots else Added()
        return report.model_copy(update={"entries": report.entries + len(entries)})

    async def erase(
        self,
        scope: Scope,
        *,
        turn_ids: Sequence[str] | None = None,
        entry_ids: Sequence[str] | None = None,
    ) -> Receipt:
        """Erase for good, then build anew what other sources still support.

        A model that fails meanwhile leaves that rebuilding pending; what was erased is gone.
        """
        async with self._turn_of(scope) as mine:
            if not mine:
                raise StoreError("another worker is building this memory; try again in a moment")
            try:
                receipt = await in_thread(
                    self.store.erase, scope, turn_ids=turn_ids, entry_ids=entry_ids
                )
            finally:  # asyncio's own cancelling leaves the thread to finish alone
                self.snapshots.drop(scope)
                self.reasoner.forget(scope)
            if turn_ids is not None or entry_ids is not None:
                await self._steps(scope, flush=False, roots=True, on_progress=_silent)
        return receipt

    async def _steps(self, scope: Scope, flush: bool, roots: bool, on_progress: Progress) -> Added:
        store, reasoner, options = self.store, self.reasoner, self.options
        episodes, changed, error = 0, 0, None
        problems: list[str] = []
        done = Reconciled()
        try:
            done = await self._reconcile(scope)  # what an earlier run left
            before = await in_thread(store.counts, scope)
            on_progress("segment", 0, before.pending_turns)
            episodes = await segment(store, reasoner, scope, options, flush=flush)
            progress = _Counted(on_progress, "decompose", before.pending_turns)
            try:
                problems = await decompose(store, reasoner, scope, options, progress)
            finally:
                done = _sum(done, await self._reconcile(scope))
            on_progress("root", 0, 1)
            changed = await root(store, self.embedder, reasoner, scope, options, flush=roots)
            on_progress("root", 1, 1)
        except* (ModelError, BudgetExceeded) as failures:
            error = _first_message(failures)
        await in_thread(store.note_error, scope, error)
        return Added(
            episodes=episodes,
            entries=done.new,
            joined=done.joined,
            superseded=done.superseded,
            roots_changed=changed,
            problems=tuple(problems),
            error=error,
        )

    async def _reconcile(self, scope: Scope) -> Reconciled:
        done = Reconciled()
        while await in_thread(self.store.episodes, scope, status="decomposed"):
            snapshot = await in_thread(self.snapshots.get, scope)
            one = await reconcile(
                self.store, self.embedder, self.reasoner, snapshot, scope, self.options
            )
            done = _sum(done, one)
        return done

    @asynccontextmanager
    async def _turn_of(self, scope: Scope) -> AsyncGenerator[bool]:
        """Be the one worker on this user's memory, here and in other processes; False: too busy."""
        async with self._locks[scope]:
            if not await self._lease(scope):
                yield False
                return
            failure: Exception | None = None
            try:
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(self._keep_lease, scope)
                    try:
                        yield True
                    except Exception as error:  # out of the group, so that it stays what it is
                        failure = error
                    tasks.cancel_scope.cancel()
            finally:
                with anyio.CancelScope(shield=True):
                    await in_thread(self.store.release, scope, self._owner)
            if failure is not None:
                raise failure

    async def _lease(self, scope: Scope) -> bool:
        with anyio.move_on_after(LEASE_PATIENCE):
            # Another process may hold it: there is nothing to be woken by.
            while not await in_thread(  # noqa: ASYNC110
                self.store.lease, scope, self._owner, LEASE_SECONDS
            ):
                await anyio.sleep(0.02)
            return True
        return False

    async def _keep_lease(self, scope: Scope) -> None:
        while True:
            await anyio.sleep(LEASE_SECONDS / 3)
            await in_thread(self.store.lease, scope, self._owner, LEASE_SECONDS)


class _Counted:
    """Adds finished turns up for a progress display."""

    def __init__(self, on_progress: Progress, step: str, total: int) -> None:
        self.on_progress, self.step, self.total, self.done = on_progress, step, total, 0

    def __call__(self, more: int) -> None:
        self.done += more
        self.on_progress(self.step, self.done, self.total)


def _silent(step: str, done: int, total: int) -> None:
    """No progress display."""


def _sum(one: Reconciled, other: Reconciled) -> Reconciled:
    return Reconciled(*(a + b for a, b in zip(one, other, strict=True)))


def _first_message(failures: BaseExceptionGroup[Exception]) -> str:
    first: BaseException = failures
    while isinstance(first, BaseExceptionGroup):
        inner: BaseException = first.exceptions[0]  # type: ignore[reportUnknownMemberType]
        first = inner
    public = next(one for one in type(first).__mro__ if one.__module__ == errors.__name__)
    return f"{public.__name__}: {first}"
