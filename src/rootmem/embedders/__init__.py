"""Texts to vectors: the static embedder (default, no network) and the providers' models."""

from rootmem.embedders.opening import open_embedder
from rootmem.embedders.static import StaticEmbedder

__all__ = ["StaticEmbedder", "open_embedder"]
