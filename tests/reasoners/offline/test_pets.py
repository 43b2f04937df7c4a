"""Animals are told from people: by their kind, or by the name that some text gives them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rootmem import Memory
from rootmem.model import MemoryEntry
from rootmem.reasoners.offline.pets import are_animals

NOW = datetime(2024, 3, 1, tzinfo=UTC)


def entry(subject: str, text: str) -> MemoryEntry:
    return MemoryEntry(
        id=text, type="factual", text=text, subject=subject, time=NOW, valid_from=NOW,
        recorded_at=NOW,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("subject", "text", "animal"),
    [
        ("the user's cat", "The user's cat sleeps in the studio.", True),
        ("the user's vet", "The user's vet is closed on Mondays.", False),
        ("the user's sister", "The user's sister keeps a dog.", False),
        ("Rex", "The user's dog Rex is old and deaf.", True),
        ("Fado", "Fado is a grey cockatiel.", True),
        ("Ana", "The user's sister Ana walks the dog.", False),
        ("user", "The user adopted a dog called Rex.", False),
    ],
)
def test_the_subject_is_an_animal(subject: str, text: str, animal: bool):
    assert are_animals([entry(subject, text)]) == [animal]


def test_a_name_is_known_from_another_entry():
    entries = [
        entry("user", "The user adopted a dog called Rex."),
        entry("Rex", "Rex is afraid of thunder."),
    ]
    assert are_animals(entries) == [False, True]


def test_the_cat_in_the_studio_speaks_up_for_a_fish_tank():
    with Memory(":memory:") as memory:
        memory.add("My cat sleeps in the studio.", "ana")
        recall = memory.recall("Help me set up a fish tank in the studio", "ana")
        (root,) = recall.roots
        assert root.unit.title == "Animals in the home"
        assert [piece.subject for piece in root.shown] == ["the user's cat"]
