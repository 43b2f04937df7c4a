"""What an ingest would cost, before anything is sent."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import TYPE_CHECKING, Any

from rootmem.cli.common import Session
from rootmem.cli.open import settings_of
from rootmem.errors import RootMemError
from rootmem.settings import load_settings

if TYPE_CHECKING:
    from rootmem.cli.commands.ingest import Conversations

_PROMPT_TOKENS = 1200
_REPLY_TOKENS = 700
"""What a call takes beside the conversation: instructions (300 to 800 tokens), known entries and
units; and what a reply takes. Round guesses [us]: the estimate says "about"."""


def show_estimate(session: Session, read: Conversations) -> None:
    """Counts a user and, where a model is configured, about how many calls and tokens."""
    settings = load_settings(**settings_of(session.chosen))
    rows = {
        "" if user is None else user: counts(messages, paper=settings.preset == "paper")
        for user, messages in read.by_user.items()
    }
    calls = sum(row["calls"] for row in rows.values()) if settings.llm else 0
    tokens = sum(row["tokens"] for row in rows.values()) if settings.llm else 0
    cost = _price(settings.llm, tokens, calls * _REPLY_TOKENS)
    session.out.data(
        {
            "sessions": len(read.sessions),
            "users": rows,
            "model": settings.llm,
            "model_calls": calls,
            "input_tokens": tokens,
            "cost": cost,
        }
    )
    if session.out.json:
        return
    from rootmem.cli.reports import plain_table
    from rootmem.cli.text import one_line

    table = plain_table("user", "turns", "of the user", right=("turns", "of the user"))
    for user, row in rows.items():
        table.add_row(
            one_line(user, 40) or "(not said)", f"{row['turns']:,}", f"{row['user_turns']:,}"
        )
    session.out.show(table)
    if not settings.llm:
        session.out.show("No model is configured: it costs nothing. Nothing was remembered.")
        return
    price = "price unknown" if cost is None else f"about ${cost:.2f}"
    session.out.show(
        f"{settings.llm}, {settings.preset}: about {calls:,} calls and {tokens:,} tokens in"
        f" ({price}). Nothing was remembered."
    )


def counts(messages: list[dict[str, Any]], *, paper: bool) -> dict[str, int]:
    """Turns, and a rough number of calls and tokens that building them takes."""
    turns = len(messages)
    own = sum(message.get("role") in ("user", "human") for message in messages)
    text = sum(_length(message) for message in messages) // 4
    segment = ceil(max(0, own - 1) / 59)
    decompose = 3 * ceil(turns / 6) if paper else ceil(turns / 30)
    reconcile = ceil(own / 40)
    root = ceil(own / 20) + 1
    calls = segment + decompose + reconcile + root
    passes = 4 if paper else 2  # the conversation is read once for episodes, then for entries
    return {
        "turns": turns,
        "user_turns": own,
        "calls": calls,
        "tokens": passes * text + calls * _PROMPT_TOKENS,
    }


def _length(message: Mapping[str, Any]) -> int:
    return len(str(message.get("content") or ""))


def _price(model: str | None, tokens_in: int, tokens_out: int) -> float | None:
    if model is None:
        return 0.0
    try:
        from genai_prices import Usage, calc_price
    except ImportError:
        return None
    provider, _, name = model.rpartition(":")
    try:
        usage = Usage(input_tokens=tokens_in, output_tokens=tokens_out)
        return float(calc_price(usage, name, provider_id=provider or None).total_price)
    except (LookupError, ValueError, RootMemError):
        return None
