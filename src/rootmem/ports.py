"""The seams. Everything that judges, embeds or remembers stands behind one of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rootmem.model import (
    DraftEntry,
    EntryEvent,
    EntryStatus,
    EntryType,
    Episode,
    InformationNeed,
    MemoryEntry,
    Message,
    Receipt,
    RootAction,
    RootChange,
    RootUnit,
    RootVersion,
    Scope,
    Turn,
    TypedQuery,
    UserState,
)

Vectors = NDArray[np.float32]


# --- embedding -------------------------------------------------------------------------------


class Embedder(Protocol):
    """Texts in, unit-length rows out."""

    @property
    def id(self) -> str:
        """Names model, version and dimensions, so that two ids equal means vectors compare."""
        ...

    @property
    def dimensions(self) -> int: ...

    async def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """Shape (len(texts), dimensions), float32, each row of length 1 (all zero for no words).

        ``query`` tells models that embed questions differently. Texts beyond the model's limit
        are handled (split and averaged), never refused.
        """
        ...


# --- judgement -------------------------------------------------------------------------------


class Decomposed(NamedTuple):
    """One episode's drafts; ``problems`` says which items of a reply were unusable and dropped."""

    drafts: tuple[DraftEntry, ...]
    problems: tuple[str, ...] = ()


class Candidate(NamedTuple):
    """A new entry and the active entries that may say the same or be replaced by it."""

    new: MemoryEntry
    similar: tuple[MemoryEntry, ...]
    scores: tuple[float, ...]


class Verdict(NamedTuple):
    """``same``: joins ``target``. ``supersedes``: retires ``targets``. ``new``: stands alone."""

    relation: Literal["new", "same", "supersedes"]
    targets: tuple[str, ...] = ()
    reason: str = ""


class Needs(NamedTuple):
    """The needs, and the plan where the reasoner made both in one judgement (else None)."""

    needs: tuple[InformationNeed, ...]
    plan: tuple[TypedQuery, ...] | None = None


class Reasoner(Protocol):
    """Every judgement in either corridor, one method each.

    Methods raise ModelError (see ``rootmem.errors``) and never return a silent empty result in
    place of a failure. Ids that were not given are rejected inside.
    """

    @property
    def name(self) -> str:
        """Shown in status, e.g. ``offline`` or ``openai:gpt-5-mini (lean)``."""
        ...

    @property
    def uses_model(self) -> bool: ...

    async def segment(self, turns: Sequence[Turn]) -> tuple[str, ...]:
        """Ids of the user turns that open a new episode.

        ``turns`` are consecutive; adjacent *user* turns are judged pair by pair, other roles are
        context. The first user turn is never named.
        """
        ...

    async def decompose(
        self, episodes: Sequence[Sequence[Turn]], user_name: str | None = None
    ) -> tuple[Decomposed, ...]:
        """One result an episode, in order. Supporting turns lie inside the episode."""
        ...

    async def reconcile(self, candidates: Sequence[Candidate]) -> tuple[Verdict, ...]:
        """One verdict a candidate, in order; targets are among the candidate's ``similar``."""
        ...

    async def revise_roots(
        self,
        units: Sequence[RootUnit],
        batch: Sequence[MemoryEntry],
        evidence: Mapping[str, MemoryEntry],
        budget: int,
    ) -> tuple[RootChange, ...]:
        """Changes that bring the new ``batch`` into ``units``; ``evidence`` holds their entries.

        An empty batch asks for a revision of the units against the evidence that is left, or for
        merges where there are more units than ``budget``.
        """
        ...

    async def route(self, query: str, units: Sequence[RootUnit]) -> tuple[str, ...] | None:
        """Ids of the units whose rules apply, most important first; None: let embeddings route."""
        ...

    async def need(self, query: str) -> Needs: ...

    async def plan(
        self, query: str, needs: Sequence[InformationNeed]
    ) -> tuple[TypedQuery, ...]: ...

    async def infer(
        self,
        query: str,
        candidates: Sequence[MemoryEntry],
        roots: Sequence[RootUnit],
    ) -> UserState: ...

    async def respond(self, query: str, context: str, history: Sequence[Turn] = ()) -> str:
        """An answer for the user; raises NotConfigured where there is no model."""
        ...

    def forget(self, scope: Scope) -> None:
        """Drop whatever was kept of this user outside the store (cached replies)."""
        ...


class Reranker(Protocol):
    """Scores texts against a query, higher is better; shape (len(texts),)."""

    async def rerank(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]: ...


# --- remembering -----------------------------------------------------------------------------


class EntryRow(NamedTuple):
    """An entry as the snapshot reads it: times in microseconds since the epoch, vectors as bytes.

    ``vector`` is float32 of shape (d,); ``trigger_vectors`` float32 (t, d) or empty. ``metadata``
    is JSON text. ``sequence`` is the order of creation within the user.
    """

    sequence: int
    id: str
    type: EntryType
    text: str
    subject: str
    episode_id: str | None
    turn_ids: tuple[str, ...]
    time: int
    event_time: int | None
    valid_from: int
    valid_to: int | None
    recorded_at: int
    condition: str
    strength: float
    status: EntryStatus
    superseded_by: str | None
    triggers: tuple[str, ...]
    metadata: str
    vector: bytes
    trigger_vectors: bytes


class RootRow(NamedTuple):
    """A unit with its vectors: float32 (1 + len(triggers), d), the activation's first."""

    unit: RootUnit
    vectors: bytes


class Versions(NamedTuple):
    """A user's counters: ``entries`` and ``roots`` move with any change a recall could see;
    ``rebuilt`` is the value of ``entries`` at the last removal (older snapshots start anew);
    ``writes`` moves with every write, so that what was derived from the store may be kept;
    ``created`` counts entries and units ever made."""

    entries: int
    roots: int
    rebuilt: int
    writes: int = 0
    created: int = 0


class NewEntry(NamedTuple):
    """An entry to store; ``origin`` are the turns its text was formed from."""

    entry: MemoryEntry
    vector: bytes
    trigger_vectors: bytes = b""
    origin: tuple[str, ...] = ()


class Join(NamedTuple):
    """More turns that say what an entry says."""

    entry_id: str
    turn_ids: tuple[str, ...]
    time: int
    strength: float


class Supersession(NamedTuple):
    """``old_id`` held until ``at`` (microseconds) and gave way to ``new_id``."""

    old_id: str
    new_id: str
    at: int


class EntryChanges(NamedTuple):
    """What one reconcile step writes, in one transaction."""

    new: tuple[NewEntry, ...] = ()
    joins: tuple[Join, ...] = ()
    supersessions: tuple[Supersession, ...] = ()


class RootRevision(NamedTuple):
    """A unit as it stands after a change (``vectors`` as in RootRow) and what happened to it.

    For ``retire`` and for units folded into another (``merge`` names them) the unit leaves the
    active set; its versions stay.
    """

    unit: RootUnit
    vectors: bytes
    action: RootAction
    reason: str = ""
    merged_ids: tuple[str, ...] = ()


class Counts(NamedTuple):
    """``entries`` by status, every status named; ``roots`` the active ones."""

    turns: int
    pending_turns: int
    episodes: int
    entries: dict[str, int]
    roots: int


class Store(Protocol):
    """The durable truth of all users, one database.

    Synchronous: the async core calls it in a worker thread, so an implementation is thread-safe. No
    method holds a transaction open after it returns. Every method that writes is one transaction.
    Ids are made by the caller, except where said. Times cross this seam as aware datetimes inside
    nouns, and as microseconds in rows. Unknown ids raise NotFound, except that reading with ``ids``
    leaves them out; the database's own errors are translated to StoreError.
    """

    @property
    def description(self) -> str:
        """Kind and place, without credentials: ``sqlite file.db``."""
        ...

    @property
    def embedded(self) -> bool:
        """The database is in this process: a small question takes microseconds."""
        ...

    def close(self) -> None: ...

    # meta
    def embedder_id(self) -> str | None: ...
    def claim_embedder(self, embedder_id: str) -> None:
        """Record the embedder on first use; raises EmbedderMismatch where another is recorded."""
        ...

    def tenants(self) -> list[str]: ...
    def users(self, tenant: str) -> list[str]: ...
    def versions(self, scope: Scope) -> Versions:
        """Zeros for a user never seen. One cheap query: every recall asks, in an embedded database
        without leaving the event loop."""
        ...

    def counts(self, scope: Scope) -> Counts: ...
    def pending_turns(self, scope: Scope) -> int:
        """How many turns are not in memory yet: in no episode, or in one that is not
        ``reconciled``."""
        ...

    # journal
    def append(self, scope: Scope, messages: Sequence[Message]) -> list[tuple[Turn, bool]]:
        """Journal messages; the flag says whether the turn is new. A known ``key`` of the user
        yields the turn of the first time, whatever the rest says. Safe side by side."""
        ...

    def turns(
        self,
        scope: Scope,
        *,
        ids: Sequence[str] | None = None,
        session_id: str | None = None,
        unsegmented: bool = False,
        after: int | None = None,
        limit: int | None = None,
    ) -> list[Turn]:
        """In order of position. ``unsegmented``: in no episode yet. ``after``: position > it."""
        ...

    # episodes
    def episodes(
        self,
        scope: Scope,
        *,
        status: str | None = None,
        ids: Sequence[str] | None = None,
        newest: bool = False,
    ) -> list[Episode]:
        """In order of their first turn's position. ``newest``: only the last one (cheap)."""
        ...

    def save_episodes(self, scope: Scope, episodes: Sequence[Episode]) -> bool:
        """Create or extend episodes (turns, end, status, title as given; ``built`` stays as it is
        stored) and set their turns' episode. False, and nothing written, where another writer was
        first: a turn is in another episode, the episode is ``decomposed`` (its drafts come first),
        or it has turns that the given one lacks."""
        ...

    def save_drafts(self, scope: Scope, drafts: Mapping[str, Sequence[DraftEntry]]) -> bool:
        """Episode id -> drafts; marks them ``decomposed`` and sets ``built`` to their number of
        turns. False where one is not ``closed``."""
        ...

    def drafts(self, scope: Scope, episode_ids: Sequence[str]) -> dict[str, list[DraftEntry]]:
        """Episode id -> its drafts, in the order they were given; no key where there is none."""
        ...

    # entries
    def save_entries(
        self, scope: Scope, changes: EntryChanges, episode_ids: Sequence[str] = ()
    ) -> bool:
        """Write changes, history lines, and mark the episodes ``reconciled`` (their drafts go).
        False where one of the episodes is not ``decomposed`` any more. Units that cite a superseded
        entry become ``stale``."""
        ...

    def entries(
        self,
        scope: Scope,
        *,
        ids: Sequence[str] | None = None,
        status: EntryStatus | None = None,
        types: Sequence[EntryType] | None = None,
        limit: int | None = None,
        offset: int = 0,
    ) -> list[MemoryEntry]:
        """In order of time, then creation; with ``ids`` in the order of the ids."""
        ...

    def entry_rows(self, scope: Scope, since: int = 0) -> list[EntryRow]:
        """Rows changed after the entries version ``since`` (0: all), in order of creation; all
        statuses."""
        ...

    def update_entry(
        self, scope: Scope, entry: MemoryEntry, vector: bytes, trigger_vectors: bytes = b""
    ) -> None:
        """Overwrite text, type, subject, condition, strength, metadata, triggers …; history keeps
        the old text. Units citing it become stale."""
        ...

    def set_status(
        self, scope: Scope, entry_id: str, status: Literal["active", "retracted"], by: str | None
    ) -> None:
        """Retract or restore (restoring also clears ``valid_to`` and ``superseded_by``)."""
        ...

    def history(self, scope: Scope, entry_id: str) -> list[EntryEvent]: ...
    def entries_of_turns(self, scope: Scope, turn_ids: Sequence[str]) -> list[MemoryEntry]: ...

    # root units
    def unrooted(self, scope: Scope, limit: int) -> list[MemoryEntry]:
        """Active entries that no root batch has seen, oldest first."""
        ...

    def unrooted_count(self, scope: Scope) -> int: ...
    def roots(self, scope: Scope) -> list[RootRow]:
        """The active units, oldest first."""
        ...

    def stale_roots(self, scope: Scope) -> list[str]:
        """Ids of active units some of whose evidence was superseded, retracted, changed, erased."""
        ...

    def save_roots(
        self,
        scope: Scope,
        revisions: Sequence[RootRevision],
        seen: Sequence[str] = (),
        unseen: Sequence[str] = (),
    ) -> None:
        """Write the revisions as new versions, clear ``stale`` of the units written, mark the
        entries ``seen`` by a root batch, and take that mark from ``unseen`` (a unit was given up,
        its evidence waits for another batch). Evidence ids that do not exist are an error."""
        ...

    def root_versions(self, scope: Scope, unit_id: str) -> list[RootVersion]: ...

    # leaving
    def erase(
        self,
        scope: Scope,
        *,
        turn_ids: Sequence[str] | None = None,
        entry_ids: Sequence[str] | None = None,
    ) -> Receipt:
        """Erase turns, entries, or (neither given) the user whole; follow the chain; leave no text
        in any file. Entries whose origin turns go, go; entries that merely lose a joined source
        stay. What another source still supports is decomposed again: those episodes are ``closed``
        anew, ``built`` 0. An entry superseded by an erased one is active again, or gives way
        to what the erased one itself gave way to and stays. Units that cite an
        erased entry, now or in an old version, go with all their versions, because their rules may
        quote it (``roots_retired``); the evidence they leave is unseen by any root batch again, so
        that the next one makes the unit anew without what was erased."""
        ...

    def dump(self, scope: Scope) -> Iterator[dict[str, Any]]:
        """Everything of a user as JSON-able records ``{"kind": …}``, vectors left out."""
        ...

    def load(
        self, scope: Scope, records: Iterable[Mapping[str, Any]], vectors: Mapping[str, bytes]
    ) -> dict[str, int]:
        """Take a dump in, ids kept, known ids skipped; returns counts by kind. ``vectors`` maps
        entry and unit ids to their bytes: the text's or activation's row, then one a trigger."""
        ...

    def replace_vectors(
        self, embedder_id: str, vectors: Iterable[tuple[Scope, str, bytes, bytes]]
    ) -> None:
        """Reindex: new vectors of entries (vector, trigger_vectors) and units (vectors, b"") of all
        users, and the embedder's id, in one transaction."""
        ...

    # work
    def lease(self, scope: Scope, owner: str, seconds: float) -> bool:
        """Become (or stay) the one worker on a user's pending steps; False: somebody else is."""
        ...

    def release(self, scope: Scope, owner: str) -> None: ...
    def note_error(self, scope: Scope, error: str | None) -> None:
        """The last failure of a user's pending work; None clears it."""
        ...

    def last_error(self, scope: Scope) -> str | None: ...
    def pending_scopes(self) -> list[Scope]:
        """Users with turns or episodes that wait for a step."""
        ...
