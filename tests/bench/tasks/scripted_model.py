"""A provider of Inspect for tests: ``scripted/NAME`` answers by the function of that name.

Every prompt is kept, in ``SENT`` by the model's name.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    GenerateConfig,
    Model,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    get_model,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from rootmem_bench.systems.scripted import SCRIPT

Script = Callable[[str], str]
SENT: dict[str, list[str]] = defaultdict(list)
SCRIPTS: dict[str, Script] = {}
STEPS: Counter[str] = Counter()
"""What the model ``memory`` was asked for."""


@modelapi(name="scripted")
class ScriptedAPI(ModelAPI):
    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        prompt = "\n".join(message.text for message in input)
        SENT[self.model_name].append(prompt)
        output = ModelOutput.from_content(
            model=self.model_name, content=self._reply(prompt, config)
        )
        output.usage = ModelUsage(
            input_tokens=len(prompt.split()), output_tokens=3, total_tokens=len(prompt.split()) + 3
        )
        return output

    def _reply(self, prompt: str, config: GenerateConfig) -> str:
        """A model called ``memory`` follows the systems' own script, by the step asked for."""
        step = config.response_schema.name if config.response_schema else ""
        if self.model_name == "memory" and step in SCRIPT:
            STEPS[step] += 1
            reply = SCRIPT[step](prompt)
            return reply if isinstance(reply, str) else json.dumps(reply)
        return SCRIPTS[self.model_name](prompt)


def scripted(name: str, script: Script) -> Model:
    SCRIPTS[name] = script
    SENT[name].clear()
    return get_model(f"scripted/{name}")


def choosing(start: str) -> Script:
    """Chooses the option whose text begins so; ``?`` where there is none."""

    def choose(prompt: str) -> str:
        found = re.search(rf"(?m)^\(?([A-Za-z])[.)] {re.escape(start)}", prompt)
        return found[1] if found else "?"

    return choose
