"""From a model's name to a pydantic-ai model. pydantic_ai is imported here and not before."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, cast

from rootmem.errors import NotConfigured
from rootmem.reasoners.llm.errors import redacted

if TYPE_CHECKING:
    from pydantic_ai.models import Model

Mode = Literal["native", "prompted", "text", "auto"]

RENAMED = {"google-gla": "google", "google-vertex": "google-cloud"}
"""Provider names of earlier pydantic-ai versions that people still write."""

INSTALL = 'a model needs an extra: pip install "rootmem[llm]" (or [anthropic], [google])'


_KEY_VARIABLE = re.compile(r"[A-Z][A-Z_]*_(?:API_KEY|KEY|TOKEN)\b")


class ModelSource:
    """Which model to use. The model itself is made when it is first needed, for each event loop
    anew (a client's connections belong to one loop); the environment is read then.
    """

    def __init__(
        self, spec: str | Model, base_url: str | None = None, api_key: str | None = None
    ) -> None:
        if isinstance(spec, str) and not spec.strip():
            raise NotConfigured("the model's name is empty")
        self.spec = spec
        self.base_url = base_url
        self.secret = api_key

    def __repr__(self) -> str:
        return f"ModelSource({self.label!r})"

    @property
    def label(self) -> str:
        """The model's name for people and for the cache key, without address or key."""
        return self.spec if isinstance(self.spec, str) else self.spec.model_id

    def make(self) -> Model:
        """A model ready to be called; raises NotConfigured where a package or a key is missing."""
        try:
            return self._make()
        except ImportError as error:
            raise NotConfigured(f"{INSTALL}; {redacted(str(error), self.secret)}") from None
        except Exception as error:
            from pydantic_ai.exceptions import UserError

            if isinstance(error, UserError | ValueError | TypeError):
                reason = redacted(str(error), self.secret)
                if variable := _KEY_VARIABLE.search(reason):
                    reason = f"no key is set; set {variable[0]} or ROOTMEM_API_KEY"
                raise NotConfigured(f"cannot use model {self.label!r}: {reason}") from None
            raise

    def _make(self) -> Model:
        if not isinstance(self.spec, str):
            return self.spec
        from pydantic_ai.models import infer_model

        if self.base_url is not None:
            return self._compatible(self.base_url)
        provider, colon, name = self.spec.partition(":")
        spec = f"{RENAMED.get(provider, provider)}{colon}{name}"
        if self.secret is None:
            return infer_model(spec)
        from pydantic_ai.providers import Provider, infer_provider_class

        def with_key(provider_name: str) -> Provider[object]:
            return infer_provider_class(provider_name)(api_key=self.secret)  # pyright: ignore[reportCallIssue]

        return infer_model(spec, with_key)

    def _compatible(self, base_url: str) -> Model:
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.profiles.openai import OpenAIModelProfile
        from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

        assert isinstance(self.spec, str)
        provider, _, name = self.spec.partition(":")
        known = provider in {"openai", "openai-chat", "ollama", "litellm", "vllm"}
        return OpenAIChatModel(
            name if known and name else self.spec,
            provider=OpenAICompatibleProvider(
                "openai-compatible",
                base_url=base_url,
                api_key=self.secret,
                profile=OpenAIModelProfile(
                    supports_json_schema_output=True, supports_json_object_output=True
                ),
            ),
        )


def takes_temperature(model: Model) -> bool:
    """False for models that think and then refuse, or warn about, a temperature."""
    try:
        profile = cast("Mapping[str, object]", model.profile)
    except NotImplementedError:
        return True
    refusing = (
        "thinking_always_enabled",
        "thinking_enabled_by_default",
        "anthropic_disallows_sampling_settings",
    )
    return not any(profile.get(name, False) for name in refusing)


def modes(model: Model) -> tuple[Mode, ...]:
    """The ways to ask this model for JSON, the strictest first; later ones need less of it."""
    try:
        profile = model.profile
    except NotImplementedError:  # a FallbackModel: each of its models chooses
        return ("auto", "text")
    native: tuple[Mode, ...] = (
        ("native",) if profile.get("supports_json_schema_output", False) else ()
    )
    prompted: tuple[Mode, ...] = (
        ("prompted",) if profile.get("supports_json_object_output", False) else ()
    )
    return (*native, *prompted, "text")
