"""Changes to root units asked for in several steps, folded into changes to the units there were."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count

from rootmem.model import RootChange, RootUnit

_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class Ledger:
    """The units as they stand after the changes so far, and those changes."""

    def __init__(self, units: Sequence[RootUnit]) -> None:
        self._units = {unit.id: unit for unit in units}
        self._old = frozenset(self._units)
        self._asked: dict[str, RootChange] = {}
        self._names = count(1)

    @property
    def units(self) -> tuple[RootUnit, ...]:
        """Standing units; those created meanwhile have names of our own, ``new 1`` …"""
        return tuple(self._units.values())

    @property
    def changes(self) -> tuple[RootChange, ...]:
        """One change for each unit touched, in terms of the units there were at first."""
        return tuple(self._asked.values())

    def add(self, changes: Sequence[RootChange]) -> None:
        for change in changes:
            if change.action == "create":
                self._put(f"new {next(self._names)}", change)
            elif change.unit_id in self._units:
                self._revise(change.unit_id, change)

    def _revise(self, unit_id: str, change: RootChange) -> None:
        if change.action == "retire":
            del self._units[unit_id]
            self._asked.pop(unit_id, None)
            if unit_id in self._old:
                self._asked[unit_id] = change
            return
        folded = [one for one in change.merged_ids if one in self._units and one != unit_id]
        stays = next((one for one in (unit_id, *folded) if one in self._old), unit_id)
        gone = [one for one in (unit_id, *folded) if one != stays]
        pieces = [piece for one in (unit_id, *folded) for piece in self._units[one].evidence]
        earlier = [self._asked.pop(one) for one in (stays, *gone) if one in self._asked]
        for one in gone:
            del self._units[one]
        merged = [one for past in earlier for one in past.merged_ids] + gone
        kept = tuple(dict.fromkeys(one for one in merged if one in self._old and one != stays))
        self._put(
            stays,
            change.model_copy(
                update={
                    "action": "merge" if kept else "update",
                    "unit_id": stays,
                    "merged_ids": kept,
                    "evidence": tuple(dict.fromkeys([*change.evidence, *pieces])),
                }
            ),
        )

    def _put(self, name: str, change: RootChange) -> None:
        """Let the unit ``name`` stand as ``change`` says; empty fields keep what was."""
        before = self._units.get(name)
        unit = RootUnit(
            id=name,
            title=change.title or (before.title if before else ""),
            activation=change.activation or (before.activation if before else "-"),
            guidance=change.guidance or (before.guidance if before else "-"),
            evidence=change.evidence,
            triggers=change.triggers or (before.triggers if before else ()),
            updated_at=before.updated_at if before else _NEVER,
        )
        self._units[name] = unit
        if name not in self._old:
            change = RootChange(
                action="create",
                title=unit.title,
                activation=unit.activation,
                guidance=unit.guidance,
                evidence=unit.evidence,
                triggers=unit.triggers,
                reason=change.reason,
            )
        self._asked[name] = change
