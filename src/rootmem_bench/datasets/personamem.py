"""PersonaMem v1: ``questions_{32k,128k,1M}.csv`` over ``shared_contexts_*.jsonl``.

The contexts are read by the product's own reader. One context is one person here. A system turn
with the persona opens each of its blocks; it is left out (it gives answers away) unless asked for.
"""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, Literal, cast

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem.importers.personamem import PersonaContext, load_personamem
from rootmem.importers.source import text_of
from rootmem_bench.datasets.files import digest_of, head_of, one_of
from rootmem_bench.records import ChoiceItem, Dataset, Person, Session, Utterance

NAME = "personamem"
LICENCE = "MIT"

TYPES = (
    "recall_user_shared_facts",
    "recalling_facts_mentioned_by_the_user",
    "suggest_new_ideas",
    "recalling_the_reasons_behind_previous_updates",
    "track_full_preference_evolution",
    "generalizing_to_new_scenarios",
    "provide_preference_aligned_recommendations",
)
"""The seven question types."""

Size = Literal["32k", "128k", "1M"]
_COLUMNS = (
    *("question_id", "question_type", "user_question_or_message", "correct_answer", "all_options"),
    *("shared_context_id", "end_index_in_shared_context"),
)
_LETTER = re.compile(r"\s*\(?([a-z])[).]\s*", re.IGNORECASE)


def recognises(path: Path) -> bool:
    """Whether this is a questions file, or a folder with one."""
    if path.is_dir():
        return one_of(path, ("questions_*.csv",)) is not None
    return path.is_file() and all(name in head_of(path) for name in _COLUMNS)


def load(
    path: str | Path,
    *,
    size: Size | None = None,
    contexts: str | Path | None = None,
    persona_turns: bool = False,
) -> Dataset:
    """The questions whose context is there, by context.

    ``path``: a questions file, or the folder (``size`` then says which, the smallest by default).
    ``contexts``: the shared contexts; found beside the questions by their size. ``persona_turns``:
    keep the system turns with the persona, as the data set's own evaluation does.
    ``history_end`` counts the person's utterances that come before the question, which is
    ``end_index_in_shared_context`` without the turns that were left out. An option's kind is its
    letter, its text comes without it. Left out, and told in the notes: questions without a context,
    and rows whose options, answer or index cannot be read.
    """
    questions = _questions_file(Path(path), size)
    file = _contexts_file(questions, contexts)
    notes: list[str] = []
    found = {context.context_id: context for context in load_personamem(file)}
    items: dict[str, list[ChoiceItem]] = {}
    personas: dict[str, str] = {}
    absent: Counter[str] = Counter()
    for number, row in _rows(questions):
        where = f"{questions.name}, row {number}"
        if (context := found.get(row["shared_context_id"])) is None:
            absent[row["shared_context_id"]] += 1
        elif item := _item(row, context, where, persona_turns, notes):
            items.setdefault(context.context_id, []).append(item)
            personas[context.context_id] = row.get("persona_id") or ""
    if absent:
        count = f"{absent.total()} questions of {len(absent)} contexts"
        notes.append(f"{questions.name}: {count} left out, {file.name} does not have these")
    return Dataset(
        name=NAME,
        people=tuple(
            _person(found[key], tuple(asked), personas[key], persona_turns)
            for key, asked in items.items()
        ),
        digest=digest_of([questions, file]),
        licence=LICENCE,
        notes=tuple(notes),
    )


def _questions_file(path: Path, size: Size | None) -> Path:
    if path.is_file():
        return path
    for name in (size,) if size else ("32k", "128k", "1M"):
        if (file := path / f"questions_{name}.csv").is_file():
            return file
    raise ImportFormatError(
        "there is no file of questions",
        source=path.name,
        expected=f"questions_{size or '32k'}.csv",
    )


def _contexts_file(questions: Path, given: str | Path | None) -> Path:
    if given is not None:
        return Path(given)
    size = questions.stem.removeprefix("questions_")
    if found := one_of(questions.parent, (f"shared_contexts_{size}*.jsonl",)):
        return found
    raise InvalidInput(
        f"PersonaMem needs shared_contexts_{size}.jsonl; put it beside the questions or give "
        "contexts=PATH"
    )


def _rows(file: Path) -> list[tuple[int, dict[str, str]]]:
    reader = csv.DictReader(io.StringIO(text_of(file), newline=""))
    if missing := [name for name in _COLUMNS if name not in (reader.fieldnames or ())]:
        raise ImportFormatError(
            f"no column {', '.join(missing)}", source=file.name, line=1, expected="PersonaMem v1's"
        )
    return [
        (number, {key: value or "" for key, value in row.items() if key})
        for number, row in enumerate(reader, start=1)
    ]


def _item(
    row: dict[str, str], context: PersonaContext, where: str, kept: bool, notes: list[str]
) -> ChoiceItem | None:
    options = _options(row["all_options"])
    gold = _LETTER.match(row["correct_answer"] + ")")
    answer = gold[1].lower() if gold else ""
    if answer not in dict(options):
        notes.append(f"{where}: left out, correct_answer or all_options cannot be read")
        return None
    try:
        end = int(float(row["end_index_in_shared_context"]))
    except ValueError:
        notes.append(f"{where}: left out, end_index_in_shared_context is no number")
        return None
    history = context.turns[:end]
    measured = {k: row[k] for k in row if k.startswith(("distance", "context_length", "num_"))}
    return ChoiceItem(
        id=row["question_id"],
        query=row["user_question_or_message"],
        options=options,
        answer=answer,
        category=row["question_type"],
        query_type=row["question_type"],
        history_id=context.context_id,
        history_end=sum(kept or turn.role != "system" for turn in history),
        extra={"topic": row.get("topic", ""), "end_index": end, **measured},
    )


def _options(text: str) -> tuple[tuple[str, str], ...]:
    """(letter, text) of each. About half of the rows are JSON, the others a Python list."""
    value: Any = None
    for read in (json.loads, ast.literal_eval):
        try:
            value = read(text)
            break
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    found: list[tuple[str, str]] = []
    for option in cast("list[Any]", value if isinstance(value, list) else []):
        if head := _LETTER.match(str(option)):
            found.append((head[1].lower(), str(option)[head.end() :]))
    return tuple(found)


def _person(
    context: PersonaContext, items: tuple[ChoiceItem, ...], persona_id: str, kept: bool
) -> Person:
    sessions: list[list[Utterance]] = []
    for index, turn in enumerate(context.turns):
        if turn.role == "system" or not sessions:
            sessions.append([])
        if kept or turn.role != "system":
            key = f"{context.context_id}:{index}"
            sessions[-1].append(Utterance(id=key, role=turn.role, text=turn.said))
    persona = next((turn.content for turn in context.turns if turn.role == "system"), "")
    return Person(
        id=context.context_id,
        persona=persona,
        sessions=tuple(
            Session(id=f"block_{number}", turns=tuple(turns))
            for number, turns in enumerate((block for block in sessions if block), start=1)
        ),
        choices=items,
        extra={"persona_id": persona_id},
    )
