"""The LLM reasoner: any provider through pydantic-ai, imported only when a model is used."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rootmem.errors import InvalidInput
from rootmem.ports import Reasoner
from rootmem.reasoners.llm.cache import ReplyCache
from rootmem.reasoners.llm.client import Client
from rootmem.reasoners.llm.provider import ModelSource
from rootmem.reasoners.llm.question import Limits
from rootmem.reasoners.llm.reasoner import LLMReasoner

if TYPE_CHECKING:
    from pydantic_ai.models import Model

__all__ = ["LLMReasoner", "open_llm_reasoner"]


def open_llm_reasoner(
    spec: str | Model,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    preset: Literal["lean", "paper"] = "lean",
    concurrency: int = 8,
    requests_per_minute: float | None = None,
    timeout: float = 60.0,
    retries: int = 2,
    cache: Path | None = None,
    temperature: float | None = 0.0,
    max_tokens: int | None = None,
    settings: Mapping[str, Any] | None = None,
    entry_triggers: bool = False,
    backoff: float = 0.5,
) -> Reasoner:
    """A reasoner over one model; nothing is imported, read or connected before its first call.

    ``spec`` names a model as pydantic-ai does (``openai:…``, ``anthropic:…``, ``google-gla:…``,
    ``ollama:…``) or is a pydantic-ai model. With ``base_url`` it is a model of any
    OpenAI-compatible server (``api_key`` optional). ``timeout`` is seconds for one call,
    ``retries`` how often one question may be asked again, ``cache`` a folder for replies (see
    :mod:`rootmem.reasoners.llm.cache`), ``settings`` further pydantic-ai model settings,
    ``entry_triggers`` whether `decompose` writes triggers. Raises InvalidInput for values that
    make no sense; a missing package or key is NotConfigured, at the first call.
    """
    if preset not in ("lean", "paper"):
        raise InvalidInput(f"preset must be 'lean' or 'paper', not {preset!r}")
    if concurrency < 1 or timeout <= 0 or retries < 0 or backoff < 0:
        raise InvalidInput("concurrency and timeout must be above 0, retries and backoff 0 or more")
    if requests_per_minute is not None and requests_per_minute <= 0:
        raise InvalidInput("requests_per_minute must be above 0")
    limits = Limits(timeout, retries, concurrency, requests_per_minute, backoff)
    given = {"temperature": temperature, "max_tokens": max_tokens, **(settings or {})}
    client = Client(
        ModelSource(spec, base_url, api_key),
        limits,
        {name: value for name, value in given.items() if value is not None},
        None if cache is None else ReplyCache(cache),
    )
    return LLMReasoner(client, preset, entry_triggers=entry_triggers)
