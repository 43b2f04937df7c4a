"""Against a real OpenAI-compatible server: set ROOTMEM_TEST_LLM_URL (and _MODEL, _KEY if needed).

It checks that the path works, not that the model is clever; a weak model may fail a judgement with
a typed error, but only so.
"""

import os

import anyio
import pytest

from rootmem.errors import ModelOutputError
from rootmem.metering import metered
from rootmem.reasoners.llm import open_llm_reasoner
from tests.reasoners.llm import samples

URL = os.environ.get("ROOTMEM_TEST_LLM_URL")

pytestmark = pytest.mark.skipif(not URL, reason="ROOTMEM_TEST_LLM_URL is not set")


@pytest.mark.parametrize("judgement", ["segment", "decompose", "route", "infer", "respond"])
def test_a_real_model_answers(judgement):
    one = open_llm_reasoner(
        os.environ.get("ROOTMEM_TEST_LLM_MODEL", "any"),
        base_url=URL,
        api_key=os.environ.get("ROOTMEM_TEST_LLM_KEY"),
        timeout=300,
        max_tokens=1500,
        retries=1,
    )

    async def run():
        with metered() as meter:
            try:
                result = await samples.ask(one, judgement)
            except ModelOutputError as error:
                result = error
            return result, meter.usage

    result, usage = anyio.run(run)
    print(judgement, usage, result)
    assert usage.calls >= 1
    assert usage.output_tokens > 0
    assert result is not None
