"""The four steps in which a model is asked, each over a folder: read, ask, write, note."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel

from rootmem.errors import InvalidInput
from rootmem.ports import Embedder
from rootmem_bench.construction import generating, mining, prompts, tagging, verifying
from rootmem_bench.construction.calling import AT_ONCE, Caller, Journal
from rootmem_bench.construction.doubles import ALIKE, distinct
from rootmem_bench.construction.folder import Folder, Step, memories_of
from rootmem_bench.construction.lines import write_lines
from rootmem_bench.construction.shapes import Pair
from rootmem_bench.systems.protocol import Ask

TEMPERATURE = 0.7
"""Of the generator and the refiner [rel]; all others are asked at 0."""


class Model(NamedTuple):
    """``open`` takes a temperature and a seed."""

    name: str
    open: Callable[[float, int], Ask]


class Way(NamedTuple):
    """How a step runs. ``retry``: ask again where a reply was unusable; ``restart``: ask all again;
    ``progress`` hears (done, total)."""

    at_once: int = AT_ONCE
    retry: bool = False
    restart: bool = False
    progress: Callable[[int, int], None] = lambda done, total: None


class Report(NamedTuple):
    """``calls`` by prompt, of this run; ``reused`` replies were on disk. ``failure`` stopped the
    step; what was done before it is written all the same."""

    step: Step
    calls: Counter[str]
    reused: int
    counts: dict[str, int]
    problems: list[str]
    failure: Exception | None


async def tag(folder: Folder, model: Model, way: Way, *, anew: bool = False) -> Report:
    people = folder.people()
    _begin(folder, "tag", ["tag"], {"model": model.name, "temperature": 0.0}, {"anew": anew}, way)
    journal = Journal(folder.calls("tag"))
    caller = Caller(lambda: model.open(0.0, folder.seed), journal, retry=way.retry)
    found = await tagging.tag(people, caller, anew=anew, at_once=way.at_once, step=way.progress)
    counts = {"memories": sum(len(one.bank) for one in people), "tagged": len(found.tags)}
    return _end(folder, "tag", journal, [caller], found.tags, counts, found.problems, found.failure)


async def mine(
    folder: Folder,
    model: Model,
    way: Way,
    *,
    sample: int | None = None,
    least: float = 0.0,
    alike: float = ALIKE,
    embedder: Embedder | None = None,
) -> Report:
    """``sample``, ``least`` and ``alike`` as in ``mining.batches`` and ``doubles.distinct``."""
    people, tags = folder.people(), tagged(folder)
    options = {
        "sample": sample,
        "least_confidence": least,
        "alike": alike,
        "embedder": embedder.id if embedder else None,
    }
    _begin(folder, "mine", ["mine"], {"model": model.name, "temperature": 0.0}, options, way)
    journal = Journal(folder.calls("mine"))
    caller = Caller(lambda: model.open(0.0, folder.seed), journal, retry=way.retry)
    todo = mining.batches(people, tags, sample=sample, seed=folder.seed)
    found = await mining.mine(todo, caller, at_once=way.at_once, step=way.progress)
    pairs = await distinct(found.pairs, memories_of(people), embedder, alike=alike, least=least)
    counts = {"batches": len(todo), "mined": len(found.pairs), "pairs": len(pairs)}
    return _end(folder, "mine", journal, [caller], pairs, counts, found.problems, found.failure)


async def verify(folder: Folder, model: Model, way: Way) -> Report:
    """A model in the experts' place."""
    pairs = mined(folder)
    _begin(folder, "verify", ["verify"], {"model": model.name, "temperature": 0.0}, {}, way)
    journal = Journal(folder.calls("verify"))
    caller = Caller(lambda: model.open(0.0, folder.seed), journal, retry=way.retry)
    found = await verifying.verify(
        pairs,
        memories_of(folder.people()),
        caller,
        by=model.name,
        at_once=way.at_once,
        step=way.progress,
    )
    counts = {"pairs": len(pairs), "holds": sum(one.holds for one in found.verdicts)}
    return _end(
        folder, "verify", journal, [caller], found.verdicts, counts, found.problems, found.failure
    )


async def generate(
    folder: Folder,
    model: Model,
    judge: Model,
    way: Way,
    *,
    temperature: float = TEMPERATURE,
    unverified: bool = False,
    limit: int | None = None,
) -> Report:
    """``unverified``: out of all pairs; else of those that were verified. ``limit``: so many pairs,
    the surest."""
    pairs = chosen(folder, unverified=unverified, limit=limit)
    settings = {"model": model.name, "temperature": temperature, "judge": judge.name}
    options = {"unverified": unverified, "limit": limit}
    _begin(folder, "generate", ["generate", "judge", "refine"], settings, options, way)
    journal, seed = Journal(folder.calls("generate")), folder.seed
    makers = generating.Makers(
        Caller(lambda: model.open(temperature, seed), journal, retry=way.retry),
        Caller(lambda: judge.open(0.0, seed), journal, retry=way.retry),
    )
    found = await generating.generate(
        pairs, memories_of(folder.people()), makers, at_once=way.at_once, step=way.progress
    )
    status = Counter(one.status for one in found.candidates)
    counts = {"pairs": len(pairs), **{s: status[s] for s in ("passed", "discarded", "failed")}}
    problems = [f"{one.id}: {one.problem}" for one in found.candidates if one.problem]
    return _end(
        folder, "generate", journal, list(makers), found.candidates, counts, problems, found.failure
    )


# --- what a step needs of the one before


def tagged(folder: Folder) -> dict[tuple[str, str], str]:
    """The tags; raises InvalidInput where there are none."""
    if not (tags := folder.tags()):
        raise InvalidInput("no memory has a tag yet; first: rootmem-bench build tag")
    return tags


def mined(folder: Folder) -> list[Pair]:
    """The pairs; raises InvalidInput where there are none."""
    if not (pairs := folder.pairs()):
        raise InvalidInput("there are no pairs; first: rootmem-bench build mine")
    return pairs


def chosen(folder: Folder, *, unverified: bool = False, limit: int | None = None) -> list[Pair]:
    """The pairs that questions are written for; raises InvalidInput where there are none."""
    pairs = mined(folder)
    if not unverified:
        pairs = verifying.verified(pairs, folder.verdicts())
    if not pairs:
        raise InvalidInput(
            "no pair is verified; first: rootmem-bench build verify (or --unverified)"
        )
    if limit is None or limit >= len(pairs):
        return pairs
    surest = sorted(range(len(pairs)), key=lambda at: (-pairs[at].confidence, at))[:limit]
    return [pairs[at] for at in sorted(surest)]


# --- the manifest


def _begin(
    folder: Folder,
    step: Step,
    names: Sequence[str],
    settings: Mapping[str, Any],
    options: Mapping[str, Any],
    way: Way,
) -> None:
    digests = {f"{name}.md": prompts.digest(name) for name in names}
    whole = {**settings, "seed": folder.seed, "prompts": digests}
    folder.begin(step, whole, options, restart=way.restart)


def _end(
    folder: Folder,
    step: Step,
    journal: Journal,
    callers: Sequence[Caller],
    records: Sequence[BaseModel],
    counts: dict[str, int],
    problems: list[str],
    failure: Exception | None,
) -> Report:
    write_lines(folder.output(step), records)
    results = {
        "counts": counts,
        "replies": len(journal),
        "usage": journal.usage.model_dump(mode="json"),
        "problems": problems,
    }
    folder.finish(step, results, done=failure is None)
    calls = sum((caller.made for caller in callers), Counter[str]())
    reused = sum(caller.reused for caller in callers)
    return Report(step, calls, reused, counts, problems, failure)
