"""The nouns, frozen. No I/O; nothing here imports from another room (errors apart)."""

from rootmem.model.base import Noun, UtcDatetime, as_utc
from rootmem.model.entry import (
    ENTRY_TYPES,
    USER_SUBJECT,
    DraftEntry,
    EntryEvent,
    EntryStatus,
    EntryType,
    MemoryEntry,
)
from rootmem.model.episode import Episode
from rootmem.model.recall import (
    ActivatedRoot,
    Depth,
    InformationNeed,
    Recall,
    ScoredEntry,
    Trace,
    TypedQuery,
    Usage,
    UserState,
)
from rootmem.model.report import Added, Receipt, Skipped, Status
from rootmem.model.root import RootAction, RootChange, RootUnit, RootVersion
from rootmem.model.scope import DEFAULT_TENANT, Scope, scope_of
from rootmem.model.turn import Message, Role, Turn

__all__ = [
    "DEFAULT_TENANT",
    "ENTRY_TYPES",
    "USER_SUBJECT",
    "ActivatedRoot",
    "Added",
    "Depth",
    "DraftEntry",
    "EntryEvent",
    "EntryStatus",
    "EntryType",
    "Episode",
    "InformationNeed",
    "MemoryEntry",
    "Message",
    "Noun",
    "Recall",
    "Receipt",
    "Role",
    "RootAction",
    "RootChange",
    "RootUnit",
    "RootVersion",
    "Scope",
    "ScoredEntry",
    "Skipped",
    "Status",
    "Trace",
    "Turn",
    "TypedQuery",
    "Usage",
    "UserState",
    "UtcDatetime",
    "as_utc",
    "scope_of",
]
