"""A tree of summaries over texts: UMAP and a Gaussian mixture by level, one call a cluster.

Numbers are those of the authors' published code: a level has a sixth as many nodes as the one
below, levels are added while more than 15 nodes are left, UMAP has 15 neighbours and at most 50
dimensions.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple, cast

import numpy as np

from rootmem.errors import NotConfigured
from rootmem.ports import Embedder, Vectors
from rootmem.reasoners.llm.split import side_by_side
from rootmem.reasoners.llm.wire import Text, Wire
from rootmem_bench.systems.asking import Asking

TOP = 15
"""So many nodes or fewer are the top level."""
PER_CLUSTER = 6
NEIGHBOURS, DIMENSIONS = 15, 50


class Summary(Wire):
    summary: Text = ""


class Node(NamedTuple):
    """A summary and what is under it: positions in the level below (at the lowest level, texts)."""

    text: str
    children: tuple[int, ...]


Tree = list[list[Node]]
"""Levels, the lowest first; empty where there are so few texts that they are the top themselves."""


async def grow(texts: Sequence[str], embedder: Embedder, asking: Asking, seed: int) -> Tree:
    """The tree over ``texts``; clusters of one level are summarised side by side."""
    tree: Tree = []
    below = list(texts)
    while len(below) > TOP:
        vectors = await embedder.embed(below)
        groups = clustered(vectors, max(1, len(below) // PER_CLUSTER), seed)
        jobs = [partial(_summarise, asking, [below[at] for at in group]) for group in groups]
        summaries = await side_by_side(jobs)
        tree.append([Node(text, group) for text, group in zip(summaries, groups, strict=True)])
        below = summaries
    return tree


async def _summarise(asking: Asking, texts: Sequence[str]) -> str:
    joined = "\n".join(f"- {text}" for text in texts)
    reply = await asking("tree_summary", Summary, statements=joined)
    return reply.summary or " ".join(texts)[:300]


def clustered(vectors: Vectors, count: int, seed: int) -> list[tuple[int, ...]]:
    """At most ``count`` groups of rows, every row in one, in the order of their first rows."""
    labels = _labels(vectors, count, seed)
    groups: dict[int, list[int]] = {}
    for at, label in enumerate(labels):
        groups.setdefault(int(label), []).append(at)
    return [tuple(group) for group in groups.values()]


def _labels(vectors: Vectors, count: int, seed: int) -> Sequence[int]:
    try:
        from sklearn import mixture as mixtures  # pyright: ignore
        from umap import UMAP  # pyright: ignore
    except ModuleNotFoundError:
        raise NotConfigured(
            'the cluster tree needs an extra: pip install "rootmem[bench]"'
        ) from None
    rows = len(vectors)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reducer = cast("Any", UMAP)(
            n_neighbors=min(NEIGHBOURS, rows - 1),
            min_dist=0.1,
            n_components=min(DIMENSIONS, rows - 5),
            random_state=seed,
            n_jobs=1,
        )
        reduced = reducer.fit_transform(np.asarray(vectors, dtype=np.float64))
        mixture = cast("Any", mixtures).GaussianMixture(
            n_components=count, random_state=seed, reg_covar=1e-4
        )
        return cast("Sequence[int]", mixture.fit_predict(reduced).tolist())
