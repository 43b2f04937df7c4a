"""Models by name, opened through Inspect: any of its providers, or an OpenAI-compatible server."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from rootmem.errors import InvalidInput, NotConfigured
from rootmem_bench.systems.ask import InspectAsk
from rootmem_bench.tasks.asking import PooledAsk
from rootmem_bench.tasks.judging import Judge

if TYPE_CHECKING:
    from inspect_ai.model import Model

KEY = "ROOTMEM_BENCH_API_KEY"
"""The environment variable with the key of the server behind ``--base-url``, where it wants one."""
_SERVICE = "openai-api/server"


class Models(NamedTuple):
    """Who answers, what the systems under test think with, and who judges."""

    answer: Model
    memory: Model
    judges: tuple[Model, ...]

    def described(self) -> dict[str, Any]:
        """For the manifest: names, without addresses and keys."""
        return {
            "answer": plain_name(self.answer),
            "memory": plain_name(self.memory),
            "judges": [plain_name(judge) for judge in self.judges],
        }


def open_models(
    name: str,
    *,
    base_url: str | None = None,
    memory: str | None = None,
    memory_base_url: str | None = None,
    judges: tuple[str, ...] = (),
    judge_base_url: str | None = None,
) -> Models:
    """Names are Inspect's (``openai/gpt-5.1``), or a server's own where a base url is given.

    Without names of their own, memory and judges are the answering model. Raises InvalidInput,
    NotConfigured.
    """
    answer = open_model(name, base_url)
    return Models(
        answer,
        open_model(memory, memory_base_url or base_url) if memory else answer,
        tuple(open_model(judge, judge_base_url or base_url) for judge in judges) or (answer,),
    )


def open_model(name: str, base_url: str | None = None) -> Model:
    try:
        from inspect_ai._util.error import PrerequisiteError
        from inspect_ai.model import get_model
    except ModuleNotFoundError:
        raise NotConfigured('models need an extra: pip install "rootmem[bench]"') from None
    try:
        if base_url and not name.startswith(("openai/", "openai-api/", "mockllm/")):
            key = os.environ.get(KEY) or "none"
            return get_model(f"{_SERVICE}/{name}", base_url=base_url, api_key=key)
        return get_model(name, base_url=base_url)
    except PrerequisiteError as error:
        raise NotConfigured(_plain(error)) from None
    except (ValueError, ImportError) as error:
        raise InvalidInput(f"the model {name!r} cannot be opened: {error}") from None


def plain_name(model: Model) -> str:
    return str(model).removeprefix(f"{_SERVICE}/")


def asker(model: Model) -> PooledAsk:
    """``Ask`` over a model, at temperature 0, out of Inspect's cache where it can be."""
    return PooledAsk(lambda: InspectAsk(model))


def judge(model: Model, number: int, of: int) -> Judge:
    """The same model twice is told apart by its number."""
    name = plain_name(model)
    return Judge(name if of == 1 else f"{number}:{name}", asker(model))


def _plain(error: Exception) -> str:
    from rich.text import Text

    return " ".join(Text.from_markup(str(error)).plain.split())
