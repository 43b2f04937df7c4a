"""The papers' figures, out of ``published.toml``: a type of their own, never a measurement."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from pydantic import Field, model_validator

from rootmem.model import Noun

_HEAD = ("name", "over", "change")


class QuotedRow(Noun):
    """One row as printed. ``over``: the host of a "+ RootMem" row; ``change``: relative changes in
    percent as the paper prints them, by column; they are quoted, not computed."""

    name: str
    over: str = ""
    values: dict[str, float | str]
    change: dict[str, float] = Field(default_factory=dict[str, float])

    @model_validator(mode="before")
    @classmethod
    def _columns(cls, raw: dict[str, Any]) -> dict[str, Any]:
        if "values" in raw:
            return raw
        head = {key: raw[key] for key in _HEAD if key in raw}
        return {**head, "values": {key: value for key, value in raw.items() if key not in _HEAD}}


class QuotedTable(Noun):
    paper: str
    source: str
    setting: str
    columns: tuple[str, ...]
    rows: tuple[QuotedRow, ...]

    @model_validator(mode="after")
    def _known(self) -> QuotedTable:
        for row in self.rows:
            if unknown := (set(row.values) | set(row.change)) - set(self.columns):
                raise ValueError(f"{self.source}, {row.name}: unknown columns {sorted(unknown)}")
        return self


class QuotedBar(Noun):
    """``remark``: what the paper prints beside it."""

    name: str
    value: float
    remark: str = ""


class QuotedBars(Noun):
    """``unit``: percent, or a cosine."""

    paper: str
    source: str
    setting: str
    unit: Literal["percent", "cosine"]
    rows: tuple[QuotedBar, ...]


class Paper(Noun):
    short: str
    title: str
    place: str


class Quoted(Noun):
    papers: dict[str, Paper]
    tables: dict[str, QuotedTable]
    bars: dict[str, QuotedBars]

    def cited(self, one: QuotedTable | QuotedBars) -> str:
        """Where it stands, in one line."""
        return f"{self.papers[one.paper].short}, {one.source}: {one.setting}."


@cache
def quoted() -> Quoted:
    text = (files("rootmem_bench.report") / "published.toml").read_text("utf-8")
    return Quoted.model_validate(tomllib.loads(text))
