"""Check every rule of IMLogic-mini: ``python -m rootmem_bench.data.mini_check``.

Prints the figures and each broken rule; exit code 1 when there is one. The rules stand in
``mini/README.md``. Two need a library and are passed over, visibly, without it: the bag-of-words
test (scikit-learn) and the dense-recall test (wordllama).
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from datetime import datetime
from pathlib import Path
from statistics import mean
from typing import Any

from rootmem_bench.data.mini_probes import (
    OPTIONS,
    Person,
    bag_of_words_score,
    chance_bound,
    dense_recall,
    length_scores,
)


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


FOLDER = Path(__file__).parent / "mini"
ENTRY_TYPES = _set("factual preference insight")
QUERY_TYPES = _set("Advice Recommendation Conversation")
TAGS = _set(
    "Personal_Background Assets Past_Experience States Preferences Opinions Goals Plans "
    "Social_Relationships Others"
)
SHARED_KINDS = (
    "State Constraint", "Motivational Orientation", "Identity Shift", "Goal/Mission Alignment",
    "Contextual Fit", "Resource Constraint",
)  # fmt: skip
LEAST = {**dict.fromkeys(SHARED_KINDS, 6), "Other": 2}
STOP = _set(
    """a about after again all also am an and any are as at be because been before being both but by
    can could did do does doing don down each else even ever every few for from get go got had has
    have having he her here hers him his how i if in into is it its just let like ll m may me might
    more most much must my no nor not now of off on once one only or other our out over own per
    quite re s same shall she should so some still such t than that the their them then there these
    they this those through to too under until up upon us ve very was we were what when where
    which while who whom whose why will with would yet you your d"""
)
TELLS = _set(
    """you your you've told i'd but since because instead skip rather as so not no never without
    only first already still before after until if unless than that who which where can would"""
)
LENGTH_TOLERANCE = 0.12


def load(folder: Path = FOLDER) -> list[Person]:
    """Every person of the benchmark, in file-name order."""
    return [json.loads(p.read_text(encoding="utf-8")) for p in sorted(folder.glob("*.json"))]


def stem(word: str) -> str:
    """Cut the common English endings; crude on purpose, so that it errs towards a match."""
    for end in ("ings", "ing", "edly", "ed", "ies", "es", "ly", "s", "e", "y"):
        if word.endswith(end) and len(word) - len(end) >= 3:
            word = word[: -len(end)]
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def content_words(text: str) -> set[str]:
    words = re.findall(r"\w+", text.lower().replace("\u2019", "'"))
    return {stem(w) for w in words if w not in STOP}


def when(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def check_dialogue(person: Person) -> list[str]:
    user, bank, sessions = person["user"], person["bank"], person["sessions"]
    if not (person["persona"] and bank and sessions):
        return [f"{user}: persona, bank or sessions are empty"]
    name = person["persona"].split()[0]
    times = [when(s["start_time"]) for s in sessions]
    turns = [t for s in sessions for t in s["turns"]]
    turn_ids, memory_ids = [t["turn_id"] for t in turns], [m["memory_id"] for m in bank]
    spoken = {t["turn_id"] for t in turns if t["role"] == "user"}
    months = (max(times) - min(times)).days / 30.44
    sourced = mean(bool(m["turn_ids"]) for m in bank)
    rules = [
        (12 <= len(sessions) <= 18, f"{len(sessions)} sessions, not 12 to 18"),
        (9 <= months <= 18, f"{months:.1f} months, not 9 to 18"),
        (times == sorted(times), "sessions are not in order of time"),
        (len(turns) >= 130, f"{len(turns)} turns, fewer than 130"),
        (all(t["role"] in ("user", "assistant") for t in turns), "a turn has an unknown role"),
        (len(set(turn_ids)) == len(turn_ids), "turn ids repeat"),
        (len(bank) >= 120, f"{len(bank)} memory entries, fewer than 120"),
        (len(set(memory_ids)) == len(memory_ids), "memory ids repeat"),
        (len({m["text"] for m in bank}) == len(bank), "memory texts repeat"),
        (sourced >= 0.9, f"only {sourced:.0%} of the entries name a turn"),
        (3 <= len(re.findall(r"[.!?](?:\s|$)", person["persona"])) <= 5, "persona length"),
    ]
    out = [f"{user}: {text}" for ok, text in rules if not ok]
    starts = {s["session_id"]: s["start_time"] for s in sessions}
    for m in bank:
        rules = [
            (m["type"] in ENTRY_TYPES, f"type {m['type']}"),
            (m["tag"] in TAGS, f"tag {m['tag']}"),
            (m["session_id"] in starts, f"unknown session {m['session_id']}"),
            (set(m["turn_ids"]) <= spoken, "cites a turn that is not the user's"),
            (starts.get(m["session_id"]) == m["time"], "time differs from its session's"),
            (name in m["text"], f"text lacks the name {name}"),
        ]
        out += [f"{m['memory_id']}: {text}" for ok, text in rules if not ok]
    return out


def check_item(item: dict[str, Any], memories: dict[str, dict[str, Any]]) -> list[str]:
    ids = [item["semantic_memory"], item["logical_memory"], *item["also_valid"]]
    if unknown := [i for i in ids if i not in memories]:
        return [f"{item['item_id']}: unknown memories {unknown}"]
    out: list[str] = []
    if len(set(ids)) < len(ids):
        out.append("a memory has two roles")
    if item["query_type"] not in QUERY_TYPES or item["category"] not in LEAST:
        out.append(f"kind {item['query_type']} / {item['category']}")
    if tuple(item["options"]) != OPTIONS or not item["logic"]:
        out.append("options or logic incomplete")
    if when(item["query_time"]) < max(when(memories[i]["time"]) for i in ids):
        out.append("asked before one of its memories")
    query = content_words(item["query"])
    if not query & content_words(memories[ids[0]]["text"]):
        out.append("query shares no word with the semantic memory")
    for i in ids[1:]:
        if shared := query & content_words(memories[i]["text"]):
            out.append(f"query shares {sorted(shared)} with {i}")
    decisive = content_words(memories[ids[1]]["text"])
    if len(decisive & content_words(item["options"]["correct"])) > len(decisive) / 2:
        out.append("the correct option restates the logical memory")
    texts: dict[str, str] = item["options"]
    counts = {
        "words": {k: len(t.split()) for k, t in texts.items()},
        "characters": {k: len(t) for k, t in texts.items()},
    }
    for unit, sizes in counts.items():
        middle = mean(sizes.values())
        for k, n in sizes.items():
            if abs(n - middle) > LENGTH_TOLERANCE * middle:
                out.append(f"{k} has {n} {unit}, the item's mean is {middle:.1f}")
    return [f"{item['item_id']}: {text}" for text in out]


def check_whole(people: list[Person]) -> tuple[list[str], list[str]]:
    """Figures over all items, and the rules they break."""
    items = [i for p in people for i in p["items"]]
    total, bound = len(items), chance_bound(len(items))
    out = [f"{p['user']}: {len(p['items'])} items, not 15" for p in people if len(p["items"]) != 15]
    if len({i["item_id"] for i in items}) != total or len(people) != 4:
        out.append(f"{len(people)} people, or item ids that repeat")
    kinds = Counter(i["category"] for i in items)
    out += [f"{k}: {kinds[k]} items, fewer than {n}" for k, n in LEAST.items() if kinds[k] < n]
    figures = [
        f"{len(people)} people, {total} items, {dict(kinds)}",
        f"chance bound: below {bound}",
    ]
    scores: dict[str, float | None] = {**length_scores(items), "words": bag_of_words_score(people)}
    for way, score in scores.items():
        figures.append(
            f"chosen by {way}: " + ("not run" if score is None else f"{score:g} of {total}")
        )
        if score is not None and score >= bound:
            out.append(f"choosing by {way} solves {score:g} of {total}, bound {bound}")
    if (scores["longest"] or 0) < total * 0.15:
        out.append(f"the longest option is correct in only {scores['longest']:g} of {total}")
    for word in sorted(TELLS):
        seen = Counter(o for i in items for o in OPTIONS
                       if re.search(rf"\b{word}\b", i["options"][o].lower()))  # fmt: skip
        top, count = max(seen.items(), key=lambda kv: kv[1], default=("", 0))
        if count >= chance_bound(seen.total(), level=0.005):
            out.append(f"'{word}' is a tell of {top}: {dict(seen)}")
    if (recall := dense_recall(people)) is None:
        figures.append("dense recall@10: not run")
    else:
        figures.append(f"dense recall@10: semantic {recall[0]:.3f}, logical {recall[1]:.3f}")
        if recall[0] <= 0.9 or recall[1] >= 0.25:
            out.append("dense recall@10: semantic must be above 0.9, logical below 0.25")
    return figures, out


def check_person(person: Person) -> list[str]:
    """The rules that one person's file breaks by itself."""
    memories = {m["memory_id"]: m for m in person["bank"]}
    items = [fault for item in person["items"] for fault in check_item(item, memories)]
    return check_dialogue(person) + items


def check(people: list[Person]) -> tuple[list[str], list[str]]:
    """All figures and all broken rules; the second list is empty when the benchmark is sound."""
    broken = [fault for person in people for fault in check_person(person)]
    figures, whole = check_whole(people)
    return figures, broken + whole


def main() -> int:
    figures, broken = check(load())
    print("\n".join(figures))
    print("\n".join(f"BROKEN {text}" for text in broken) or "every rule holds")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
