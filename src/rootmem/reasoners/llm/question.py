"""What is asked of a model, and within which limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rootmem.reasoners.llm.prompts import Prompt
from rootmem.reasoners.llm.wire import Wire, schema

T = TypeVar("T")


@dataclass(frozen=True)
class Question(Generic[T]):
    """One judgement: what to send and how to read the answer.

    ``read`` gets the repaired JSON object (or, without an ``output`` model, ``{"text": …}``) and
    raises Unusable with a message for the model. ``history`` are earlier (role, text) messages.
    """

    prompt: Prompt
    message: str
    read: Callable[[Mapping[str, Any]], T]
    output: type[Wire] | None = None
    history: Sequence[tuple[str, str]] = ()

    def key(self) -> tuple[str, ...]:
        """What of a question decides its reply."""
        return (
            self.prompt.name,
            str(self.prompt.version),
            self.prompt.instructions,
            self.message,
            repr(tuple(self.history)),
            "" if self.output is None else str(schema(self.output)),
        )


@dataclass(frozen=True)
class Limits:
    """How calls are made. Times are in seconds."""

    timeout: float = 60.0
    retries: int = 2
    concurrency: int = 8
    requests_per_minute: float | None = None
    backoff: float = 0.5
