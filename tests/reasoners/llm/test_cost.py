"""What things cost: prices, and the number of calls of the whole write path."""

import re

import anyio
import pytest
from pydantic_ai.messages import ModelResponse, TextPart
from pydantic_ai.usage import RequestUsage

from rootmem.metering import metered
from rootmem.ports import Candidate
from rootmem.reasoners.llm.exchange import usage_of


def test_a_known_model_has_a_price_and_an_unknown_one_none():
    def priced(model, provider):
        return usage_of(
            ModelResponse(
                parts=[TextPart("x")],
                model_name=model,
                provider_name=provider,
                usage=RequestUsage(input_tokens=1_000_000, cache_read_tokens=10, output_tokens=7),
            )
        )

    known = priced("gpt-4o-mini", "openai")
    assert known.cost == pytest.approx(0.15, rel=0.2)
    assert (known.input_tokens, known.cached_tokens, known.output_tokens) == (1_000_000, 10, 7)
    assert priced("my-model", "my-server").cost is None


def test_a_hundred_turns_take_at_most_twelve_calls_from_turn_to_root_unit(script, talk, entry):
    lines = [f"{'user' if n % 2 == 0 else 'assistant'}: turn {n} says this" for n in range(100)]
    turns = talk(*lines)

    def answer(text):
        if "<new>" in text:
            names = re.findall(r"^\[(n\d+)\]", text, re.MULTILINE)
            items = [{"entry": n, "relation": "new", "targets": []} for n in names]
            return {"verdicts": items}
        if "<units>" in text:
            return {"reasoning": "", "changes": []}
        if "List the events" in text:
            firsts = re.findall(r"\[(u\d+)\]", text)[::5]
            return {"events": [{"reasoning": "", "first": one} for one in firsts]}
        return {"reasoning": "", "entries": []}

    model = script(answer)
    one = model.reasoner()
    known = entry("known", "Known.")
    made = [entry(f"e{n}", f"Entry {n}.", 1) for n in range(60)]

    async def run():
        with metered() as meter:
            openings = set(await one.segment(turns))
            episodes = []
            for turn in turns:
                if not episodes or turn.id in openings:
                    episodes.append([])
                episodes[-1].append(turn)
            await one.decompose(episodes)
            await one.reconcile([Candidate(new, (known,), (0.5,)) for new in made])
            for start in range(0, 60, 20):
                await one.revise_roots([], made[start : start + 20], {}, 10)
            return len(episodes), meter.usage.calls

    episodes, calls = anyio.run(run)
    assert episodes == 10
    assert calls == model.calls <= 12
