"""Models that need no network: a scripted one, and a loopback server in OpenAI's dialect."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.usage import RequestUsage

from rootmem.model import MemoryEntry, RootUnit, Turn
from rootmem.reasoners.llm import LLMReasoner, open_llm_reasoner

NOON = datetime(2023, 5, 8, 12, tzinfo=UTC)


class Script:
    """A model that gives prepared replies and remembers what it was sent.

    A reply is text, a JSON-able value, an exception to raise, a ModelResponse, or a function of
    the message that returns one of these. The last reply is repeated for ever.
    """

    def __init__(self, *replies: Any) -> None:
        self.replies = list(replies)
        self.sent: list[list[ModelMessage]] = []
        self.model = FunctionModel(self._answer, model_name="scripted")

    @property
    def calls(self) -> int:
        return len(self.sent)

    @property
    def texts(self) -> list[str]:
        """The last message of each call."""
        return [str(messages[-1].parts[-1].content) for messages in self.sent]

    async def _answer(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.sent.append(list(messages))
        reply = self.replies[min(len(self.sent), len(self.replies)) - 1]
        if callable(reply):
            reply = reply(self.texts[-1])
        if isinstance(reply, BaseException):
            raise reply
        return reply if isinstance(reply, ModelResponse) else written(reply)

    def reasoner(self, **options: Any) -> LLMReasoner:
        return open_llm_reasoner(self.model, **{"backoff": 0.0, **options})


def written(reply: Any, finish: str = "stop") -> ModelResponse:
    text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
    return ModelResponse(
        parts=[TextPart(text)],
        finish_reason=finish,  # type: ignore[arg-type]
        usage=RequestUsage(input_tokens=100, output_tokens=10),
    )


@pytest.fixture
def script() -> type[Script]:
    return Script


@pytest.fixture
def reply() -> Callable[..., ModelResponse]:
    return written


@pytest.fixture
def talk() -> Callable[..., list[Turn]]:
    """Turns from ``user: text`` / ``assistant: text`` lines, a minute apart."""

    def make(*lines: str, start: datetime = NOON, prefix: str = "turn-") -> list[Turn]:
        turns: list[Turn] = []
        for position, line in enumerate(lines):
            role, _, text = line.partition(": ")
            at = start + timedelta(minutes=position)
            turns.append(
                Turn(
                    id=f"{prefix}{position}",
                    position=position,
                    role=role,  # type: ignore[arg-type]
                    text=text,
                    time=at,
                    recorded_at=at,
                    session_id="s",
                    key=f"{prefix}{position}",
                )
            )
        return turns

    return make


@pytest.fixture
def entry() -> Callable[..., MemoryEntry]:
    def make(name: str, text: str, day: int = 0, **fields: Any) -> MemoryEntry:
        at = NOON + timedelta(days=day)
        return MemoryEntry(
            **{
                "id": name,
                "type": "factual",
                "text": text,
                "time": at,
                "valid_from": at,
                "recorded_at": at,
                **fields,
            }
        )

    return make


@pytest.fixture
def unit() -> Callable[..., RootUnit]:
    def make(name: str, activation: str = "When it matters.", **fields: Any) -> RootUnit:
        return RootUnit(
            **{
                "id": name,
                "activation": activation,
                "guidance": "Take care.",
                "evidence": ("e",),
                "updated_at": NOON,
                **fields,
            }
        )

    return make


class Stub:
    """An OpenAI-compatible server on loopback; ``answer`` is called for each request's body and
    returns text, (status, body), or (status, body, headers); a float makes it sleep so long."""

    def __init__(self) -> None:
        self.answer: Callable[[dict[str, Any]], Any] = lambda body: "{}"
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: Any) -> None:
                pass

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                stub.bodies.append(body)
                stub.headers.append({name.lower(): value for name, value in self.headers.items()})
                answer = stub.answer(body)
                if isinstance(answer, float):
                    time.sleep(answer)
                    answer = "{}"
                status, content, headers = stub.normalised(answer)
                payload = json.dumps(content).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(payload)))
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(payload)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def normalised(self, answer: Any) -> tuple[int, Any, dict[str, str]]:
        if isinstance(answer, tuple):
            return (*answer, {})[:3] if len(answer) == 2 else answer
        finish = "stop"
        if isinstance(answer, dict) and "finish" in answer:
            finish, answer = answer["finish"], answer["text"]
        text = answer if isinstance(answer, str) else json.dumps(answer)
        return 200, completion(text, finish), {}


def completion(text: str, finish: str) -> dict[str, Any]:
    return {
        "id": "c",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "stub",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "message": {"role": "assistant", "content": text},
            }
        ],
        "usage": {"prompt_tokens": 50, "completion_tokens": 5, "total_tokens": 55},
    }


@pytest.fixture
def stub() -> Iterator[Stub]:
    server = Stub()
    yield server
    server.server.shutdown()
    server.server.server_close()
