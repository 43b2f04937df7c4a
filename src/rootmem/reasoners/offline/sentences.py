"""A turn's text as the sentences its author meant: no code, no quoted or pasted text."""

from __future__ import annotations

import re

LONGEST_SENTENCE = 400

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_INLINE_CODE = re.compile(r"`[^`\n]{1,300}`")
_MARKUP_BLOCK = re.compile(
    r"<(?P<tag>[a-zA-Z][\w-]{0,40})(?:\s[^<>]{0,200})?>.{0,4000}?</(?P=tag)>", re.DOTALL
)
_URL = re.compile(r"\b(?:https?://|www\.)\S+")
_PASTED_AFTER = re.compile(
    r"(?:^|(?<=[.!?\n]))[^.!?\n]{0,120}"
    r"\b(?:translate|summari[sz]e|proofread|rewrite|rephrase|paraphrase|shorten|correct|edit|"
    r"improve|review|explain|debug|fix|analy[sz]e|check|polish|read|"
    r"here(?:'s| is| are)|the following|pasted?|forwarded)\b[^.!?\n]{0,120}:\s*(?=\S)",
    re.IGNORECASE,
)
_MAIL_HEAD = re.compile(
    r"^(?:From|To|Subject|Sent|Date|Cc):\s.*$|^-{2,}\s*(?:Forwarded|Original)\b.*$"
    r"|^On .{4,80} wrote:$",
    re.MULTILINE,
)
_CODE_LINE = re.compile(
    r"^\s*(?:[{}\[\]();]+\s*$|[>#$%]\s|//|/\*|\*/|<[/a-zA-Z!?]|\"[\w-]+\"\s*:|"
    r"(?:def|class|import|from|return|const|let|var|function|public|private|SELECT|INSERT)\b.*[(){};=*]"
    r"|Traceback|File \"|\s+at [\w.$]+\(|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d\s"
    r"|(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|HEARTBEAT|SYSTEM)\b[\s:\]_]"
    r"|[A-Z_]{4,}\s*[=:]\s*\S+$|.*;\s*$|\w+\(.*\)\s*$)"
)
_BULLET = re.compile(r"^\s*(?:[-*•·]|\d{1,2}[.)])\s+")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|etc|e\.g|i\.e|a\.m|p\.m|approx|No|Mt|Av)|\b[A-Z])\.$"
)
_END = re.compile(
    r"(?:[.!?…]+[\"'”’)\]]*|[。！？]+[”」』]?|[؟۔])(?=\s|$|(?<=[。！？؟])|(?<=[.!?])[A-Z][a-z])"
)
_CURLY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " "})
_SPACE = re.compile(r"\s+")
_EMOTE = re.compile(r"\*[a-z][^*\n]{0,60}\*")
_QUOTED_WHOLE = re.compile(r'^(?:"[^"]*"|«[^»]*»|„[^“"]*["“])[.!?]*$')


def authored(text: str) -> str:
    """The text without code, markup blocks, links, mail heads, quoted lines and pasted matter."""
    text = text.translate(_CURLY)
    if "```" in text or "~~~" in text:
        text = _FENCE.sub("\n", text)
    if "`" in text:
        text = _INLINE_CODE.sub("it", text)
    if "</" in text:
        text = _MARKUP_BLOCK.sub("\n", text)
    if "://" in text or "www." in text:
        text = _URL.sub("", text)
    if ":" in text:
        head = _MAIL_HEAD.search(text)
        text = text[: head.start()] if head else text
        pasted = _PASTED_AFTER.search(text)
        text = text[: pasted.start()] if pasted else text
    if "*" in text:
        text = _EMOTE.sub(" ", text)
    return text


def sentences(text: str) -> list[str]:
    """The sentences of :func:`authored` text in order, whitespace collapsed, quotes-only dropped.

    A sentence longer than ``LONGEST_SENTENCE`` characters is cut at a clause or word boundary.
    """
    found: list[str] = []
    for line in authored(text).splitlines():
        if not line.strip() or line.lstrip().startswith(">") or _CODE_LINE.match(line):
            continue
        for piece in _split(_SPACE.sub(" ", _BULLET.sub("", line)).strip()):
            if not _QUOTED_WHOLE.match(piece):
                found.extend(_shortened(piece))
    return found


def _split(line: str) -> list[str]:
    pieces: list[str] = []
    start = 0
    for match in _END.finditer(line):
        candidate = line[start : match.end()]
        quoting = len(candidate) <= LONGEST_SENTENCE and candidate.count('"') % 2
        if quoting or _ABBREVIATION.search(candidate[-12:]):
            continue
        if candidate.strip():
            pieces.append(candidate.strip())
        start = match.end()
    rest = line[start:].strip()
    return [*pieces, rest] if rest else pieces


def _shortened(sentence: str) -> list[str]:
    pieces: list[str] = []
    while len(sentence) > LONGEST_SENTENCE:
        cut = max(
            sentence.rfind(mark, 80, LONGEST_SENTENCE) for mark in ("; ", ", ", "，", "، ", " - ")
        )
        cut = cut if cut > 0 else sentence.rfind(" ", 80, LONGEST_SENTENCE)
        cut = cut if cut > 0 else LONGEST_SENTENCE
        pieces.append(sentence[: cut + 1].strip())
        sentence = sentence[cut + 1 :].strip()
    return [*pieces, sentence] if sentence else pieces
