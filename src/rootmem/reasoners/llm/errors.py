"""Errors of pydantic-ai and its providers, translated to ours; no credential survives in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from rootmem.errors import ModelError, ModelOutputError, ModelRefused, ModelUnavailable

_SECRET = re.compile(
    r"(?i)bearer\s+\S+|\b(?:sk|pk|rk|key|api|gsk|xai|hf|AIza)[-_][\w*.\-]{6,}|\bAIza[\w\-]{10,}"
)
_MOST = 300


class TimedOut(ModelUnavailable):
    """The call did not end in time; asking again at once would only hang again."""


class Busy(ModelUnavailable):
    """Unavailable, with the seconds that the provider asked to wait (None: it did not say)."""

    def __init__(self, message: str, pause: float | None = None) -> None:
        super().__init__(message)
        self.pause = pause


class Garbled(ModelOutputError):
    """The provider answered, but not with a reply; asking again may help."""


class CutOff(Exception):
    """The reply stopped at the length limit, or the input is beyond the model's window.

    ``salvaged`` is what the complete items of the reply yielded, or None. Never asked again as it
    was: whoever catches it splits the work. It does not leave this package.
    """

    def __init__(self, salvaged: object = None) -> None:
        super().__init__("the reply was cut off")
        self.salvaged = salvaged


def redacted(text: str, secret: str | None = None) -> str:
    """The text without anything that looks like a credential, in one short line."""
    if secret:
        text = text.replace(secret, "***")
    text = " ".join(_SECRET.sub("***", text).split())
    return text if len(text) <= _MOST else text[:_MOST] + "…"


def translated(
    error: Exception, model: str, secret: str | None = None
) -> ModelError | CutOff | None:
    """Our error for one that a call raised; None for what is not about the model (a bug of ours).

    Unavailable is worth another try later, Refused is not, Output means that the provider answered
    with something that is no reply.
    """
    from pydantic_ai import exceptions as theirs

    text = redacted(f"{model}: {error}", secret)
    if isinstance(error, theirs.ModelContextWindowExceededError):
        return CutOff()
    if isinstance(error, theirs.ModelRequestTimeout | theirs.ModelTimeoutError | TimeoutError):
        return TimedOut(text)
    if isinstance(error, theirs.ModelRequestRejectedError | theirs.ModelQuotaExceededError):
        return ModelRefused(text)
    if isinstance(error, theirs.ModelHTTPError):
        gone = error.status_code < 500 and error.status_code not in (408, 409, 425, 429)
        return ModelRefused(text) if gone else Busy(text, _pause(error))
    if isinstance(error, theirs.FallbackExceptionGroup):
        return _of_group(_leaves(error), model, secret, text)
    if isinstance(error, theirs.ModelAPIError):
        return Busy(text, _pause(error))
    if isinstance(error, theirs.UnexpectedModelBehavior):
        return Garbled(text)
    if isinstance(error, theirs.UserError):
        return ModelRefused(text)
    if isinstance(error, OSError) or type(error).__module__.split(".")[0] in {"httpx", "httpx2"}:
        return ModelUnavailable(text)
    if isinstance(error, LookupError | AttributeError | TypeError) and _raised_elsewhere(error):
        return Garbled(text)  # a library fell over a reply of a shape it did not expect
    return None


def _raised_elsewhere(error: Exception) -> bool:
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return place is not None and not place.tb_frame.f_globals["__name__"].startswith("rootmem")


def _of_group(
    errors: Sequence[Exception], model: str, secret: str | None, text: str
) -> ModelError | CutOff:
    """Every model of a fallback failed: unavailable where waiting may help any of them."""
    kinds = [translated(one, model, secret) for one in errors]
    if any(isinstance(one, ModelUnavailable) for one in kinds):
        return ModelUnavailable(text)
    return next((one for one in kinds if one is not None), ModelUnavailable(text))


def _leaves(error: Exception) -> list[Exception]:
    if not isinstance(error, ExceptionGroup):
        return [error]
    parts = cast("ExceptionGroup[Exception]", error).exceptions
    return [leaf for part in parts for leaf in _leaves(part)]


def _pause(error: Exception) -> float | None:
    value = getattr(error, "retry_after", None)
    return float(value) if isinstance(value, int | float) else None
