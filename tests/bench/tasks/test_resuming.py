"""A run that is killed goes on where it was: a server of our own answers slowly and counts."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from rootmem_bench.runs import ItemLine, read_run

pytest.importorskip("inspect_ai")
pytest.importorskip("openai")
ITEMS = 12


class Server(ThreadingHTTPServer):
    """Chat completions on loopback. It chooses by the request, so that it repeats exactly."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seconds = 0.0
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Server  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = body["messages"][-1]["content"]
        query = re.search(r"<request[^>]*>\n(.*?)\n</request>", prompt, re.DOTALL)
        self.server.asked.append(query[1] if query else prompt)
        time.sleep(self.server.seconds)
        letter = "ABCD"[len(prompt) % 4]
        reply: dict[str, Any] = {
            "id": "x",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": letter},
                    "finish_reason": "stop",
                }
            ],
            "usage": {"prompt_tokens": len(prompt), "completion_tokens": 1, "total_tokens": 1},
        }
        data = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Silent."""


@pytest.fixture
def server() -> Generator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def start(server: Server, out: Path, cache: Path) -> subprocess.Popen[bytes]:
    command = (
        *(sys.executable, "-m", "rootmem_bench.cli", "mcq", "--data", "mini", "--systems", "bm25"),
        *("--model", "slow", "--base-url", server.url, "--limit", str(ITEMS), "--at-once", "2"),
        *("--out", str(out)),
    )
    environment = os.environ | {
        "INSPECT_CACHE_DIR": str(cache),
        "XDG_DATA_HOME": str(cache.parent / "data"),
    }
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def finish(process: subprocess.Popen[bytes]) -> str:
    output = process.communicate(timeout=120)[0].decode()
    assert process.returncode == 0, output
    return output


def essence(lines: list[ItemLine]) -> list[dict[str, Any]]:
    """All that must be equal: everything but the seconds."""
    return [line.model_dump(exclude={"seconds"}) for line in lines]


def test_a_killed_run_goes_on_and_equals_one_that_was_not(server: Server, tmp_path: Path) -> None:
    finish(start(server, tmp_path / "whole", tmp_path / "cache-1"))
    assert len(server.asked) == ITEMS
    whole, expected = read_run(tmp_path / "whole")

    server.asked.clear()
    finish(start(server, tmp_path / "again", tmp_path / "cache-1"))
    assert server.asked == []  # another folder, the same cache
    assert essence(read_run(tmp_path / "again")[1]) == essence(expected)

    server.seconds = 1.0
    process = start(server, tmp_path / "run", tmp_path / "cache-2")
    deadline = time.monotonic() + 100
    while len(server.asked) < 7 and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    before = list(server.asked)
    assert 7 <= len(before) < ITEMS
    assert not (tmp_path / "run" / "run.json").exists()

    server.asked.clear()
    server.seconds = 0.0
    # Another cache: what is not asked again is known from the logs, not from cached replies.
    finish(start(server, tmp_path / "run", tmp_path / "cache-3"))
    resumed, lines = read_run(tmp_path / "run")
    assert essence(lines) == essence(expected)
    assert [one.figures for one in resumed.measures] == [one.figures for one in whole.measures]
    asked_again = set(before) & set(server.asked)
    assert len(asked_again) <= 2  # those under way when it was killed
    assert len(server.asked) <= ITEMS - len(before) + 2

    server.asked.clear()
    finish(start(server, tmp_path / "run", tmp_path / "cache-3"))
    assert server.asked == []
    assert read_run(tmp_path / "run")[1] == lines
