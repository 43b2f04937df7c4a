"""The seam to a model: Inspect's models by their replies, and the script's counting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from rootmem.errors import InvalidInput, ModelOutputError, ModelUnavailable, NotConfigured
from rootmem.reasoners.llm.errors import CutOff
from rootmem.reasoners.llm.wire import Names, Text, Unusable, Wire
from rootmem_bench.systems.ask import InspectAsk, schema_of
from rootmem_bench.systems.protocol import Tools
from rootmem_bench.systems.reasoner import asked, reasoner_of
from rootmem_bench.systems.scripted import ScriptedAsk
from tests.bench.systems.people import EMBEDDER

inspect_model = pytest.importorskip("inspect_ai.model")


class Colours(Wire):
    reasoning: Text = ""
    colours: Names


Reply = str | Exception | tuple[str, str]
"""What the model says; an error it raises; or text and reason to stop."""


class Mock:
    """An Inspect model that gives these replies, one a call, and keeps what it was sent."""

    def __init__(self, *replies: Reply) -> None:
        self._replies = list(replies)
        self.sent: list[list[Any]] = []
        self.configs: list[Any] = []
        self.model = inspect_model.get_model(
            "mockllm/model", custom_outputs=self._next, memoize=False
        )

    def _next(self, messages: list[Any], tools: Any, choice: Any, config: Any) -> Any:
        self.sent.append(list(messages))
        self.configs.append(config)
        reply = self._replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        text, stop = reply if isinstance(reply, tuple) else (reply, "stop")
        output = inspect_model.ModelOutput.from_content("mockllm/model", text, stop)
        output.usage = inspect_model.ModelUsage(
            input_tokens=10, output_tokens=5, input_tokens_cache_read=2, total_tokens=17
        )
        return output


def ask(mock: Mock, **settings: Any) -> InspectAsk:
    return InspectAsk(mock.model, cache=False, **settings)


def colours(one: InspectAsk) -> list[str]:
    return asyncio.run(one("colours", "List them.", "red and blue", Colours)).colours


class Palette(Wire):
    default: Text = "white"
    tones: list[Colours] = []  # noqa: RUF012


def test_the_schema_requires_every_field_at_every_level():
    schema = schema_of(Palette).model_dump(exclude_none=True)
    assert schema["required"] == ["default", "tones"]
    inner = schema["properties"]["tones"]["items"]
    assert inner["required"] == ["reasoning", "colours"]
    assert inner["properties"]["reasoning"] == {"type": "string"}


GOOD = '{"reasoning": "two", "colours": ["red", "blue"]}'


def test_a_reply_comes_back_as_its_model_and_the_schema_goes_along() -> None:
    mock = Mock(GOOD)
    one = ask(mock)
    assert colours(one) == ["red", "blue"]
    system, user = mock.sent[0]
    assert (system.role, system.text, user.role, user.text) == (
        "system",
        "List them.",
        "user",
        "red and blue",
    )
    config = mock.configs[0]
    assert config.temperature == 0
    assert set(config.response_schema.json_schema.properties) == {"reasoning", "colours"}
    assert (one.usage.calls, one.usage.input_tokens, one.usage.cached_tokens) == (1, 12, 2)
    assert one.usage.output_tokens == 5


@pytest.mark.parametrize(
    "reply",
    [
        f"Sure! Here it is:\n```json\n{GOOD}\n```",
        f"<think>red? blue?</think>{GOOD}",
        '{"colours": ["red", "blue",]}',
        '["red", "blue"]',
    ],
)
def test_prose_fences_thoughts_and_bare_lists_are_repaired(reply: str) -> None:
    assert colours(ask(Mock(reply))) == ["red", "blue"]


def test_an_unusable_reply_is_asked_for_again_with_the_reason_and_counts() -> None:
    mock = Mock("I would rather not.", GOOD)
    one = ask(mock)
    assert colours(one) == ["red", "blue"]
    assert one.usage.calls == 2
    assert [message.role for message in mock.sent[1]] == ["system", "user", "assistant", "user"]
    assert "cannot be used" in mock.sent[1][-1].text


def test_after_the_retries_the_error_is_typed() -> None:
    mock = Mock("no", "no", "no")
    with pytest.raises(ModelOutputError, match="colours"):
        colours(ask(mock, retries=2))
    assert len(mock.sent) == 3


def test_a_reply_cut_off_at_the_limit_yields_its_complete_items_or_an_error() -> None:
    assert colours(ask(Mock(('{"colours": ["red", "bl', "max_tokens")))) == ["red"]
    with pytest.raises(ModelOutputError, match="cut off"):
        colours(ask(Mock(('{"reason', "max_tokens"))))


def test_reading_by_hand_hears_of_a_cut_off_so_that_the_work_can_be_split() -> None:
    one = ask(Mock(('{"colours": ["red", "bl', "max_tokens")))
    with pytest.raises(CutOff) as cut:
        asyncio.run(one.read("colours", "", "x", Colours, lambda value: value["colours"]))
    assert cut.value.salvaged == ["red"]


def test_reading_by_hand_may_refuse_a_reply() -> None:
    def read(value: Any) -> str:
        if "green" not in value["colours"]:
            raise Unusable("green is missing")
        return "green"

    mock = Mock(GOOD, '{"colours": ["green"]}')
    assert asyncio.run(ask(mock).read("colours", "", "x", Colours, read)) == "green"
    assert "green is missing" in mock.sent[1][-1].text


def test_a_server_that_knows_no_schema_is_asked_without_one_from_then_on() -> None:
    mock = Mock(ValueError("response_format is not supported"), GOOD, GOOD)
    one = ask(mock)
    assert colours(one) == ["red", "blue"]
    assert colours(one) == ["red", "blue"]
    assert [config.response_schema is None for config in mock.configs] == [False, True, True]


def test_a_server_that_fails_is_a_typed_error_without_its_secrets() -> None:
    with pytest.raises(ModelUnavailable, match="colours") as raised:
        colours(ask(Mock(RuntimeError("down, Authorization: Bearer sk-abcdefghijklmnop1234"))))
    assert "abcdefghijklmnop1234" not in str(raised.value)


def test_the_same_question_comes_out_of_the_cache(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path))
    mock = Mock(GOOD)
    one = InspectAsk(mock.model, cache=True)
    assert colours(one) == colours(one) == ["red", "blue"]
    assert len(mock.sent) == 1


def test_rootmem_s_own_judgements_go_over_the_same_seam() -> None:
    script: dict[str, Callable[[str], object]] = {
        "need": lambda prompt: '{"needs": [{"question": "Allergies?"}], "queries": []}'
    }
    one = ScriptedAsk(script)
    needs, plan = asyncio.run(reasoner_of(Tools(EMBEDDER, one), "lean").need("Plan a dinner"))
    assert [need.question for need in needs] == ["Allergies?"]
    assert plan is not None
    assert plan[0].text == "Allergies?"
    assert one.calls == {"need": 1}
    assert "Plan a dinner" in one.sent[0].prompt


def test_without_a_model_the_offline_reasoner_judges() -> None:
    assert not reasoner_of(Tools(EMBEDDER), "lean").uses_model


def test_a_system_that_needs_a_model_says_so() -> None:
    with pytest.raises(NotConfigured, match="a-mem"):
        asked(Tools(EMBEDDER), "a-mem")


def test_a_script_without_a_reply_to_a_step_is_an_error_of_the_test() -> None:
    with pytest.raises(InvalidInput, match="unheard-of"):
        asyncio.run(ScriptedAsk()("unheard-of", "", "", Colours))
