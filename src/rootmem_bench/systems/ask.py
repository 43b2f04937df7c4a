"""``Ask`` over an Inspect model: its logs, cache, retries, concurrency and usage are Inspect's.

The shape of the reply goes along as a response schema, where the provider knows such a thing. What
comes back is repaired and checked by rootmem's own reader, and asked for again where unusable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from rootmem.errors import ModelError, ModelOutputError, ModelUnavailable, NotConfigured
from rootmem.model import Usage
from rootmem.reasoners.llm import repair
from rootmem.reasoners.llm.errors import CutOff, redacted
from rootmem.reasoners.llm.wire import Unusable

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessage, Model, ModelOutput, ModelUsage
    from inspect_ai.util import JSONSchema

T = TypeVar("T", bound=BaseModel)
R = TypeVar("R")

Read = Callable[[Mapping[str, Any]], R]


class InspectAsk:
    """Asks one Inspect model; one question is at most ``1 + retries`` calls.

    ``model`` is a name (``openai/gpt-4o-mini``), a role's model or None for the running task's own.
    A reply out of Inspect's cache counts in ``usage`` as the call that it was when it was made.
    """

    def __init__(
        self,
        model: str | Model | None = None,
        *,
        cache: bool = True,
        retries: int = 2,
        temperature: float = 0.0,
        max_tokens: int | None = None,
        seed: int | None = None,
    ) -> None:
        self._spec = model
        self._cache, self._retries = cache, retries
        self._settings: dict[str, Any] = {"temperature": temperature}
        if max_tokens is not None:
            self._settings["max_tokens"] = max_tokens
        if seed is not None:
            self._settings["seed"] = seed
        self._with_schema = True
        self._usage = Usage()

    @property
    def usage(self) -> Usage:
        return self._usage

    async def __call__(self, step: str, system: str, prompt: str, reply: type[T]) -> T:
        try:
            return await self.read(step, system, prompt, reply, validated(reply))
        except CutOff as cut:
            return salvaged(cut, reply)

    async def read(
        self, step: str, system: str, prompt: str, reply: type[BaseModel], read: Read[R]
    ) -> R:
        from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser

        messages: list[ChatMessage] = [
            ChatMessageSystem(content=system),
            ChatMessageUser(content=prompt),
        ]
        failure = ""
        for _ in range(1 + self._retries):
            output = await self._generate(step, messages, reply)
            text = output.completion
            try:
                return answer(reply, text, read, cut=output.stop_reason == "max_tokens")
            except Unusable as error:
                failure = str(error)
                messages += [
                    ChatMessageAssistant(content=text or "(empty)"),
                    ChatMessageUser(content=f"That cannot be used: {failure}. Reply again."),
                ]
        raise ModelOutputError(f"{step}: the reply stayed unusable: {failure}")

    async def _generate(
        self, step: str, messages: list[ChatMessage], reply: type[BaseModel]
    ) -> ModelOutput:
        from inspect_ai.model import CachePolicy, GenerateConfig, ResponseSchema
        from inspect_ai.util import LimitExceededError

        settings = dict(self._settings)
        if self._with_schema:
            settings["response_schema"] = ResponseSchema(
                name=step.replace(".", "_")[:64], json_schema=schema_of(reply)
            )
        cache = CachePolicy(expiry=None) if self._cache else False
        try:
            output = await self._model().generate(
                messages, config=GenerateConfig(**settings), cache=cache
            )
        except (ModelError, LimitExceededError):
            raise
        except Exception as error:
            if self._with_schema and refuses_schema(error):
                self._with_schema = False
                return await self._generate(step, messages, reply)
            message = redacted(f"{type(error).__name__}: {error}")
            raise ModelUnavailable(f"{step}: {message}") from error
        self._usage = self._usage + used(output.usage)
        if output.error or not output.choices:
            raise ModelOutputError(f"{step}: {redacted(output.error or 'no choice in the reply')}")
        return output

    def _model(self) -> Model:
        try:
            from inspect_ai.model import get_model
        except ModuleNotFoundError:
            raise NotConfigured('models need an extra: pip install "rootmem[bench]"') from None
        return get_model(self._spec)


def answer(reply: type[BaseModel], text: str, read: Read[R], *, cut: bool = False) -> R:
    """What the reply says; raises Unusable, or CutOff with what its complete items yielded."""
    keys = tuple(reply.model_fields)
    lists = [
        name
        for name, part in reply.model_json_schema()["properties"].items()
        if part.get("type") == "array"
    ]
    try:
        parsed = repair.parse(text, keys, lists[0] if len(lists) == 1 else None)
        found = read(parsed.value)
    except Unusable:
        if cut:
            raise CutOff from None
        raise
    if cut or parsed.truncated:
        raise CutOff(found)
    return found


def schema_of(reply: type[BaseModel]) -> JSONSchema:
    """The schema to send: every field required, for models leave out what they may."""
    from inspect_ai.util import JSONSchema, json_schema

    def strict(node: Any) -> Any:
        if isinstance(node, list):
            return [strict(one) for one in cast("list[Any]", node)]
        if not isinstance(node, dict):
            return node
        pairs = cast("dict[str, Any]", node)
        kept = {key: value for key, value in pairs.items() if key != "default"}
        fields: dict[str, Any] | None = kept.pop("properties", None)
        kept = {key: strict(value) for key, value in kept.items()}
        if fields is not None:
            kept["properties"] = {name: strict(part) for name, part in fields.items()}
            kept |= {"required": list(fields), "additionalProperties": False}
        return kept

    return JSONSchema.model_validate(strict(json_schema(reply).model_dump(exclude_none=True)))


def validated(reply: type[T]) -> Read[T]:
    """Reads a whole reply as its model; says what is wrong without the reply's own words."""

    def read(value: Mapping[str, Any]) -> T:
        try:
            return reply.model_validate(dict(value))
        except ValidationError as error:
            wrong = error.errors(include_input=False, include_url=False)[:3]
            places = (f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in wrong)
            raise Unusable("; ".join(places)) from None

    return read


def salvaged(cut: CutOff, reply: type[T]) -> T:
    """What a reply that was cut off yielded; raises ModelOutputError where that is nothing."""
    if isinstance(cut.salvaged, reply):
        return cut.salvaged
    raise ModelOutputError("the reply was cut off at the model's length limit")


def refuses_schema(error: Exception) -> bool:
    """Whether a server turned the request down for its response schema."""
    words = str(error).casefold()
    return any(name in words for name in ("response_format", "json_schema", "response_schema"))


def used(usage: ModelUsage | None) -> Usage:
    """One call's use of the model."""
    if usage is None:
        return Usage(calls=1, cost=None)
    read, written = usage.input_tokens_cache_read or 0, usage.input_tokens_cache_write or 0
    return Usage(
        calls=1,
        input_tokens=usage.input_tokens + read + written,
        cached_tokens=read,
        output_tokens=usage.output_tokens,
        cost=usage.total_cost,
    )
