"""A plain transcript: "Name: words" lines, with dated headings between sessions.

    # 2024-03-05 18:00
    Ana: I moved to Porto.
    It rains a lot.
    Bo: Lucky you!

    --- 6 March 2024 ---
    [18:05] Ana: …

Lines without a name go on with the message before; a heading counts where somebody speaks under it
(an answer may hold headings, too). Where at least two people speak more than once,
a single "Word: …" in the middle of a message is taken for words and not for a third person.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem.importers.dates import clock_time, written_time
from rootmem.importers.record import ImportRecord, Repeats
from rootmem.importers.source import lines

USER_NAMES = ("user", "me", "i", "you", "human")
"""Names that mean the user wherever they appear (``You`` as in pasted chats)."""

_SPEAKER = re.compile(
    r"\s{0,3}(?:\[(?P<when>[^\]\n]{1,40})\]\s{0,3})?\*{0,2}(?P<name>[^\W\d_][\w .'’-]{0,39}?)"
    r"\*{0,2}\s?(?::\*{0,2}(?=\s|$)|：)\s*(?P<text>.*)"
)
_NO_NAMES = frozenset(
    {"note", "notes", "ps", "p.s.", "nb", "todo", "re", "fwd", "fw", "subject", "from", "to", "cc"}
    | {"date", "time", "warning", "tip", "hint", "example", "edit", "update", "summary", "answer"}
    | {"question", "also", "yes", "no", "ok", "so", "ingredients", "options", "steps"}
)
_HEADING = re.compile(r"\s{0,3}(?P<mark>#{1,6}\s|-{2,}|={2,}|\*{2,}|—+|\[)?(?P<text>.{3,120})")
_SESSION = re.compile(r"\W*(?:session|conversation|chat|day)\b.{0,80}", re.IGNORECASE)
_DECORATION = " \t#-=*_[]—–~"
_GENERIC = frozenset({*USER_NAMES, "assistant", "system", "tool"})


class Line(NamedTuple):
    """A line's meaning. ``kind``: ``heading`` (``when``), ``speaker`` or ``words``.

    ``when`` is a heading's time; ``clock`` what stands in brackets before a name.
    """

    number: int
    kind: str
    text: str
    name: str = ""
    when: datetime | None = None
    clock: str = ""
    after_gap: bool = True


class _Said(NamedTuple):
    line: int
    name: str
    words: list[str]
    when: datetime | None


def read_transcript(path: Path, user: str | None = None) -> Iterator[ImportRecord]:
    """One record a session. ``user`` names the user's speaker; default: one called User, Me, I,
    You or Human, else the first to speak."""
    read = _with_real_headings(_with_real_names(list(_lines(path))))
    names = list(dict.fromkeys(line.name for line in read if line.kind == "speaker"))
    if not names:
        raise ImportFormatError(
            "nobody speaks in this file", source=path.name, line=1, expected="lines 'Name: words'"
        )
    chosen = _user(names, user)
    repeats, used = Repeats(), Counter[str]()
    for when, said in _sessions(read, path.name):
        name = f"{path.stem}-{when:%Y-%m-%d}" if when else path.stem
        used[name] += 1
        session_id = name if used[name] == 1 else f"{name}-{used[name]}"
        yield ImportRecord(
            session_id,
            tuple(repeats.told_apart(_message(one, chosen), session_id) for one in said),
        )


def speakers_of(text: str) -> list[str]:
    """Whoever speaks in the text, one name a line (for guessing the format)."""
    found = (_line(number, line) for number, line in enumerate(text.split("\n"), start=1))
    return [line.name for line in found if line.kind == "speaker"]


def _lines(path: Path) -> Iterator[Line]:
    gap = True
    for number, text in lines(path):
        line = _line(number, text)
        yield line._replace(after_gap=gap)
        gap = not text.strip() or line.kind == "heading"


def _line(number: int, text: str) -> Line:
    if heading := _HEADING.fullmatch(text):
        inner = heading["text"].strip(_DECORATION)
        marked = bool(heading["mark"])
        when = written_time(inner, whole=not marked or heading["mark"] == "[")
        if when is not None or (marked and _SESSION.fullmatch(inner)):
            return Line(number, "heading", text, when=when)
    found = _SPEAKER.fullmatch(text)
    if found and _is_name(found["name"]):
        name = " ".join(found["name"].split())
        return Line(number, "speaker", found["text"], name, clock=found["when"] or "")
    return Line(number, "words", text)


def _is_name(text: str) -> bool:
    words = text.split()
    if text.lower() in _NO_NAMES or len(words) > 4:
        return False
    return len(words) == 1 or not any(word[0].islower() for word in words)


def _with_real_names(read: list[Line]) -> list[Line]:
    counts = Counter(line.name for line in read if line.kind == "speaker")
    if sum(count > 1 for count in counts.values()) < 2:
        return read
    return [
        Line(line.number, "words", f"{line.name}: {line.text}")
        if line.kind == "speaker" and counts[line.name] == 1 and not line.after_gap
        else line
        for line in read
    ]


def _with_real_headings(read: list[Line]) -> list[Line]:
    """Headings that no speaker follows, once somebody has spoken, are words of a message."""
    found: list[Line] = []
    spoken = next((at for at, line in enumerate(read) if line.kind == "speaker"), len(read))
    following = ""
    for at in range(len(read) - 1, -1, -1):
        line = read[at]
        if line.kind == "heading" and at > spoken and following == "words":
            line = line._replace(kind="words")
        if line.text.strip() or line.kind == "speaker":
            following = line.kind
        found.append(line)
    return found[::-1]


def _user(names: list[str], user: str | None) -> str:
    if user is None:
        return next((name for name in names if name.lower() in USER_NAMES), names[0])
    wanted = " ".join(user.split()).casefold()
    for name in names:
        if name.casefold() == wanted:
            return name
    raise InvalidInput(f"nobody is called {user!r}; the file's speakers are {', '.join(names)}")


def _sessions(read: list[Line], source: str) -> Iterator[tuple[datetime | None, list[_Said]]]:
    """(the heading's time, what was said under it); headings with nothing under them go."""
    when: datetime | None = None
    said: list[_Said] = []
    for line in read:
        if line.kind == "heading":
            if said:
                yield when, said
            when, said = line.when, []
        elif line.kind == "speaker":
            said.append(_Said(line.number, line.name, [line.text], _moment(line, when, said)))
        elif said:
            said[-1].words.append(line.text)
        elif line.text.strip(_DECORATION) and not line.text.startswith("#"):
            raise ImportFormatError(
                f"nobody says {line.text.strip()!r:.60}",
                source=source,
                line=line.number,
                expected="a line 'Name: words' or a dated heading first",
            )
    if said:
        yield when, said


def _moment(line: Line, heading: datetime | None, said: list[_Said]) -> datetime | None:
    """The time in brackets, on the heading's day; else right after the message before."""
    before = said[-1].when if said else None
    if line.clock and (stated := written_time(line.clock)):
        return stated
    if line.clock and heading and (clock := clock_time(line.clock)):
        hour, minute, second = clock
        moment = heading.replace(hour=hour, minute=minute, second=second)
        past_midnight = before is not None and moment < before - timedelta(hours=12)
        return moment + timedelta(days=1) if past_midnight else moment
    return before + timedelta(microseconds=1) if before else heading


def _message(said: _Said, user: str) -> dict[str, Any]:
    role = "user" if said.name == user else "assistant"
    if said.name.lower() in ("system", "tool") and role != "user":
        role = said.name.lower()
    message: dict[str, Any] = {"role": role, "content": "\n".join(said.words).strip()}
    if said.name.lower() not in _GENERIC:
        message["name"] = said.name
    if said.when is not None:
        message["timestamp"] = said.when
    return message
