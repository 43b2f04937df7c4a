"""Rerankers by name: a cross-encoder of sentence-transformers, or an endpoint that reranks.

``sentence-transformers:Qwen/Qwen3-Reranker-4B`` loads a model on this machine; with a ``base_url``
the model is served by somebody who answers ``POST {base_url}/rerank`` as Jina, Cohere, vLLM and
others do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import anyio.to_thread
import numpy as np
from numpy.typing import NDArray

from rootmem.errors import InvalidInput, ModelOutputError, ModelUnavailable, NotConfigured
from rootmem.ports import Reranker
from rootmem.reasoners.llm.errors import redacted

_LOCAL = "sentence-transformers:"
TIMEOUT = 60.0
"""Seconds for one request."""


def open_reranker(
    name: str, *, base_url: str | None = None, api_key: str | None = None
) -> Reranker:
    """The reranker with this name; nothing is loaded or asked before its first use."""
    if base_url is not None:
        return EndpointReranker(name, base_url, api_key)
    if name.startswith(_LOCAL):
        return CrossEncoderReranker(name.removeprefix(_LOCAL))
    raise InvalidInput(
        f"unknown reranker {name!r}: say '{_LOCAL}MODEL', or a model with the base_url of a server"
    )


class CrossEncoderReranker:
    """A cross-encoder on this machine."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._model: Any = None

    async def rerank(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        if not texts:
            return np.zeros(0, dtype=np.float32)
        return await anyio.to_thread.run_sync(self._scores, query, list(texts))

    def _scores(self, query: str, texts: list[str]) -> NDArray[np.float32]:
        if self._model is None:
            try:
                import sentence_transformers  # pyright: ignore
            except ModuleNotFoundError:
                raise NotConfigured(
                    "cross-encoders need a package: pip install sentence-transformers"
                ) from None
            self._model = cast("Any", sentence_transformers).CrossEncoder(self.name)
        scores = self._model.predict([(query, text) for text in texts])
        return np.asarray(scores, dtype=np.float32).reshape(len(texts))


class EndpointReranker:
    """A reranker behind HTTP."""

    def __init__(self, model: str, base_url: str, api_key: str | None = None) -> None:
        self.model = model
        self._url = base_url.rstrip("/") + "/rerank"
        self._key = api_key

    async def rerank(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        if not texts:
            return np.zeros(0, dtype=np.float32)
        body = {
            "model": self.model,
            "query": query,
            "documents": list(texts),
            "top_n": len(texts),
            "return_documents": False,
        }
        return scores_in(await self._post(body), len(texts))

    async def _post(self, body: dict[str, Any]) -> Any:
        import httpx

        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        try:
            async with httpx.AsyncClient(timeout=TIMEOUT) as client:
                reply = await client.post(self._url, json=body, headers=headers)
                reply.raise_for_status()
                return reply.json()
        except httpx.HTTPError as error:
            message = redacted(f"{type(error).__name__}: {error}", self._key)
            raise ModelUnavailable(f"the reranker {self.model}: {message}") from None
        except ValueError:
            raise ModelOutputError(f"the reranker {self.model} did not answer in JSON") from None


def scores_in(reply: Any, count: int) -> NDArray[np.float32]:
    """The scores in the texts' order; a text that the reply leaves out comes last."""
    results = cast("dict[str, Any]", reply).get("results") if isinstance(reply, dict) else None
    if not isinstance(results, list):
        raise ModelOutputError("the reranker's reply has no list of results")
    scores = np.full(count, -np.inf, dtype=np.float32)
    for one in cast("list[dict[str, Any]]", results):
        at, score = one.get("index"), one.get("relevance_score", one.get("score"))
        if not isinstance(at, int) or not 0 <= at < count or not isinstance(score, int | float):
            raise ModelOutputError("the reranker's reply names a text that was not given")
        scores[at] = score
    return scores
