"""From a name to an embedder. Nothing is loaded and no provider is contacted here."""

from __future__ import annotations

from rootmem.embedders.static import StaticEmbedder
from rootmem.errors import InvalidInput
from rootmem.ports import Embedder


def open_embedder(
    spec: str | Embedder | None = None,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
) -> Embedder:
    """The embedder that ``spec`` names; an embedder is handed back as it is.

    ``None`` and ``"static"``: the static one. Else ``"provider:model"`` (optionally
    ``"provider:model@dimensions"``). Raises InvalidInput for a name of neither form.
    """
    if spec is None or spec == "static":
        return StaticEmbedder()
    if not isinstance(spec, str):
        return spec
    raise InvalidInput(f"unknown embedder {spec!r}")
