"""The public face: what is exported, what both doors offer, what importing costs."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys

import pytest

import rootmem
from rootmem import AsyncMemory, Memory
from rootmem.errors import RootMemError

METHODS = [
    *("add", "add_entries", "close", "construct", "delete", "episodes", "erase", "export", "get"),
    *("get_all", "history", "import_", "recall", "reindex", "respond", "restore", "retract"),
    *("roots", "search", "status", "timeline", "turns", "update", "users"),
]


def test_every_exported_name_exists_and_nothing_else_is_listed() -> None:
    for name in rootmem.__all__:
        assert getattr(rootmem, name) is not None
    assert sorted(rootmem.__all__) == rootmem.__all__
    with pytest.raises(AttributeError):
        _ = rootmem.nonsense


def test_both_doors_have_the_same_names_and_signatures() -> None:
    def public(door: type) -> list[str]:
        return sorted(name for name in dir(door) if not name.startswith("_"))

    assert public(Memory) == public(AsyncMemory) == METHODS
    for name in METHODS:
        one, other = getattr(Memory, name), getattr(AsyncMemory, name)
        assert inspect.signature(one) == inspect.signature(other), name
        assert (one.__doc__ or "").strip(), name
        assert inspect.iscoroutinefunction(other), name


def test_there_is_one_tree_of_errors() -> None:
    errors = [getattr(rootmem, name) for name in rootmem.__all__]
    errors = [one for one in errors if inspect.isclass(one) and issubclass(one, Exception)]
    assert len(errors) >= 10
    assert all(issubclass(one, RootMemError) for one in errors)


def test_importing_loads_nothing_heavy_and_reads_no_environment() -> None:
    code = (
        "import sys, json, os; os.environ.clear(); import rootmem;"
        "print(json.dumps([name for name in ('numpy', 'pydantic', 'sqlalchemy', 'pydantic_ai',"
        " 'rich', 'typer') if name in sys.modules]))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert json.loads(out.stdout) == []


def test_the_default_memory_loads_no_model_library_and_opens_no_connection() -> None:
    code = """
import socket, sys
def refuse(self, *args):
    raise AssertionError("a connection was opened")
socket.socket.connect = refuse
socket.socket.connect_ex = refuse
socket.getaddrinfo = refuse
from rootmem import Memory
with Memory() as memory:
    memory.add("My cat sleeps in the studio.", "ana")
    assert "cat" in memory.recall("a fish tank in the studio", "ana").context
assert not {"pydantic_ai", "openai", "httpx"} & set(sys.modules), "a model library was loaded"
"""
    subprocess.run([sys.executable, "-c", code], check=True)
