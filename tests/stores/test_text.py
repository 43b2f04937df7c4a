"""Any text goes in and none crashes: what a database cannot hold is replaced."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rootmem.errors import InvalidInput, NotFound
from rootmem.model.text import storable
from rootmem.ports import EntryChanges, NewEntry
from rootmem.stores import SqlStore
from tests.stores.samples import ANN, BOB, create, draft, entry, episode, message, new, saved, told

HOSTILE = [
    "a\x00b",
    "'; DROP TABLE rootmem_turns; --",
    '" OR ""="',
    "%s %(x)s ? :name {} $1",
    "\\",
    "%_*",
    "日本語 العربية 👩‍👩‍👧",
    "\u202e\ufeff",
]
# Nouns that are validated cannot hold these; ids, metadata and copies of nouns can.
BROKEN = ["half \ud83d of a pair", "\udc00"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_survives_in_every_place(store: SqlStore, text: str) -> None:
    kept = storable(text)
    said = message(text, session_id=text, key=text, name=text, metadata={text: [text, {"k": text}]})
    [(turn, _)] = store.append(ANN, [said])
    assert (turn.text, turn.session_id, turn.key, turn.name) == (kept,) * 4
    assert turn.metadata == {kept: [kept, {"k": kept}]}
    assert store.append(ANN, [said]) == [(turn, False)]
    assert store.turns(ANN, session_id=text) == [turn]
    store.save_episodes(ANN, [episode("e" + text, [turn.id], title=text)])
    store.save_drafts(ANN, {"e" + text: [draft(text, [turn.id])]})
    assert [one.text for made in store.drafts(ANN, ["e" + text]).values() for one in made] == [kept]
    whole = entry("m" + text, [turn.id], text=text, subject=text, condition=text, triggers=(text,))
    changes = EntryChanges(
        new=(NewEntry(whole.model_copy(update={"metadata": {text: text}}), b""),)
    )
    assert store.save_entries(ANN, changes, ["e" + text])
    [found] = store.entries(ANN, ids=["m" + text])
    assert (found.text, found.subject, found.condition, found.triggers) == (
        kept,
        kept,
        kept,
        (kept,),
    )
    assert found.metadata == {kept: kept}
    store.save_roots(ANN, [create("u" + text, ["m" + text], guidance="x" + text)], ["m" + text])
    assert store.roots(ANN)[0].unit.guidance == "x" + kept
    store.set_status(ANN, "m" + text, "retracted", text)
    store.note_error(ANN, text)
    assert store.last_error(ANN) == kept
    assert store.erase(ANN, entry_ids=["m" + text]).entries == 1


@pytest.mark.parametrize("text", BROKEN)
def test_lone_surrogates_are_replaced_wherever_they_slip_in(store: SqlStore, text: str) -> None:
    kept = storable(text)
    said = message("x", metadata={"k": [text]}).model_copy(update={"text": text, "key": text})
    [(turn, _)] = store.append(ANN, [said])
    assert (turn.text, turn.metadata) == (kept, {"k": [kept]})
    assert store.append(ANN, [said]) == [(turn, False)]
    made = draft("x", [turn.id]).model_copy(update={"text": text})
    store.save_episodes(ANN, [episode("e", [turn.id])])
    store.save_drafts(ANN, {"e": [made]})
    assert store.drafts(ANN, ["e"])["e"][0].text == kept
    changed = entry("m").model_copy(update={"text": text, "triggers": (text,)})
    saved(store, NewEntry(changed, b""))
    store.set_status(ANN, "m", "retracted", text)
    store.note_error(ANN, text)
    assert (store.entries(ANN)[0].text, store.entries(ANN)[0].triggers) == (kept, (kept,))
    assert (store.last_error(ANN), store.history(ANN, "m")[-1].by) == (kept, kept)
    assert all(json.dumps(record, ensure_ascii=False).encode() for record in store.dump(ANN))


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.text())
def test_any_text_comes_back_as_it_can_be_stored(store: SqlStore, text: str) -> None:
    [(turn, _)] = store.append(ANN, [message(text, metadata={"t": text})])
    assert (turn.text, turn.metadata) == (storable(text), {"t": storable(text)})
    assert store.turns(ANN, ids=[turn.id]) == [turn]


@pytest.mark.parametrize("key", [*HOSTILE, *BROKEN, "", " ", "x" * 5000])
def test_ids_that_look_like_code_find_nothing_and_harm_nothing(store: SqlStore, key: str) -> None:
    told(store, "bob's", scope=BOB)
    saved(store, new("m"), scope=BOB)
    before = list(store.dump(BOB))
    assert store.turns(ANN, ids=[key]) == store.entries(ANN, ids=[key]) == []
    assert store.episodes(ANN, ids=[key]) == store.root_versions(ANN, key) == []
    assert store.drafts(ANN, [key]) == {}
    for call in (
        lambda: store.history(ANN, key),
        lambda: store.erase(ANN, turn_ids=[key]),
        lambda: store.erase(ANN, entry_ids=[key]),
        lambda: store.set_status(ANN, key, "retracted", None),
    ):
        with pytest.raises(NotFound):
            call()
    assert list(store.dump(BOB)) == before


@pytest.mark.parametrize("key", ["", "\x00", "x" * 257])
def test_an_id_no_index_can_hold_is_refused(store: SqlStore, key: str) -> None:
    [turn_id] = told(store, "one")
    with pytest.raises(InvalidInput):
        saved(store, new(key))
    with pytest.raises(InvalidInput):
        store.save_episodes(ANN, [episode(key, [turn_id])])


def test_metadata_that_json_does_not_know_becomes_text(store: SqlStore) -> None:
    [(turn, _)] = store.append(ANN, [message("x", metadata={"when": {1}, "b": b"b"})])
    assert turn.metadata == {"when": "{1}", "b": "b'b'"}
