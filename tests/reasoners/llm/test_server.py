"""The real OpenAI client against a loopback server: what happens on the wire."""

import time

import anyio
import pytest

from rootmem.errors import ModelError, ModelOutputError, ModelRefused, ModelUnavailable
from rootmem.metering import metered
from rootmem.reasoners.llm import open_llm_reasoner

KEY = "sk-verysecretkey0123456789"
GOOD = {"reasoning": "it would harm the cat", "applies": ["r2"]}
BUSY = (503, {"error": {"message": "overloaded"}})


def reasoner(stub, **options):
    return open_llm_reasoner("any", base_url=stub.url, **{"backoff": 0.0, **options})


def route(one, unit, budget=None):
    units = [unit("first"), unit("second")]

    async def run():
        with metered(budget) as meter:
            try:
                return await one.route("a diffuser for the studio?", units), meter.usage
            except ModelError as error:
                return error, meter.usage

    return anyio.run(run)


def test_a_json_schema_is_sent_and_the_answer_is_mapped_back_to_ids(stub, unit):
    stub.answer = lambda body: GOOD
    result, usage = route(reasoner(stub), unit)
    assert result == ("second",)
    form = stub.bodies[0]["response_format"]
    assert form["type"] == "json_schema"
    assert list(form["json_schema"]["schema"]["properties"]) == ["reasoning", "applies"]
    assert form["json_schema"]["schema"]["required"] == ["reasoning", "applies"]
    assert (usage.calls, usage.input_tokens, usage.output_tokens) == (1, 50, 5)
    assert usage.cost is None


def test_a_server_without_json_schema_is_asked_more_simply_and_that_is_remembered(stub, unit):
    def answer(body):
        if body.get("response_format", {}).get("type") == "json_schema":
            return 400, {"error": {"message": "response_format json_schema is not supported"}}
        return GOOD

    stub.answer = answer
    one = reasoner(stub)
    assert route(one, unit)[0] == ("second",)
    assert route(one, unit)[0] == ("second",)
    kinds = [body.get("response_format", {}).get("type") for body in stub.bodies]
    assert kinds == ["json_schema", "json_object", "json_object"]


def test_a_server_that_knows_no_response_format_is_asked_in_words(stub, unit):
    def answer(body):
        if "response_format" in body:
            return 400, {"error": {"message": "unknown field response_format"}}
        return 'Sure!\n```json\n{"reasoning": "cat", "applies": ["r2"]}\n```'

    stub.answer = answer
    assert route(reasoner(stub), unit)[0] == ("second",)
    assert len(stub.bodies) == 3
    assert '"applies"' in str(stub.bodies[-1]["messages"])


def test_calls_in_a_storm_of_503_are_bounded_and_counted(stub, unit):
    stub.answer = lambda body: BUSY
    result, usage = route(reasoner(stub, retries=2), unit)
    assert isinstance(result, ModelUnavailable)
    assert len(stub.bodies) == 3
    assert usage.calls == 3


def test_a_short_outage_is_survived(stub, unit):
    answers = iter([BUSY, BUSY, GOOD])
    stub.answer = lambda body: next(answers)
    assert route(reasoner(stub, retries=2), unit)[0] == ("second",)


def test_a_long_pause_asked_for_by_the_provider_is_not_waited_out(stub, unit):
    stub.answer = lambda body: (429, {"error": {"message": "slow down"}}, {"retry-after": "3600"})
    begun = time.monotonic()
    result, _ = route(reasoner(stub), unit)
    assert isinstance(result, ModelUnavailable)
    assert len(stub.bodies) == 1
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize("status", [401, 403, 404])
def test_refusals_are_not_repeated_and_do_not_leak_the_key(stub, unit, status):
    stub.answer = lambda body: (status, {"error": {"message": f"bad key {KEY} given"}})
    one = reasoner(stub, api_key=KEY)
    result, _ = route(one, unit)
    assert isinstance(result, ModelRefused)
    assert len(stub.bodies) == 1
    assert stub.headers[0]["authorization"] == f"Bearer {KEY}"
    shown = "".join([repr(one), one.name, repr(result), str(result), repr(result.__cause__)])
    assert KEY not in shown
    assert KEY not in repr(vars(one._client.source)["spec"])


def test_a_key_never_reaches_a_server_that_was_given_none(stub, unit, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    stub.answer = lambda body: GOOD
    route(reasoner(stub), unit)
    assert KEY not in str(stub.headers)


def test_a_hung_call_times_out_is_not_repeated_and_frees_its_slot(stub, unit):
    answers = iter([3.0, GOOD])
    stub.answer = lambda body: next(answers)
    one = reasoner(stub, timeout=0.4, concurrency=1)
    units = [unit("first"), unit("second")]

    async def run():
        begun = time.monotonic()
        with pytest.raises(ModelUnavailable, match="timed out"):
            await one.route("q", units)
        took = time.monotonic() - begun
        return took, await one.route("q", units)

    took, result = anyio.run(run)
    assert took < 2
    assert result == ("second",)
    assert len(stub.bodies) == 2


def test_an_unreachable_server_is_unavailable(unit):
    one = open_llm_reasoner("any", base_url="http://127.0.0.1:9/v1", backoff=0.0, timeout=5)
    result, usage = route(one, unit)
    assert isinstance(result, ModelUnavailable)
    assert usage.calls == 3


@pytest.mark.parametrize(
    "text",
    [
        '{"reasoning": "cat", "applies": ["r2"]}',
        'Here you are:\n{"reasoning": "cat", "applies": ["r2"]}\nAnything else?',
        '```json\n{"reasoning": "cat", "applies": ["r2"]}\n```',
        '<think>{"applies": ["r1"]} or not?</think>{"reasoning": "cat", "applies": ["r2"]}',
        '{"reasoning": "cat", "applies": ["r2",],}',
        '{"answer": {"reasoning": "cat", "applies": ["r2"]}}',
        "{'reasoning': 'cat', 'applies': ['r2'], 'sure': True}",
        '{"reasoning": "cat\nin the studio", "applies": "r2"}',
        '```\n["r2"]\n```',
    ],
)
def test_a_reply_in_disguise_is_understood_without_another_call(stub, unit, text):
    stub.answer = lambda body: text
    assert route(reasoner(stub), unit)[0] == ("second",)
    assert len(stub.bodies) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "I cannot help with that.",
        "null",
        "No rule applies, see [] and [1].",
        '{"reasoning": "no verdict"}',
        '{"reasoning": "invented", "applies": ["r7", "the cat one"]}',
        '{"type": "object", "properties": {"reasoning": {"type": "string"},'
        ' "applies": {"type": "array"}}}',
        '{"reasoning": "cut',
        "<think>hmm",
    ],
)
def test_an_unusable_reply_is_asked_for_again_and_ends_in_a_typed_error(stub, unit, text):
    stub.answer = lambda body: text
    result, usage = route(reasoner(stub, retries=1), unit)
    assert isinstance(result, ModelOutputError)
    assert len(stub.bodies) == 2
    assert "could not be used" in stub.bodies[1]["messages"][-1]["content"]
    assert (usage.calls, usage.output_tokens) == (2, 10)


def test_an_unusable_reply_followed_by_a_good_one_is_no_error(stub, unit):
    answers = iter(["", GOOD])
    stub.answer = lambda body: next(answers)
    assert route(reasoner(stub), unit)[0] == ("second",)


def test_an_explicit_empty_list_is_a_result(stub, unit):
    stub.answer = lambda body: {"reasoning": "arithmetic", "applies": []}
    assert route(reasoner(stub), unit)[0] == ()
    assert len(stub.bodies) == 1


def test_what_is_no_chat_completion_is_asked_for_again_and_ends_in_a_typed_error(stub, unit):
    stub.answer = lambda body: (200, {"hello": "world"})
    result, usage = route(reasoner(stub, retries=1), unit)
    assert isinstance(result, ModelOutputError)
    assert len(stub.bodies) == usage.calls == 2


def test_a_request_refused_for_another_reason_does_not_spoil_the_later_ones(stub, unit):
    stub.answer = lambda body: (400, {"error": {"message": "bad request"}})
    one = reasoner(stub)
    result, _ = route(one, unit)
    assert isinstance(result, ModelRefused)
    assert len(stub.bodies) == 3
    stub.answer = lambda body: GOOD
    assert route(one, unit)[0] == ("second",)
    assert stub.bodies[-1]["response_format"]["type"] == "json_schema"


def test_a_server_that_refuses_the_temperature_gets_none_from_then_on(stub, unit):
    def answer(body):
        if "temperature" in body:
            return 400, {"error": {"message": "Unsupported value: temperature"}}
        return GOOD

    stub.answer = answer
    one = reasoner(stub)
    assert route(one, unit)[0] == ("second",)
    assert route(one, unit)[0] == ("second",)
    assert len(stub.bodies) == 3


@pytest.mark.filterwarnings("error")
def test_a_model_that_thinks_is_sent_no_temperature(stub, unit):
    stub.answer = lambda body: GOOD
    one = open_llm_reasoner("gpt-5-mini", base_url=stub.url)
    assert route(one, unit)[0] == ("second",)
    assert "temperature" not in stub.bodies[0]
    assert route(reasoner(stub), unit)[0] == ("second",)
    assert stub.bodies[1]["temperature"] == 0.0


def test_a_completion_without_choices_is_a_reply_that_is_none(stub, unit):
    stub.answer = lambda body: (200, {"id": "x", "object": "chat.completion", "created": 1,
                                      "model": "any", "choices": []})  # fmt: skip
    result, usage = route(reasoner(stub, retries=1), unit)
    assert isinstance(result, ModelOutputError)
    assert usage.calls == 2
