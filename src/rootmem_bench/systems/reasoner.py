"""rootmem's own reasoner over ``Ask``, so that every judgement of rootmem is a call that the
benchmark logs, caches and counts like any baseline's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar, cast

from rootmem.errors import NotConfigured
from rootmem.ports import Reasoner
from rootmem.reasoners.llm import LLMReasoner
from rootmem.reasoners.llm.question import Question
from rootmem.reasoners.offline import open_offline_reasoner
from rootmem_bench.systems.protocol import Ask, Tools

if TYPE_CHECKING:
    from rootmem.reasoners.llm.client import Client

T = TypeVar("T")

Preset = Literal["lean", "paper"]


class _Source(NamedTuple):
    label: str


class AskClient:
    """What rootmem's judgements need of a client: to ask a question and read its answer."""

    cache = None

    def __init__(self, ask: Ask, label: str) -> None:
        self._ask = ask
        self.source = _Source(label)

    async def ask(self, question: Question[T]) -> T:
        """Raises ModelError, or CutOff, which rootmem answers by splitting the work."""
        if question.output is None:
            raise NotConfigured("the benchmark's response model answers, not rootmem's")
        return await self._ask.read(
            question.prompt.name,
            question.prompt.instructions,
            question.message,
            question.output,
            question.read,
        )


def reasoner_of(tools: Tools, preset: Preset) -> Reasoner:
    """The LLM reasoner over the run's model; the offline one where there is no model."""
    if tools.ask is None:
        return open_offline_reasoner(tools.embedder)
    client = AskClient(tools.ask, tools.model or "ask")
    return LLMReasoner(cast("Client", client), preset)


def asked(tools: Tools, name: str) -> Ask:
    """The model of the run; raises NotConfigured for a system that cannot do without."""
    if tools.ask is None:
        raise NotConfigured(f"the system {name} needs a model; name one with --system-model")
    return tools.ask
