"""Data sets by name or by path. To add one, write its file and name it here.

A loader's module has ``NAME``, ``load(path, **options) -> Dataset`` and ``recognises(path)``, which
guesses from a folder's files or a file's first words whether it could be this format.
"""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem_bench.records import Dataset

DATASETS: dict[str, str] = {
    "mini": "IMLogic-mini, shipped with the project (no path)",
    "style": "our IMLogic-style files, docs/bench/format.md (a file or a folder)",
    "imlogic": "IMLogic's release, qa_user*.json (a folder with HaluMem-Medium.jsonl)",
    "halumem": "HaluMem-Medium.jsonl or HaluMem-Long.jsonl",
    "personamem": "PersonaMem v1, questions_*.csv with shared_contexts_*.jsonl",
    "locomo": "LoCoMo, locomo10.json",
    "locomo-plus": "LoCoMo-Plus, locomo_plus.json with locomo10.json",
    "longmemeval": "LongMemEval S, M or oracle",
    "prefeval": "PrefEval, the repository or its benchmark_dataset",
    "memaware": "MemAware, a folder with questions*.json and sessions/",
    "knowu": "KnowU-Bench's offline part, a folder with user_logs/ and user_profile/",
    "export": "a memory that rootmem exported: FILE.jsonl, or a folder of such files",
    "hub": "from the Hugging Face hub: hub:halumem, hub:OWNER/NAME",
}
"""Name -> what it is. The module has the same name."""

ALIASES: dict[str, str] = {
    "imlogic-mini": "mini",
    "imlogic-style": "style",
    "knowu-bench": "knowu",
    "locomoplus": "locomo-plus",
    "huggingface": "hub",
}


class Loader(Protocol):
    """A loader's module."""

    NAME: str

    def recognises(self, path: Path) -> bool: ...

    def load(self, path: Path, **options: Any) -> Dataset: ...


def load_dataset(source: str | Path, **options: Any) -> Dataset:
    """The data set that ``source`` means.

    ``source`` is a name (``mini``), a name with a path (``locomo:data/locomo10.json``), or a path
    whose format is guessed; the options go to its loader (``path``, ``format`` and those of the
    loader). A name wins over a file of the same name; write ``./mini`` for the file.
    Raises InvalidInput for an unknown name or option, ImportFormatError for a malformed file.
    """
    form = options.pop("format", None)
    text = str(source)
    head, colon, tail = text.partition(":")
    if form is not None:
        name, path = name_of(str(form)), text
    elif known(text):
        name, path = name_of(text), options.pop("path", None)
    elif colon and known(head):
        name, path = name_of(head), tail
    elif Path(text).exists():
        name, path = detect(Path(text)), text
    else:
        raise InvalidInput(
            f"{text!r} is neither a data set nor a path; the data sets are {', '.join(DATASETS)}"
        )
    return _load(name, path, options)


def known(name: str) -> bool:
    """Whether a data set has this name or alias."""
    plain = _plain(name)
    return plain in DATASETS or plain in ALIASES


def name_of(name: str) -> str:
    """The data set's own name; raises InvalidInput naming those that exist."""
    plain = _plain(name)
    plain = ALIASES.get(plain, plain)
    if plain not in DATASETS:
        raise InvalidInput(f"unknown data set {name!r}; known: {', '.join(DATASETS)}")
    return plain


def detect(path: Path) -> str:
    """The format of a file or folder; raises ImportFormatError where it is none or several."""
    found = [name for name in DATASETS if loader(name).recognises(path)]
    if len(found) == 1:
        return found[0]
    reason = f"the format may be {' or '.join(found)}" if found else "the format is not known"
    raise ImportFormatError(
        reason, source=path.name, expected=f"format= (NAME:PATH) one of {', '.join(DATASETS)}"
    )


def loader(name: str) -> Loader:
    """The module that reads a data set."""
    module = name_of(name).replace("-", "_")
    return cast("Loader", import_module(f"rootmem_bench.datasets.{module}"))


def _load(name: str, path: Any, options: dict[str, Any]) -> Dataset:
    load = loader(name).load
    parameters = inspect.signature(load).parameters
    open_ended = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    if not open_ended and (unknown := sorted(set(options) - set(parameters))):
        takes = ", ".join(sorted(set(parameters) - {"path"})) or "none"
        raise InvalidInput(f"data set {name} has no option {', '.join(unknown)}; it has {takes}")
    if "path" not in parameters:
        if path is not None:
            raise InvalidInput(f"data set {name} takes no path; it ships with the project")
        return cast("Any", load)(**options)
    if path is None or not str(path):
        raise InvalidInput(f"data set {name} needs a path: {name}:PATH ({DATASETS[name]})")
    return load(Path(path), **options)


def _plain(name: str) -> str:
    return name.strip().lower().replace("_", "-")
