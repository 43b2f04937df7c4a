"""The prompts: one Markdown file per judgement, meant to be edited.

A file starts with ``version: N``; raise it with every change, it is part of the cache key. Then
comes the fixed part, sent as instructions (the same for every call, so providers can cache it), and
after a line ``=== message ===`` the part that varies, with ``$name`` where a value goes in. A line
``=== include name ===`` stands for ``part_name.md``: text that several prompts share (raise the
version of each of them).
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from string import Template
from typing import NamedTuple

DIVIDER = "\n=== message ===\n"
_INCLUDE = re.compile(r"^=== include (\w+) ===$", re.MULTILINE)


class Prompt(NamedTuple):
    """One judgement's text; ``instructions`` are fixed, ``message`` is filled in per call."""

    name: str
    version: int
    instructions: str
    message: Template

    def fill(self, **values: str) -> str:
        """The message; raises KeyError where a placeholder has no value."""
        return self.message.substitute(values)


@cache
def load(name: str) -> Prompt:
    """Read ``name``.md from this folder; raises ValueError where its form is broken."""
    return parse(name, _INCLUDE.sub(lambda line: _text(f"part_{line[1]}"), _text(name)))


def _text(name: str) -> str:
    return (files(__name__) / f"{name}.md").read_text(encoding="utf-8").strip()


def parse(name: str, text: str) -> Prompt:
    """Take a prompt file apart."""
    header, _, body = text.partition("\n")
    label, _, version = header.partition(":")
    instructions, divider, message = body.partition(DIVIDER)
    if label.strip() != "version" or not version.strip().isdigit() or not divider:
        raise ValueError(f"prompt {name}: expected 'version: N', text, '=== message ===', text")
    return Prompt(name, int(version), instructions.strip(), Template(message.strip()))
