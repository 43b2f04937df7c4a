"""A provider of Inspect for tests: ``scripted/NAME`` answers by the function of that name.

Every prompt is kept, in ``SENT`` by the model's name.
"""

from __future__ import annotations

import re
from collections import defaultdict
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

Script = Callable[[str], str]
SENT: dict[str, list[str]] = defaultdict(list)
SCRIPTS: dict[str, Script] = {}


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
            model=self.model_name, content=SCRIPTS[self.model_name](prompt)
        )
        output.usage = ModelUsage(
            input_tokens=len(prompt.split()), output_tokens=3, total_tokens=len(prompt.split()) + 3
        )
        return output


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
