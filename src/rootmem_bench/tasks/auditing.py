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
from rootmem_bench.records import ChoiceItem
from rootmem_bench.runs import UNPARSABLE, ItemLine
from rootmem_bench.tasks.hosting import TooManyItems
from rootmem_bench.tasks.kinds import Case, Job

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample

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
    for line, case in zip(lines, cases, strict=True):
        if bounded and len(line.retrieved) > line.k:
            raise TooManyItems(f"{case.id}: {len(line.retrieved)} items; k is {line.k}")
        prompt = prompts.get(case.id, "")
        if not job.persona and prompt:
            _no_profile(prompt, case)
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


def _no_profile(prompt: str, case: Case) -> None:
    known = " ".join(
        [*(entry.text for entry in case.person.bank)]
        + [turn.text for session in case.person.sessions for turn in session.turns]
    )
    sources = _words(known + " " + case.query)
    own = set(_shingles(sources))
    inside = set(_shingles(_words(prompt)))
    for shingle in _shingles(_words(case.person.persona)):
        if shingle in inside and shingle not in own:
            raise BrokenRun(f"{case.id}: the profile is in the prompt: {' '.join(shingle)!r}")


def _shingles(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return (tuple(words[at : at + SHINGLE]) for at in range(len(words) - SHINGLE + 1))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _prompt(sample: EvalSample) -> str:
    return "\n".join(m.text for m in sample.messages if m.role in ("system", "user"))
