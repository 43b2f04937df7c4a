"""Step 6: one text for the response model, in a stable layout, within a number of tokens.

    <rootmem-context note="…">
    ## What to take into account        one block an activated unit: rules, then its evidence
    ### <title>
    When: <activation>
    Then: <guidance>
    - [2024-05-02] <evidence>
    ## The user's state now             the deciding facts first, preferences, insights
    ## Related memories                 entries, the most relevant first
    - [2024-05-02, preference] <text>
    </rootmem-context>

Memory text stands in it as data: one line each, unable to open or close the block. What does not
fit is left out from the end: the least relevant entries first, then evidence, then state lines;
rules go last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rootmem.model import (
    USER_SUBJECT,
    ActivatedRoot,
    MemoryEntry,
    ScoredEntry,
    UserState,
)
from rootmem.model.block import neutralise, wrap

NOTHING = "Nothing that is remembered of the user bears on this."
_TOO_LITTLE = 40
"""What the block's own lines take, in tokens."""


class _Line(NamedTuple):
    """A line of the text; higher ``rank`` is left out first, 0 never."""

    text: str
    rank: int
    heading: bool = False


def context(
    roots: Sequence[ActivatedRoot],
    state: UserState,
    entries: Sequence[ScoredEntry],
    tokens: int,
) -> str:
    """The block, at most about ``tokens`` tokens (see :func:`count_tokens`)."""
    lines = [*_root_lines(roots), *_state_lines(state), *_entry_lines(entries)]
    kept = _without_empty_headings(_fit(lines, tokens - _TOO_LITTLE))
    return wrap("\n".join(line.text for line in kept) if kept else NOTHING)


def count_tokens(text: str) -> int:
    """An estimate on the safe side: four ASCII characters, or one other character, a token."""
    ascii_characters = len(text.encode("ascii", "ignore"))
    return -(-ascii_characters // 4) + len(text) - ascii_characters


def entry_line(entry: MemoryEntry, *, with_type: bool = True) -> str:
    """``- [2024-05-02, preference, about Jack] text (when …)``, one line, neutralised."""
    marks = [f"{entry.event_time or entry.time:%Y-%m-%d}"]
    if with_type:
        marks.append(entry.type)
    if entry.subject != USER_SUBJECT:
        marks.append(f"about {neutralise(entry.subject)}")
    if entry.valid_to is not None:
        marks.append(f"true until {entry.valid_to:%Y-%m-%d}")
    tail = f" ({neutralise(entry.condition)})" if entry.condition else ""
    return f"- [{', '.join(marks)}] {neutralise(entry.text)}{tail}"


def _root_lines(roots: Sequence[ActivatedRoot]) -> list[_Line]:
    if not roots:
        return []
    lines = [_Line("## What to take into account", 0, heading=True)]
    for place, root in enumerate(roots):
        rank = 1 + place
        lines.append(_Line(f"### {neutralise(root.unit.title) or 'A rule'}", rank, heading=True))
        lines.append(_Line(f"When: {neutralise(root.unit.activation)}", rank))
        lines.append(_Line(f"Then: {neutralise(root.unit.guidance)}", rank))
        for piece, entry in enumerate(root.shown):
            lines.append(_Line(entry_line(entry, with_type=False), 2000 + 100 * piece + place))
    return lines


def _state_lines(state: UserState) -> list[_Line]:
    if state.empty:
        return []
    lines = [_Line("## The user's state now", 0, heading=True)]
    parts = (
        ("Facts, the deciding ones first", state.facts),
        ("Preferences and how they went", state.preferences),
        ("What guides the user's choices", state.insights),
    )
    for title, texts in parts:
        if texts:
            lines.append(_Line(f"### {title}", 0, heading=True))
            lines += [_Line(f"- {neutralise(one)}", 1000 + at) for at, one in enumerate(texts)]
    return lines


def _entry_lines(entries: Sequence[ScoredEntry]) -> list[_Line]:
    if not entries:
        return []
    lines = [_Line("## Related memories", 0, heading=True)]
    for place, scored in enumerate(entries):
        lines.append(_Line(entry_line(scored.entry), 2100 + 200 * place))
    return lines


def _fit(lines: Sequence[_Line], tokens: int) -> list[_Line]:
    """The lines in order, those of the highest rank left out until the rest fits."""
    left = tokens - sum(count_tokens(line.text) + 1 for line in lines if line.heading)
    kept: set[int] = set()
    by_rank = sorted(range(len(lines)), key=lambda at: (lines[at].rank, at))
    for at in by_rank:
        if lines[at].heading:
            kept.add(at)
            continue
        cost = count_tokens(lines[at].text) + 1
        if cost > left:
            continue
        kept.add(at)
        left -= cost
    return [line for at, line in enumerate(lines) if at in kept]


def _without_empty_headings(lines: Sequence[_Line]) -> list[_Line]:
    kept: list[_Line] = []
    for line in reversed(lines):
        depth = len(line.text) - len(line.text.lstrip("#")) if line.heading else 9
        below = kept[-1] if kept else None
        below_depth = (
            0
            if below is None
            else len(below.text) - len(below.text.lstrip("#"))
            if below.heading
            else 9
        )
        if not line.heading or below_depth > depth:
            kept.append(line)
    return kept[::-1]
