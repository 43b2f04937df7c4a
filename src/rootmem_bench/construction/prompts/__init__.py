"""The construction's prompts, one Markdown file each, in rootmem's prompt form (``version: N``, the
fixed part, ``=== message ===``, the part that varies)."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files

from rootmem.reasoners.llm.data import quoted
from rootmem.reasoners.llm.prompts import Prompt, parse

_TAG = re.compile(r"<(?=\s*/?\s*[A-Za-z])")


@cache
def load(name: str) -> Prompt:
    """Read ``name``.md from this folder; raises ValueError where its form is broken."""
    return parse(name, _raw(name).decode("utf-8"))


@cache
def digest(name: str) -> str:
    """SHA-256 of the file, for the manifest."""
    return hashlib.sha256(_raw(name)).hexdigest()


def safe(text: str) -> str:
    """Data that can close no block of a prompt and open none."""
    return _TAG.sub("‹", quoted(text))


def _raw(name: str) -> bytes:
    return (files(__name__) / f"{name}.md").read_bytes()
