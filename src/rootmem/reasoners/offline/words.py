"""Words of a text that carry content, lightly stemmed; what several judgements compare."""

from __future__ import annotations

import re

_STOP = frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "and",
        "or",
        "but",
        "so",
        "if",
        "then",
        "than",
        "as",
        "of",
        "at",
        "by",
        "for",
        "with",
        "about",
        "into",
        "to",
        "from",
        "up",
        "down",
        "in",
        "out",
        "on",
        "off",
        "over",
        "under",
        "again",
        "is",
        "am",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "have",
        "has",
        "had",
        "having",
        "do",
        "does",
        "did",
        "doing",
        "will",
        "would",
        "should",
        "could",
        "can",
        "may",
        "might",
        "must",
        "shall",
        "i",
        "me",
        "my",
        "mine",
        "myself",
        "we",
        "our",
        "ours",
        "us",
        "you",
        "your",
        "yours",
        "he",
        "him",
        "his",
        "she",
        "her",
        "hers",
        "it",
        "its",
        "they",
        "them",
        "their",
        "theirs",
        "themselves",
        "what",
        "which",
        "who",
        "whom",
        "when",
        "where",
        "why",
        "how",
        "all",
        "any",
        "both",
        "each",
        "few",
        "more",
        "most",
        "other",
        "some",
        "such",
        "only",
        "own",
        "same",
        "too",
        "very",
        "just",
        "also",
        "really",
        "still",
        "now",
        "there",
        "here",
        "user",
        "user's",
        "users",
        "not",
        "no",
        "nor",
        "don't",
        "doesn't",
        "didn't",
        "isn't",
        "aren't",
        "wasn't",
        "won't",
        "can't",
        "cannot",
        "n't",
        "s",
        "t",
        "re",
        "ve",
        "ll",
        "d",
        "m",
        "get",
        "got",
        "because",
        "while",
        "during",
        "before",
        "after",
        "much",
        "many",
        "lot",
        "lots",
        "please",
        "tell",
        "give",
        "help",
        "want",
        "need",
        "like",
        "know",
        "think",
        "make",
        "let's",
        "let",
        "good",
        "thing",
        "things",
        "something",
        "anything",
        "some",
        "one",
        "ones",
        "others",
        "going",
        "gonna",
        "since",
        "until",
        "yet",
        "ever",
        "even",
        "quite",
        "actually",
    ]
)
_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def stem(word: str) -> str:
    """A crude English stem: enough for "cats"/"cat", "working"/"works", "allergies"/"allergy"."""
    word = word.removesuffix("'s").removesuffix("’s")
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 3 and word.endswith(ending):
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            return word.removesuffix("e")
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-2] if word.endswith(("ches", "shes", "xes", "sses")) else word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def tokens(text: str) -> list[str]:
    """Lower-cased words in order; Chinese and Japanese by character pairs."""
    found: list[str] = []
    for word in _TOKEN.findall(text.lower()):
        if _CJK.search(word):
            found.extend(word[i : i + 2] for i in range(max(1, len(word) - 1)))
        else:
            found.append(word)
    return found


def content(text: str) -> list[str]:
    """Content words of ``text`` as written (lower case), in order, each once."""
    return list(dict.fromkeys(word for word in tokens(text) if word not in _STOP))


def stems(text: str) -> frozenset[str]:
    """The set of stems of the content words."""
    return frozenset(stem(word) for word in content(text))
