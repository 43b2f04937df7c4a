"""From what a model wrote to the JSON object it meant. Pure: text in, value out.

Handled: prose around the JSON, code fences, reasoning tags, a bare list, one wrapper object too
many, trailing commas, raw line breaks in strings, Python spelling, the schema echoed back, and JSON
that was cut off (its complete items are kept and the result says so).
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from rootmem.reasoners.llm.wire import Unusable

_THOUGHT = re.compile(
    r"<(think|thinking|thought|reasoning|analysis)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE
)
_THOUGHT_END = re.compile(r"\A.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```\w*")
_CLOSING = {"{": "}", "[": "]"}
_MOST_STARTS = 200
_MOST_SCANNED = 1_000_000


class Parsed(NamedTuple):
    """The object and whether the text broke off before it was complete."""

    value: dict[str, Any]
    truncated: bool = False


def without_thoughts(text: str) -> str:
    """The text without reasoning tags and what is in them (an unclosed one runs to the end)."""
    text = _THOUGHT.sub("", text)
    return _THOUGHT_END.sub("", text).strip()


def parse(text: str, keys: Sequence[str], list_key: str | None = None) -> Parsed:
    """The object in ``text`` that has one of ``keys``; raises Unusable where there is none.

    The last fitting object wins: models think aloud first. A bare list is taken for ``list_key``.
    """
    text = without_thoughts(text)
    if not text:
        raise Unusable("the reply is empty")
    found: list[Parsed] = []
    echoed = False
    alone = _FENCE.sub("", text).strip()
    for value, truncated in _values(text):
        if _is_bare_list(value) and value != _loads(alone):
            continue  # a list in prose, such as [1], is no answer; alone it may be
        fitted = _fit(value, keys, list_key)
        if fitted is not None:
            found.append(Parsed(fitted, truncated))
        elif _is_schema(value):
            echoed = True
    if found:
        return found[-1]
    if echoed:
        raise Unusable("that is the schema itself; fill it in with the answer")
    raise Unusable(f"there is no JSON object with {', '.join(keys)}")


def _values(text: str) -> Iterator[tuple[object, bool]]:
    """Every outermost JSON value in the text, and whether it was cut off."""
    start, tried, scanned = 0, 0, 0
    while (match := re.compile(r"[{\[]").search(text, start)) and tried < _MOST_STARTS:
        if scanned > _MOST_SCANNED:
            return  # a reply of brackets alone would take minutes
        begin, tried = match.start(), tried + 1
        end, safe, open_brackets = _extent(text, begin)
        scanned += (len(text) if end is None else end) - begin
        if end is not None:
            value = _loads(text[begin:end])
            start = end if value is not None else begin + 1
            if value is not None:
                yield value, False
        else:
            value = None if safe is None else _loads(text[begin:safe] + open_brackets)
            if value is not None:
                yield value, True
            start = begin + 1 if value is None else len(text)


def _extent(text: str, begin: int) -> tuple[int | None, int | None, str]:
    """Where the value that begins here ends.

    Where it never ends: None, the end of its last complete list item (None: there is none), and the
    brackets that close the value there.
    """
    stack: list[str] = []
    safe: int | None = None
    closing = ""
    in_string = escaped = False
    for at in range(begin, len(text)):
        char = text[at]
        if in_string:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == '"':
                in_string = False
        elif char == '"':
            in_string = True
        elif char in _CLOSING:
            stack.append(_CLOSING[char])
        elif char in "}]":
            if not stack or stack.pop() != char:
                return None, safe, closing
            if not stack:
                return at + 1, None, ""
        if not in_string and char in '}]"' and stack and _in_outer_list(stack):
            safe, closing = at + 1, "".join(reversed(stack))
    return None, safe, closing


def _in_outer_list(stack: Sequence[str]) -> bool:
    """Whether an item of the outermost list just ended: ``[`` or ``{… [`` is what is open."""
    return stack[-1] == "]" and len(stack) <= 2


def _loads(text: str) -> object:
    """The value, or None where no reading of the text makes sense."""
    for candidate in (text, _without_trailing_commas(text)):
        try:
            return json.loads(candidate, strict=False)
        except ValueError:
            continue
        except RecursionError:
            return None
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None


def _without_trailing_commas(text: str) -> str:
    """Commas right before a closing bracket go; strings are left alone."""
    pattern = r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])'
    return re.sub(pattern, lambda match: match.group(1) or "", text, flags=re.DOTALL)


def _fit(value: object, keys: Sequence[str], list_key: str | None) -> dict[str, Any] | None:
    """The value as the object that was asked for, or None."""
    if isinstance(value, list):
        return None if list_key is None else {list_key: value}
    if not isinstance(value, dict):
        return None
    pairs = cast("dict[str, Any]", value)
    if any(key in pairs for key in keys) and not _is_schema(pairs):
        return pairs
    inner: list[object] = list(pairs.values()) if len(pairs) == 1 else [pairs.get("properties")]
    for one in inner:
        if isinstance(one, dict) and not _is_schema_part(cast("dict[str, Any]", one)):
            fitted = _fit(cast("object", one), keys, list_key)
            if fitted is not None:
                return fitted
    only = inner[0] if len(pairs) == 1 else None
    if list_key is not None and isinstance(only, list) and only:
        return _fit(cast("object", only), keys, list_key)
    return None


def _is_bare_list(value: object) -> bool:
    """Whether it is a list of anything but objects."""
    if not isinstance(value, list):
        return False
    items = cast("list[object]", value)
    return not items or not all(isinstance(one, dict) for one in items)


def _is_schema(value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    pairs = cast("Mapping[str, Any]", value)
    properties = pairs.get("properties")
    return isinstance(properties, Mapping) and _is_schema_part(
        cast("Mapping[str, Any]", properties)
    )


def _is_schema_part(properties: Mapping[str, Any]) -> bool:
    """Whether these are definitions of fields (each an object with a type or a reference)."""
    return bool(properties) and all(
        isinstance(one, Mapping) and bool({"type", "$ref", "anyOf", "items"} & set(one))  # pyright: ignore[reportUnknownArgumentType]
        for one in properties.values()
    )
