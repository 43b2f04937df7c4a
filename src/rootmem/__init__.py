"""rootmem: a personal memory for LLM agents.

It reads a person's long, changing conversations and, when the agent must answer, hands it what
matters logically, not only what sounds alike.

    from rootmem import Memory

    memory = Memory("memory.db")
    memory.add([{"role": "user", "content": "My cat sleeps in the studio."}], user_id="ana")
    print(memory.recall("Help me set up a fish tank in the studio", user_id="ana").context)

Names are loaded when they are first used, so that ``import rootmem`` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rootmem.errors import (
        BudgetExceeded,
        EmbedderMismatch,
        ImportFormatError,
        InvalidInput,
        ModelError,
        ModelOutputError,
        ModelRefused,
        ModelUnavailable,
        NotConfigured,
        NotFound,
        RootMemError,
        ScopeRequired,
        StoreError,
        UnknownFilter,
    )
    from rootmem.memory import AsyncMemory, Memory
    from rootmem.metering import Budget
    from rootmem.model import (
        ActivatedRoot,
        Added,
        Episode,
        InformationNeed,
        MemoryEntry,
        Recall,
        Receipt,
        RootUnit,
        ScoredEntry,
        Status,
        Turn,
        TypedQuery,
        Usage,
        UserState,
    )
    from rootmem.settings import Settings

__version__ = "0.1.0"

_HOMES = {
    "rootmem.errors": (
        "BudgetExceeded",
        "EmbedderMismatch",
        "ImportFormatError",
        "InvalidInput",
        "ModelError",
        "ModelOutputError",
        "ModelRefused",
        "ModelUnavailable",
        "NotConfigured",
        "NotFound",
        "RootMemError",
        "ScopeRequired",
        "StoreError",
        "UnknownFilter",
    ),
    "rootmem.memory": ("AsyncMemory", "Memory"),
    "rootmem.metering": ("Budget",),
    "rootmem.model": (
        "ActivatedRoot",
        "Added",
        "Episode",
        "InformationNeed",
        "MemoryEntry",
        "Recall",
        "Receipt",
        "RootUnit",
        "ScoredEntry",
        "Status",
        "Turn",
        "TypedQuery",
        "Usage",
        "UserState",
    ),
    "rootmem.settings": ("Settings",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "ActivatedRoot",
    "Added",
    "AsyncMemory",
    "Budget",
    "BudgetExceeded",
    "EmbedderMismatch",
    "Episode",
    "ImportFormatError",
    "InformationNeed",
    "InvalidInput",
    "Memory",
    "MemoryEntry",
    "ModelError",
    "ModelOutputError",
    "ModelRefused",
    "ModelUnavailable",
    "NotConfigured",
    "NotFound",
    "Recall",
    "Receipt",
    "RootMemError",
    "RootUnit",
    "ScopeRequired",
    "ScoredEntry",
    "Settings",
    "Status",
    "StoreError",
    "Turn",
    "TypedQuery",
    "UnknownFilter",
    "Usage",
    "UserState",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'rootmem' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
