"""LoCoMo's conversations for banks that were taken from its observations."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rootmem.importers.locomo import load_locomo
from rootmem_bench.datasets.locomo import sessions_of
from rootmem_bench.records import Person


def with_conversations(people: Iterable[Person], file: Path, notes: list[str]) -> list[Person]:
    """The people, those without sessions with theirs.

    ``30-Jon`` is Jon of the sample ``conv-30``; his turns have the role ``user``. Who is not found
    stays as they are, which the notes tell.
    """
    samples = {sample.sample_id.removeprefix("conv-"): sample for sample in load_locomo(file)}
    found: list[Person] = []
    for person in people:
        number, _, speaker = person.id.partition("-")
        sample = samples.get(number)
        if person.sessions:
            found.append(person)
        elif sample is None or speaker not in sample.speakers:
            notes.append(f"{person.id}: no sessions, {file.name} has no such speaker")
            found.append(person)
        else:
            role = "speaker_a" if sample.speakers[0] == speaker else "speaker_b"
            found.append(person.model_copy(update={"sessions": sessions_of(sample, role)}))
    return found
