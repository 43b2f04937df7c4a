"""The sample life keeps its promises: what can be counted is counted here."""

import json
import re
import unicodedata
from collections import Counter
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from itertools import pairwise

import pytest

from rootmem.sample import ASKED_AT, Question, life, questions

STOP = frozenset(
    re.findall(
        r"[a-z]+",
        """
    a about above after again against all also am an and any are as at away be because been
    before being below between both but by can could did do does doing done down during each else
    ever every few for from further get gets getting go goes going got had has have having he
    her here hers herself him himself his how i if in into is it its itself just let like ll me
    might mine more most much must my myself no nor not now of off on once one only onto or
    other our ours out over please re s say says she should since so some still
    such t than that the their them then there these they this those though through to too under
    until up us ve very was we well were what when where which while who whom whose why will
    with without would yes yet you your yours d m
        """,
    )
)
SUFFIXES = ("ings", "ing", "edly", "ied", "ies", "ed", "es", "ly", "er", "ers", "s", "y", "e")


def stem(word: str) -> str:
    for suffix in sorted(SUFFIXES, key=len, reverse=True):
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word.removesuffix(suffix)
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    return word


def content_words(text: str) -> set[str]:
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    words = re.findall(r"[a-z0-9]+", plain.replace("’", "'"))
    return {stem(word) for word in words if word not in STOP}


def when(turn: dict[str, str]) -> datetime:
    return datetime.strptime(turn["timestamp"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


LIFE = life()
TURNS = {turn["id"]: turn for turn in LIFE}
SESSIONS: dict[str, list[dict[str, str]]] = {}
for _turn in LIFE:
    SESSIONS.setdefault(_turn["session_id"], []).append(_turn)
each_question = pytest.mark.parametrize("q", questions(), ids=lambda q: q.id)


def test_counts() -> None:
    assert 20 <= len(SESSIONS) <= 24
    assert 240 <= len(LIFE) <= 300


def test_every_line_is_one_object_with_exactly_these_keys() -> None:
    raw = files("rootmem.sample").joinpath("life.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in raw.rstrip("\n").split("\n")]
    assert rows == LIFE
    for row in rows:
        assert list(row) == ["session_id", "id", "timestamp", "role", "content"]
        assert all(isinstance(value, str) and value.strip() for value in row.values())


def test_ids_are_unique_and_name_their_session() -> None:
    assert len(TURNS) == len(LIFE)
    for number, (session, turns) in enumerate(SESSIONS.items(), start=1):
        assert session == f"s{number:02}"
        assert [t["id"] for t in turns] == [f"{session}-{i:02}" for i in range(1, len(turns) + 1)]


def test_chronological_and_sessions_do_not_interleave() -> None:
    assert all(when(a) < when(b) for a, b in pairwise(LIFE))
    blocks = [b["session_id"] for a, b in pairwise(LIFE) if a["session_id"] != b["session_id"]]
    assert len(blocks) == len(set(blocks)) == len(SESSIONS) - 1


def test_turns_of_a_session_are_a_minute_or_so_apart() -> None:
    for turns in SESSIONS.values():
        assert all(when(b) - when(a) <= timedelta(minutes=5) for a, b in pairwise(turns))


def test_the_span_is_over_a_year() -> None:
    span = when(LIFE[-1]) - when(LIFE[0])
    assert timedelta(days=15 * 30) <= span <= timedelta(days=18 * 31)
    assert LIFE[-1]["timestamp"] < ASKED_AT


def test_roles_alternate_from_user_to_assistant() -> None:
    for turns in SESSIONS.values():
        roles = [turn["role"] for turn in turns]
        assert roles == ["user", "assistant"] * (len(turns) // 2)


def test_turns_are_short_and_differ() -> None:
    assert all(len(turn["content"]) <= 450 for turn in LIFE)
    assert max(Counter(turn["content"] for turn in LIFE).values()) == 1


def test_another_language_appears() -> None:
    assert sum("Não" in t["content"] or "saudade" in t["content"] for t in LIFE) >= 2


def test_relative_dates_appear_throughout() -> None:
    relative = re.compile(
        r"\b(yesterday|tomorrow|tonight|ago|last (week|night|friday|thursday)|next (monday|year)"
        r"|in three weeks|on (monday|wednesday|friday|saturday|sunday|tuesday))\b"
    )
    hit = {
        t["session_id"]
        for t in LIFE
        if t["role"] == "user" and relative.search(t["content"].lower())
    }
    assert len(hit) >= 18


def test_the_question_list() -> None:
    ids = [q.id for q in questions()]
    assert len(ids) >= 14
    assert len(set(ids)) == len(ids)
    assert sum(q.show for q in questions()) == 4
    assert all(q.show for q in questions()[:4])


def test_at_least_four_facts_are_told_again_months_later() -> None:
    again = [
        q
        for q in questions()
        if len(q.logical) > 1
        and when(TURNS[q.logical[-1]]) - when(TURNS[q.logical[0]]) >= timedelta(days=60)
    ]
    assert len(again) >= 4


def test_a_logical_turn_belongs_to_one_question() -> None:
    owners = Counter(turn for q in questions() for turn in q.logical)
    assert max(owners.values()) == 1


@each_question
def test_question_refers_to_turns_of_the_user(q: Question) -> None:
    assert q.question.strip()
    assert q.why.strip()
    assert q.logical
    assert q.semantic
    assert not set(q.logical) & set(q.semantic)
    assert all(TURNS[turn]["role"] == "user" for turn in (*q.logical, *q.semantic))
    assert re.search(r"\b(I|my|me|mine|we|our|them)\b", q.question, re.IGNORECASE)


@each_question
def test_question_shares_key_words_with_the_semantic_turns(q: Question) -> None:
    words = content_words(q.question)
    for turn in q.semantic:
        assert len(words & content_words(TURNS[turn]["content"])) >= 2, turn


@each_question
def test_question_shares_no_content_word_with_the_logical_turns(q: Question) -> None:
    words = content_words(q.question)
    for turn in q.logical:
        assert not words & content_words(TURNS[turn]["content"]), turn


@each_question
def test_the_decisive_fact_was_first_told_long_before(q: Question) -> None:
    asked = datetime.strptime(ASKED_AT, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    assert asked - when(TURNS[q.logical[0]]) >= timedelta(days=90)


@each_question
def test_the_decisive_fact_is_plain_and_in_the_first_person(q: Question) -> None:
    text = TURNS[q.logical[0]]["content"]
    assert re.search(r"(^|[.!?:;,] )(And )?(I|My|I've|I'd|.* and I) ", text), text
