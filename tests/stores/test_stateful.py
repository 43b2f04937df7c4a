"""Random walks through the store, crashes among them, held against a model of a page."""

from __future__ import annotations

from itertools import count
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rootmem.model import Scope
from rootmem.ports import EntryChanges, EntryRow, Join, RootRevision, Supersession
from rootmem.stores import open_store
from tests.stores.model import Model, ModelEntry, ModelEpisode, ModelUnit
from tests.stores.samples import (
    BOB,
    at,
    create,
    draft,
    entry,
    episode,
    message,
    micros,
    new,
    orphans,
    saved,
    told,
    unit,
    vector,
)

_examples = count()
_picks = st.integers(0, 10_000)


class Walk(RuleBasedStateMachine):
    def __init__(self, location: str) -> None:
        super().__init__()
        self.location = location
        self.store = open_store(location)
        self.scope = Scope(f"user {next(_examples)}", "walks")
        self.model = Model()
        self.snapshot: dict[str, EntryRow] = {}
        self.seen = self.store.versions(self.scope)
        self.numbers = count()
        if not self.store.turns(BOB):
            ids = told(self.store, "bob's", scope=BOB)
            saved(self.store, new("m0", ids), new("m1"), scope=BOB)
            self.store.save_roots(BOB, [create("u0", ["m0", "m1"])], ["m0"])
        self.bobs = list(self.store.dump(BOB))

    def teardown(self) -> None:
        assert list(self.store.dump(BOB)) == self.bobs
        self.store.erase(self.scope)
        self.store.close()

    def pick(self, ids: Any, number: int) -> Any:
        """By position, never by the random ids of turns: a walk must be repeatable."""
        known = list(ids)
        return known[number % len(known)]

    @rule(number=st.integers(0, 12), copies=st.integers(1, 3))
    def append(self, number: int, copies: int) -> None:
        key = f"key {number}"
        told = self.store.append(self.scope, [message("said", number, key=key)] * copies)
        assert [is_new for _, is_new in told] == [
            key not in self.model.keys,
            *[False] * (copies - 1),
        ]
        if key not in self.model.keys:
            self.model.keys[key] = told[0][0].id
            self.model.turns.append(told[0][0].id)
        assert {turn.id for turn, _ in told} == {self.model.keys[key]}

    @precondition(lambda self: self.model.free_turns())
    @rule(size=st.integers(1, 3), status=st.sampled_from(["open", "closed"]))
    def cut(self, size: int, status: str) -> None:
        key, turns = f"e{next(self.numbers)}", self.model.free_turns()[:size]
        assert self.store.save_episodes(self.scope, [episode(key, turns, status=status)])
        self.model.episodes[key] = ModelEpisode(turns, status)

    @precondition(lambda self: self.model.episodes)
    @rule(number=_picks, more=st.integers(0, 2), status=st.sampled_from(["open", "closed"]))
    def grow(self, number: int, more: int, status: str) -> None:
        key = self.pick(self.model.episodes, number)
        known = self.model.episodes[key]
        turns = [*known.turns, *self.model.free_turns()[:more]]
        may = known.status != "decomposed"
        assert self.store.save_episodes(self.scope, [episode(key, turns, status=status)]) == may
        if may:
            order = [turn for turn in self.model.turns if turn in turns]
            known.turns, known.status = order, status

    @precondition(lambda self: self.model.episodes)
    @rule(number=_picks)
    def decompose(self, number: int) -> None:
        key = self.pick(self.model.episodes, number)
        known = self.model.episodes[key]
        made = {key: [draft(f"draft {n}", known.turns[:1]) for n in range(2)]}
        may = known.status == "closed"
        assert self.store.save_drafts(self.scope, made) == may
        if may:
            known.status, known.built = "decomposed", len(known.turns)
            known.drafts = ["draft 0", "draft 1"]

    @precondition(lambda self: self.model.episodes)
    @rule(number=_picks, split=st.integers(0, 2))
    def reconcile(self, number: int, split: int) -> None:
        key = self.pick(self.model.episodes, number)
        known, entry_id = self.model.episodes[key], f"m{next(self.numbers)}"
        origin = known.turns[: split + 1]
        changes = EntryChanges(new=(new(entry_id, known.turns, episode_id=key, origin=origin),))
        may = known.status == "decomposed"
        assert self.store.save_entries(self.scope, changes, [key]) == may
        if may:
            known.status, known.drafts = "reconciled", []
            text = f"text of {entry_id}"
            self.model.entries[entry_id] = ModelEntry(text, list(known.turns), set(origin))

    @rule(valid_to=st.none() | st.integers(0, 9))
    def add_ready_made(self, valid_to: int | None) -> None:
        entry_id = f"m{next(self.numbers)}"
        until = None if valid_to is None else at(valid_to)
        saved(self.store, new(entry_id, valid_to=until), scope=self.scope)
        held = None if until is None else micros(until)
        self.model.entries[entry_id] = ModelEntry(f"text of {entry_id}", [], set(), valid_to=held)

    @precondition(lambda self: self.model.entries and self.model.turns)
    @rule(one=_picks, other=_picks)
    def join(self, one: int, other: int) -> None:
        key, turn = self.pick(self.model.entries, one), self.pick(self.model.turns, other)
        join = Join(key, (turn,), micros(at(1)), 0.5)
        assert self.store.save_entries(self.scope, EntryChanges(joins=(join,)))
        known = self.model.entries[key]
        known.turns += [turn] if turn not in known.turns else []

    @precondition(lambda self: len(self.model.entries) > 1)
    @rule(one=_picks, other=_picks, moment=st.integers(0, 5))
    def supersede(self, one: int, other: int, moment: int) -> None:
        old = self.pick(self.model.entries, one)
        by = self.pick([key for key in self.model.entries if key != old], other)
        change = Supersession(old, by, moment)
        assert self.store.save_entries(self.scope, EntryChanges(supersessions=(change,)))
        self.model.supersede(old, by, moment)

    @precondition(lambda self: self.model.entries)
    @rule(number=_picks)
    def update(self, number: int) -> None:
        key, text = self.pick(self.model.entries, number), f"text {next(self.numbers)}"
        [stored] = self.store.entries(self.scope, ids=[key])
        changed = entry(key, text=text, valid_to=stored.valid_to)
        self.store.update_entry(self.scope, changed, vector(5))
        self.model.entries[key].text = text
        self.model.touch(key)

    @precondition(lambda self: self.model.entries)
    @rule(number=_picks, status=st.sampled_from(["active", "retracted"]))
    def set_status(self, number: int, status: Any) -> None:
        key = self.pick(self.model.entries, number)
        self.store.set_status(self.scope, key, status, None)
        self.model.set_status(key, status)

    @precondition(lambda self: self.model.entries)
    @rule(one=_picks, other=_picks)
    def create_unit(self, one: int, other: int) -> None:
        key = f"u{next(self.numbers)}"
        evidence = list(
            dict.fromkeys(self.pick(self.model.entries, number) for number in (one, other))
        )
        self.store.save_roots(self.scope, [create(key, evidence)], evidence[:1])
        self.model.units[key] = ModelUnit([evidence])
        self.model.entries[evidence[0]].rooted = True

    @precondition(lambda self: any(unit.active for unit in self.model.units.values()))
    @rule(number=_picks, other=_picks, action=st.sampled_from(["update", "retire", "merge"]))
    def revise_unit(self, number: int, other: int, action: Any) -> None:
        active = [key for key, known in self.model.units.items() if known.active]
        key, piece = self.pick(active, number), self.pick(self.model.entries, other)
        folded = tuple(one for one in active[:1] if action == "merge" and one != key)
        revision = RootRevision(unit(key, [piece]), vector(), action, "", folded)
        self.store.save_roots(self.scope, [revision])
        known = self.model.units[key]
        known.versions.append([piece])
        known.active, known.stale = action != "retire", False
        for one in folded:
            self.model.units[one].active = self.model.units[one].stale = False

    @precondition(lambda self: self.model.turns or self.model.entries)
    @rule(turns=st.lists(_picks, max_size=2), entries=st.lists(_picks, max_size=2))
    def erase(self, turns: list[int], entries: list[int]) -> None:
        turn_ids = [self.pick(self.model.turns, n) for n in turns if self.model.turns]
        entry_ids = [self.pick(self.model.entries, n) for n in entries if self.model.entries]
        receipt = self.store.erase(self.scope, turn_ids=turn_ids, entry_ids=entry_ids)
        active = {key for key, known in self.model.units.items() if known.active}
        doomed = self.model.erase(turn_ids, entry_ids)
        assert receipt.entries == len(doomed)
        assert set(receipt.roots_retired) == active - set(self.model.units)
        assert receipt.compacted

    @rule()
    def erase_user(self) -> None:
        self.store.erase(self.scope)
        self.model = Model()

    @rule()
    def dump_and_load(self) -> None:
        records = list(self.store.dump(self.scope))
        with_copy = open_store(":memory:")
        with_copy.load(self.scope, records, {})
        assert list(with_copy.dump(self.scope)) == records
        with_copy.close()

    @rule(key=_picks)
    def crash(self, key: int) -> None:
        """The process dies in the middle of a write, and another opens the database."""
        with self.store.reading():
            pass
        try:
            with self.store.writing(self.scope) as write:
                write.entries_moved()
                write.next_position += 1 + key
                write.finish()
                raise ConnectionAbortedError
        except ConnectionAbortedError:
            pass
        if self.location != ":memory:":
            self.store = open_store(self.location)

    @invariant()
    def turns_are_the_models(self) -> None:
        turns = self.store.turns(self.scope)
        assert [turn.id for turn in turns] == self.model.turns
        positions = [turn.position for turn in turns]
        assert positions == sorted(set(positions))
        free = self.store.turns(self.scope, unsegmented=True)
        assert [turn.id for turn in free] == self.model.free_turns()

    @invariant()
    def episodes_are_the_models(self) -> None:
        found = {one.id: one for one in self.store.episodes(self.scope)}
        assert {key: (list(one.turn_ids), one.status, one.built) for key, one in found.items()} == {
            key: (known.turns, known.status, known.built)
            for key, known in self.model.episodes.items()
        }
        drafts = self.store.drafts(self.scope, list(found))
        assert {key: [one.text for one in made] for key, made in drafts.items()} == {
            key: known.drafts for key, known in self.model.episodes.items() if known.drafts
        }
        waiting = sum(
            len(known.turns)
            for known in self.model.episodes.values()
            if known.status != "reconciled"
        )
        pending = waiting + len(self.model.free_turns())
        assert self.store.pending_turns(self.scope) == pending

    @invariant()
    def entries_are_the_models_by_snapshot_and_by_rows(self) -> None:
        now = self.store.versions(self.scope)
        if now.rebuilt > self.seen.entries:
            self.snapshot = {}
        since = self.seen.entries if self.snapshot else 0
        self.snapshot |= {row.id: row for row in self.store.entry_rows(self.scope, since)}
        self.seen = now
        rows = self.store.entry_rows(self.scope)
        assert [self.snapshot[row.id] for row in rows] == rows
        assert len(self.snapshot) == len(rows)
        assert {
            row.id: (row.text, list(row.turn_ids), row.status, row.superseded_by, row.valid_to)
            for row in rows
        } == {
            key: (known.text, known.turns, known.status, known.superseded_by, known.valid_to)
            for key, known in self.model.entries.items()
        }
        unrooted = {one.id for one in self.store.unrooted(self.scope, 1000)}
        assert unrooted == {
            key
            for key, known in self.model.entries.items()
            if known.status == "active" and not known.rooted
        }

    @invariant()
    def nothing_stands_without_what_it_belongs_to(self) -> None:
        assert orphans(self.store) == []

    @invariant()
    def units_are_the_models(self) -> None:
        found = {row.unit.id: list(row.unit.evidence) for row in self.store.roots(self.scope)}
        assert found == {
            key: known.versions[-1] for key, known in self.model.units.items() if known.active
        }
        assert set(self.store.stale_roots(self.scope)) == {
            key for key, known in self.model.units.items() if known.stale
        }
        for key, known in self.model.units.items():
            versions = self.store.root_versions(self.scope, key)
            assert [list(one.unit.evidence) for one in versions] == known.versions


def test_any_walk_through_the_store_agrees_with_the_model(location: str) -> None:
    run_state_machine_as_test(
        lambda: Walk(location),
        settings=settings(
            max_examples=15,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
