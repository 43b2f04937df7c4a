"""The one place that calls a model: limits, retries, repairs, metering, cache.

One question is one bounded piece of work: at most ``1 + retries`` calls, whatever goes wrong
(unavailable, unusable reply), besides at most two when a server turns out not to know a way of
asking for JSON, which is then remembered. The providers' own retries are switched off, so that
every call passes the meter, the rate limit and this bound. Each call has ``timeout`` seconds,
counted from when it has its slot; one that hangs is ended, frees the slot, and is not repeated.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

import anyio
import anyio.lowlevel

from rootmem.errors import ModelError, ModelOutputError, ModelRefused, ModelUnavailable
from rootmem.metering import current_meter
from rootmem.model import Usage
from rootmem.reasoners.llm import exchange, repair, wire
from rootmem.reasoners.llm.cache import ReplyCache
from rootmem.reasoners.llm.errors import Busy, CutOff, Garbled, TimedOut, translated
from rootmem.reasoners.llm.provider import Mode, ModelSource, modes, takes_temperature
from rootmem.reasoners.llm.question import Limits, Question
from rootmem.reasoners.llm.wire import Unusable

if TYPE_CHECKING:
    from pydantic_ai.concurrency import ConcurrencyLimiter
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model

T = TypeVar("T")

LONGEST_WAIT = 30.0
"""Seconds: a provider that asks for a longer pause is reported as unavailable instead."""

log = logging.getLogger(__name__)


@dataclass
class _Lane:
    """What belongs to one event loop."""

    model: Model
    limiter: ConcurrencyLimiter
    next_start: float = 0.0


class Client:
    """Asks one model questions. Safe to use from several event loops."""

    def __init__(
        self,
        source: ModelSource,
        limits: Limits,
        settings: Mapping[str, Any],
        cache: ReplyCache | None = None,
    ) -> None:
        self.source, self.limits, self.cache = source, limits, cache
        self._settings = dict(settings)
        self._step = 0
        self._lane: anyio.lowlevel.RunVar[_Lane] = anyio.lowlevel.RunVar("rootmem_llm_lane")

    async def ask(self, question: Question[T]) -> T:
        """The answer; raises ModelError, BudgetExceeded, NotConfigured, or CutOff."""
        lane = self._own_lane()
        slot = None if self.cache is None else self.cache.slot(self._key(question))
        if slot is not None and (text := await slot.read()) is not None:
            try:
                return self._read(question, text)[0]
            except Unusable:
                log.warning("a cached reply for %s is unusable; asking again", question.prompt.name)
        result, text = await self._converse(lane, question)
        if slot is not None:
            await slot.write(text)
        return result

    async def _converse(self, lane: _Lane, question: Question[T]) -> tuple[T, str]:
        """Ask until an answer is usable or the bound is reached; the answer and its text."""
        messages = exchange.opening(
            question.prompt.instructions, question.message, question.history
        )
        ways: tuple[Mode, ...] = modes(lane.model) if question.output is not None else ("text",)
        step, tries = min(self._step, len(ways) - 1), 0
        while True:
            reply, pause = "", 0.0
            try:
                response = await self._call(lane, question, messages, ways[step])
                reply = exchange.text_of(response)
                answer = self._accept(question, response)
            except ModelRefused as refusal:
                if self._drops_temperature(refusal):
                    continue
                if not _may_be_the_form(refusal) or step + 1 >= len(ways):
                    raise
                step += 1
                continue
            except Unusable as error:
                failure = error
                messages = exchange.complaint(messages, reply, str(error))
            except Garbled as error:
                failure = error
            except ModelUnavailable as error:
                failure, pause = error, self._pause(error, tries)
            else:
                if question.output is not None:
                    self._step = max(self._step, step)
                return answer, reply
            tries += 1
            if tries > self.limits.retries or pause is None:
                raise self._given_up(question, failure, tries) from None
            log.info("%s: attempt %d failed: %s", question.prompt.name, tries, failure)
            await anyio.sleep(pause)

    async def _call(
        self, lane: _Lane, question: Question[Any], messages: list[ModelMessage], way: Mode
    ) -> ModelResponse:
        """One metered call; raises ModelError or CutOff."""
        from pydantic_ai.direct import model_request

        await self._keep_pace(lane)
        await lane.limiter.acquire("rootmem")
        try:
            meter = current_meter()
            meter.reserve()
            usage = Usage(calls=1, cost=None)
            try:
                response = await model_request(
                    lane.model,
                    messages,
                    model_settings=cast("Any", self._model_settings(lane.model)),
                    model_request_parameters=exchange.parameters(
                        question.prompt.name, question.output, way
                    ),
                )
                usage = exchange.usage_of(response)
                return response
            except Exception as error:
                ours = translated(error, self.source.label, self.source.secret)
                if ours is None:
                    raise
                if isinstance(ours, Busy | ModelRefused | CutOff):
                    usage = Usage(calls=1)  # an error status is not billed; the others may be
                raise ours from None
            finally:
                meter.charge(usage)
        finally:
            lane.limiter.release()

    def _accept(self, question: Question[T], response: ModelResponse) -> T:
        """Read a reply; raises CutOff, Unusable, or ModelOutputError for a declined one."""
        text = exchange.text_of(response)
        if response.finish_reason == "content_filter":
            raise ModelOutputError(f"{self.source.label} declined to answer: content filter")
        try:
            result, truncated = self._read(question, text)
        except Unusable:
            if response.finish_reason == "length":
                raise CutOff from None
            raise
        if truncated or response.finish_reason == "length":
            raise CutOff(result)
        return result

    @staticmethod
    def _read(question: Question[T], text: str) -> tuple[T, bool]:
        if question.output is None:
            words = repair.without_thoughts(text)
            if not words:
                raise Unusable("the reply is empty")
            return question.read({"text": words}), False
        keys = tuple(question.output.model_fields)
        parsed = repair.parse(text, keys, wire.first_list(question.output))
        return question.read(parsed.value), parsed.truncated

    def _own_lane(self) -> _Lane:
        try:
            return self._lane.get()
        except LookupError:
            model = self.source.make()
            from pydantic_ai.concurrency import ConcurrencyLimiter

            lane = _Lane(model, ConcurrencyLimiter(max_running=self.limits.concurrency))
            self._lane.set(lane)
            return lane

    async def _keep_pace(self, lane: _Lane) -> None:
        if self.limits.requests_per_minute is None:
            return
        now = anyio.current_time()
        start = max(now, lane.next_start)
        lane.next_start = start + 60.0 / self.limits.requests_per_minute
        await anyio.sleep(start - now)

    def _drops_temperature(self, refusal: ModelRefused) -> bool:
        """Whether the server refused the temperature; it is left out from then on."""
        named = "temperature" in str(refusal).casefold()
        return named and self._settings.pop("temperature", None) is not None

    def _pause(self, error: ModelUnavailable, tries: int) -> float | None:
        """Seconds to wait before the next call; None where it is not worth waiting here."""
        if isinstance(error, TimedOut):
            return None
        if isinstance(error, Busy) and error.pause is not None:
            return error.pause if error.pause <= LONGEST_WAIT else None
        return min(self.limits.backoff * 4**tries, LONGEST_WAIT)

    @staticmethod
    def _given_up(question: Question[Any], failure: Exception, tries: int) -> ModelError:
        if isinstance(failure, ModelError):
            return failure
        name = question.prompt.name
        return ModelOutputError(f"{name}: the reply stayed unusable after {tries} calls: {failure}")

    def _model_settings(self, model: Model) -> dict[str, Any]:
        seconds = self.limits.timeout
        given = dict(self._settings)
        if not takes_temperature(model):
            given.pop("temperature", None)
        return {
            **given,
            "timeout": seconds,
            "request_timeout": seconds,
            "max_retries": 0,
        }

    def _key(self, question: Question[Any]) -> tuple[str, ...]:
        settings = repr(sorted(self._settings.items(), key=lambda pair: pair[0]))
        return (*question.key(), self.source.label, self.source.base_url or "", settings)


def _may_be_the_form(refusal: ModelRefused) -> bool:
    """Whether a refusal may be about the way JSON was asked for, so that a simpler way may do."""
    return any(f"status_code: {code}" in str(refusal) for code in (400, 415, 422, 501))
