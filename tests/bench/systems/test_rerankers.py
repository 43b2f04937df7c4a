import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from rootmem.errors import InvalidInput, ModelOutputError, ModelUnavailable, NotConfigured
from rootmem_bench.systems.protocol import Tools
from rootmem_bench.systems.registry import open_factory
from rootmem_bench.systems.rerankers import open_reranker, scores_in
from tests.bench.systems.people import EMBEDDER, built, person, tools


@pytest.fixture
def server():
    """A reranker that likes short documents, and keeps what it was sent."""

    class Handler(BaseHTTPRequestHandler):
        sent: list[dict[str, object]] = []  # noqa: RUF012

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            self.sent.append(body | {"path": self.path, "key": self.headers["authorization"]})
            results = [
                {"index": at, "relevance_score": -len(text)}
                for at, text in enumerate(body["documents"])
            ]
            answer = json.dumps({"results": sorted(results, key=lambda r: -r["relevance_score"])})
            self.send_response(500 if body["query"] == "fail" else 200)
            self.end_headers()
            self.wfile.write(answer.encode())

        def log_message(self, *args: object) -> None:
            """Silent."""

    httpd = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=httpd.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{httpd.server_port}/v1", Handler.sent
    httpd.shutdown()
    httpd.server_close()


def test_an_endpoint_scores_texts_in_their_own_order(server):
    url, sent = server
    one = open_reranker("qwen3-reranker", base_url=url, api_key="k")
    scores = asyncio.run(one.rerank("cats", ["a long text", "short", "middling"]))
    assert scores.tolist() == [-11, -5, -8]
    assert sent[0]["path"] == "/v1/rerank"
    assert (sent[0]["model"], sent[0]["key"]) == ("qwen3-reranker", "Bearer k")


def test_an_endpoint_that_fails_is_a_typed_error(server):
    url, _ = server
    with pytest.raises(ModelUnavailable, match="500"):
        asyncio.run(open_reranker("m", base_url=url).rerank("fail", ["a"]))
    with pytest.raises(ModelUnavailable):
        asyncio.run(open_reranker("m", base_url="http://127.0.0.1:9").rerank("x", ["a"]))


def test_no_texts_cost_no_request():
    assert len(asyncio.run(open_reranker("m", base_url="http://127.0.0.1:9").rerank("x", []))) == 0


@pytest.mark.parametrize("reply", [{}, [], {"results": [{"index": 5, "relevance_score": 1}]}])
def test_a_malformed_reply_is_refused(reply):
    with pytest.raises(ModelOutputError):
        scores_in(reply, 2)


def test_a_text_left_out_of_the_reply_comes_last():
    scores = scores_in({"results": [{"index": 1, "score": 0.2}]}, 2)
    assert scores[1] > scores[0]


def test_an_unknown_name_says_what_is_known():
    with pytest.raises(InvalidInput, match="sentence-transformers:"):
        open_reranker("cohere")


def test_the_reranker_decides_the_order_of_both_paths():
    system = asyncio.run(built("rerank", tools(), person(), "memory"))
    found = asyncio.run(system.retrieve(person().choices[0].query, 5))
    lengths = [len(item.text) for item in found.items]
    assert lengths == sorted(lengths, reverse=True)


def test_the_sub_queries_bring_candidates_that_the_query_does_not():
    entry = person().bank[-1]
    aimed = tools(script={"rewrite": lambda prompt: {"queries": [entry.text, "", "x", "y", "z"]}})
    system = asyncio.run(built("reconstruct", aimed, person(), "memory"))
    found = asyncio.run(system.retrieve("xyzzy", 30))
    assert entry.id in {id for item in found.items for id in item.ids}


def test_without_a_reranker_the_system_says_so():
    with pytest.raises(NotConfigured, match="reranker"):
        asyncio.run(open_factory("rerank")(Tools(EMBEDDER)))
