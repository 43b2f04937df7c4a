"""A construction's folder: the people it is built from, its files, its manifest, one owner at a
time.

    manifest.json      versions, data, seed; each step's model, settings, prompts' hashes, counts
    people.jsonl       the people as they were loaded (records.Person), without items
    calls/<step>.jsonl every reply of a model, written as it came (calling.py)
    tags.jsonl, pairs.jsonl, verdicts_llm.jsonl, candidates.jsonl   what came of them (shapes.py)
    verdicts.jsonl, ratings.jsonl   what people said, a line an answer
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from rootmem.errors import InvalidInput
from rootmem_bench.construction import lines
from rootmem_bench.construction.shapes import Candidate, Pair, Rating, Tagged, Verdict
from rootmem_bench.manifest import data_of, versions
from rootmem_bench.records import BankEntry, Dataset, Person

Step = Literal["tag", "mine", "verify", "generate"]
FORMAT = 1
_OUTPUTS: dict[Step, str] = {
    "tag": "tags.jsonl",
    "mine": "pairs.jsonl",
    "verify": "verdicts_llm.jsonl",
    "generate": "candidates.jsonl",
}


class Folder:
    """Opens a folder that ``create`` made; raises InvalidInput where it is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._manifest = path / "manifest.json"
        if not self._manifest.is_file():
            raise InvalidInput(
                f"{path} is no construction's folder; begin with: rootmem-bench build start"
            )

    @classmethod
    def create(cls, path: Path, data: Dataset, *, seed: int) -> Folder:
        """Begin with those people who have a bank. Raises InvalidInput where nobody has one, or a
        construction is there already."""
        people = [person for person in data.people if person.bank]
        if (path / "manifest.json").exists():
            raise InvalidInput(f"{path} holds a construction already; choose another folder")
        if not people:
            raise InvalidInput(f"{data.name} has no bank of memories; items are built out of one")
        path.mkdir(parents=True, exist_ok=True)
        bare = (one.model_copy(update={"choices": (), "questions": ()}) for one in people)
        lines.write_lines(path / "people.jsonl", bare)
        manifest = {
            "format": FORMAT,
            "command": "build",
            "started": _now(),
            "seed": seed,
            "versions": versions(),
            "data": data_of(data),
            "steps": {},
        }
        lines.write_text(path / "manifest.json", json.dumps(manifest, indent=1) + "\n")
        return cls(path)

    # --- what is in it

    def people(self) -> list[Person]:
        return lines.read_lines(self.path / "people.jsonl", Person)

    def tags(self) -> dict[tuple[str, str], str]:
        """(person, memory) -> tag."""
        found = lines.read_lines(self.path / "tags.jsonl", Tagged)
        return {(one.person, one.memory): one.tag for one in found}

    def pairs(self) -> list[Pair]:
        return lines.read_lines(self.path / "pairs.jsonl", Pair)

    def verdicts(self) -> list[Verdict]:
        """The last of each judge on each pair, in the order of their first."""
        found = lines.read_lines(self.output("verify"), Verdict)
        found += lines.read_lines(self.path / "verdicts.jsonl", Verdict)
        return list({(one.pair, one.by): one for one in found}.values())

    def candidates(self) -> list[Candidate]:
        return lines.read_lines(self.path / "candidates.jsonl", Candidate)

    def ratings(self) -> list[Rating]:
        """The last of each rater on each item in each round, of questions as they now are."""
        now = {one.id: one.draft.digest for one in self.candidates() if one.attempts}
        found = [
            one
            for one in lines.read_lines(self.path / "ratings.jsonl", Rating)
            if one.question == now.get(one.item)
        ]
        return list({(one.round, one.rater, one.item): one for one in found}.values())

    def rate(self, rating: Rating) -> None:
        lines.append_line(self.path / "ratings.jsonl", rating)

    def judge(self, verdict: Verdict) -> None:
        lines.append_line(self.path / "verdicts.jsonl", verdict)

    def calls(self, step: Step) -> Path:
        (self.path / "calls").mkdir(exist_ok=True)
        return self.path / "calls" / f"{step}.jsonl"

    def output(self, step: Step) -> Path:
        return self.path / _OUTPUTS[step]

    # --- its manifest

    @property
    def manifest(self) -> dict[str, Any]:
        return json.loads(self._manifest.read_text("utf-8"))

    @property
    def seed(self) -> int:
        return int(self.manifest["seed"])

    def begin(
        self,
        step: Step,
        settings: Mapping[str, Any],
        options: Mapping[str, Any] | None = None,
        *,
        restart: bool = False,
    ) -> None:
        """Note with what a step runs. ``settings`` bear on its replies: it goes on only with the
        same ones, else InvalidInput names what differs; ``restart`` throws its replies away.
        ``options`` choose what is asked or kept, and may change."""
        manifest = self.manifest
        before = manifest["steps"].get(step)
        settings = json.loads(json.dumps(settings))
        if restart:
            self.calls(step).unlink(missing_ok=True)
            before = None
        if before is not None and before["settings"] != settings and self.calls(step).exists():
            names = sorted(
                name
                for name in {*before["settings"], *settings}
                if before["settings"].get(name) != settings.get(name)
            )
            raise InvalidInput(
                f"{step} was begun with another {', '.join(names)}; go on with the same, or begin "
                "it anew with --restart"
            )
        started = before["started"] if before else _now()
        manifest["steps"][step] = {
            "settings": settings,
            "options": dict(options or {}),
            "started": started,
            "finished": None,
        }
        self._write(manifest)

    def finish(self, step: Step, results: Mapping[str, Any], *, done: bool) -> None:
        """Note what came of a step; ``done`` is False where it stopped before its end."""
        manifest = self.manifest
        manifest["steps"][step] |= {"finished": _now() if done else None, "results": dict(results)}
        self._write(manifest)

    @contextmanager
    def owned(self) -> Generator[None]:
        """Nobody else builds here meanwhile; raises InvalidInput where somebody does. A killed
        process holds nothing."""
        with (self.path / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise InvalidInput(f"another process is building in {self.path}") from None
            yield

    def _write(self, manifest: Mapping[str, Any]) -> None:
        lines.write_text(self._manifest, json.dumps(manifest, indent=1) + "\n")


def memories_of(people: Sequence[Person]) -> dict[tuple[str, str], BankEntry]:
    """(person, memory) -> entry."""
    return {(person.id, entry.id): entry for person in people for entry in person.bank}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
