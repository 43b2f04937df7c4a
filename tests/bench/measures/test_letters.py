from __future__ import annotations

import pytest

from rootmem_bench.measures.letters import parse_final_answer, parse_letter


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("B", "B"),
        (" b.\n", "B"),
        ("(C)", "C"),
        ("**D**", "D"),
        ("<think>A or B? A is wrong.</think>\nB", "B"),
    ],
)
def test_one_letter_is_read_strictly(reply: str, letter: str) -> None:
    assert parse_letter(reply, "ABCD", fallback=False) == letter


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("The answer is C.", "C"),
        ("Answer: (B) because of the cat", "B"),
        ("Answer: **D**", "D"),
        ("I would choose option A, since a walk is free.", "A"),
        ("B) Take the train.", "B"),
        ("C. A quiet evening it is", "C"),
        ("$\\boxed{B}$ so the answer is \\boxed{B}", "B"),
    ],
)
def test_a_committed_letter_is_read_by_fallback_only(reply: str, letter: str) -> None:
    assert parse_letter(reply, "ABCD") == letter
    assert parse_letter(reply, "ABCD", fallback=False) is None


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "E",
        "I think a walk is best",
        "Either B or C.",
        "A) walk\nB) run\nC) swim",
        "The answer is B, no, the answer is C",
        "I don't know",
    ],
)
def test_what_does_not_commit_itself_is_unparsable(reply: str) -> None:
    assert parse_letter(reply, "ABCD") is None


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("Thinking about (b). <final_answer>(c)</final_answer>", "c"),
        ("<final_answer> d", "d"),
        ("(a) fits best", "a"),
        ("<final_answer>(a) <final_answer>(b)", "b"),
        ("<final_answer>(a) or (b)", None),
        ("between (a) and (b)", None),
        ("nothing fits", None),
        ("<final_answer>(e)", None),
    ],
)
def test_personamem_reads_the_tag_then_the_whole_reply(reply: str, letter: str | None) -> None:
    assert parse_final_answer(reply, "abcd") == letter
