"""The checks behind `rootmem doctor`. Secrets are never shown, only whether they are there."""

from __future__ import annotations

import os
import platform
import re
import time
from importlib.util import find_spec
from typing import Literal, NamedTuple

from rootmem import __version__
from rootmem.cli.common import Chosen
from rootmem.cli.open import database, file_of, settings_of
from rootmem.errors import RootMemError
from rootmem.settings import Settings, load_settings

State = Literal["ok", "off", "missing", "bad"]

_EXTRAS = (
    ("llm", "openai", "models behind OpenAI's or a compatible API"),
    ("anthropic", "anthropic", "Anthropic's models"),
    ("google", "google.genai", "Google's models"),
    ("postgres", "psycopg", "PostgreSQL"),
    ("bench", "sklearn", "the benchmarks"),
)
_KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY")
_NEEDED = {"openai": "llm", "anthropic": "anthropic", "google": "google", "google-gla": "google"}


class Check(NamedTuple):
    """``state``: ok, off (not configured, fine), missing (an option), bad (will not work)."""

    group: str
    name: str
    state: State
    found: str
    do: str = ""


async def examine(chosen: Chosen, *, ask_model: bool) -> list[Check]:
    """Every check, in the order of display."""
    checks = [
        Check("Program", "rootmem", "ok", f"{__version__}, Python {platform.python_version()}")
    ]
    try:
        settings = load_settings(**settings_of(chosen))
    except RootMemError as error:
        return [
            *checks,
            Check("Program", "settings", "bad", str(error), "see the README, Settings"),
        ]
    checks += [await _database(chosen), await _embedder(settings)]
    checks += [_model(settings), *([await _asked(settings)] if ask_model and settings.llm else [])]
    if ask_model and not settings.llm:
        checks.append(Check("Works", "answer", "missing", "no model to ask", "--llm MODEL"))
    return [*checks, *_extras(), *_environment()]


async def _database(chosen: Chosen) -> Check:
    from rootmem.memory import AsyncMemory

    try:
        place = database(chosen)
        path = file_of(place)
        if path is not None and not path.exists():
            return Check("Works", "database", "ok", f"{path}: not made yet, the first use makes it")
        memory = AsyncMemory(place, tenant=settings_of(chosen).get("tenant", "default"))
        try:
            users = await memory.users()
            found = (await memory.status()).store
        finally:
            await memory.close()
    except RootMemError as error:
        return Check("Works", "database", "bad", without_secrets(str(error)))
    size = f", {path.stat().st_size / 2**20:.1f} MiB" if path is not None else ""
    return Check("Works", "database", "ok", f"{found}, {len(users)} users{size}")


async def _embedder(settings: Settings) -> Check:
    from rootmem.embedders import open_embedder

    if settings.embedder != "static":
        found = f"{settings.embedder}, not asked"
        return Check("Works", "embedder", "ok", found)
    started = time.perf_counter()
    try:
        embedder = open_embedder(settings.embedder)
        await embedder.embed(["a cat in the studio"])
    except RootMemError as error:
        return Check("Works", "embedder", "bad", str(error))
    spent = time.perf_counter() - started
    found = f"{embedder.id}, {embedder.dimensions} numbers a text, ready in {spent:.1f} s"
    return Check("Works", "embedder", "ok", found)


def _install(extra: str) -> str:
    return f"pip install '.[{extra}]' in the checkout"


def _model(settings: Settings) -> Check:
    if not settings.llm:
        return Check(
            "Works",
            "model",
            "off",
            "none: the offline reasoner judges; recall works, answers need a model",
            "set ROOTMEM_LLM (as in openai:gpt-5-mini) or ROOTMEM_LLM and ROOTMEM_BASE_URL",
        )
    where = f" at {without_secrets(settings.base_url)}" if settings.base_url else ""
    found = f"{settings.llm}{where}, preset {settings.preset}"
    if find_spec("pydantic_ai") is None:
        extra = _NEEDED.get(settings.llm.split(":")[0], "llm")
        return Check("Works", "model", "bad", found, _install(extra))
    return Check("Works", "model", "ok", found)


async def _asked(settings: Settings) -> Check:
    from rootmem.embedders import open_embedder
    from rootmem.memory.parts import open_reasoner
    from rootmem.metering import metered

    started = time.perf_counter()
    try:
        reasoner = open_reasoner(settings, open_embedder("static"))
        with metered() as meter:
            answer = await reasoner.respond("Answer with the one word: ready", "")
    except RootMemError as error:
        return Check("Works", "answer", "bad", without_secrets(str(error)))
    spent = time.perf_counter() - started
    cost = "price unknown" if meter.usage.cost is None else f"${meter.usage.cost:.5f}"
    return Check("Works", "answer", "ok", f"{answer.strip()[:40]!r} after {spent:.1f} s, {cost}")


def _extras() -> list[Check]:
    checks: list[Check] = []
    for extra, module, about in _EXTRAS:
        if _there(module):
            checks.append(Check("Extras", extra, "ok", about))
        else:
            checks.append(Check("Extras", extra, "missing", about, _install(extra)))
    return checks


def _there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _environment() -> list[Check]:
    """The variables that count, those that may hold a secret without their value."""
    names = sorted(name for name in os.environ if name.startswith("ROOTMEM_"))
    checks = [Check("Environment", name, "ok", _shown(name)) for name in names]
    checks += [Check("Environment", name, "ok", "set") for name in _KEYS if os.environ.get(name)]
    return checks or [
        Check("Environment", "variables", "off", "no ROOTMEM_… and no provider's key")
    ]


def _shown(name: str) -> str:
    if any(word in name for word in ("KEY", "SECRET", "TOKEN", "PASSWORD")):
        return "set"
    return without_secrets(os.environ[name])


_CREDENTIALS = re.compile(r"(?<=://)[^/@\s]*:[^/@\s]*@|(?<=://)[^/@\s]+@")
_QUERY_SECRET = re.compile(r"(?i)((?:key|token|secret|password)=)[^&\s]+")


def without_secrets(text: str) -> str:
    """The text without the credentials of addresses in it."""
    return _QUERY_SECRET.sub(r"\1…", _CREDENTIALS.sub("…@", text))
