"""Runs read from their folders and gathered by setting: what may stand in one block of a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem_bench.runs import RUN, ItemLine, Measures, Run, read_run

DIVERGENCE = "divergence.json"
_FREE = ("baseline",)
"""Options that change no result."""


class Source(NamedTuple):
    """A run with its items; ``name`` is its folder's."""

    name: str
    run: Run
    lines: list[ItemLine]

    @property
    def options(self) -> dict[str, Any]:
        return self.run.manifest.options

    @property
    def level(self) -> str:
        return str(self.options.get("level") or "")

    def cards(self) -> dict[str, dict[str, Any]]:
        """System -> its card."""
        return {str(one.get("name")): one.get("card", {}) for one in self.run.manifest.systems}

    def settings(self) -> dict[str, dict[str, Any]]:
        """System -> its options."""
        return {str(one.get("name")): one.get("options", {}) for one in self.run.manifest.systems}

    def model(self, part: str) -> str:
        return str(self.run.manifest.models.get(part) or "")

    def of(self, one: Measures) -> list[ItemLine]:
        return [line for line in self.lines if (line.system, line.k) == (one.system, one.k)]


class Entry(NamedTuple):
    """One system and k of one run."""

    source: Source
    measures: Measures

    @property
    def card(self) -> dict[str, Any]:
        return self.source.cards().get(self.measures.system, {})

    @property
    def options(self) -> dict[str, Any]:
        return self.source.settings().get(self.measures.system, {})

    @property
    def base(self) -> str:
        """The name of its method, without the options of a configuration."""
        return str(self.card.get("name") or self.measures.system.partition("[")[0])

    @property
    def lines(self) -> list[ItemLine]:
        return self.source.of(self.measures)


class Setting(NamedTuple):
    """Entries of runs that differ in nothing but the systems."""

    sources: tuple[Source, ...]

    @property
    def entries(self) -> list[Entry]:
        return [Entry(source, one) for source in self.sources for one in source.run.measures]

    @property
    def caption(self) -> str:
        source = self.sources[0]
        manifest, options = source.run.manifest, source.options
        data = manifest.data
        counts = sorted({one.items for each in self.sources for one in each.run.measures})
        span = "–".join(dict.fromkeys(str(count) for count in counts[:: max(1, len(counts) - 1)]))
        k = options.get("k")
        memories = dict.fromkeys(filter(None, (each.model("memory") for each in self.sources)))
        parts = [
            f"{data.get('name', 'unnamed data')}, {span or 0} items"
            + (f", sample of {options['people']} people" if options.get("people") else ""),
            f"{source.level} level" if source.level else "",
            f"k = {k}" if isinstance(k, int) else "",
            f"answered by {source.model('answer')}" if source.model("answer") else "",
            f"memory by {', '.join(memories)}" if memories else "",
            f"embedder {options['embedder']}" if options.get("embedder") else "",
            f"seed {manifest.seed}",
            f"run {', '.join(each.name for each in self.sources)}",
        ]
        return "; ".join(filter(None, parts))

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(w for source in self.sources for w in warnings_of(source)))


def warnings_of(source: Source) -> list[str]:
    """What must be read with the figures of a run."""
    manifest = source.run.manifest
    found = [source.run.note, *manifest.notes]
    if manifest.persona:
        found.append("The profile was in the prompts (--persona): every system saw it.")
    if source.model("answer").startswith("mockllm/"):
        found.append("Answered by Inspect's mock model: these figures say nothing of any system.")
    if failed := sum(one.errors for one in source.run.measures):
        found.append(f"Run {source.name}: {failed} items failed and count as wrong.")
    return [text for text in found if text]


def read_sources(folders: Iterable[Path]) -> tuple[list[Source], list[dict[str, Any]]]:
    """Runs, and divergences (folders with ``divergence.json``); raises ImportFormatError for a
    folder that has neither."""
    runs: list[Source] = []
    divergences: list[dict[str, Any]] = []
    for folder in folders:
        known = (folder / DIVERGENCE).is_file()
        if known:
            divergences.append(read_divergence(folder / DIVERGENCE))
        if (folder / RUN).is_file() or not known:
            run, lines = read_run(folder)
            runs.append(Source(_named(folder.resolve().name, runs), run, lines))
    if not runs and not divergences:
        raise InvalidInput("name at least one run")
    return runs, divergences


def read_divergence(file: Path) -> dict[str, Any]:
    try:
        raw = json.loads(file.read_text("utf-8"))
        for level in raw["levels"]:
            for part in ("semantic", "logical", "gap"):
                _ = [float(level[part][end]) for end in ("value", "low", "high", "n")]
            _ = str(level["level"]), str(raw["data"]["name"]), str(raw["embedder"])
    except (ValueError, KeyError, TypeError) as error:
        raise ImportFormatError(
            f"not a divergence ({error})",
            source=file.name,
            expected="what `build divergence` wrote",
        ) from error
    return cast("dict[str, Any]", raw)


def settings_of(
    sources: Sequence[Source], task: str, level: str | None = None, *, apart: str = ""
) -> list[Setting]:
    """The runs of a task (and level), gathered by setting; ``apart``: a part of the models that may
    differ within one (a backbone)."""
    groups: dict[str, list[Source]] = {}
    for source in sources:
        # A run of which nothing was measured has no row anywhere.
        if source.run.task == task and level in (None, source.level) and source.run.measures:
            groups.setdefault(_key(source, apart), []).append(source)
    return [Setting(tuple(own)) for own in groups.values()]


def _key(source: Source, apart: str) -> str:
    manifest = source.run.manifest
    options = {key: value for key, value in source.options.items() if key not in _FREE}
    if isinstance(options.get("k"), list):
        del options["k"]  # several k: each row says its own
    models = {key: value for key, value in manifest.models.items() if key != apart}
    parts = (manifest.data.get("digest"), options, models, manifest.persona, manifest.seed)
    return json.dumps(parts, sort_keys=True, default=str)


def _named(name: str, known: Sequence[Source]) -> str:
    """The folder's name, told apart from those before it."""
    taken = {source.name for source in known}
    return next(n for n in (name, *(f"{name} ({i})" for i in range(2, 999))) if n not in taken)
