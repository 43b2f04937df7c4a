"""The manifest of a run: versions, data, prompts and options, gathered from what is in use."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from rootmem_bench.records import Dataset
from rootmem_bench.runs import Manifest
from rootmem_bench.systems.protocol import Card

PACKAGES = (
    *("rootmem", "inspect-ai", "numpy", "scipy", "bm25s", "wordllama", "scikit-learn"),
    *("networkx", "umap-learn", "sentence-transformers", "openai", "anthropic", "pydantic-ai-slim"),
)
PROMPT_FOLDERS = (
    "rootmem_bench.tasks.prompts",
    "rootmem_bench.systems.prompts",
    "rootmem.reasoners.llm.prompts",
)


def manifest_of(
    command: str,
    data: Dataset,
    systems: Iterable[Mapping[str, Any]],
    *,
    seed: int,
    models: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    persona: bool = False,
) -> Manifest:
    """``options`` must hold neither keys nor paths; ``systems`` are ``described`` ones."""
    return Manifest(
        command=command,
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        seed=seed,
        versions=versions(),
        data=data_of(data),
        systems=[dict(one) for one in systems],
        models=dict(models or {}),
        prompts=prompts() if models else {},
        options=dict(options or {}),
        persona=persona,
    )


def versions() -> dict[str, str]:
    """Python and the packages that are installed."""
    found = {"python": platform.python_version(), "platform": platform.system()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def data_of(data: Dataset) -> dict[str, Any]:
    return {
        "name": data.name,
        "digest": data.digest,
        "licence": data.licence,
        "people": len(data.people),
        "choices": sum(len(person.choices) for person in data.people),
        "questions": sum(len(person.questions) for person in data.people),
        "notes": list(data.notes),
    }


def described(name: str, card: Card, options: Mapping[str, Any]) -> dict[str, Any]:
    """A system for the manifest: its name in this run, its card, its options without keys."""
    told = {key: "…" if "api_key" in key else value for key, value in options.items()}
    return {"name": name, "card": card._asdict(), "options": told}


def prompts() -> dict[str, str]:
    """Folder/file -> SHA-256 of every prompt that a run could use."""
    found: dict[str, str] = {}
    for package in PROMPT_FOLDERS:
        for file in sorted(files(package).iterdir(), key=_name):
            if file.name.endswith(".md"):
                digest = hashlib.sha256(file.read_bytes()).hexdigest()
                found[f"{package}/{file.name}"] = digest
    return found


def _name(file: Traversable) -> str:
    return file.name
