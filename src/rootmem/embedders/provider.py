"""Every other embedding model, through pydantic-ai, which is imported when the first text comes.

Names are pydantic-ai's (``openai:text-embedding-3-small``, ``cohere:embed-v4.0``,
``google:gemini-embedding-001``, ``sentence-transformers:all-MiniLM-L6-v2`` …); with a ``base_url``
any OpenAI-compatible server is asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

import anyio
import numpy as np

from rootmem.embedders.failures import billed, translated
from rootmem.embedders.splitting import averaged, parts, tokens_at_most
from rootmem.errors import ModelOutputError, ModelUnavailable
from rootmem.metering import current_meter
from rootmem.ports import Vectors

if TYPE_CHECKING:
    from pydantic_ai.embeddings import EmbeddingModel

KNOWN_DIMENSIONS = {
    "openai:text-embedding-3-small": 1536,
    "openai:text-embedding-3-large": 3072,
    "openai:text-embedding-ada-002": 1536,
    "google:gemini-embedding-001": 3072,
    "cohere:embed-v4.0": 1536,
    "cohere:embed-english-v3.0": 1024,
    "cohere:embed-multilingual-v3.0": 1024,
    "sentence-transformers:all-MiniLM-L6-v2": 384,
}
"""So that these need not be asked how long their vectors are."""

BATCH_TEXTS = 96
"""The smallest limit among the providers (Cohere's)."""
BATCH_TOKENS = 100_000
TIMEOUT = 60.0
"""Seconds for one request."""
_UNKNOWN_LIMIT = 500
"""Tokens; the models that people serve themselves often take 512."""
_LOCAL = "sentence-transformers"


class ProviderEmbedder:
    """One model of one provider.

    Where the length of its vectors is neither given nor known, the first need of it asks the model
    once, and waits. Keys are read from the environment when the model is first used.
    """

    def __init__(
        self,
        name: str,
        *,
        dimensions: int | None = None,
        base_url: str | None = None,
        api_key: str | None = None,
    ) -> None:
        self.name = name
        self._asked = dimensions
        self._dimensions = dimensions or KNOWN_DIMENSIONS.get(name)
        self._base_url, self._api_key = base_url, api_key
        self._probing = Lock()
        # A provider's connections belong to the event loop that opened them.
        self._models: WeakKeyDictionary[Any, EmbeddingModel] = WeakKeyDictionary()

    @property
    def id(self) -> str:
        return f"{self.name}:{self.dimensions}"

    @property
    def dimensions(self) -> int:
        with self._probing:
            if self._dimensions is None:
                self._dimensions = self._probe()
            return self._dimensions

    async def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """As the port says; raises ModelError, NotConfigured, BudgetExceeded. Each request to a
        provider is charged as one call; models on this machine are not."""
        model = self._model()
        limit = None
        # Of a server of the user's own pydantic-ai would say what holds for OpenAI's.
        if self._base_url is None:
            with translated(self.name):
                limit = await model.max_input_tokens()
        owners: list[int] = []
        pieces: list[str] = []
        for number, text in enumerate(texts):
            if text.strip():
                for part in parts(text, limit or _UNKNOWN_LIMIT):
                    owners.append(number)
                    pieces.append(part)
        if not pieces:
            return np.zeros((len(texts), self.dimensions), dtype=np.float32)
        found = [await self._request(model, batch, query) for batch in batches(pieces)]
        vectors = np.concatenate(found)
        if self._dimensions is None:
            self._dimensions = vectors.shape[1]
        return averaged(vectors, owners, [len(piece) for piece in pieces], len(texts))

    async def _request(self, model: EmbeddingModel, texts: list[str], query: bool) -> Vectors:
        meter = current_meter() if model.system != _LOCAL else None
        if meter:
            meter.reserve()
        usage = None
        try:
            with translated(self.name), anyio.fail_after(TIMEOUT):
                result = await model.embed(
                    texts,
                    input_type="query" if query else "document",
                    settings={"dimensions": self._asked} if self._asked else None,
                )
            usage = result
        except TimeoutError as error:
            message = f"{self.name} did not answer within {TIMEOUT:.0f} seconds"
            raise ModelUnavailable(message) from error
        finally:
            if meter:
                meter.charge(billed(usage))
        return self._checked(result.embeddings, len(texts))

    def _checked(self, embeddings: Sequence[Sequence[float]], expected: int) -> Vectors:
        lengths = {len(vector) for vector in embeddings}
        if len(embeddings) != expected or len(lengths) != 1:
            raise ModelOutputError(
                f"{self.name} returned {len(embeddings)} vectors for {expected} texts"
            )
        vectors = np.array(embeddings, dtype=np.float32)
        if self._dimensions not in (None, vectors.shape[1]):
            raise ModelOutputError(
                f"{self.name} returned vectors of {vectors.shape[1]} dimensions, not "
                f"{self._dimensions}; name it {self.name}@{vectors.shape[1]}"
            )
        if not np.isfinite(vectors).all():
            raise ModelOutputError(f"{self.name} returned a vector that is not all numbers")
        return vectors

    def _model(self) -> EmbeddingModel:
        """This event loop's model."""
        loop = asyncio.get_running_loop()
        model = self._models.get(loop)
        if model is None:
            model = self._models[loop] = self._open()
        return model

    def _open(self) -> EmbeddingModel:
        with translated(self.name):
            from pydantic_ai.embeddings import infer_embedding_model
            from pydantic_ai.providers import Provider, infer_provider, infer_provider_class

            if self._base_url is not None:
                from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
                from pydantic_ai.providers.openai import OpenAIProvider

                return OpenAIEmbeddingModel(
                    self.name.split(":", 1)[1],
                    # A key of the environment is meant for OpenAI, not for this server.
                    provider=OpenAIProvider(
                        base_url=self._base_url, api_key=self._api_key or "not-needed"
                    ),
                )

            def provider(kind: str) -> Provider[Any]:
                if self._api_key is None or kind == _LOCAL:
                    return infer_provider(kind)
                return cast(Any, infer_provider_class(kind))(api_key=self._api_key)

            return infer_embedding_model(self.name, provider_factory=provider)

    def _probe(self) -> int:
        """The dimensions of one vector, asked in a thread with an event loop of its own: the
        caller's may be running."""
        found: list[int | Exception] = []

        async def ask() -> int:
            return (await self._request(self._model(), ["dimensions"], False)).shape[1]

        def run() -> None:
            try:
                found.append(asyncio.run(ask()))
            except Exception as error:
                found.append(error)

        thread = Thread(target=run, name="rootmem-embedder-probe")
        thread.start()
        thread.join()
        answer = found[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


def batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """In order, each within the providers' limits."""
    batch: list[str] = []
    tokens = 0
    for text in texts:
        size = tokens_at_most(text)
        if batch and (len(batch) == BATCH_TEXTS or tokens + size > BATCH_TOKENS):
            yield batch
            batch, tokens = [], 0
        batch.append(text)
        tokens += size
    if batch:
        yield batch
