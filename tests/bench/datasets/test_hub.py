import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rootmem.errors import InvalidInput, NotConfigured
from rootmem_bench.datasets.registry import load_dataset

PERSON = {"user": "ana", "bank": [{"memory_id": "m1", "text": "x"}], "items": []}


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A hub whose every repository is this folder; keeps what was asked."""

    def standing(folder: Path | None) -> list[dict[str, Any]]:
        asked: list[dict[str, Any]] = []

        def snapshot_download(repository: str, **options: Any) -> str:
            asked.append({"repository": repository, **options})
            if folder is None:
                raise ConnectionError("offline")
            return str(folder)

        fake = SimpleNamespace(snapshot_download=snapshot_download)
        monkeypatch.setitem(sys.modules, "huggingface_hub", fake)
        return asked

    return standing


def test_a_repository_is_fetched_and_read_like_a_path(hub: Any, write: Any) -> None:
    folder = write("abc123/ana.json", PERSON).parent
    asked = hub(folder)
    dataset = load_dataset("hub:someone/people", revision="v1", files=("*.json",), name="mine")
    assert (dataset.name, dataset.people[0].id) == ("mine", "ana")
    assert dataset.notes[0] == "from the hub: someone/people at abc123"
    assert asked == [
        {
            "repository": "someone/people",
            "repo_type": "dataset",
            "revision": "v1",
            "allow_patterns": ["*.json"],
        }
    ]


def test_a_known_name_stands_for_repository_files_and_format(hub: Any, write: Any) -> None:
    line = {"uuid": "u1", "sessions": [{"dialogue": [{"role": "user", "content": "a"}]}]}
    asked = hub(write("abc/HaluMem-Medium.jsonl", [line]).parent)
    assert load_dataset("hub:halumem").name == "halumem"
    assert asked[0]["repository"] == "IAAR-Shanghai/HaluMem"
    assert asked[0]["allow_patterns"] == ["HaluMem-Medium.jsonl"]


def test_a_format_that_is_one_file_is_found_in_the_folder(hub: Any, write: Any) -> None:
    question = {"question_id": "q1", "haystack_session_ids": [], "haystack_sessions": []}
    write("abc/README.md", "about")
    hub(write("abc/longmemeval_s", json.dumps([question])).parent)
    assert [person.id for person in load_dataset("hub:longmemeval").people] == ["q1"]


def test_what_went_wrong_says_what_to_do(hub: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hub(None)
    with pytest.raises(InvalidInput, match=r"offline.*download its files"):
        load_dataset("hub:someone/people")
    with pytest.raises(InvalidInput, match="owner/name"):
        load_dataset("hub:people")
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(NotConfigured, match="pip install huggingface_hub"):
        load_dataset("hub:someone/people")
