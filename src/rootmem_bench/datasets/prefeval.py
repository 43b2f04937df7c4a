"""PrefEval: preferences stated or implied, and questions that tempt to forget them (ICLR 2025).

``benchmark_dataset/`` of github.com/amazon-science/PrefEval, one file a topic in each folder:
``explicit_preference/`` (``preference``, ``question``, ``explanation``), ``implicit_preference/
choice-based/`` (and a ``conversation`` of four turns), ``implicit_preference/persona-driven/`` (a
``conversation`` of ``turn1`` … with ``user`` and ``assistant``) and ``mcq_options/``
(``classification_task_options``, the right one first). The four belong together by place.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Literal

from rootmem.errors import InvalidInput
from rootmem.importers.fields import Shape, validated
from rootmem.importers.source import json_records
from rootmem_bench.datasets.files import digest_of, files_in, has_keys
from rootmem_bench.datasets.prefeval_forms import Form, PrefRecord, said_in
from rootmem_bench.records import (
    BankEntry,
    ChoiceItem,
    Dataset,
    OpenItem,
    Person,
    Session,
    Utterance,
)

NAME = "prefeval"
LICENCE = "CC BY-NC 4.0"

FOLDERS: dict[str, str] = {
    "explicit": "explicit_preference",
    "choice": "implicit_preference/choice-based",
    "persona": "implicit_preference/persona-driven",
}


class _Options(Shape):
    question: str
    classification_task_options: list[str]


class _Turn(Shape):
    role: Literal["user", "assistant"]
    content: str


class _Filler(Shape):
    conversation: list[_Turn]


def recognises(path: Path) -> bool:
    """Whether this is the repository, its data folder, or one topic's file."""
    if path.is_dir():
        return (_root(path) / FOLDERS["explicit"]).is_dir()
    return has_keys(path, "preference", "question", "explanation")


def load(
    path: str | Path,
    *,
    form: Form = "explicit",
    topics: tuple[str, ...] | None = None,
    inter_turns: int = 0,
) -> Dataset:
    """One person a record: the preference in one session, then the question.

    ``path``: the repository, ``benchmark_dataset``, or one file of a form. ``inter_turns``: so many
    exchanges of the data set's filler (``filtered_inter_turns.json``) between the two, as in its
    own evaluation. Every record is an open question (the reference is the preference; a judge
    decides) and, where the options are there, a multiple-choice item whose kinds are ``correct``
    and ``wrong_1`` … The bank holds the preference in the explicit form, else nothing.
    """
    if form not in FOLDERS:
        raise InvalidInput(f"form is {form!r}; expected {', '.join(FOLDERS)}")
    given = Path(path)
    root = _root(given) if given.is_dir() else given.parent
    files = files_in(root / FOLDERS[form] if given.is_dir() else given, "*.json", expected="topics")
    files = [file for file in files if topics is None or file.stem in topics]
    if not files:
        raise InvalidInput(f"no topic is called {', '.join(topics or ())}")
    notes: list[str] = []
    read = list(files)
    filler = tuple(_filler(_source(root, "filtered_inter_turns.json", read), inter_turns)) if (
        inter_turns
    ) else ()  # fmt: skip
    people: list[Person] = []
    for file in files:
        options = _options(given, root, file, read)
        for index, (line, place, raw) in enumerate(json_records(file)):
            record = validated(PrefRecord, raw, source=file.name, line=line, field=place)
            where = f"{file.name}{place}"
            person = _person(record, file.stem, index, form, filler, where)
            if item := _choice(record, options, index, person, where, notes):
                person = person.model_copy(update={"choices": (item,)})
            people.append(person)
    return Dataset(
        name=f"{NAME}-{form}",
        people=tuple(people),
        digest=digest_of(read),
        licence=LICENCE,
        notes=tuple(notes),
    )


def _root(path: Path) -> Path:
    inner = path / "benchmark_dataset"
    return inner if inner.is_dir() else path


def _source(root: Path, name: str, read: list[Path]) -> Path:
    file = next(
        (place / name for place in (root, *root.parents[:2]) if (place / name).is_file()), None
    )
    if file is None:
        raise InvalidInput(f"PrefEval's {name} is not there; it belongs beside the forms' folders")
    read.append(file)
    return file


def _options(given: Path, root: Path, file: Path, read: list[Path]) -> list[_Options]:
    folder = root / "mcq_options" if given.is_dir() else file.parent.parent / "mcq_options"
    if not (found := folder / file.name).is_file():
        return []
    read.append(found)
    return [
        validated(_Options, raw, source=f"mcq_options/{file.name}", line=line, field=place)
        for line, place, raw in json_records(found)
    ]


def _filler(file: Path, exchanges: int) -> Iterator[Session]:
    turns = (
        turn
        for line, place, raw in json_records(file)
        for turn in validated(
            _Filler, raw, source=file.name, line=line, field=place
        ).conversation
    )  # fmt: skip
    for number in range(1, exchanges + 1):
        pair = tuple(islice(turns, 2))
        if len(pair) < 2:
            raise InvalidInput(
                f"{file.name} has {number - 1} exchanges; inter_turns is {exchanges}"
            )
        name = f"filler_{number}"
        said = (
            Utterance(id=f"{name}:{i}", role=t.role, text=t.content) for i, t in enumerate(pair)
        )
        yield Session(id=name, turns=tuple(said))


def _person(
    record: PrefRecord, topic: str, index: int, form: Form, filler: tuple[Session, ...], where: str
) -> Person:
    name = f"{topic}-{index:03}"
    said = tuple(
        Utterance(id=f"preference:{number}", role=role, text=text)
        for number, (role, text) in enumerate(said_in(record, form, where))
    )
    stated = BankEntry(
        id=f"{name}-preference",
        text=record.preference,
        type="preference",
        session_id="preference",
        source=("preference:0",),
    )
    evidence = tuple(turn.id for turn in said if turn.role == "user")
    return Person(
        id=name,
        persona=record.persona,
        bank=(stated,) if form == "explicit" else (),
        sessions=(Session(id="preference", turns=said), *filler),
        questions=(
            OpenItem(
                id=name,
                query=record.question,
                answer=record.preference,
                category=topic,
                evidence=evidence,
                evidence_sessions=("preference",),
                logical=(stated.id,) if form == "explicit" else (),
                extra={"explanation": record.explanation},
            ),
        ),
    )


def _choice(
    record: PrefRecord,
    options: list[_Options],
    index: int,
    person: Person,
    where: str,
    notes: list[str],
) -> ChoiceItem | None:
    if index >= len(options):
        return None
    found = options[index]
    if found.question.split() != record.question.split():
        notes.append(f"{where}: options left out, they are to another question")
        return None
    texts = found.classification_task_options
    kinds = ("correct", *(f"wrong_{number}" for number in range(1, len(texts))))
    return ChoiceItem(
        id=person.id,
        query=record.question,
        options=tuple(zip(kinds, texts, strict=True)),
        answer="correct",
        category=person.questions[0].category,
        logical=person.questions[0].logical,
    )
