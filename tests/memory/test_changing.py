"""Corrections keep history; erasing keeps nothing."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from rootmem import Memory, NotFound
from rootmem.metering import metered
from rootmem.model import Scope
from rootmem.reasoners.llm.cache import ReplyCache
from tests.fakes import Scripted


def _files(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_update_keeps_metadata_and_history() -> None:
    with Memory() as memory:
        memory.add_entries([{"text": "Ana keeps bees.", "id": "e1", "metadata": {"a": 1}}], "ana")
        changed = memory.update("e1", "ana", text="Ana keeps two hives.", metadata={"b": 2})
        history = [event.text for event in memory.history("e1", "ana")]
        found = memory.search("hives", "ana")
    assert changed.metadata == {"a": 1, "b": 2}
    assert "Ana keeps bees." in history
    assert found[0].entry.text == "Ana keeps two hives."


def test_retract_hides_and_restore_brings_back() -> None:
    with Memory() as memory:
        memory.add_entries([{"text": "Ana keeps bees.", "id": "e1"}], "ana")
        memory.retract("e1", "ana", reason="it was a joke")
        assert memory.search("bees", "ana") == []
        assert not memory.roots("ana") or all(
            "e1" not in piece.id
            for root in memory.recall("bees", "ana").roots
            for piece in root.shown
        )
        memory.restore("e1", "ana")
        assert memory.search("bees", "ana")[0].entry.id == "e1"


def test_another_users_ids_do_not_exist() -> None:
    with Memory() as memory:
        memory.add_entries([{"text": "Ana keeps bees.", "id": "e1"}], "ana")
        for call in (memory.get, memory.retract, memory.restore, memory.delete, memory.history):
            with pytest.raises(NotFound):
                call("e1", "bob")
        assert memory.get("e1", "ana")


@pytest.mark.parametrize("model", [False, True])
def test_an_erased_turn_is_in_no_file_and_does_not_come_back(tmp_path: Path, model: bool) -> None:
    reasoner = Scripted() if model else None
    with Memory(tmp_path / "m.db", reasoner=reasoner) as memory:
        memory.add("I am allergic to zanzibarnuts.", "ana", session_id="s1")
        memory.add("My sister Ana works nights at the hospital.", "ana", session_id="s2")
        memory.construct("ana")
        turn = memory.turns("ana", session_id="s1")[0].id
        receipt = memory.delete(turn, "ana")
        assert (receipt.turns, receipt.entries) == (1, 1)
        memory.construct("ana")
        assert b"zanzibarnuts" not in _files(tmp_path)
        assert "zanzibarnuts" not in str(memory.export("ana"))
        assert not any("zanzibar" in e.text for e in memory.get_all("ana", status=None))
        assert len(memory.get_all("ana")) == 1
    assert b"zanzibarnuts" not in _files(tmp_path)


def test_erasing_a_user_leaves_the_other_untouched(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db") as memory:
        for user, text in (("ana", "I keep quokkas in the barn."), ("bob", "I keep bees.")):
            memory.add(text, user)
        before = memory.export("bob")
        memory.recall("quokkas", "ana")
        receipt = memory.erase("ana")
        assert receipt.entries == 1
        assert b"quokka" not in _files(tmp_path)
        assert memory.export("bob") == before
        assert memory.users() == ["bob"]
        assert memory.recall("quokkas", "ana").nothing_relevant


def test_an_export_comes_back_whole(tmp_path: Path) -> None:
    with Memory() as one, Memory() as other:
        one.add("I am allergic to peanuts. My sister Ana works nights.", "ana")
        one.export("ana", tmp_path / "ana.jsonl")
        counts = other.import_(tmp_path / "ana.jsonl", "ana")
        assert counts["entry"] == len(one.get_all("ana"))
        assert other.get_all("ana") == one.get_all("ana")
        assert [u.id for u in other.roots("ana")] == [u.id for u in one.roots("ana")]
        assert other.recall("peanuts", "ana").context == one.recall("peanuts", "ana").context
        again = other.import_(tmp_path / "ana.jsonl", "ana")
        assert sum(again.values()) == 0


def test_erasing_without_a_model_still_drops_replies_that_one_cached(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies")
    with metered(scope=Scope("ana")):
        slot = cache.slot(["a question"])
    assert slot is not None
    anyio.run(slot.read)
    anyio.run(slot.write, "Ana keeps quokkas.")
    with Memory(tmp_path / "m.db", cache=tmp_path / "replies") as memory:
        memory.add("I keep quokkas in the barn.", "ana")
        memory.erase("ana")
    assert b"quokka" not in _files(tmp_path)
