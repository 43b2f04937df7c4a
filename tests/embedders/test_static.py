import socket
import subprocess
import sys
from typing import Any

import anyio
import numpy as np
import pytest

from rootmem.embedders import StaticEmbedder

EMBEDDER = StaticEmbedder()


def cosine(one: str, other: str) -> float:
    first, second = EMBEDDER.embed_now([one, other])
    return float(first @ second)


def test_vectors_are_those_of_wordllama():
    wordllama = pytest.importorskip("wordllama")
    package = wordllama.__path__[0]
    peer = wordllama.WordLlama.load(cache_dir=package, disable_download=True)
    texts = ["The cat lives in the studio.", "I moved to Rome last year, didn't I?"]
    np.testing.assert_allclose(EMBEDDER.embed_now(texts), peer.embed(texts, norm=True), atol=1e-4)


def test_rows_have_length_one_in_float32():
    vectors = anyio.run(EMBEDDER.embed, ["I like tea.", "寿司 for lunch", "the of and"])
    assert vectors.dtype == np.float32
    assert vectors.shape == (3, EMBEDDER.dimensions)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-5)


@pytest.mark.parametrize("text", ["", " ", "\n\t ", "😀", "\u0f00"])
def test_a_text_without_known_pieces_is_zero(text: str):
    assert not EMBEDDER.embed_now([text]).any()


def test_no_texts_make_no_rows():
    assert EMBEDDER.embed_now([]).shape == (0, 256)


def test_what_is_alike_is_closer():
    assert cosine("my cat is ill", "the kitten is sick") > cosine("my cat is ill", "the tax form")


def test_texts_in_a_script_without_pieces_are_not_all_alike():
    assert cosine("我喜欢吃寿司", "他在银行工作") < 0.5


def test_thirty_thousand_tokens_are_embedded():
    text = "The studio smells of paint and the cat sleeps. " * 3_000
    vector = anyio.run(EMBEDDER.embed, [text])[0]
    assert np.linalg.norm(vector) == pytest.approx(1)
    assert vector @ EMBEDDER.embed_now([text[:470]])[0] > 0.99


def test_a_long_word_without_spaces_is_embedded():
    assert np.isfinite(EMBEDDER.embed_now(["x" * 50_000])).all()


def test_the_id_is_the_same_for_every_instance_and_names_the_dimensions():
    assert StaticEmbedder().id == EMBEDDER.id
    assert ":256:" in EMBEDDER.id


def test_nothing_is_asked_of_the_network(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: Any) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    assert StaticEmbedder().embed_now(["tea"]).any()


def test_root_logging_is_left_alone():
    code = (
        "import logging; from rootmem.embedders import StaticEmbedder;"
        "StaticEmbedder().embed_now(['tea']); print(logging.getLogger().handlers)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_importing_the_package_loads_neither_the_tokenizer_nor_pydantic_ai():
    code = (
        "import sys, rootmem.embedders;"
        "print([m for m in ('tokenizers', 'wordllama', 'pydantic_ai') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
