"""PersonaMem v1: ``shared_contexts_*.jsonl``, one line = {context id: [{role, content}]}.

A system turn with the persona opens each block of a context; the blocks are the sessions here, and
the persona itself is left out (it would give the answers away). The texts carry "User:" and
"Assistant:" in front, which goes. There are no dates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from rootmem.errors import ImportFormatError
from rootmem.importers.fields import Shape, validated
from rootmem.importers.record import ImportRecord
from rootmem.importers.source import json_records, named

_PREFIX = re.compile(r"\s*(?:user|assistant)\s*:\s*", re.IGNORECASE)


class PersonaTurn(Shape):
    role: Literal["system", "user", "assistant"]
    content: str

    @property
    def said(self) -> str:
        """The words without the speaker's label."""
        return _PREFIX.sub("", self.content, count=1) if _PREFIX.match(self.content) else (
            self.content
        )  # fmt: skip


class PersonaContext(NamedTuple):
    """``turns`` are as in the file, so that ``end_index_in_shared_context`` cuts them."""

    context_id: str
    turns: tuple[PersonaTurn, ...]


def looks_like(first: dict[str, Any]) -> bool:
    """Whether a file's first record is of this format."""
    heads = [
        cast("list[object]", value)[0] for value in first.values() if value and _is_list(value)
    ]
    return bool(heads) and len(heads) == len(first) and all(_is_turn(head) for head in heads)


def load_personamem(path: Path) -> Iterator[PersonaContext]:
    """The contexts in the file's order; raises ImportFormatError at the first malformed one."""
    for line, place, raw in json_records(path):
        for context_id, turns in raw.items():
            field = f"{place}.{context_id}" if place else context_id
            if not isinstance(turns, list):
                raise ImportFormatError(
                    f"this is {named(turns)}",
                    source=path.name,
                    line=line,
                    field=field,
                    expected="a list of turns",
                )
            checked = tuple(
                validated(PersonaTurn, turn, source=path.name, line=line, field=f"{field}[{index}]")
                for index, turn in enumerate(cast("list[object]", turns))
            )
            yield PersonaContext(context_id, checked)


def read_personamem(path: Path) -> Iterator[ImportRecord]:
    """One record a block; the user's id is the context's. A message's id ends in its index in the
    context."""
    for context in load_personamem(path):
        for number, block in enumerate(_blocks(context), start=1):
            yield ImportRecord(f"{context.context_id}:block_{number}", block, context.context_id)


def _blocks(context: PersonaContext) -> Iterator[tuple[dict[str, Any], ...]]:
    block: list[dict[str, Any]] = []
    for index, turn in enumerate(context.turns):
        if turn.role != "system":
            key = f"{context.context_id}:{index}"
            block.append({"role": turn.role, "content": turn.said, "id": key})
        elif block:
            yield tuple(block)
            block = []
    if block:
        yield tuple(block)


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _is_turn(value: object) -> bool:
    return (
        isinstance(value, dict) and {"role", "content"} <= cast("dict[str, object]", value).keys()
    )
