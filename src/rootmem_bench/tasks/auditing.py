"""What must hold for every finished run of choices; a run that breaks it is no result.

Checked on what was really asked and answered, not on what the code meant to do: the right option
is the data set's, the letters stand for the seeded order, the profile is in no prompt, and nothing
shows more than k items.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rootmem.errors import RootMemError
from rootmem.reasoners.llm.data import quoted
from rootmem_bench.records import ChoiceItem, Person
from rootmem_bench.runs import UNPARSABLE, ItemLine
from rootmem_bench.tasks.hosting import TooManyItems
from rootmem_bench.tasks.kinds import Case, Job

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample

Shingle = tuple[str, ...]
SHINGLE = 8
"""So many words of a profile in a row are a leak, unless memory says the same."""


class BrokenRun(RootMemError):
    """A run whose figures would be wrong; says in which item and why."""


def audit(
    lines: Sequence[ItemLine],
    samples: Iterable[EvalSample],
    cases: Sequence[Case],
    job: Job,
    *,
    bounded: bool,
) -> None:
    """Raises BrokenRun or TooManyItems."""
    prompts = {str(sample.id): _prompt(sample) for sample in samples}
    people = {case.person.id: case.person for case in cases}
    secrets = {name: _secrets(person) for name, person in people.items()}
    for line, case in zip(lines, cases, strict=True):
        if bounded and len(line.retrieved) > line.k:
            raise TooManyItems(f"{case.id}: {len(line.retrieved)} items; k is {line.k}")
        prompt = prompts.get(case.id, "")
        if not job.persona and prompt:
            _no_profile(prompt, case, secrets[case.person.id])
        if line.order and line.kind is not None and not line.error and prompt:
            _key(line, prompt, case)


def _key(line: ItemLine, prompt: str, case: Case) -> None:
    """The letter chosen shows, in the prompt as it was sent, the text of the kind counted."""
    item = case.item
    assert isinstance(item, ChoiceItem)
    texts = dict(item.options)
    letters = {
        letter.upper(): text.strip()
        for letter, text in re.findall(r"(?m)^\(?([A-Za-z])[.)] (.*)$", prompt)
    }
    for letter, kind in zip(sorted(letters), line.order, strict=False):
        if letters[letter] != quoted(texts[kind]).split("\n")[0].strip():
            raise BrokenRun(f"{case.id}: the letter {letter} does not show the {kind} option")
    if line.kind == UNPARSABLE:
        if line.correct:
            raise BrokenRun(f"{case.id}: an unparsable reply counts as correct")
        return
    chosen = letters.get((line.choice or "").upper())
    right = chosen == quoted(texts[item.answer]).split("\n")[0].strip()
    if line.correct != right:
        raise BrokenRun(f"{case.id}: scored {line.correct}, but the option chosen says otherwise")


def _no_profile(prompt: str, case: Case, secrets: frozenset[Shingle]) -> None:
    if secrets and (leaked := secrets.intersection(_shingles(_words(prompt)))):
        words = " ".join(min(leaked))
        raise BrokenRun(f"{case.id}: the profile is in the prompt: {words!r}")


def _secrets(person: Person) -> frozenset[Shingle]:
    """What only the profile says: its runs of words that stand nowhere in memory or items."""
    if not person.persona:
        return frozenset()
    said = [entry.text for entry in person.bank]
    said += [turn.text for session in person.sessions for turn in session.turns]
    said += [item.query for item in (*person.choices, *person.questions)]
    said += [text for item in person.choices for _, text in item.options]
    known = {shingle for text in said for shingle in _shingles(_words(text))}
    return frozenset(_shingles(_words(person.persona))) - known


def _shingles(words: Sequence[str]) -> Iterable[Shingle]:
    return (tuple(words[at : at + SHINGLE]) for at in range(len(words) - SHINGLE + 1))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _prompt(sample: EvalSample) -> str:
    return "\n".join(m.text for m in sample.messages if m.role in ("system", "user"))
