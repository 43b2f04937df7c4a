"""Whether anything that was found bears on the query at all, or is only the least far of all.

Closeness is the best cosine above the user's mean, which takes out what an embedder gives to any
pair of texts, plus half the share of the query's words that one entry has; the bound grows with the
number of entries, since among more of them chance comes closer.

Measured with the static embedder on conversations of LoCoMo, read offline. A share of the questions
about what a person said, and of questions about other people put to that person's memory (topics
may be shared: everybody has friends and plans), passes:

entries     5     10     20    90-260
own       64 %   67 %   75 %   97 %     (of 5 to 20 entries, one of the turns that answer is there)
others'   11 %   18 %   27 %   73 %
"""

from __future__ import annotations

import math

LOOKUP_BOUND = 0.26
REQUEST_BOUND = 0.20
"""A request that is to be acted on loses more by an entry left out than by one too many."""
USUAL_MEAN, USUAL_WEIGHT = 0.1, 20
"""What the static embedder gives to pairs of unrelated texts, counted like so many entries: the
mean of a few entries says nothing of chance, it may be the very entry that is meant."""
_GROWTH = 0.05
_ENTRIES, _MOST = 100, 1_000
"""The bound is as given for so many entries; it was not measured beyond ``_MOST`` and stays so."""


def bears_on(
    top_cosine: float, mean: float, coverage: float, entries: int, *, lookup: bool
) -> bool:
    """``top_cosine`` and ``mean`` of the cosines of all ``entries`` considered; ``coverage`` in
    [0, 1]: the greatest share, by idf, of the query's terms in one entry. ``lookup``: the query
    asks about the past (see ``intent``)."""
    if not entries:
        return False
    background = (entries * mean + USUAL_WEIGHT * USUAL_MEAN) / (entries + USUAL_WEIGHT)
    closeness = top_cosine - background + coverage / 2
    bound = LOOKUP_BOUND if lookup else REQUEST_BOUND
    return closeness >= bound + _GROWTH * math.log(min(entries, _MOST) / _ENTRIES)
