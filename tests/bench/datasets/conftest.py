import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Write = Callable[[str, Any], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a small file (text as it is, a list to .jsonl as lines, else JSON) and says where."""

    def written(name: str, content: Any) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            text = content
        elif name.endswith(".jsonl"):
            text = "".join(json.dumps(record) + "\n" for record in content)
        else:
            text = json.dumps(content)
        path.write_text(text, encoding="utf-8")
        return path

    return written


@pytest.fixture
def data() -> Path:
    """Public data sets next to the project; they are no part of it."""
    folder = Path(__file__).parents[3].parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the public data sets are not on this machine")
    return folder
