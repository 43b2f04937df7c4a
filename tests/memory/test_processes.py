"""The sync door among processes and callbacks: nothing waits for ever."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rootmem import InvalidInput, Memory

FORKING = """
import os, sys
from rootmem import InvalidInput, Memory

memory = Memory(sys.argv[1])
memory.add("I live in Oslo.", "ana")
child = os.fork()
if child == 0:
    try:
        memory.status("ana")
    except InvalidInput as error:
        print("refused:", error)
    with Memory(sys.argv[1]) as own:
        print("turns:", own.status("ana").turns)
    sys.exit(0)
os.waitpid(child, 0)
print("parent:", memory.status("ana").turns)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
def test_a_forked_child_is_refused_ends_and_may_open_its_own(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FORKING, str(tmp_path / "memory.db")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    lines = done.stdout.splitlines()
    assert "opened before the fork" in lines[0]
    assert lines[1:] == ["turns: 1", "parent: 1"]


def test_a_callback_that_calls_its_memory_is_refused() -> None:
    with Memory() as memory:

        def ask(*_: object) -> None:
            memory.status("ana")

        with pytest.raises(InvalidInput, match="callback"):
            memory.add("I like tea.", "ana", on_progress=ask)
        assert memory.construct("ana").pending == 0
