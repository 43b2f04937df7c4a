"""The default embedder: static word-piece vectors, no network, no model call, 16 MB.

The vectors and the tokenizer are wordllama's (l2_supercat, 256 dimensions), read straight from the
files in its wheel. Its own loader is not used: importing it takes a quarter of a second, configures
the root logger, and its default path tries the network.

A text's vector is the normalised sum of its pieces' vectors, as wordllama's ``embed(norm=True)``,
but for pieces that stand for single bytes and the bare space mark. They say nothing about meaning
and make all texts in scripts that the vocabulary lacks look alike; without them such a text has a
zero vector and the lexical half of the search carries it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import anyio.to_thread
import numpy as np

from rootmem.embedders.splitting import pieces, unit_rows
from rootmem.errors import NotConfigured
from rootmem.model.text import storable
from rootmem.ports import Vectors

if TYPE_CHECKING:
    from tokenizers import Tokenizer

DIMENSIONS = 256
WEIGHTS = "weights/l2_supercat_256.safetensors"
TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"

# The tokenizer's time grows faster than its text, so long texts go through it in pieces.
_PIECE = 4_000
# Below this many characters a thread switch costs more than the embedding.
_INLINE = 20_000
_REINSTALL = "pip install --force-reinstall wordllama"
_PROBE = "The quick brown fox, naïve and jumpy, pays 12.50 € for a lazy dog."
_EMPTY_PIECES = (
    *("<unk>", "<s>", "</s>"),
    *(f"<0x{byte:02X}>" for byte in range(256)),
    *("▁" * repeats for repeats in range(1, 17)),
)


class _Loaded(NamedTuple):
    tokenizer: Tokenizer
    table: Vectors
    digest: str


class StaticEmbedder:
    """Loads on first use (about 0.15 s); safe to share between threads."""

    def __init__(self) -> None:
        self._loading = Lock()

    @property
    def id(self) -> str:
        """Names the vectors themselves, so an update that leaves them alone needs no reindex."""
        return f"static:l2_supercat:{DIMENSIONS}:{self._model.digest}"

    @property
    def dimensions(self) -> int:
        return DIMENSIONS

    async def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """Shape (len(texts), 256), rows of length 1, or 0 where no piece is known."""
        if sum(map(len, texts)) <= _INLINE:
            return self.embed_now(texts)
        return await anyio.to_thread.run_sync(self.embed_now, texts)

    def embed_now(self, texts: Sequence[str]) -> Vectors:
        """As ``embed``, in the calling thread."""
        model = self._model
        sums = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, text in enumerate(texts):
            for piece in pieces(storable(text), _PIECE):
                ids = model.tokenizer.encode(piece, add_special_tokens=False).ids
                sums[row] += model.table.take(ids, axis=0).sum(axis=0)
        return unit_rows(sums)

    @property
    def _model(self) -> _Loaded:
        with self._loading:
            return self._loaded

    @cached_property
    def _loaded(self) -> _Loaded:
        return _load(_package_folder())


def _package_folder() -> Path:
    # find_spec does not run the package.
    spec = find_spec("wordllama")
    if spec is None or spec.origin is None:
        raise NotConfigured("the static embedder needs wordllama: pip install wordllama")
    return Path(spec.origin).parent


def _load(folder: Path) -> _Loaded:
    from safetensors import SafetensorError, safe_open
    from tokenizers import Tokenizer

    for name in (TOKENIZER, WEIGHTS):
        if not (folder / name).is_file():
            raise NotConfigured(f"the installed wordllama lacks {name}; {_REINSTALL}")
    try:
        tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
        with cast(Any, safe_open(str(folder / WEIGHTS), framework="np")) as file:
            table = file.get_tensor("embedding.weight").astype(np.float32)
    except (OSError, SafetensorError) as error:
        raise NotConfigured(f"wordllama's vectors are damaged ({error}); {_REINSTALL}") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    for piece in _EMPTY_PIECES:
        number = tokenizer.token_to_id(piece)
        if number is not None:
            table[number] = 0.0
    digest = blake2b(table[::64].tobytes(), digest_size=4)
    digest.update(str(tokenizer.encode(_PROBE, add_special_tokens=False).ids).encode())
    return _Loaded(tokenizer, table, digest.hexdigest())
