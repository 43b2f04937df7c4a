"""Runs a kind of task over systems with Inspect: resumes what was begun, repeats from the cache.

One Inspect task a configuration, all in one log folder as an eval set: samples that a log holds
already are not asked again, also where the process was killed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import anyio

from rootmem.errors import InvalidInput
from rootmem_bench.manifest import described, manifest_of
from rootmem_bench.measures.aggregate import comparisons_of, measures_of
from rootmem_bench.runs import Build, ItemLine, Run
from rootmem_bench.systems.protocol import Card
from rootmem_bench.tasks.auditing import audit
from rootmem_bench.tasks.collecting import builds_of, lines_of
from rootmem_bench.tasks.configurations import Configuration
from rootmem_bench.tasks.hosting import Host, MakeTools, card_of
from rootmem_bench.tasks.inspecting import inspect_task
from rootmem_bench.tasks.kinds import Case, Job, Kind
from rootmem_bench.tasks.models import Models, judge

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample

MAX_RETRIES = 8
"""Of one call, with growing waits; after that the item has failed."""


class Options(NamedTuple):
    """How to run, not what: none of it changes a result. ``side_by_side``: items at once (None:
    Inspect's choice; 1 for seconds that mean something)."""

    log_dir: Path
    display: str = "none"
    side_by_side: int | None = None
    max_connections: int | None = None


def run_kind(
    kind: Kind,
    job: Job,
    chosen: Sequence[Configuration],
    models: Models,
    tools: MakeTools,
    options: Options,
    *,
    baseline: str,
    settings: dict[str, Any],
) -> tuple[Run, list[ItemLine]]:
    """Raises Unfinished, BrokenRun, TooManyItems, InvalidInput, NotConfigured."""
    if kind.level is not None and job.level != kind.level:
        raise InvalidInput(f"{kind.name} is measured at {kind.level} level")
    if len(models.judges) < kind.judges and kind.judges > 1:
        models = models._replace(judges=(models.judges * kind.judges)[: kind.judges])
    cards = [anyio.run(card_of, one, tools) for one in chosen]
    cases = kind.cases(job)
    logs = _evaluated(kind, job, chosen, cases, models, tools, options, settings)
    lines: list[ItemLine] = []
    builds: list[Build] = []
    for one, card, samples in zip(chosen, cards, logs, strict=True):
        own = lines_of(samples, cases, job, one.name, one.k or job.k)
        audit(own, samples, cases, job, bounded=card.bounded)
        lines += own
        builds += builds_of(samples)
    return _run(kind, job, chosen, cards, models, lines, builds, baseline, settings), lines


def _evaluated(
    kind: Kind,
    job: Job,
    chosen: Sequence[Configuration],
    cases: Sequence[Case],
    models: Models,
    tools: MakeTools,
    options: Options,
    settings: dict[str, Any],
) -> list[list[EvalSample]]:
    """The samples of each configuration, in order."""
    run: Callable[..., tuple[bool, list[EvalLog]]] = import_module("inspect_ai").eval_set
    keys = [(case.person.id, "" if case.end is None else str(case.end)) for case in cases]
    hosts = [Host(one, tools, job.level, keys) for one in chosen]
    judges = [judge(m, n, len(models.judges)) for n, m in enumerate(models.judges, start=1)]
    whole = settings | {"models": models.described()}
    tasks = [
        inspect_task(kind, job, one, cases, host, judges, whole)
        for one, host in zip(chosen, hosts, strict=True)
    ]
    limits = {"max_connections": options.max_connections} if options.max_connections else {}
    options.log_dir.mkdir(parents=True, exist_ok=True)
    _, logs = run(
        tasks,
        log_dir=str(options.log_dir),
        model=models.answer,
        display=options.display,
        max_samples=options.side_by_side,
        max_tasks=1,
        log_buffer=1,
        log_dir_allow_dirty=True,
        continue_on_fail=True,
        retry_attempts=0,
        retry_immediate=False,
        max_retries=MAX_RETRIES,
        ctl_server=False,
        acp_server=False,
        log_level="error",
        **limits,
    )
    for host in hosts:
        anyio.run(host.close)  # memories whose items did not all ask, in a run taken up again
    by_name = {log.eval.task: log for log in logs}
    return [_samples(by_name.get(task.name)) for task in tasks]


def _samples(log: EvalLog | None) -> list[EvalSample]:
    if log is None:
        return []
    from inspect_ai.log import read_eval_log

    return list(read_eval_log(log.location).samples or [])


def _run(
    kind: Kind,
    job: Job,
    chosen: Sequence[Configuration],
    cards: Sequence[Card],
    models: Models,
    lines: Sequence[ItemLine],
    builds: Sequence[Build],
    baseline: str,
    settings: dict[str, Any],
) -> Run:
    plain = job._replace(data=None)._asdict()  # type: ignore[arg-type]
    manifest = manifest_of(
        kind.name,
        job.data,
        [described(one.name, card, one.options) for one, card in zip(chosen, cards, strict=True)],
        seed=job.seed,
        models=models.described(),
        options={key: value for key, value in plain.items() if key != "data"} | settings,
        persona=job.persona,
    )
    return Run(
        task=kind.name,
        note=kind.note,
        manifest=manifest,
        builds=tuple(builds),
        measures=measures_of(lines, builds, seed=job.seed),
        comparisons=comparisons_of(lines, baseline, seed=job.seed),
    )
