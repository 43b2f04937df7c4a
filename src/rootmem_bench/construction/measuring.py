"""What can be told of a question without a judge: lengths, similarities, shared words, broken
rules."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from statistics import mean
from typing import Any

from rootmem_bench.construction.doubles import same_words
from rootmem_bench.construction.shapes import Draft
from rootmem_bench.data.mini_check import content_words
from rootmem_bench.records import OPTION_KINDS

TOLERANCE = 0.25
"""How far the length of an option, in characters, may be from the four's mean [us]."""


def measured(draft: Draft, semantic: str, logical: str) -> dict[str, Any]:
    """The figures that the judge is shown. Similarities are those of Python's ``difflib`` between
    the query and a memory, in [0, 1]; words are content words, compared by their stems."""
    return {
        "characters": {kind: len(text) for kind, text in draft.options.items()},
        "words": {kind: len(text.split()) for kind, text in draft.options.items()},
        "similarity_semantic": similarity(draft.query, semantic),
        "similarity_logical": similarity(draft.query, logical),
        "shared_semantic": shared(draft.query, semantic),
        "shared_logical": shared(draft.query, logical),
    }


def faults(figures: dict[str, Any], draft: Draft) -> list[str]:
    """The rules that the draft breaks whatever a judge says, in words for the refiner."""
    found: list[str] = []
    if words := figures["shared_logical"]:
        found.append(f"stealth: the query shares {', '.join(words)} with the deciding memory")
    if not figures["shared_semantic"]:
        found.append("stealth: the query has no key word of the background memory")
    lengths = figures["characters"]
    middle = mean(lengths.values())
    for kind, length in lengths.items():
        if abs(length - middle) > TOLERANCE * middle:
            found.append(f"option_bias: {kind} has {length} characters, the mean is {middle:.0f}")
    texts = [draft.options[kind] for kind in OPTION_KINDS]
    if any(same_words(one, other) for at, one in enumerate(texts) for other in texts[:at]):
        found.append("superiority: two options say the same")
    return found


def shown(figures: dict[str, Any]) -> str:
    """The figures as lines of a prompt."""
    lengths = "; ".join(
        f"{kind} {count} characters, {figures['words'][kind]} words"
        for kind, count in figures["characters"].items()
    )
    return "\n".join(
        (
            f"lengths: {lengths}",
            *(
                f"query and {name} memory: string similarity {figures[f'similarity_{key}']:.2f}, "
                f"shared words: {', '.join(figures[f'shared_{key}']) or 'none'}"
                for name, key in (("background", "semantic"), ("deciding", "logical"))
            ),
        )
    )


def shared(query: str, memory: str) -> list[str]:
    """The words of a query whose stems the memory has, in their order, stop words left out."""
    stems = content_words(memory)
    words = re.findall(r"\w+", query.casefold())
    return list(dict.fromkeys(word for word in words if content_words(word) & stems))


def similarity(one: str, other: str) -> float:
    return round(SequenceMatcher(None, one.casefold(), other.casefold()).ratio(), 4)
