"""From what a model wrote to what it meant."""

import contextlib
import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rootmem.reasoners.llm.repair import parse
from rootmem.reasoners.llm.wire import Unusable

KEYS = ("reasoning", "items")
GOOD = {"reasoning": "r", "items": [{"a": 1}, {"a": 2}]}


def items(text):
    parsed = parse(text, KEYS, "items")
    return parsed.value["items"], parsed.truncated


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        f"Certainly: {json.dumps(GOOD)} Hope [that] helps {{:-)",
        f"```json\n{json.dumps(GOOD, indent=2)}\n```",
        f"<think>maybe {json.dumps({'items': [{'a': 9}]})}</think>\n{json.dumps(GOOD)}",
        f"thoughts without an opening tag </think>{json.dumps(GOOD)}",
        json.dumps(GOOD["items"]),
        json.dumps({"result": GOOD}),
        json.dumps({"things": GOOD["items"]}),
        json.dumps({"properties": GOOD}),
        '{"reasoning": "r", "items": [{"a": 1,}, {"a": 2},],}',
        "{'reasoning': None, 'items': [{'a': 1}, {'a': 2}]}",
        '{"reasoning": "two\nlines", "items": [{"a": 1}, {"a": 2}]}',
        f"First try: {json.dumps({'items': []})} Better: {json.dumps(GOOD)}",
    ],
)
def test_a_complete_reply_is_found_in_any_disguise(text):
    assert items(text) == (GOOD["items"], False)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('{"reasoning": "r", "items": [{"a": 1}, {"a": 2}, {"a": 3, "b": "cu', 2),
        ('{"reasoning": "r", "items": [{"a": 1}, {"a": 2},', 2),
        ('{"reasoning": "r", "items": [{"a": 1, "c": ["x", {"y": 1}]}, {"a": 2', 1),
        ('[{"a": 1}, {"a": 2}, {"a"', 2),
        ('{"reasoning": "a } in [ text", "items": [{"a": "}"}, {"a": "\\"', 1),
    ],
)
def test_of_a_reply_that_was_cut_off_the_complete_items_are_kept(text, kept):
    found, truncated = items(text)
    assert len(found) == kept
    assert truncated


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "<think>still thinking",
        "no json here",
        "[1] and [2]",
        "true",
        '{"other": 1, "more": 2}',
        '{"reasoning": "cut off before any ite',
        json.dumps({"type": "object", "properties": {"items": {"type": "array"}}}),
        json.dumps({"$defs": {}, "properties": {"reasoning": {"type": "string"}}}),
        "{" * 5_000,
        "[" * 5_000,
    ],
)
def test_what_is_no_reply_is_refused(text):
    with pytest.raises(Unusable):
        parse(text, KEYS, "items")


def test_an_echoed_schema_is_named_as_such():
    with pytest.raises(Unusable, match="schema"):
        parse(json.dumps({"properties": {"items": {"type": "array"}}}), KEYS, "items")


def test_an_explicit_empty_list_is_an_answer():
    assert items('{"reasoning": "nothing", "items": []}') == ([], False)
    assert items("[]") == ([], False)


@given(st.text())
def test_any_text_is_parsed_or_refused(text):
    with contextlib.suppress(Unusable):
        assert set(parse(text, KEYS, "items").value)


@given(st.lists(st.dictionaries(st.just("a"), st.text(), min_size=1), min_size=1), st.data())
def test_any_cut_keeps_a_prefix_of_the_items(values, data):
    text = json.dumps({"reasoning": "r", "items": values}, ensure_ascii=False)
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    try:
        found, truncated = items(cut)
    except Unusable:
        return
    assert truncated
    assert found == values[: len(found)]


@pytest.mark.parametrize("reply", ["[" * 300_000, "{" * 300_000, '{"a":"' * 50_000])
def test_a_reply_of_brackets_alone_is_given_up_soon(reply: str) -> None:
    start = time.process_time()
    with pytest.raises(Unusable):
        parse(reply, ("answer",))
    assert time.process_time() - start < 5
