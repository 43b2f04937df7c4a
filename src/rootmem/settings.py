"""What can be configured, by argument or by environment (``ROOTMEM_…``), read when it is used."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from rootmem.errors import InvalidInput


class Settings(BaseSettings):
    """One field, one variable: ``db`` is ``ROOTMEM_DB`` and so on.

    ``db``: a file, ``:memory:``, or a database URL. ``llm``: a model by provider and name
    (``openai:gpt-5-mini``), none for the offline reasoner. ``base_url``, ``api_key``: an
    OpenAI-compatible server for ``llm`` (the key is optional there); without them the provider's
    own variables count. ``embedder``: ``static`` or a model by provider and name;
    ``embedder_base_url``, ``embedder_api_key`` likewise. ``concurrency`` calls at once,
    ``requests_per_minute`` at most, ``timeout`` seconds a call, ``retries`` after a failed one.
    ``cache``: a folder for replies, none for no cache. ``entry_triggers``: ask the model for
    triggers of each entry too.
    """

    model_config = SettingsConfigDict(env_prefix="ROOTMEM_", extra="ignore")

    db: str = ":memory:"
    tenant: str = "default"
    llm: str | None = None
    base_url: str | None = None
    api_key: SecretStr | None = None
    embedder: str = "static"
    embedder_base_url: str | None = None
    embedder_api_key: SecretStr | None = None
    preset: Literal["lean", "paper"] = "lean"
    depth: Literal["instant", "routed", "inferred"] = "instant"
    root_budget: int = Field(default=10, ge=1)
    root_batch: int = Field(default=20, ge=1)
    concurrency: int = Field(default=8, ge=1)
    requests_per_minute: int | None = Field(default=None, ge=1)
    timeout: float = Field(default=60.0, gt=0)
    retries: int = Field(default=2, ge=0)
    cache: Path | None = None
    entry_triggers: bool = False


def load_settings(**given: object) -> Settings:
    """Settings from the environment, overridden by what is given and not None.

    Raises InvalidInput for a name that is no setting (a mistyped ``db`` would else mean a memory
    that is gone with the program) and for a value that does not fit.
    """
    if unknown := sorted(given.keys() - Settings.model_fields.keys()):
        known = list(Settings.model_fields)
        near = get_close_matches(unknown[0], known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
        raise InvalidInput(f"no setting is called {unknown[0]!r}; {hint}")
    try:
        return Settings.model_validate(
            Settings().model_dump(exclude_unset=True)
            | {name: value for name, value in given.items() if value is not None}
        )
    except ValidationError as error:
        lines = [
            f"{'.'.join(map(str, one['loc']))}: {one['msg']} (given: {one.get('input')!r})"
            for one in error.errors(include_url=False)
            if "key" not in str(one["loc"])
        ] or ["a key is not a string"]
        raise InvalidInput("settings: " + "; ".join(lines)) from None
