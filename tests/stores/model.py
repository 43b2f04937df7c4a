"""The store's rules once more, as plain dictionaries: what the random walks are held against."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class ModelEpisode:
    turns: list[str]
    status: str
    built: int = 0
    drafts: list[str] = field(default_factory=list)


@dataclass
class ModelEntry:
    text: str
    turns: list[str]
    origin: set[str]
    status: str = "active"
    superseded_by: str | None = None
    valid_to: int | None = None
    held_until: int | None = None
    rooted: bool = False


@dataclass
class ModelUnit:
    versions: list[list[str]]
    active: bool = True
    stale: bool = False


@dataclass
class Model:
    turns: list[str] = field(default_factory=list)
    keys: dict[str, str] = field(default_factory=dict)
    episodes: dict[str, ModelEpisode] = field(default_factory=dict)
    entries: dict[str, ModelEntry] = field(default_factory=dict)
    units: dict[str, ModelUnit] = field(default_factory=dict)

    def free_turns(self) -> list[str]:
        taken = {turn for episode in self.episodes.values() for turn in episode.turns}
        return [turn for turn in self.turns if turn not in taken]

    def touch(self, entry_id: str) -> None:
        for unit in self.units.values():
            if unit.active and entry_id in unit.versions[-1]:
                unit.stale = True

    def supersede(self, old_id: str, new_id: str, at: int) -> None:
        old = self.entries[old_id]
        if old.status == "retracted":
            return
        if old.status == "active":
            old.held_until = old.valid_to
        old.status, old.superseded_by, old.valid_to = "superseded", new_id, at
        self.touch(old_id)

    def set_status(self, entry_id: str, status: str) -> None:
        entry = self.entries[entry_id]
        before = (entry.status, entry.superseded_by, entry.valid_to, entry.held_until)
        entry.status = status
        if status == "active":
            entry.superseded_by = entry.valid_to = entry.held_until = None
        after = (entry.status, entry.superseded_by, entry.valid_to, entry.held_until)
        if after != before:
            self.touch(entry_id)

    def erase(self, turn_ids: Iterable[str], entry_ids: Iterable[str]) -> set[str]:
        """Returns the ids of the entries that went."""
        turns, named = set(turn_ids), set(entry_ids)
        formed = {key for key, e in self.entries.items() if e.origin & turns} - named
        doomed = formed | named
        redo = {turn for key in formed for turn in self.entries[key].turns} - turns
        self._drop_units(doomed)
        successors = {key: self.entries.pop(key).superseded_by for key in doomed}
        for key, entry in self.entries.items():
            entry.turns = [turn for turn in entry.turns if turn not in turns]
            self._free(key, entry, successors)
        self._drop_turns(turns)
        for episode in self.episodes.values():
            if redo & set(episode.turns):
                episode.built = 0
                episode.drafts = []
                episode.status = "open" if episode.status == "open" else "closed"
        return doomed

    def _drop_units(self, doomed: set[str]) -> None:
        for key, unit in list(self.units.items()):
            if any(doomed & set(version) for version in unit.versions):
                del self.units[key]
                for piece in unit.versions[-1] if unit.active else ():
                    self.entries[piece].rooted = False

    def _free(self, key: str, entry: ModelEntry, successors: dict[str, str | None]) -> None:
        if entry.superseded_by not in successors:
            return
        heir, seen = entry.superseded_by, set[str]()
        while heir in successors and heir not in seen:
            seen.add(heir)
            heir = successors[heir]
        if heir in seen or heir == key:
            heir = None
        if entry.status == "retracted":
            entry.superseded_by = None
            return
        entry.superseded_by = heir
        if heir is None:
            entry.status, entry.valid_to, entry.held_until = "active", entry.held_until, None
        self.touch(key)

    def _drop_turns(self, turns: set[str]) -> None:
        self.turns = [turn for turn in self.turns if turn not in turns]
        self.keys = {key: turn for key, turn in self.keys.items() if turn not in turns}
        for key, episode in list(self.episodes.items()):
            if not turns & set(episode.turns):
                continue
            left = [turn for turn in episode.turns if turn not in turns]
            if not left:
                del self.episodes[key]
                continue
            built = [turn for turn in episode.turns[: episode.built] if turn not in turns]
            episode.turns, episode.built, episode.drafts = left, len(built), []
            if episode.status == "decomposed":
                episode.status, episode.built = "closed", 0
