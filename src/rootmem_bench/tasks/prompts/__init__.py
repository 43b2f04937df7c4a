"""The tasks' prompts, one Markdown file each, in rootmem's prompt form (``version: N``, the fixed
part, ``=== message ===``, the part that varies)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rootmem.reasoners.llm.prompts import Prompt, parse


@cache
def load(name: str) -> Prompt:
    """Read ``name``.md from this folder; raises ValueError where its form is broken."""
    return parse(name, (files(__name__) / f"{name}.md").read_text(encoding="utf-8"))
