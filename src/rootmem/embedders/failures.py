"""What pydantic-ai raises, in our terms; what it reports as used, in our units."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rootmem.errors import (
    InvalidInput,
    ModelOutputError,
    ModelRefused,
    ModelUnavailable,
    NotConfigured,
)
from rootmem.model import Usage

if TYPE_CHECKING:
    from pydantic_ai.embeddings import EmbeddingResult

_KEY = re.compile(r"Set the `([A-Z0-9_]+)` environment variable")
_AGAIN_LATER = frozenset({408, 409, 425, 429})


@contextmanager
def translated(name: str) -> Generator[None]:
    """Inside, errors of the model ``name`` are raised as ours."""
    try:
        from pydantic_ai import exceptions
    except ImportError as error:
        raise NotConfigured(
            f'the embedder {name} needs an extra: pip install "rootmem[llm]"'
        ) from error
    try:
        yield
    except exceptions.ModelHTTPError as error:
        status = error.status_code
        kind = ModelUnavailable if status in _AGAIN_LATER or status >= 500 else ModelRefused
        raise kind(f"{name}: {error}") from error
    except exceptions.ModelAPIError as error:
        raise ModelUnavailable(f"{name} cannot be reached: {error}") from error
    except exceptions.AgentRunError as error:
        raise ModelOutputError(f"{name}: {error}") from error
    except exceptions.UserError as error:
        raise NotConfigured(f"{name}: {_short(str(error))}") from error
    except ImportError as error:
        raise NotConfigured(f"{name} needs a package that is not installed. {error}") from error
    except TimeoutError:
        raise
    except OSError as error:
        raise ModelUnavailable(f"{name} cannot be loaded or reached: {error}") from error
    except ValueError as error:
        if str(error).startswith("Unknown provider"):
            kind = name.split(":", 1)[0]
            raise InvalidInput(f"unknown embedder {name!r}: no provider {kind!r}") from error
        raise ModelOutputError(f"{name}: {error}") from error


def _short(message: str) -> str:
    """Name the missing key only: the rest of that message is advice about another library."""
    key = _KEY.search(message)
    return f"no key; set {key[1]}" if key else message


def billed(result: EmbeddingResult | None) -> Usage:
    """One call; its tokens and price where the request succeeded and they are known."""
    if result is None:
        return Usage(calls=1)
    try:
        cost = float(result.cost().total_price)
    except (LookupError, AssertionError, ValueError):
        cost = None
    return Usage(calls=1, input_tokens=result.usage.input_tokens, cost=cost)
