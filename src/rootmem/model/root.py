"""A root memory unit U = <R, E>: execution rules and personalised evidence [R 4.1]."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rootmem.model.base import Noun, UtcDatetime

RootAction = Literal["create", "update", "merge", "revise", "retire"]


class RootUnit(Noun):
    """``activation`` (when) and ``guidance`` (how a reply must change) are the execution rules.

    ``evidence`` are entry ids, the most constraining first; the order is set when the unit is
    written and never re-ranked by similarity to a query. ``triggers`` are short future requests in
    which the unit will matter: matched at read time, never shown to the response model.
    """

    id: str
    title: str = ""
    activation: str = Field(min_length=1)
    guidance: str = Field(min_length=1)
    evidence: tuple[str, ...]
    triggers: tuple[str, ...] = ()
    version: int = 1
    updated_at: UtcDatetime


class RootChange(Noun):
    """One revision that a reasoner asks for.

    ``create``: a new unit from the given rules and evidence. ``update``: ``unit_id`` gets the given
    rules, triggers and the full ordered evidence (pieces left out are appended by the pipeline, so
    evidence is never dropped silently). ``merge``: as update, and ``merged_ids`` are folded in.
    ``retire``: the unit goes (its evidence went).
    """

    action: RootAction
    unit_id: str | None = None
    merged_ids: tuple[str, ...] = ()
    title: str = ""
    activation: str = ""
    guidance: str = ""
    evidence: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    reason: str = ""


class RootVersion(Noun):
    """How a unit came about: one line per version, with the unit as it stood then."""

    unit: RootUnit
    action: RootAction
    at: UtcDatetime
    reason: str = ""
    merged_ids: tuple[str, ...] = ()
