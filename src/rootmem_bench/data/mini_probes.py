"""What can be had from IMLogic-mini without understanding it: by length, by words, by cosine.

A sound benchmark leaves each of these at chance, or, for the cosine, far from the decisive memory.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from math import comb
from pathlib import Path
from statistics import mean
from typing import Any

OPTIONS = ("correct", "preference_trap", "fabrication_trap", "generic_trap")
Person = dict[str, Any]


def chance_bound(n: int, level: float = 0.05, p: float = 0.25) -> int:
    """The smallest count that is significantly above chance (one-sided exact binomial test)."""
    tail = 1.0
    for k in range(n + 1):
        if tail <= level:
            return k
        tail -= comb(n, k) * p**k * (1 - p) ** (n - k)
    return n + 1


def length_scores(items: list[dict[str, Any]]) -> dict[str, float]:
    """How many items each way of choosing by length gets right; ties count in equal shares."""
    ways: dict[str, Callable[[int, float], float]] = {
        "longest": lambda n, _: n,
        "shortest": lambda n, _: -n,
        "closest to mean": lambda n, m: -abs(n - m),
        "farthest from mean": lambda n, m: abs(n - m),
    }
    scores = dict.fromkeys(ways, 0.0)
    for item in items:
        sizes = {k: len(t) for k, t in item["options"].items()}
        for way, rank in ways.items():
            ranks = {k: rank(n, mean(sizes.values())) for k, n in sizes.items()}
            best = [k for k, r in ranks.items() if r == max(ranks.values())]
            scores[way] += ("correct" in best) / len(best)
    return scores


def bag_of_words_score(people: list[Person]) -> int | None:
    """Items solved from the options' words alone, each person held out once."""
    if len(people) < 2:
        return None
    try:
        text = importlib.import_module("sklearn.feature_extraction.text")
        linear = importlib.import_module("sklearn.linear_model")
    except ImportError:
        return None
    right = 0
    for held in people:
        rows = [(o == "correct", i["options"][o])
                for p in people if p is not held for i in p["items"] for o in OPTIONS]  # fmt: skip
        bag = text.CountVectorizer(ngram_range=(1, 2), token_pattern=r"[\w']+")  # noqa: S106
        model = linear.LogisticRegression(max_iter=2000)
        model.fit(bag.fit_transform([t for _, t in rows]), [y for y, _ in rows])
        for item in held["items"]:
            odds = model.decision_function(bag.transform([item["options"][o] for o in OPTIONS]))
            right += int(max(range(4), key=lambda k: float(odds[k])) == 0)
    return right


def dense_recall(people: list[Person], k: int = 10) -> tuple[float, float] | None:
    """Recall@k of the semantic and of the logical memory (that entry alone), wordllama cosine."""
    try:
        module = importlib.import_module("wordllama")
    except ImportError:
        return None
    own = Path(str(module.__file__)).parent
    model = module.WordLlama.load(cache_dir=own, disable_download=True)
    hits: list[tuple[bool, bool]] = []
    for person in people:
        vectors = model.embed([m["text"] for m in person["bank"]], norm=True)
        ids = [m["memory_id"] for m in person["bank"]]
        for item in person["items"]:
            order = (-(vectors @ model.embed([item["query"]], norm=True)[0])).argsort()
            top = {ids[int(j)] for j in order[:k]}
            hits.append((item["semantic_memory"] in top, item["logical_memory"] in top))
    return mean(s for s, _ in hits), mean(m for _, m in hits)
