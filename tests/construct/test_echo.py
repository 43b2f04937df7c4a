import pytest

from rootmem.construct.echo import is_heartbeat, without_echo
from rootmem.model.block import wrap


@pytest.mark.parametrize(
    "text",
    ["ping", "PING!", "HEARTBEAT", "HEARTBEAT_OK", "heartbeat check", "keep-alive", "[ping]"],
)
def test_heartbeats_are_known_from_anybody(text: str) -> None:
    assert is_heartbeat("user", text)
    assert is_heartbeat("assistant", text)


@pytest.mark.parametrize("text", ["OK", "ok.", "done", "{}", "null", "[]", "200 OK"])
def test_a_receipt_is_noise_from_a_tool_and_an_answer_from_a_person(text: str) -> None:
    assert is_heartbeat("tool", text)
    assert not is_heartbeat("user", text)


@pytest.mark.parametrize(
    "text",
    ["My heartbeat was 140 while running", "I play ping pong", "ping me tomorrow", "OK, book it"],
)
def test_sentences_are_no_heartbeats(text: str) -> None:
    assert not is_heartbeat("user", text)
    assert not is_heartbeat("tool", text)


def test_nothing_is_left_of_a_lone_block() -> None:
    assert without_echo(f"  {wrap('likes tea')}\n") == ""
    assert without_echo(f"{wrap('likes tea')}\nMore tea? ") == "More tea?"
