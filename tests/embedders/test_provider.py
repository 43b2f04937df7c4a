import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from rootmem.embedders import open_embedder, provider
from rootmem.embedders.provider import batches
from rootmem.errors import (
    BudgetExceeded,
    InvalidInput,
    ModelOutputError,
    ModelRefused,
    ModelUnavailable,
    NotConfigured,
)
from rootmem.metering import Budget, metered

pytest.importorskip("openai")
pytest.importorskip("pydantic_ai")


class FakeServer:
    """An OpenAI-compatible embeddings endpoint on this machine; counts what it is sent."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.status = 200
        self.dimensions = 4
        self.answer: dict[str, Any] | None = None
        self.wait = 0.0
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                fake.requests.append(body)
                threading.Event().wait(fake.wait)
                answer = json.dumps(fake.answer or fake.embedded(body["input"])).encode()
                self.send_response(fake.status)
                self.send_header("content-type", "application/json")
                self.send_header("x-should-retry", "false")
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def embedded(self, texts: list[str]) -> dict[str, Any]:
        """The first dimension counts x, the second all else: (2, 0, 0, 0) for "xx"."""
        data = [
            {
                "object": "embedding",
                "index": i,
                "embedding": [t.count("x"), len(t) - t.count("x")] + [0] * (self.dimensions - 2),
            }
            for i, t in enumerate(texts)
        ]
        usage = {"prompt_tokens": 7, "total_tokens": 7}
        return {"object": "list", "model": "m", "data": data, "usage": usage}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def server() -> Iterator[FakeServer]:
    fake = FakeServer()
    yield fake
    fake.close()


def embed(server: FakeServer, texts: list[str], spec: str = "m@4") -> np.ndarray:
    return asyncio.run(open_embedder(spec, base_url=server.url).embed(texts))


def test_texts_become_unit_rows_in_order(server: FakeServer):
    np.testing.assert_allclose(
        embed(server, ["xx", "yyy"]), [[1, 0, 0, 0], [0, 1, 0, 0]], rtol=1e-6
    )


def test_blank_texts_are_zero_and_not_sent(server: FakeServer):
    assert embed(server, ["", "x", " "]).any(axis=1).tolist() == [False, True, False]
    assert server.requests[0]["input"] == ["x"]


def test_only_blank_texts_send_nothing(server: FakeServer):
    assert embed(server, [""]).shape == (1, 4)
    assert server.requests == []


def test_unknown_dimensions_are_asked_once(server: FakeServer):
    server.dimensions = 6
    embedder = open_embedder("m", base_url=server.url)

    async def ask() -> tuple[int, str]:
        return embedder.dimensions, embedder.id

    assert asyncio.run(ask()) == (6, "openai:m:6")
    assert embedder.dimensions == 6
    assert len(server.requests) == 1


def test_one_embedder_serves_several_event_loops(server: FakeServer):
    embedder = open_embedder("m@4", base_url=server.url)
    first, second = (asyncio.run(embedder.embed(["x"])) for _ in range(2))
    np.testing.assert_array_equal(first, second)


def test_a_long_text_is_sent_in_parts_and_averaged(server: FakeServer):
    vectors = embed(server, ["x" * 60_000 + "y" * 60_000])
    assert sum(len(r["input"]) for r in server.requests) > 10
    assert vectors[0, 0] == pytest.approx(vectors[0, 1], rel=0.1)
    assert np.linalg.norm(vectors[0]) == pytest.approx(1)


def test_many_texts_go_in_batches(server: FakeServer):
    assert embed(server, ["x"] * 200).shape == (200, 4)
    assert [len(r["input"]) for r in server.requests] == [96, 96, 8]


def test_batches_keep_the_token_limit():
    sizes = [len(batch) for batch in batches(["x" * 90_000] * 5)]
    assert sum(sizes) == 5
    assert max(sizes) == 3


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (401, ModelRefused),
        (404, ModelRefused),
        (400, ModelRefused),
        (429, ModelUnavailable),
        (500, ModelUnavailable),
        (503, ModelUnavailable),
    ],
)
def test_refusals_and_outages_are_told_apart(
    server: FakeServer, status: int, error: type[Exception]
):
    server.status, server.answer = status, {"error": {"message": "no"}}
    with pytest.raises(error):
        embed(server, ["x"])


def test_a_server_that_is_not_there_is_unavailable(server: FakeServer):
    embedder = open_embedder("m@4", base_url="http://127.0.0.1:9/v1")
    with pytest.raises(ModelUnavailable):
        asyncio.run(embedder.embed(["x"]))


def test_a_server_that_hangs_is_given_up(server: FakeServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(provider, "TIMEOUT", 0.2)
    server.wait = 1.0
    with pytest.raises(ModelUnavailable, match="did not answer"):
        embed(server, ["x"])


def test_other_dimensions_than_named_are_refused(server: FakeServer):
    with pytest.raises(ModelOutputError, match="@4"):
        embed(server, ["x"], spec="m@8")


def test_too_few_vectors_are_refused(server: FakeServer):
    server.answer = server.embedded(["x"])
    with pytest.raises(ModelOutputError):
        embed(server, ["x", "y"])


def test_requests_are_charged_failed_ones_too(server: FakeServer):
    with metered() as meter:
        embed(server, ["x"] * 100)
        assert (meter.usage.calls, meter.usage.input_tokens) == (2, 14)
        server.status, server.answer = 503, {"error": {"message": "no"}}
        with pytest.raises(ModelUnavailable):
            embed(server, ["x"])
        assert meter.usage.calls == 3


def test_a_used_up_budget_sends_nothing_more(server: FakeServer):
    with metered(Budget(calls=1)), pytest.raises(BudgetExceeded):
        embed(server, ["x"] * 100)
    assert len(server.requests) == 1


def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    embedder = open_embedder("openai:text-embedding-3-small")
    with pytest.raises(NotConfigured, match="set OPENAI_API_KEY"):
        asyncio.run(embedder.embed(["x"]))


def test_an_unknown_provider_is_invalid():
    with pytest.raises(InvalidInput, match="no provider 'nobody'"):
        asyncio.run(open_embedder("nobody:m").embed(["x"]))
