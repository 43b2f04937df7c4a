from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from rootmem.construct.messages import MAX_TOOL_TEXT, normalise
from rootmem.errors import InvalidInput
from rootmem.model import Message
from rootmem.model.block import wrap

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(days=3)
FIRST_DAY, LAST_DAY = datetime(2, 1, 1), datetime(9998, 12, 31)  # noqa: DTZ001
STEP = timedelta(microseconds=1)


def kept(messages: object, *, session: str | None = "s", now: datetime = NOW) -> list[Message]:
    return normalise(messages, session_id=session, now=now)[0]


def reasons(messages: object) -> list[tuple[int, str]]:
    skipped = normalise(messages, session_id="s", now=NOW)[1]
    return [(item.index, item.reason) for item in skipped]


def keys(messages: object, **options: Any) -> list[str]:
    return [message.key for message in kept(messages, **options)]


def user(content: object, **fields: Any) -> dict[str, Any]:
    return {"role": "user", "content": content, **fields}


def assistant(content: object, **fields: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content, **fields}


def test_a_string_a_mapping_and_a_list_are_all_messages() -> None:
    for given_ in ("I sail", user("I sail"), [user("I sail")], ["I sail"], iter([user("I sail")])):
        (message,) = kept(given_)
        assert (message.role, message.text, message.time) == ("user", "I sail", NOW)
    assert normalise([], session_id="s", now=NOW) == ([], [])


def test_content_parts_become_text() -> None:
    parts = [
        {"type": "text", "text": "Look:"},
        {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
        {"type": "input_text", "text": "my cat"},
        {"type": "input_file", "filename": "vet.pdf"},
        {"type": "thinking", "thinking": "hidden"},
        "plain",
    ]
    assert kept(user(parts))[0].text == "Look:\n[image]\nmy cat\n[file vet.pdf]\nplain"
    assert kept(assistant([{"type": "refusal", "refusal": "I can't."}]))[0].text == "I can't."
    assert kept(assistant(None, refusal="I can't."))[0].text == "I can't."
    assert kept({"role": "model", "parts": [{"text": "Gemini says hi"}]})[0].role == "assistant"


def test_tool_calls_are_context_of_the_assistant_with_short_arguments() -> None:
    call = {"id": "c", "function": {"name": "book", "arguments": '{"to": "' + "x" * 500 + '"}'}}
    (message,) = kept(assistant(None, tool_calls=[call]))
    assert message.role == "assistant"
    assert message.text.startswith('[called book({"to": "xxx')
    assert len(message.text) < 300


def test_tool_output_is_trimmed_context_and_never_the_users_words() -> None:
    (message,) = kept({"role": "tool", "content": "row\n" * 2000, "tool_call_id": "c"})
    assert message.role == "tool"
    assert len(message.text) < MAX_TOOL_TEXT + 50
    mixed = user(
        [{"type": "tool_result", "content": [{"type": "text", "text": "22 °C"}]}, "Warm enough!"]
    )
    assert [(m.role, m.text) for m in kept(mixed)] == [("tool", "22 °C"), ("user", "Warm enough!")]


def test_tool_outputs_that_differ_beyond_the_bound_are_different_turns() -> None:
    same = "x" * (MAX_TOOL_TEXT + 10)
    pair = [{"role": "tool", "content": same + "a"}, {"role": "tool", "content": same + "b"}]
    assert len(set(keys(pair))) == 2


def test_junk_fed_fifty_times_adds_nothing() -> None:
    junk = [
        {"role": "system", "content": "You are helpful."},
        {"role": "developer", "content": "Be terse."},
        user("   \n"),
        user(None),
        user("ping"),
        assistant("HEARTBEAT_OK"),
        {"role": "tool", "content": "OK"},
        user(wrap("The user likes tea.")),
        user([{"type": "text", "text": wrap("tea")}, {"type": "text", "text": wrap("x")[:-5]}]),
    ]
    assert kept(junk * 50) == []
    assert [reason for _, reason in reasons(junk)] == (
        ["system", "system", "empty", "empty"] + ["heartbeat"] * 3 + ["recall echo"] * 2
    )


def test_our_block_is_cut_out_of_a_message() -> None:
    assert kept(user(f"{wrap('likes tea')}\n\nWhat do I drink?"))[0].text == "What do I drink?"


def test_two_equal_messages_in_one_call_are_two_turns() -> None:
    assert len(set(keys([user("ok"), assistant("Sure?"), user("ok")]))) == 3


def test_the_same_call_again_makes_the_same_keys() -> None:
    history = [user("ok"), assistant("Sure?"), user("ok")]
    assert keys(history) == keys(history, now=LATER)


def test_a_client_that_sends_the_whole_history_adds_only_what_is_new() -> None:
    history = [user("Hi"), assistant("Hello"), user("ok"), assistant("Good"), user("ok")]
    seen: set[str] = set()
    for length in range(1, len(history) + 1):
        new = set(keys(history[:length], now=NOW + length * timedelta(hours=30))) - seen
        assert len(new) == 1
        seen |= new
    assert set(keys(history[2:])) <= seen, "a window that slides brings nothing new either"


def test_session_role_name_and_given_time_tell_equal_texts_apart() -> None:
    variants = [
        keys(user("ok")),
        keys(user("ok"), session="other"),
        keys(assistant("ok")),
        keys(user("ok", name="Ana")),
        keys(user("ok", timestamp="2024-03-05")),
        keys(user("ok", timestamp="2024-03-06")),
    ]
    assert len({key for (key,) in variants}) == len(variants)


def test_without_a_session_the_day_is_the_session() -> None:
    (message,) = kept(user("I moved to Porto"), session=None)
    assert message.session_id == "day-2025-06-01"
    assert keys(user("I moved to Porto"), session=None) == [message.key]
    assert keys(user("I moved to Porto"), session=None, now=LATER) != [message.key]
    (dated,) = kept(user("x", timestamp="2023-05-08T13:56:00"), session=None)
    assert dated.session_id == "day-2023-05-08"


def test_the_callers_id_is_the_key_whatever_the_text() -> None:
    assert keys([user("a", id="m1"), user("b", id=2)]) == ["m1", "2"]
    with pytest.raises(InvalidInput, match="'m1' stands for two"):
        kept([user("a", id="m1"), user("b", id="m1")])
    assert len(kept([user("a", id="m1"), user("a", id="m1")])) == 2


def test_messages_without_a_time_keep_their_order() -> None:
    times = [message.time for message in kept([user("a"), user("b"), user("c")])]
    assert times == [NOW, NOW + STEP, NOW + 2 * STEP]


def test_a_missing_time_is_taken_from_the_neighbours_and_not_from_the_clock() -> None:
    stamp = datetime(2023, 5, 8, tzinfo=UTC)
    found = kept([user("a"), user("b", timestamp=stamp), assistant("c")])
    assert [message.time for message in found] == [stamp - STEP, stamp, stamp + STEP]


def test_a_time_is_never_taken_from_another_session() -> None:
    dated = user("a", session_id="one", timestamp="2023-05-08")
    both = kept([dated, user("b", session_id="two"), assistant("c", session_id="one")])
    assert [message.time.year for message in both] == [2023, 2025, 2023]
    assert keys(user("b", session_id="two")) == [both[1].key]


def test_the_default_timestamp_counts_as_given() -> None:
    def at(day: int) -> Message:
        when = datetime(2023, 5, day)  # noqa: DTZ001
        return normalise("I ran", session_id="s", now=NOW, default_timestamp=when)[0][0]

    assert at(8).time == datetime(2023, 5, 8, tzinfo=UTC)
    assert at(8).key == at(8).key
    assert at(8).key != at(9).key


def test_metadata_of_the_call_and_the_message_are_joined() -> None:
    (message,), _ = normalise(
        user("a", metadata={"x": 1, "n": {"t": "a\x00"}}),
        session_id="s",
        now=NOW,
        metadata={"x": 0, "app": "web"},
    )
    assert message.metadata == {"x": 1, "app": "web", "n": {"t": "a"}}


class _Sdk(BaseModel):
    role: str = "assistant"
    content: str | None = None
    refusal: str | None = None
    tool_calls: list[dict[str, Any]] | None = None


class _Chain(BaseModel):
    type: str = "human"
    content: str = "Hi"
    additional_kwargs: dict[str, Any] = {}
    id: str | None = None


def test_objects_with_a_model_dump_are_messages() -> None:
    assert kept([_Sdk(content="Hello"), _Chain()])[1].role == "user"
    assert kept(_Sdk(content="Hello"))[0].text == "Hello"


def test_pydantic_ai_messages_are_taken_apart() -> None:
    ai = pytest.importorskip("pydantic_ai.messages")
    history = [
        ai.ModelRequest(
            parts=[
                ai.SystemPromptPart(content="Be kind"),
                ai.UserPromptPart(content=["My cat", ai.ImageUrl(url="https://example.org/c.png")]),
            ]
        ),
        ai.ModelResponse(
            parts=[
                ai.ThinkingPart(content="hmm"),
                ai.TextPart(content="Cute"),
                ai.ToolCallPart(tool_name="breed", args={"n": 1}),
            ]
        ),
        ai.ModelRequest(parts=[ai.ToolReturnPart("breed", {"breed": "Manx"}, "c1")]),
    ]
    assert [(m.role, m.text) for m in kept(history)] == [
        ("user", "My cat\n[image]"),
        ("assistant", "Cute"),
        ("assistant", '[called breed({"n": 1})]'),
        ("tool", "{'breed': 'Manx'}"),
    ]
    assert keys(history) == keys(history, now=LATER)


def test_items_of_the_responses_api_are_messages() -> None:
    items = [
        {"type": "reasoning", "summary": []},
        {"type": "function_call", "name": "f", "arguments": "{}", "call_id": "1"},
        {"type": "function_call_output", "call_id": "1", "output": "sunny"},
    ]
    assert [(m.role, m.text) for m in kept(items)] == [
        ("assistant", "[called f({})]"),
        ("tool", "sunny"),
    ]


@pytest.mark.parametrize(
    ("bad", "place"),
    [
        (None, "messages is a NoneType"),
        (b"hi", "messages is a bytes"),
        (5, "messages is a int"),
        ([user("a"), 5], r"messages\[1\] is a int"),
        ([user("a"), {"content": "b"}], r"messages\[1\]\.role is None"),
        ([{"role": "narrator", "content": "b"}], r"messages\[0\]\.role is 'narrator'"),
        ([user("a"), {"role": "user"}], r"messages\[1\]\.content is missing"),
        ([user(5)], r"messages\[0\]\.content is a int"),
        ([user([{"type": "text"}])], r"messages\[0\]\.content\[0\]\.text is None"),
        ([user(["a", 5])], r"messages\[0\]\.content\[1\] is a int"),
        ([user([{"type": 5}])], r"messages\[0\]\.content\[0\]\.type is 5"),
        ([user("a", timestamp="soon")], r"messages\[0\]\.timestamp: 'soon'"),
        ([user("a", name=[])], r"messages\[0\]\.name is a list"),
        ([user("a", id="x" * 300)], r"messages\[0\]\.id has 300"),
        ([user("a", metadata=[1])], r"messages\[0\]\.metadata is a list"),
        ([user("a", metadata={"x": float("nan")})], r"messages\[0\]\.metadata is not JSON"),
        ([assistant(None, tool_calls="f")], r"messages\[0\]\.tool_calls is a str"),
    ],
)
def test_bad_input_names_the_place_and_what_was_expected(bad: object, place: str) -> None:
    with pytest.raises(InvalidInput, match=f"{place}.*expected"):
        kept(bad)


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "role": st.sampled_from(["user", "assistant", "tool", "system"]),
                "content": st.none() | st.text(alphabet=st.characters() | st.just("\ud800")),
            },
            optional={
                "timestamp": st.none() | st.datetimes(FIRST_DAY, LAST_DAY),
                "name": st.text(max_size=9),
            },
        ),
        max_size=8,
    )
)
def test_any_well_formed_list_is_normalised_the_same_way_twice(messages: list[Any]) -> None:
    found, skipped = normalise(messages, session_id=None, now=NOW)
    again, _ = normalise(messages, session_id=None, now=NOW + timedelta(hours=1))
    assert len(found) + len(skipped) == len(messages)
    assert [message.key for message in found] == [message.key for message in again]
    assert len({message.key for message in found}) == len(found)
    for message in found:
        assert message.text.strip() == message.text != ""
        message.text.encode()
