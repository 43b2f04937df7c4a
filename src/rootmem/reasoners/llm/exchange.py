"""Messages to and replies from pydantic-ai, kept in one place (and imported only when used)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rootmem.model import Usage
from rootmem.reasoners.llm.provider import Mode
from rootmem.reasoners.llm.wire import Wire, schema

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import ModelRequestParameters

_MOST_QUOTED = 2_000
_FORM = "Reply with one JSON object of this schema, and nothing else:\n{schema}"


def opening(
    instructions: str, message: str, history: Sequence[tuple[str, str]] = ()
) -> list[ModelMessage]:
    """The fixed instructions first, earlier messages, then what varies."""
    from pydantic_ai.messages import (
        ModelRequest,
        ModelResponse,
        SystemPromptPart,
        TextPart,
        UserPromptPart,
    )

    messages: list[ModelMessage] = [ModelRequest(parts=[SystemPromptPart(instructions)])]
    for role, text in history:
        if role == "assistant":
            messages.append(ModelResponse(parts=[TextPart(text)]))
        else:
            messages.append(ModelRequest(parts=[UserPromptPart(text)]))
    if not history:
        return [ModelRequest(parts=[SystemPromptPart(instructions), UserPromptPart(message)])]
    messages.append(ModelRequest(parts=[UserPromptPart(message)]))
    return messages


def complaint(messages: list[ModelMessage], reply: str, problem: str) -> list[ModelMessage]:
    """The conversation with the unusable reply and what was wrong with it.

    Only the latest unusable reply is shown: the request stays of bounded size.
    """
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    first = [one for one in messages if not (one.metadata or {}).get("complaint")]
    text = (
        f"Your last reply could not be used: {problem}.\n"
        "Answer the request again, with one complete JSON object and nothing else."
    )
    marked = {"complaint": True}
    shown: list[ModelMessage] = (
        [ModelResponse(parts=[TextPart(reply[:_MOST_QUOTED])], metadata=marked)] if reply else []
    )
    return [*first, *shown, ModelRequest(parts=[UserPromptPart(text)], metadata=marked)]


def parameters(name: str, output: type[Wire] | None, way: Mode) -> ModelRequestParameters:
    """How the reply's form is asked for."""
    from pydantic_ai.messages import InstructionPart
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition
    from pydantic_ai.tools import ToolDefinition

    if output is None:
        return ModelRequestParameters()
    form = schema(output)
    if way == "text":
        text = _FORM.format(schema=json.dumps(form))
        return ModelRequestParameters(instruction_parts=[InstructionPart(content=text)])
    tools = (
        [ToolDefinition(name=name, parameters_json_schema=form, kind="output")]
        if way == "auto"
        else []
    )
    return ModelRequestParameters(
        output_mode=way,
        output_object=OutputObjectDefinition(json_schema=form, name=name, strict=True),
        output_tools=tools,
        allow_text_output=True,
    )


def text_of(response: ModelResponse) -> str:
    """What the model wrote: an output tool's arguments, or the text without its thinking."""
    from pydantic_ai.messages import ToolCallPart

    for part in response.parts:
        if isinstance(part, ToolCallPart):
            return part.args_as_json_str()
    return response.text or ""


def usage_of(response: ModelResponse) -> Usage:
    """Tokens and price of one call; the price is None where nobody knows it."""
    usage = response.usage
    try:
        cost = float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        cost = None
    return Usage(
        calls=1,
        input_tokens=usage.input_tokens,
        cached_tokens=usage.cache_read_tokens,
        output_tokens=usage.output_tokens,
        cost=cost,
    )
