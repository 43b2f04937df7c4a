"""Whose memory: every store call takes one, and there is no scope that means everyone."""

from __future__ import annotations

from typing import NamedTuple

from rootmem.errors import ScopeRequired

DEFAULT_TENANT = "default"


class Scope(NamedTuple):
    """One user's memory inside one tenant. Make it with :func:`scope_of`, which validates."""

    user_id: str
    tenant: str = DEFAULT_TENANT


def scope_of(user_id: str | None, tenant: str | None = DEFAULT_TENANT) -> Scope:
    """The validated scope; raises ScopeRequired for None, empty, blank or a non-string."""
    for name, value in (("user_id", user_id), ("tenant", tenant)):
        if not isinstance(value, str) or not value.strip():
            raise ScopeRequired(f"{name} must be a non-blank string, not {value!r}")
        if "\x00" in value or len(value) > 256:
            raise ScopeRequired(f"{name} must be at most 256 characters without NUL")
    assert user_id is not None
    assert tenant is not None
    return Scope(user_id.strip(), tenant.strip())
