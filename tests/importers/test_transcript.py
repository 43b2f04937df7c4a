from datetime import UTC, datetime
from typing import Any

import pytest

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem.importers.transcript import read_transcript

TALK = """\
# 2024-03-05 18:00

Ana Núñez: I moved to Porto.
It rains a lot.

Really.
Bo: Lucky you!

--- 6 March 2024 ---
[18:05] Bo: Dry yet?
[18:07] Ana Núñez: No.
"""


def test_names_continuation_lines_and_dated_headings(write: Any) -> None:
    first, second = read_transcript(write("talk.txt", TALK))
    assert (first.session_id, second.session_id) == ("talk-2024-03-05", "talk-2024-03-06")
    assert first.messages[0] == {
        "role": "user",
        "content": "I moved to Porto.\nIt rains a lot.\n\nReally.",
        "name": "Ana Núñez",
        "timestamp": datetime(2024, 3, 5, 18, tzinfo=UTC),
    }
    assert first.messages[1]["role"] == "assistant"
    assert first.messages[1]["timestamp"] > first.messages[0]["timestamp"]
    assert [m["timestamp"].minute for m in second.messages] == [5, 7]
    assert second.messages[0]["timestamp"].day == 6


@pytest.mark.parametrize(
    ("text", "user", "expected"),
    [
        ("Bo: a\nAna: b", None, "Bo"),
        ("Bo: a\nAna: b", "ana", "Ana"),
        ("Assistant: a\nUser: b", None, "User"),
        ("ChatGPT: a\nMe: b", None, "Me"),
        ("Bo: a\nI: b", None, "I"),
    ],
)
def test_which_name_is_the_user(write: Any, text: str, user: str | None, expected: str) -> None:
    (record,) = read_transcript(write("t.txt", text), user)
    by = {m["role"]: text.split("\n")[n].split(":")[0] for n, m in enumerate(record.messages)}
    assert by["user"] == expected


def test_an_unknown_user_is_refused_with_the_names(write: Any) -> None:
    with pytest.raises(InvalidInput, match=r"'Cy'.*Bo, Ana"):
        list(read_transcript(write("t.txt", "Bo: a\nAna: b"), "Cy"))


def test_words_with_a_colon_inside_a_message_are_no_third_person(write: Any) -> None:
    text = (
        "Ana: what do I need?\nBo: A list:\nFlour: 500 g\nnot lower case: x\nhttps://example.org\n"
        "Note: sift it\nAna: thanks\nBo: sure\n\nCy: me too"
    )
    (record,) = read_transcript(write("t.txt", text))
    assert [m["name"] for m in record.messages] == ["Ana", "Bo", "Ana", "Bo", "Cy"]
    assert "Flour: 500 g" in record.messages[1]["content"]
    assert "Note: sift it" in record.messages[1]["content"]


def test_headings_inside_an_answer_are_words(write: Any) -> None:
    text = "# 2024-03-05\nAna: Plan?\nBo: Yes:\n# Trip of 5 May 2024\n- Day one\nAna: Fine"
    (record,) = read_transcript(write("t.txt", text))
    assert "# Trip of 5 May 2024\n- Day one" in record.messages[1]["content"]


def test_sessions_of_the_same_day_and_undated_ones_get_names_of_their_own(write: Any) -> None:
    text = (
        "# Session 1\nAna: a\n# Session 2\nAna: a\n# 2024-03-05\nAna: b\n# 2024-03-05 9 pm\nAna: c"
    )
    records = list(read_transcript(write("t.txt", text)))
    assert [r.session_id for r in records] == ["t", "t-2", "t-2024-03-05", "t-2024-03-05-2"]
    assert "timestamp" not in records[0].messages[0]


def test_a_message_said_twice_is_told_apart(write: Any) -> None:
    (record,) = read_transcript(write("t.txt", "Ana: ok\nBo: sure?\nAna: ok"))
    first, _, last = record.messages
    assert "id" not in first
    assert last["id"]


def test_other_scripts_and_markdown_names(write: Any) -> None:
    (record,) = read_transcript(write("t.md", "小明：你好\n**Ana:** hi\n**Bo**: hello\n小明：再见"))
    assert [(m.get("name"), m["content"]) for m in record.messages] == [
        ("小明", "你好"),
        ("Ana", "hi"),
        ("Bo", "hello"),
        ("小明", "再见"),
    ]


@pytest.mark.parametrize(
    ("text", "line"), [("just words\nand more", 1), ("# Title\nwho says this\nAna: hi", 2)]
)
def test_words_that_nobody_says_are_an_error_with_its_line(
    write: Any, text: str, line: int
) -> None:
    with pytest.raises(ImportFormatError) as caught:
        list(read_transcript(write("t.txt", text)))
    assert caught.value.line == line
    assert "Name: words" in caught.value.expected
