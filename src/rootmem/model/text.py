"""Characters that no memory may hold: what breaks a database, an encoder or a prompt."""

from __future__ import annotations

import re

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_CONTROL = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]"
)
# Tag characters are invisible and can smuggle instructions; inside a flag emoji they are honest.
_TAGS = re.compile(
    "(\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f)"
    "|[\U000e0000-\U000e007f]"
)


def storable(text: str) -> str:
    """The text without NUL, lone surrogates replaced by U+FFFD, line ends as ``\\n``.

    A surrogate pair (JSON escapes decoded one by one) becomes the character that it spells.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not _UNSTORABLE.search(text):
        return text
    paired = _PAIR.sub(lambda pair: _joined(pair[0]), text.replace("\x00", ""))
    return _UNSTORABLE.sub("\ufffd", paired)


def visible(text: str) -> str:
    """The text without control, invisible and direction-overriding characters.

    Tab and line ends stay, as do the joiners that emoji, Persian and Indic scripts need.
    """
    if text.isascii() and text.isprintable():
        return text
    return _TAGS.sub(lambda tag: tag[1] or "", _CONTROL.sub("", storable(text)))


def _joined(pair: str) -> str:
    return pair.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
