"""Texts beyond a model's limit: cut into parts, whose vectors are averaged by length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rootmem.ports import Vectors

_OFTEN = 4


def tokens_at_most(text: str) -> int:
    """An upper estimate: English has about four characters a token, other scripts down to one, and
    rare characters take several."""
    if text.isascii():
        return len(text) // 3 + 1
    plain = sum(character < "\u0250" for character in text)
    return plain // 2 + 2 * (len(text) - plain) + 1


def parts(text: str, limit: int) -> Iterator[str]:
    """``text`` in parts of at most about ``limit`` tokens, cut at white space where there is some
    in the last quarter of a part."""
    if tokens_at_most(text) <= limit:
        yield text
        return
    size = max(1, len(text) * limit // tokens_at_most(text))
    start = 0
    while start < len(text):
        end = min(len(text), start + size)
        if end < len(text):
            cut = text.rfind(" ", start + size - size // _OFTEN, end)
            end = cut if cut > start else end
        yield text[start:end]
        start = end


def pieces(text: str, size: int) -> Iterator[str]:
    """``text`` in parts of at most ``size`` characters, cut at white space where there is some."""
    start = 0
    while len(text) - start > size:
        cut = text.rfind(" ", start, start + size)
        end = cut if cut > start else start + size
        yield text[start:end]
        start = end + (1 if cut > start else 0)
    if start < len(text):
        yield text[start:]


def unit_rows(rows: Vectors) -> Vectors:
    """Each row divided by its length, float32; a row without a finite length becomes zero."""
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows, dtype=np.float64))
    usable = np.isfinite(lengths) & (lengths > 0)
    scale = np.where(usable, 1.0 / np.where(usable, lengths, 1.0), 0.0).astype(np.float32)
    return np.where(usable[:, None], rows, np.float32(0)) * scale[:, None]


def averaged(vectors: Vectors, owners: Sequence[int], lengths: Sequence[int], n: int) -> Vectors:
    """Shape (n, d): the unit vectors of each owner's parts, averaged by their lengths, unit again.
    An owner without parts gets zeros."""
    sums = np.zeros((n, vectors.shape[1]), dtype=np.float32)
    weighted = unit_rows(vectors) * np.asarray(lengths, dtype=np.float32)[:, None]
    np.add.at(sums, np.asarray(owners, dtype=np.intp), weighted)
    return unit_rows(sums)
