"""What must not be remembered: our own recall blocks coming back, and heartbeats."""

from __future__ import annotations

import re

from rootmem.model.block import strip_blocks
from rootmem.model.turn import Role

# Pings of clients and schedulers. They say nothing about anybody, whoever sends them.
_HEARTBEAT = re.compile(
    r"\W{0,3}(?:ping|pong|heart[ _-]?beat(?:[ _-]?(?:ok|check|ack|poll))?"
    r"|keep[ _-]?alive|health[ _-]?check|no[ _]?reply|noop|no-op)\W{0,3}"
    r"|read heartbeat\.md\b.{0,800}",
    re.IGNORECASE | re.DOTALL,
)
# A person's "ok" may be a confirmation; a tool's is a receipt.
_RECEIPT = re.compile(
    r"\W{0,3}(?:ok(?:ay)?|success(?:ful(?:ly)?)?|done|true|false|null|none|200(?: ok)?"
    r"|exit code:? 0|\{\s?\}|\[\s?\])?\W{0,3}",
    re.IGNORECASE,
)


def without_echo(text: str) -> str:
    """The text without recall blocks and outer white space; '' where nothing else was there."""
    return strip_blocks(text).strip()


def is_heartbeat(role: Role, text: str) -> bool:
    """Whether a message is a sign of life and nothing more."""
    if len(text) > 1000:
        return False
    return bool(_HEARTBEAT.fullmatch(text) or (role == "tool" and _RECEIPT.fullmatch(text)))
