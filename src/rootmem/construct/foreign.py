"""Message objects of other libraries, taken apart into OpenAI-style mappings.

Known by shape and not by import: anything with ``model_dump`` (OpenAI, Anthropic, LangChain),
pydantic-ai's ``ModelRequest`` / ``ModelResponse``, and items of OpenAI's Responses API.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

_PART_ROLES = {
    "user-prompt": "user",
    "text": "assistant",
    "speech": "assistant",
    "system-prompt": "system",
    "instruction": "system",
    "tool-return": "tool",
    "builtin-tool-return": "tool",
    "tool-call": "assistant",
    "builtin-tool-call": "assistant",
    "file": "assistant",
}


def mappings_of(value: object) -> list[Mapping[str, Any]] | None:
    """The mappings that a message stands for (usually one), or None where it is no message.

    A plain string is a user's message.
    """
    if isinstance(value, str):
        return [{"role": "user", "content": value}]
    parts = getattr(value, "parts", None)
    if getattr(value, "kind", None) in ("request", "response") and isinstance(parts, Sequence):
        return [_of_part(part, value) for part in cast("Sequence[object]", parts)]
    if not isinstance(value, Mapping):
        dump = getattr(value, "model_dump", None)
        if not callable(dump) or isinstance(value, type):
            return None
        value = dump()
        if not isinstance(value, Mapping):
            return None
    return [_of_item(cast("Mapping[str, Any]", value))]


def _of_part(part: object, message: object) -> Mapping[str, Any]:
    """One part of a pydantic-ai message; parts without words for us have an empty content."""
    kind = str(getattr(part, "part_kind", ""))
    content = getattr(part, "content", None)
    fields: dict[str, Any] = {"role": _PART_ROLES.get(kind, "assistant"), "content": None}
    if (
        when := getattr(part, "timestamp", None) or getattr(message, "timestamp", None)
    ) is not None:
        fields["timestamp"] = when
    if kind.endswith("tool-call"):
        call = {"name": getattr(part, "tool_name", ""), "args": getattr(part, "args", None)}
        return {**fields, "tool_calls": [call]}
    if kind not in _PART_ROLES:
        return fields
    if kind.endswith("tool-return"):
        fields["name"] = getattr(part, "tool_name", None)
        content = content if isinstance(content, str | None) else str(cast("object", content))
    elif isinstance(content, Sequence) and not isinstance(content, str):
        content = [_user_content(item) for item in cast("Sequence[object]", content)]
    elif content is not None and not isinstance(content, str):
        content = [_user_content(content)]
    return {**fields, "content": content}


def _user_content(item: object) -> object:
    if isinstance(item, str | Mapping):
        return cast("object", item)
    if isinstance(words := getattr(item, "content", None), str):
        return words
    media = str(getattr(item, "media_type", "") or "").partition("/")[0]
    return {"type": media or str(getattr(item, "kind", "file"))}


def _of_item(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """A mapping with a role: LangChain calls it ``type``, the Responses API implies it."""
    if "role" in raw:
        return raw
    kind = raw.get("type")
    if kind == "function_call":
        return {"role": "assistant", "content": None, "tool_calls": [raw]}
    if kind == "function_call_output":
        return {"role": "tool", "content": raw.get("output")}
    if kind == "reasoning":
        return {"role": "assistant", "content": None}
    return {**raw, "role": kind} if kind in ("human", "ai", "system", "tool", "function") else raw
