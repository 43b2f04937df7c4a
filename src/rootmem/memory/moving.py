"""Moving a memory: to another embedder, out of and into a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from rootmem.embedders import open_embedder
from rootmem.errors import ImportFormatError, InvalidInput
from rootmem.memory.base import Base
from rootmem.memory.parts import assemble, open_reasoner
from rootmem.model import Scope
from rootmem.model.text import storable
from rootmem.ports import Embedder, Vectors

_BATCH = 512
_EMBEDDED = {"entry": "text", "root": "activation"}


class Moving(Base):
    async def reindex(self, embedder: str | Embedder | None = None) -> int:
        """Embed everything of every user anew, with ``embedder`` or the present one.

        The old vectors serve until the new ones are all there; returns how many texts were
        embedded. An embedder that differs from the stored vectors' is refused everywhere else.
        """
        parts = self._parts
        chosen = parts.embedder if embedder is None else open_embedder(embedder)
        vectors: list[tuple[Scope, str, bytes, bytes]] = []
        for tenant in await self._ask(parts.store.tenants):
            for user in await self._ask(parts.store.users, tenant):
                vectors += await self._embedded(Scope(user, tenant), chosen)
        await self._ask(parts.store.replace_vectors, chosen.id, vectors)
        if chosen is not parts.embedder:
            reasoner = (
                parts.reasoner
                if parts.reasoner.uses_model
                else open_reasoner(parts.settings, chosen)
            )
            self._open = assemble(parts.settings, parts.store, chosen, reasoner)
        self._parts.snapshots.clear()
        return len(vectors)

    async def _embedded(
        self, scope: Scope, embedder: Embedder
    ) -> list[tuple[Scope, str, bytes, bytes]]:
        store = self._parts.store
        found: list[tuple[Scope, str, bytes, bytes]] = []
        entries = await self._ask(store.entries, scope)
        for start in range(0, len(entries), _BATCH):
            batch = entries[start : start + _BATCH]
            texts = [text for entry in batch for text in (entry.text, *entry.triggers)]
            rows = iter(await embedder.embed(texts))
            for entry in batch:
                own = next(rows).tobytes()
                found.append((scope, entry.id, own, _take(rows, len(entry.triggers))))
        for row in await self._ask(store.roots, scope):
            vectors = await embedder.embed([row.unit.activation, *row.unit.triggers])
            found.append((scope, row.unit.id, vectors.tobytes(), b""))
        return found

    async def export(self, user_id: str, path: str | Path | None = None) -> list[dict[str, Any]]:
        """Everything of a user as records, and as JSON lines into ``path`` where it is given."""
        scope, store = self._scope(user_id), self._parts.store
        records = await self._ask(lambda: list(store.dump(scope)))
        if path is not None:
            await self._ask(_write_lines, _path(path), records)
        return records

    async def import_(
        self, source: str | Path | Iterable[Mapping[str, Any]], user_id: str
    ) -> dict[str, int]:
        """Take an export in, for this user; known ids are skipped. Counts of what came, by kind.

        All of it or nothing: a malformed record raises ImportFormatError with its line.
        """
        scope, parts = self._scope(user_id), self._parts
        if isinstance(source, str | Path):
            records = await self._ask(_read_lines, _path(source))
        else:
            records = list(_records(source))
        await self._ask(parts.store.claim_embedder, parts.embedder.id)
        vectors = {
            id: (await parts.embedder.embed(texts)).tobytes() for id, texts in _to_embed(records)
        }
        return await self._ask(parts.store.load, scope, records, vectors)


def _path(given: object) -> Path:
    if not isinstance(given, str | Path) or "\x00" in str(given):
        raise InvalidInput(f"a path must be text, not {given!r:.80}")
    return Path(given)


def _records(source: object) -> Iterator[dict[str, Any]]:
    if not isinstance(source, Iterable) or isinstance(source, bytes | Mapping):
        raise InvalidInput("import_ takes a path or a list of records")
    for number, record in enumerate(cast("Iterable[object]", source), 1):
        if not isinstance(record, Mapping):
            raise ImportFormatError("not a record", line=number, expected="a mapping with a kind")
        yield dict(cast("Mapping[str, Any]", record))


def _to_embed(records: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, list[str]]]:
    """Ids and texts of what has vectors; malformed records are left for the store to refuse."""
    for record in records:
        text = record.get(_EMBEDDED.get(str(record.get("kind")), ""))
        triggers: object = record.get("triggers") or []
        if isinstance(text, str) and isinstance(triggers, list | tuple):
            texts = [text, *(str(one) for one in cast("list[object]", triggers))]
            yield str(record.get("id")), [storable(one) for one in texts]


def _take(rows: Iterator[Vectors], number: int) -> bytes:
    return b"".join(next(rows).tobytes() for _ in range(number))


def _write_lines(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    try:
        with path.open("w", encoding="utf-8") as file:
            for record in records:
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
    except (OSError, UnicodeError) as error:
        raise InvalidInput(f"cannot write {path}: {error}") from None


def _read_lines(path: Path) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = []
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        raise InvalidInput(f"cannot read {path}: {error}") from None
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record: object = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ImportFormatError(
                getattr(error, "msg", str(error)),
                source=path.name,
                line=number,
                expected="one JSON object a line",
            ) from None
        if not isinstance(record, dict) or "kind" not in record:
            raise ImportFormatError(
                "not a record of an export",
                source=path.name,
                line=number,
                field="kind",
                expected="a JSON object with a kind",
            )
        records.append(cast("dict[str, Any]", record))
    return records
