"""A construction that has just begun."""

from __future__ import annotations

from pathlib import Path

import pytest

from rootmem_bench.construction.folder import Folder
from tests.bench.construction.tiny import dataset


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder.create(tmp_path / "build", dataset(), seed=7)
