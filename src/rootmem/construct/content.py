"""A message's content as text: strings, lists of content parts, tool calls and tool results."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from rootmem.errors import InvalidInput

MAX_ARGUMENTS = 200
"""Characters of a tool call's arguments that are kept."""

_TEXT = frozenset({"text", "input_text", "output_text", "summary_text"})
_RESULTS = frozenset({"tool_result", "function_call_output", "function_response", "tool-return"})
_CALLS = frozenset({"tool_use", "tool_call", "tool-call", "function_call", "server_tool_use"})
_THOUGHTS = frozenset({"thinking", "redacted_thinking", "reasoning", "signature", "cache-point"})
_MEDIA = ("image", "audio", "video", "document", "file")


class Content(NamedTuple):
    """``said`` are the speaker's own words; ``results`` are tool output that rode along."""

    said: str
    results: str


def content_of(raw: Mapping[str, Any], place: str) -> Content:
    """The text of an OpenAI-, Anthropic- or Gemini-style message.

    Tool calls become ``[called NAME(arguments)]``, pictures and files placeholders, thoughts go.
    Raises InvalidInput that names the field below ``place``.
    """
    key = "parts" if "content" not in raw and "parts" in raw else "content"
    calls = _calls(raw, place)
    if key not in raw and not calls and raw.get("refusal") is None:
        raise InvalidInput(f"{place}.content is missing; expected a string or a list of parts")
    content = _content(raw.get(key), f"{place}.{key}")
    refusal = raw.get("refusal")
    said = [content.said, refusal if isinstance(refusal, str) else "", *calls]
    return Content(_lines(said), content.results)


def _content(value: object, place: str) -> Content:
    if value is None or isinstance(value, str):
        return Content(value or "", "")
    if isinstance(value, Mapping):
        value = [cast("object", value)]
    if not isinstance(value, Sequence) or isinstance(value, bytes | bytearray):
        kind = type(cast("object", value)).__name__
        raise InvalidInput(f"{place} is a {kind}; expected a string or a list of parts")
    parts = [
        _part(part, f"{place}[{index}]")
        for index, part in enumerate(cast("Sequence[object]", value))
    ]
    return Content(_lines(part.said for part in parts), _lines(part.results for part in parts))


def _part(part: object, place: str) -> Content:
    if isinstance(part, str):
        return Content(part, "")
    if not isinstance(part, Mapping):
        kind = type(part).__name__
        raise InvalidInput(f"{place} is a {kind}; expected a string or a part such as "
                           '{"type": "text", "text": "…"}')  # fmt: skip
    fields = cast("Mapping[str, Any]", part)
    kind = fields.get("type", fields.get("part_kind", "text" if "text" in fields else ""))
    if not isinstance(kind, str):
        raise InvalidInput(f"{place}.type is {kind!r:.40}; expected a string such as 'text'")
    if kind in _TEXT:
        return Content(_text(fields, place), "")
    if kind in _THOUGHTS:
        return Content("", "")
    if kind in _RESULTS:
        body = fields.get("content", fields.get("output"))
        return Content("", _lines(_content(body, f"{place}.content")))
    if kind in _CALLS:
        return Content(called(fields), "")
    return Content(_placeholder(kind, fields), "")


def _text(fields: Mapping[str, Any], place: str) -> str:
    value: Any = fields.get("text")
    if isinstance(value, Mapping):  # the Assistants API wraps it once more
        value = cast("Mapping[str, Any]", value).get("value")
    if not isinstance(value, str):
        raise InvalidInput(f"{place}.text is {value!r:.40}; expected a string")
    return value


def _placeholder(kind: str, fields: Mapping[str, Any]) -> str:
    for key in ("refusal", "transcript", "text"):
        if isinstance(words := fields.get(key), str):
            return words
    audio: Any = fields.get("audio")
    if isinstance(audio, Mapping):
        words = cast("Mapping[str, Any]", audio).get("transcript")
        if isinstance(words, str):
            return words
    medium = next((medium for medium in _MEDIA if medium in kind), kind or "attachment")
    name = fields.get("filename", fields.get("title"))
    return f"[{medium} {name:.100}]" if isinstance(name, str) and name else f"[{medium:.40}]"


def _calls(raw: Mapping[str, Any], place: str) -> list[str]:
    calls: Any = raw.get("tool_calls") or []
    kind = type(calls).__name__
    if isinstance(calls, str | Mapping) or not isinstance(calls, Sequence):
        raise InvalidInput(f"{place}.tool_calls is a {kind}; expected a list")
    legacy: Any = raw.get("function_call")
    found: list[object] = [*cast("Sequence[object]", calls), legacy]
    return [called(cast("Mapping[str, Any]", call)) for call in found if isinstance(call, Mapping)]


def called(call: Mapping[str, Any]) -> str:
    """``[called NAME(arguments)]`` of a tool call in anybody's shape, the arguments trimmed."""
    function: Any = call.get("function")
    inner: Mapping[str, Any] = call
    if isinstance(function, Mapping):
        inner = cast("Mapping[str, Any]", function)
    name = inner.get("name") or inner.get("tool_name") or "a tool"
    keys = ("arguments", "args", "input", "parameters")
    given = next((inner[key] for key in keys if inner.get(key)), "")
    arguments = cast("object", given)
    if not isinstance(arguments, str):
        try:
            arguments = json.dumps(arguments, ensure_ascii=False, default=str)
        except (TypeError, ValueError, RecursionError):  # circular, or too deep
            arguments = "…"
    return f"[called {name!s:.100}({trimmed(arguments, MAX_ARGUMENTS)})]"


def trimmed(text: str, limit: int) -> str:
    """The text, or its first ``limit`` characters and a note of how many are left out."""
    if len(text) <= limit:
        return text
    return f"{text[:limit].rstrip()} … [{len(text) - limit} more characters]"


def _lines(parts: Any) -> str:
    return "\n".join(part for part in parts if part)
