"""A data set from the Hugging Face hub at run time: fetched as files, then read like a path.

Needs the package ``huggingface_hub``, the network, and for gated data sets a login. The files stay
in that package's cache; which version was read is told in the notes and in the digest.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from rootmem.errors import InvalidInput, NotConfigured
from rootmem_bench.records import Dataset

NAME = "hub"

KNOWN: dict[str, tuple[str, tuple[str, ...]]] = {
    "halumem": ("IAAR-Shanghai/HaluMem", ("HaluMem-Medium.jsonl",)),
    "personamem": ("bowen-upenn/PersonaMem", ("questions_32k.csv", "shared_contexts_32k.jsonl")),
    "longmemeval": ("xiaowu0162/longmemeval-cleaned", ("longmemeval_s*",)),
}
"""Where formats that we read live: format -> (repository, files)."""


def recognises(path: Path) -> bool:
    """Never: it is asked for by name."""
    return False


def load(
    path: str | Path,
    *,
    dataset: str | None = None,
    files: tuple[str, ...] | None = None,
    revision: str | None = None,
    **options: Any,
) -> Dataset:
    """``path``: a name of KNOWN, or ``owner/name`` of a repository of data sets.

    ``dataset``: the format (guessed by default); ``files``: patterns of the files to fetch;
    ``revision``: a branch, tag or commit; other options go to the format's loader.
    Raises NotConfigured without the package, InvalidInput where the files cannot be fetched.
    """
    from rootmem_bench.datasets.registry import load_dataset  # it names this module

    name = str(path)
    repository, wanted = KNOWN.get(name, (name, ()))
    if repository.count("/") != 1:
        raise InvalidInput(f"{name!r} is no repository; expected owner/name or {', '.join(KNOWN)}")
    folder = _fetched(repository, files or wanted or None, revision)
    form = dataset or (name if name in KNOWN else None)
    found = load_dataset(_source(folder, form), format=form, **options)
    note = f"from the hub: {repository} at {folder.name}"
    return found.model_copy(update={"notes": (note, *found.notes)})


def _fetched(repository: str, patterns: tuple[str, ...] | None, revision: str | None) -> Path:
    try:
        hub: Any = import_module("huggingface_hub")
    except ImportError as error:
        raise NotConfigured("the hub needs a package: pip install huggingface_hub") from error
    try:
        return Path(
            hub.snapshot_download(
                repository,
                repo_type="dataset",
                revision=revision,
                allow_patterns=list(patterns) if patterns else None,
            )
        )
    except Exception as error:  # many libraries' errors: requests, hub, file system
        raise InvalidInput(
            f"{repository} could not be fetched from the hub ({type(error).__name__}: {error}); "
            "download its files and give their path"
        ) from error


def _source(folder: Path, form: str | None) -> Path:
    """The folder, or its one file of the format where a folder is not what the loader reads."""
    from rootmem_bench.datasets.registry import loader  # it names this module

    if form is None or loader(form).recognises(folder):
        return folder
    files = [f for f in sorted(folder.iterdir()) if f.is_file() and loader(form).recognises(f)]
    return files[0] if len(files) == 1 else folder
