"""The kinds of tasks with a model, by name. To add one, write its file and name it here."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple, cast

from rootmem_bench.tasks.kinds import Kind

_OURS = "rootmem-routed,bm25"


class Entry(NamedTuple):
    """A command: its name, module and class, and what it takes by default."""

    name: str
    place: str
    help: str
    data: str
    systems: str = _OURS
    level: str = "memory"
    k: int = 30


KINDS: tuple[Entry, ...] = (
    Entry("mcq", "mcq:MCQ", "Multiple choice with three kinds of traps (IMLogic).", "mini"),
    Entry(
        "open-ended",
        "open_ended:OpenEnded",
        "One short answer, two judges, their agreement (IMLogic).",
        "mini",
        level="conversation",
    ),
    Entry(
        "personamem",
        "personamem:PersonaMem",
        "PersonaMem v1: accuracy by question type.",
        "personamem:PATH",
        "rootmem-inferred,qumem,bm25",
        "conversation",
    ),
    Entry(
        "longmemeval",
        "longmemeval:LongMemEval",
        "LongMemEval: retrieval, and answers with a judge.",
        "longmemeval:PATH",
        level="conversation",
    ),
    Entry(
        "locomo",
        "locomo:LoCoMo",
        "LoCoMo: retrieval, and answers with a judge.",
        "locomo:PATH",
        level="conversation",
    ),
    Entry(
        "halumem",
        "halumem:HaluMem",
        "HaluMem: extraction, update and questions, judged.",
        "halumem:PATH",
        level="conversation",
        k=10,
    ),
    Entry(
        "knowu-proxy",
        "knowu:KnowUProxy",
        "KnowU-Bench's offline part, a PROXY: plans in words, judged against the profile.",
        "knowu:PATH",
    ),
    Entry(
        "memaware",
        "memaware:MemAware",
        "MemAware: past context that matters and is not mentioned.",
        "memaware:PATH",
        level="conversation",
    ),
    Entry(
        "prefeval",
        "prefeval:PrefEval",
        "PrefEval: replies that follow a preference, and kinds of errors.",
        "prefeval:PATH",
        level="conversation",
    ),
)


def kind_of(entry: Entry) -> Kind:
    module, _, name = entry.place.partition(":")
    return cast("Kind", getattr(import_module(f"rootmem_bench.tasks.{module}"), name)())
