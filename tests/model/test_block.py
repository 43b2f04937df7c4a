import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rootmem.model.block import BLOCK_CLOSE, BLOCK_OPEN, neutralise, strip_blocks, wrap

PIECES = st.sampled_from(
    [
        *(BLOCK_OPEN, BLOCK_CLOSE, "<rootmem-context>", "&lt;/ROOTMEM-CONTEXT&gt;", "<", "/", ">"),
        *("rootmem", "context", "rootmem&#45;context", "-", "\u200b", "\n", "\x00", "\ud800", "a"),
    ]
)
HOSTILE = st.lists(PIECES | st.text(max_size=5), max_size=12).map("".join)


@given(HOSTILE)
def test_neutral_text_holds_no_delimiter(text: str) -> None:
    for safe in (neutralise(text), neutralise(text, one_line=False)):
        assert "rootmem-context" not in safe.lower()
        assert strip_blocks(safe) == safe
        assert neutralise(safe) == neutralise(text)
    assert not set("\n\r\t\x00\x1b\u2028\u202e") & set(neutralise(text))


@given(HOSTILE)
def test_a_wrapped_text_is_stripped_whole(text: str) -> None:
    assert strip_blocks(wrap(text)) == ""


@given(HOSTILE, st.sampled_from(["Hello", "你好 👋", "a < b && c > d"]))
def test_words_around_a_block_stay(text: str, words: str) -> None:
    assert strip_blocks(f"{words}\n{wrap(text)}\n{words}") == f"{words}\n{words}"


@pytest.mark.parametrize(
    "echo",
    [
        BLOCK_OPEN + "secret",
        BLOCK_OPEN[:30] + "\nsecret",
        "<rootmem-context",
        wrap("secret").upper(),
        wrap("a").replace("a", wrap("secret")),
        wrap("secret").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;"),
        wrap("secret").replace("<", "&amp;lt;").replace(">", "&amp;gt;"),
        wrap("secret").replace("<", "\\u003c").replace(">", "\\u003e"),
        wrap("secret").replace("<", "\\<").replace("</", "<\\/"),
        BLOCK_OPEN + "secret" + wrap("secret"),
    ],
)
def test_damaged_nested_and_escaped_blocks_go(echo: str) -> None:
    assert strip_blocks("before " + echo).strip() == "before"


def test_words_after_a_truncated_and_a_whole_block_stay() -> None:
    assert strip_blocks(f"{BLOCK_OPEN}secret\n{wrap('secret')}\nmine") == "mine"


def test_an_end_without_a_beginning_goes_alone() -> None:
    assert strip_blocks(f"mine {BLOCK_CLOSE} mine").split() == ["mine", "mine"]


def test_text_without_blocks_is_untouched() -> None:
    text = "  rootmem context, <b>rootmem</b>\n\n"
    assert strip_blocks(text) == text


def test_a_flag_and_a_family_survive_but_smuggled_tags_do_not() -> None:
    flag, family = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", "👨‍👩‍👧"
    assert neutralise(f"{flag} {family} a\U000e0069\U000e0067") == f"{flag} {family} a"


@pytest.mark.parametrize(
    "unit", ["<", "< ", "<rootmem-context ", BLOCK_OPEN, BLOCK_CLOSE, "&", "&amp;", "rootmem"]
)
def test_a_hostile_megabyte_costs_little(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    start = time.process_time()
    strip_blocks(text)
    neutralise(text)
    assert time.process_time() - start < 3
