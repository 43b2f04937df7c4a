"""From a name to an embedder. Nothing is loaded and no provider is contacted here."""

from __future__ import annotations

import re
from importlib.util import find_spec

from rootmem.embedders.provider import ProviderEmbedder
from rootmem.embedders.static import StaticEmbedder
from rootmem.errors import InvalidInput, NotConfigured
from rootmem.ports import Embedder

_NAME = re.compile(r"(?P<name>[a-z][a-z0-9/-]*:[^\s@][^\s]*?)(?:@(?P<dimensions>[1-9]\d{0,4}))?")

# Providers whose package is not part of rootmem[llm]: the module to look for, the extra's name.
_EXTRAS = {
    "cohere": ("cohere", "cohere"),
    "google": ("google.genai", "google"),
    "google-cloud": ("google.genai", "google"),
    "voyageai": ("voyageai", "voyageai"),
    "bedrock": ("boto3", "bedrock"),
    "sentence-transformers": ("sentence_transformers", "sentence-transformers"),
}


def open_embedder(
    spec: str | Embedder | None = None,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
) -> Embedder:
    """The embedder that ``spec`` names; an embedder is handed back as it is.

    ``None`` or ``"static"``: the static one. ``"provider:model"``: a provider's, with
    ``"provider:model@256"`` naming the dimensions to ask for. A ``base_url`` is that of an
    OpenAI-compatible server; the model may then go without a provider. Raises InvalidInput for a
    name that is neither, NotConfigured where a package is missing (the message has the command).
    """
    if not isinstance(spec, str | None):
        if not callable(getattr(spec, "embed", None)):
            raise InvalidInput(f"{spec!r:.80} is neither the name of an embedder nor an embedder")
        return spec
    if spec is None or spec == "static":
        if base_url is not None:
            raise InvalidInput("a base_url needs the name of the embedding model it serves")
        return StaticEmbedder()
    name = f"openai:{spec}" if base_url is not None and ":" not in spec else spec
    match = _NAME.fullmatch(name)
    if match is None:
        raise InvalidInput(
            f"unknown embedder {spec!r}: say 'static' or 'provider:model', such as "
            "'openai:text-embedding-3-small' or 'sentence-transformers:all-MiniLM-L6-v2'"
        )
    _require(match["name"].split(":", 1)[0], needs_own=base_url is None)
    return ProviderEmbedder(
        match["name"],
        dimensions=int(match["dimensions"]) if match["dimensions"] else None,
        base_url=base_url,
        api_key=api_key,
    )


def _require(provider: str, *, needs_own: bool) -> None:
    """Say at once, and with the command, which package is missing; nothing is imported."""
    if not _installed("pydantic_ai"):
        raise NotConfigured('embedding models need an extra: pip install "rootmem[llm]"')
    module, extra = _EXTRAS.get(provider, ("openai", "openai"))
    if not needs_own:
        module, extra = "openai", "openai"
    if not _installed(module):
        raise NotConfigured(
            f'{provider} embeddings need a package: pip install "pydantic-ai-slim[{extra}]"'
        )


def _installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False
