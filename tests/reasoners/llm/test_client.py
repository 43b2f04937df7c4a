"""Limits, metering and cache, with scripted models."""

import os
import subprocess
import sys
import time

import anyio
import pytest
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.models.fallback import FallbackModel
from pydantic_ai.models.function import FunctionModel

from rootmem.errors import (
    BudgetExceeded,
    InvalidInput,
    ModelOutputError,
    ModelRefused,
    ModelUnavailable,
    NotConfigured,
)
from rootmem.metering import Budget, metered
from rootmem.model import Scope
from rootmem.reasoners.llm import open_llm_reasoner

NONE = {"reasoning": "", "applies": []}
ANN, BEN = Scope("ann", "t"), Scope("ben", "t")


def test_opening_a_reasoner_imports_nothing_and_reads_no_environment():
    code = (
        "import sys\n"
        "from rootmem.reasoners.llm import open_llm_reasoner\n"
        "one = open_llm_reasoner('openai:gpt-5-mini')\n"
        "assert one.name == 'openai:gpt-5-mini (lean)', one.name\n"
        "assert 'pydantic_ai' not in sys.modules and 'openai' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=dict(os.environ))


def test_a_key_set_after_opening_is_found_and_a_missing_one_is_not_configured(monkeypatch, unit):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    one = open_llm_reasoner("openai:gpt-5-mini")
    with pytest.raises(NotConfigured, match="OPENAI_API_KEY"):
        anyio.run(one.route, "q", [unit("u")])
    monkeypatch.setenv("OPENAI_API_KEY", "sk-set-later-0123456789")
    assert "set-later" in repr(one._client.source.make().client.api_key)


@pytest.mark.parametrize("spec", ["nonsense", "nosuchprovider:model", "openai:"])
def test_a_model_nobody_knows_is_an_error_of_ours(spec, unit, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(NotConfigured):
        anyio.run(open_llm_reasoner(spec).route, "q", [unit("u")])


@pytest.mark.parametrize("spec", ["google-gla:gemini-x", "ollama:llama3", "anthropic:claude-x"])
def test_other_providers_open_with_a_key(spec):
    one = open_llm_reasoner(spec, api_key="secret-key-123456")
    if spec.startswith("ollama"):
        pytest.importorskip("openai")
        one._client.source.base_url = "http://127.0.0.1:11434/v1"
    model = one._client.source.make()
    assert model.model_name in spec


@pytest.mark.parametrize(
    "options", [{"preset": "rich"}, {"concurrency": 0}, {"timeout": 0}, {"retries": -1}]
)
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(InvalidInput):
        open_llm_reasoner("openai:x", **options)


def test_no_more_calls_than_the_budget_allows(script, unit):
    model = script(NONE)
    one = model.reasoner()

    async def run():
        with metered(Budget(calls=2)) as meter:
            await one.route("a", [unit("u")])
            await one.route("b", [unit("u")])
            with pytest.raises(BudgetExceeded):
                await one.route("c", [unit("u")])
            return meter.usage

    assert anyio.run(run).calls == 2
    assert model.calls == 2


def test_retries_count_against_the_budget(script, unit):
    model = script("no json")

    async def run():
        with metered(Budget(calls=1)):
            await model.reasoner(retries=5).route("a", [unit("u")])

    with pytest.raises(BudgetExceeded):
        anyio.run(run)
    assert model.calls == 1


def test_a_503_storm_ends_after_the_retries(script, unit):
    model = script(ModelHTTPError(503, "m"))
    with pytest.raises(ModelUnavailable):
        anyio.run(model.reasoner(retries=3).route, "q", [unit("u")])
    assert model.calls == 4


def test_a_refused_request_is_not_repeated_for_good(script, unit):
    model = script(ModelHTTPError(401, "m"))
    with pytest.raises(ModelRefused):
        anyio.run(model.reasoner().route, "q", [unit("u")])
    assert model.calls == 1


def test_a_declined_answer_is_an_error_at_once(script, unit, reply):
    model = script(reply("", "content_filter"))
    with pytest.raises(ModelOutputError, match="declined"):
        anyio.run(model.reasoner().route, "q", [unit("u")])
    assert model.calls == 1


def test_no_more_calls_run_side_by_side_than_allowed(unit):
    running = most = 0

    async def answer(messages, info):
        nonlocal running, most
        running += 1
        most = max(most, running)
        await anyio.sleep(0.02)
        running -= 1
        return written_none()

    one = open_llm_reasoner(FunctionModel(answer), concurrency=2)

    async def run():
        async with anyio.create_task_group() as group:
            for number in range(6):
                group.start_soon(one.route, f"q{number}", [unit("u")])

    anyio.run(run)
    assert most == 2


def written_none():
    from pydantic_ai.messages import ModelResponse, TextPart

    return ModelResponse(parts=[TextPart('{"reasoning": "", "applies": []}')])


def test_a_call_that_waits_for_its_slot_does_not_time_out(unit):
    async def answer(messages, info):
        await anyio.sleep(0.2)
        return written_none()

    one = open_llm_reasoner(FunctionModel(answer), concurrency=1, timeout=0.35)

    async def run():
        async with anyio.create_task_group() as group:
            for number in range(4):
                group.start_soon(one.route, f"q{number}", [unit("u")])

    anyio.run(run)


def test_calls_keep_to_the_rate(script, unit):
    one = script(NONE).reasoner(requests_per_minute=600)

    async def run():
        begun = time.monotonic()
        for number in range(4):
            await one.route(f"q{number}", [unit("u")])
        return time.monotonic() - begun

    assert anyio.run(run) >= 0.29


def test_one_reasoner_works_in_several_event_loops(script, unit):
    model = script(NONE)
    one = model.reasoner(concurrency=1)
    for _ in range(3):
        assert anyio.run(one.route, "q", [unit("u")]) == ()
    assert model.calls == 3


def test_a_fallback_model_is_used_like_any_other(script, unit):
    broken = script(ModelHTTPError(503, "m"))
    sound = script({"reasoning": "", "applies": ["r1"]})
    one = open_llm_reasoner(FallbackModel(broken.model, sound.model))
    assert anyio.run(one.route, "q", [unit("u")]) == ("u",)
    assert (broken.calls, sound.calls) == (1, 1)


def test_the_same_question_is_paid_for_once_of_one_user(script, unit, tmp_path):
    model = script(NONE)
    one = model.reasoner(cache=tmp_path)

    async def run():
        with metered(scope=ANN) as meter:
            await one.route("q", [unit("u")])
            await one.route("q", [unit("u")])
            return meter.usage.calls

    assert anyio.run(run) == 1
    assert model.calls == 1


def test_another_question_or_setting_is_another_cache_entry(script, unit, tmp_path):
    model = script(NONE)

    async def run():
        with metered(scope=ANN):
            await model.reasoner(cache=tmp_path).route("q", [unit("u")])
            await model.reasoner(cache=tmp_path).route("other", [unit("u")])
            await model.reasoner(cache=tmp_path, temperature=0.7).route("q", [unit("u")])

    anyio.run(run)
    assert model.calls == 3


def test_nothing_is_cached_outside_of_a_scope(script, unit, tmp_path):
    model = script(NONE)
    one = model.reasoner(cache=tmp_path)
    anyio.run(one.route, "q", [unit("u")])
    anyio.run(one.route, "q", [unit("u")])
    assert model.calls == 2
    assert list(tmp_path.rglob("*.txt")) == []


def test_forgetting_a_user_leaves_no_reply_of_it_and_all_of_the_others(script, unit, tmp_path):
    model = script({"reasoning": "SECRET-WORD", "applies": []})
    one = model.reasoner(cache=tmp_path)

    async def run():
        for user in (ANN, BEN):
            with metered(scope=user):
                await one.route("q", [unit("u")])

    anyio.run(run)
    assert len(list(tmp_path.rglob("*.txt"))) == 2
    one.forget(ANN)
    one.forget(ANN)
    assert len(list(tmp_path.rglob("*.txt"))) == 1
    one.forget(BEN)
    assert list(tmp_path.rglob("*.txt")) == []


def test_a_reply_that_arrives_after_the_purge_is_not_kept(unit, tmp_path):
    async def answer(messages, info):
        one.forget(ANN)
        return written_none()

    one = open_llm_reasoner(FunctionModel(answer), cache=tmp_path)

    async def run():
        with metered(scope=ANN):
            await one.route("q", [unit("u")])

    anyio.run(run)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_an_unusable_reply_is_not_cached(script, unit, tmp_path):
    model = script("nonsense", NONE)

    async def run():
        one = model.reasoner(cache=tmp_path, retries=0)
        with metered(scope=ANN):
            with pytest.raises(ModelOutputError):
                await one.route("q", [unit("u")])
            return await one.route("q", [unit("u")])

    assert anyio.run(run) == ()
    assert model.calls == 2


def test_the_llm_reasoner_is_a_reasoner():
    from rootmem.ports import Reasoner

    one: Reasoner = open_llm_reasoner("openai:x")
    names = [name for name in vars(Reasoner) if not name.startswith("_")]
    assert all(hasattr(one, name) for name in names)
    assert one.uses_model
