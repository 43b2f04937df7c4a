from typing import Any

import pytest

from rootmem.embedders import StaticEmbedder, open_embedder, opening
from rootmem.embedders.provider import ProviderEmbedder
from rootmem.errors import InvalidInput, NotConfigured


@pytest.mark.parametrize("spec", [None, "static"])
def test_the_static_embedder_is_the_default(spec: str | None):
    assert isinstance(open_embedder(spec), StaticEmbedder)


def test_an_embedder_is_handed_back():
    mine = StaticEmbedder()
    assert open_embedder(mine) is mine


@pytest.mark.parametrize("spec", ["", "nonsense", "a b:c", ":model", "openai:", "OpenAI:x@1"])
def test_a_name_of_no_known_form_is_refused_with_an_example(spec: str):
    with pytest.raises(InvalidInput, match="openai:text-embedding-3-small"):
        open_embedder(spec)


def test_known_models_name_their_dimensions_without_being_asked():
    pytest.importorskip("openai")
    assert open_embedder("openai:text-embedding-3-small").id == "openai:text-embedding-3-small:1536"


def test_dimensions_can_be_asked_for():
    pytest.importorskip("openai")
    assert open_embedder("openai:text-embedding-3-large@256").dimensions == 256


def test_a_served_model_needs_no_provider_and_may_have_a_tag():
    pytest.importorskip("openai")
    found = open_embedder("nomic-embed-text@768", base_url="http://localhost:1/v1")
    assert isinstance(found, ProviderEmbedder)
    assert found.id == "openai:nomic-embed-text:768"


def test_a_server_without_a_model_is_refused():
    with pytest.raises(InvalidInput):
        open_embedder(None, base_url="http://localhost:1/v1")


@pytest.mark.parametrize(
    ("absent", "spec", "command"),
    [
        ("pydantic_ai", "openai:text-embedding-3-small", 'pip install "rootmem\\[llm\\]"'),
        ("cohere", "cohere:embed-v4.0", 'pip install "pydantic-ai-slim\\[cohere\\]"'),
        ("sentence_transformers", "sentence-transformers:m", "slim\\[sentence-transformers\\]"),
    ],
)
def test_a_missing_package_is_named_with_the_command(
    absent: str, spec: str, command: str, monkeypatch: pytest.MonkeyPatch
):
    def find(name: str) -> Any:
        return None if name == absent else object()

    monkeypatch.setattr(opening, "find_spec", find)
    with pytest.raises(NotConfigured, match=command):
        open_embedder(spec)
