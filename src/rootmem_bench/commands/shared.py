"""What the commands share: lists, tools, and the way a command runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import typer

from rootmem.cli.output import Output
from rootmem.cli.running import finish
from rootmem.errors import InvalidInput
from rootmem.ports import Embedder, Reranker
from rootmem_bench.systems.protocol import Ask, Tools

Settings = dict[str, Any]


def run(json: bool, start: Callable[[Output], Awaitable[None] | None]) -> None:
    """Run a command; what it raises becomes a line on stderr and the exit code."""
    output = Output(json=json)
    if code := finish(output, lambda: start(output)):
        raise typer.Exit(code)


def whole_numbers(text: str, name: str) -> list[int]:
    """A comma-separated list of numbers from 1 on; raises InvalidInput."""
    try:
        values = [int(part) for part in text.split(",") if part.strip()]
    except ValueError:
        values = []
    if not values or min(values) < 1:
        raise InvalidInput(f"{name} {text!r}: expected numbers from 1 on, such as 10,30")
    return list(dict.fromkeys(values))


def data_options(pairs: list[str]) -> Settings:
    """``key=value`` options of a data set's loader; raises InvalidInput."""
    found: Settings = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InvalidInput(f"--data-option {pair!r}: expected key=value")
        plain = {"true": True, "false": False}.get(value.lower(), value)
        found[key] = int(value) if value.isdigit() else plain
    return found


def told(pairs: list[str]) -> Settings:
    """The loader's options for the manifest: of a path only its name."""
    options = data_options(pairs)
    return {
        key: Path(value).name if isinstance(value, str) and "/" in value else value
        for key, value in options.items()
    }


class Equipment:
    """Opens the tools of a system: one embedder and one reranker a run, options of its own."""

    def __init__(
        self,
        embedder: str = "static",
        *,
        reranker: str | None = None,
        reranker_base_url: str | None = None,
        ask: Callable[[], Ask] | None = None,
        model: str | None = None,
        settings: Settings | None = None,
    ) -> None:
        self._name, self._reranker_name = embedder, reranker
        self._reranker_url = reranker_base_url
        self._ask, self._model = ask, model
        self._settings = settings or {}
        self._embedder: Embedder | None = None
        self._reranker: Reranker | None = None

    def __call__(self, options: Settings) -> Tools:
        return Tools(
            embedder=self.embedder,
            ask=self._ask() if self._ask else None,
            reranker=self.reranker,
            model=self._model,
            options=self._settings | options,
        )

    @property
    def embedder(self) -> Embedder:
        if self._embedder is None:
            from rootmem_bench.systems.embedders import named_embedder

            tools = Tools(embedder=None, options=self._settings)  # type: ignore[arg-type]
            self._embedder = named_embedder(self._name, tools)
        return self._embedder

    @property
    def reranker(self) -> Reranker | None:
        if self._reranker is None and self._reranker_name:
            from rootmem_bench.systems.rerankers import open_reranker

            self._reranker = open_reranker(self._reranker_name, base_url=self._reranker_url)
        return self._reranker


def out_folder(out: Path | None, name: str) -> Path:
    return out if out is not None else Path("runs") / name
