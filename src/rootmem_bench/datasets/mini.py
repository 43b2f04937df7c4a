"""IMLogic-mini: the invented people that ship with the project (data/mini)."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from rootmem_bench.datasets import style
from rootmem_bench.records import Dataset

NAME = "mini"


def recognises(path: Path) -> bool:
    """Never: it is asked for by name; its files are IMLogic-style files like any other."""
    return False


def load() -> Dataset:
    """All people of IMLogic-mini, with both levels."""
    with as_file(files("rootmem_bench.data") / "mini") as folder:
        found = style.load(folder, name=NAME)
    return found.model_copy(update={"licence": found.licence or "Apache-2.0"})
