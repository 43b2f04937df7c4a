"""The rooms a memory is made of, opened once and handed to both corridors."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rootmem.construct.options import ConstructOptions
from rootmem.construct.pipeline import Constructor
from rootmem.embedders import open_embedder
from rootmem.index import SnapshotCache
from rootmem.ports import Embedder, Reasoner, Store
from rootmem.recall.options import RecallOptions
from rootmem.recall.pipeline import Recaller
from rootmem.settings import Settings
from rootmem.stores import open_store


class Parts(NamedTuple):
    settings: Settings
    store: Store
    embedder: Embedder
    reasoner: Reasoner
    snapshots: SnapshotCache
    constructor: Constructor
    recaller: Recaller


def open_parts(
    settings: Settings, *, embedder: Embedder | None, reasoner: Reasoner | None
) -> Parts:
    """Open everything the settings name; an embedder or reasoner given as an object is used."""
    if embedder is not None:
        embedder = open_embedder(embedder)
    else:
        embedder = open_embedder(
            settings.embedder,
            base_url=settings.embedder_base_url,
            api_key=_secret(settings.embedder_api_key),
        )
    reasoner = reasoner or open_reasoner(settings, embedder)
    store = open_store(settings.db)
    return assemble(settings, store, embedder, reasoner)


def assemble(settings: Settings, store: Store, embedder: Embedder, reasoner: Reasoner) -> Parts:
    """The corridors over rooms that are open already (after `reindex`, say)."""
    snapshots = SnapshotCache(store, embedder.dimensions)
    construct = ConstructOptions(
        preset=settings.preset,
        root_budget=settings.root_budget,
        root_batch=settings.root_batch,
    )
    recall = RecallOptions(preset=settings.preset)
    return Parts(
        settings,
        store,
        embedder,
        reasoner,
        snapshots,
        Constructor(store, embedder, reasoner, snapshots, construct),
        Recaller(store, embedder, reasoner, snapshots, recall),
    )


def open_reasoner(settings: Settings, embedder: Embedder) -> Reasoner:
    """The LLM reasoner where a model is configured, else the offline one."""
    if not settings.llm:
        from rootmem.reasoners.offline import open_offline_reasoner

        return open_offline_reasoner(embedder)
    from rootmem.reasoners.llm import open_llm_reasoner

    return open_llm_reasoner(
        settings.llm,
        base_url=settings.base_url,
        api_key=_secret(settings.api_key),
        preset=settings.preset,
        concurrency=settings.concurrency,
        requests_per_minute=settings.requests_per_minute,
        timeout=settings.timeout,
        retries=settings.retries,
        cache=None if settings.cache is None else Path(settings.cache),
        entry_triggers=settings.entry_triggers,
    )


def _secret(value: object) -> str | None:
    return None if value is None else value.get_secret_value()  # type: ignore[attr-defined]
