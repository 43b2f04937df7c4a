"""`AsyncMemory`: everything rootmem does, for async code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from rootmem.construct.messages import normalise
from rootmem.construct.pipeline import Progress
from rootmem.errors import InvalidInput
from rootmem.memory.base import budget_of, parsed_time, required_text, whole_number
from rootmem.memory.changing import Changing
from rootmem.memory.loading import Loading
from rootmem.memory.moving import Moving
from rootmem.memory.parts import open_parts
from rootmem.memory.reading import Reading, checked_types
from rootmem.metering import Budget, metered
from rootmem.model import (
    Added,
    Depth,
    EntryType,
    Recall,
    ScoredEntry,
    Turn,
    scope_of,
)
from rootmem.model.base import utc_now
from rootmem.ports import Embedder, Reasoner
from rootmem.settings import load_settings


class AsyncMemory(Loading, Reading, Changing, Moving):
    """A personal memory.

    ``db`` is a file, ``":memory:"`` or a database URL; left out, ``ROOTMEM_DB`` or else a memory
    that lives as long as the object. ``llm`` and ``embedder`` name models (``"openai:…"``); without
    ``llm`` the offline reasoner judges, without ``embedder`` the static one embeds: no key, no
    network. Other ``settings`` are the fields of :class:`rootmem.settings.Settings`. An embedder or
    a reasoner may also be given as an object. Every method that concerns a user takes ``user_id``;
    None, an empty or a blank string raises ScopeRequired.
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
        named = embedder if isinstance(embedder, str) else None
        place = None if db is None else str(db)
        chosen = load_settings(db=place, llm=llm, embedder=named, tenant=tenant, **settings)
        self._tenant = scope_of("anyone", chosen.tenant).tenant
        self._open = open_parts(
            chosen,
            embedder=None if isinstance(embedder, str) else embedder,
            reasoner=reasoner,
        )

    async def add(
        self,
        messages: object,
        user_id: str,
        *,
        session_id: str | None = None,
        timestamp: datetime | str | float | None = None,
        metadata: Mapping[str, Any] | None = None,
        flush: bool = True,
        budget: Budget | None = None,
        on_progress: Progress | None = None,
    ) -> Added:
        """Journal messages and build memory out of them.

        ``messages`` is a string (the user said it) or OpenAI-style messages: strings or content
        parts, tool calls, names; each may carry ``timestamp``, ``id`` (idempotency) and
        ``metadata``. The turns are committed before anything else happens. A model that fails, or a
        ``budget`` that is used up, leaves work pending: ``error`` and ``pending`` say so, and the
        next ``add`` or ``construct`` takes it up. ``flush=False`` leaves the newest episode open,
        which saves model calls in a running chat.
        """
        scope, parts = self._scope(user_id), self._parts
        ready, skipped = normalise(
            messages,
            session_id=session_id,
            now=utc_now(),
            default_timestamp=parsed_time(timestamp, "timestamp"),
            metadata=metadata,
        )
        report = await parts.constructor.journal(scope, ready, skipped)
        with metered(budget, scope):
            built = await parts.constructor.construct(
                scope,
                flush=flush,
                roots=not parts.reasoner.uses_model,
                on_progress=on_progress,
            )
        return built.model_copy(
            update={
                "turns": report.turns,
                "new_turns": report.new_turns,
                "skipped": report.skipped,
            }
        )

    async def construct(
        self,
        user_id: str,
        *,
        budget: Budget | None = None,
        on_progress: Progress | None = None,
    ) -> Added:
        """Build everything that waits, open episodes and a root batch that is not full included."""
        scope = self._scope(user_id)
        with metered(budget, scope):
            return await self._parts.constructor.construct(scope, on_progress=on_progress)

    async def recall(
        self,
        query: str,
        user_id: str,
        *,
        depth: Depth | None = None,
        k: int = 30,
        types: Sequence[EntryType] | None = None,
        as_of: datetime | str | None = None,
        filters: Mapping[str, Any] | None = None,
        budget: Budget | int | None = None,
    ) -> Recall:
        """What matters for the query, root memories and related entries, as one context.

        ``depth``: ``instant`` makes no model call, ``routed`` one, ``inferred`` at most three in
        sequence; the default is the setting's. Pieces of evidence and entries together are at most
        ``k``. ``as_of`` recalls what was known and valid then. ``budget``: ceilings for the model,
        or the tokens that the context may take.
        """
        scope = self._scope(user_id)
        ceilings, tokens = budget_of(budget)
        with metered(ceilings, scope):
            return await self._parts.recaller.recall(
                scope,
                required_text(query, "query"),
                depth=checked_depth(depth or self._parts.settings.depth),
                k=checked_k(k),
                types=checked_types(types),
                as_of=parsed_time(as_of, "as_of"),
                filters=filters,
                context_tokens=tokens,
            )

    async def search(
        self,
        query: str,
        user_id: str,
        *,
        k: int = 10,
        types: Sequence[EntryType] | None = None,
        as_of: datetime | str | None = None,
        filters: Mapping[str, Any] | None = None,
    ) -> list[ScoredEntry]:
        """Plain hybrid retrieval (dense and BM25, fused), without root memories."""
        return await self._parts.recaller.search(
            self._scope(user_id),
            required_text(query, "query"),
            k=checked_k(k),
            types=checked_types(types),
            as_of=parsed_time(as_of, "as_of"),
            filters=filters,
        )

    async def respond(
        self,
        query: str,
        user_id: str,
        *,
        history: Sequence[Turn] = (),
        depth: Depth | None = None,
        k: int = 30,
        budget: Budget | None = None,
    ) -> str:
        """Let the configured model answer with the recalled context; NotConfigured without one."""
        scope, parts = self._scope(user_id), self._parts
        with metered(budget, scope):
            found = await parts.recaller.recall(
                scope,
                required_text(query, "query"),
                depth=checked_depth(depth or parts.settings.depth),
                k=checked_k(k),
            )
            return await parts.reasoner.respond(query, found.context, history)

    async def close(self) -> None:
        """Close the database; closing twice is harmless."""
        if self._open is not None:
            store = self._open.store
            self._open = None
            await self._ask(store.close)

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        if self._open is None:
            return "AsyncMemory(closed)"
        store, reasoner = self._open.store.description, self._open.reasoner.name
        return f"AsyncMemory({store!r}, reasoner={reasoner!r}, embedder={self._open.embedder.id!r})"


def checked_depth(depth: str) -> Depth:
    if depth not in ("instant", "routed", "inferred"):
        raise InvalidInput(f"depth must be instant, routed or inferred, not {depth!r}")
    return depth


def checked_k(k: object) -> int:
    return whole_number(k, "k", least=1, most=1000)
