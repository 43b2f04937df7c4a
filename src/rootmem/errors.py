"""Everything rootmem raises on purpose.

    RootMemError
    ├── InvalidInput           the caller's values are wrong; says which and what to do
    │   ├── ScopeRequired      no user (None, "", blank) was named
    │   ├── UnknownFilter      a filter names a field or operator that does not exist
    │   └── ImportFormatError  a file is malformed; carries where and what was expected
    ├── NotFound               the id exists for nobody in this scope
    ├── StoreError             the database refused, is locked, damaged or of a newer schema
    │   └── EmbedderMismatch   the stored vectors come from another embedder; run `reindex`
    ├── NotConfigured          the operation needs a model (or an extra) that is not configured
    ├── BudgetExceeded         the ceiling on calls, tokens or money was reached
    └── ModelError             the model could not be used
        ├── ModelUnavailable   network, timeout, rate limit, 5xx: worth trying again later
        ├── ModelRefused       credentials, unknown model, bad request: trying again is useless
        └── ModelOutputError   the reply stayed unusable after the repairs and retries

Inner rooms raise these; only the doors (Python, command line, server) translate them.
"""

from __future__ import annotations


class RootMemError(Exception):
    """Base of every error that rootmem raises on purpose."""

    exit_code = 1


class InvalidInput(RootMemError):
    """The caller's values are wrong; the message says which and what to do."""

    exit_code = 2


class ScopeRequired(InvalidInput):
    """No user was named: None, an empty or a blank string is never 'everyone'."""


class UnknownFilter(InvalidInput):
    """A filter names a field or an operator that does not exist."""


class ImportFormatError(InvalidInput):
    """A file is malformed.

    ``source`` is the file's name, ``line`` is 1-based (None where the format has no lines),
    ``field`` names the key inside the record, ``expected`` says what should stand there.
    """

    def __init__(
        self,
        message: str,
        *,
        source: str = "",
        line: int | None = None,
        field: str | None = None,
        expected: str = "",
    ) -> None:
        place = source + (f", line {line}" if line is not None else "")
        place += f", field {field!r}" if field else ""
        tail = f"; expected {expected}" if expected else ""
        super().__init__(f"{place + ': ' if place else ''}{message}{tail}")
        self.source, self.line, self.field, self.expected = source, line, field, expected


class NotFound(RootMemError):
    """The id exists for nobody in this scope."""

    exit_code = 3


class StoreError(RootMemError):
    """The database refused, is locked, damaged, or has a newer schema."""

    exit_code = 4


class EmbedderMismatch(StoreError):
    """The stored vectors come from another embedder; `reindex` brings them over."""


class NotConfigured(RootMemError):
    """The operation needs a model or an optional package that is not there."""

    exit_code = 5


class BudgetExceeded(RootMemError):
    """The ceiling on calls, tokens or money was reached; the work done so far is kept."""

    exit_code = 6


class ModelError(RootMemError):
    """The model could not be used."""

    exit_code = 7


class ModelUnavailable(ModelError):
    """Network, timeout, rate limit or server error: worth trying again later."""


class ModelRefused(ModelError):
    """Credentials, unknown model or bad request: trying again unchanged is useless."""


class ModelOutputError(ModelError):
    """The model's reply stayed unusable after the repairs and retries."""
