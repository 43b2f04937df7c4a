"""What every command shares: the options that say which memory, and how to answer."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any

import typer

from rootmem.cli.output import Output
from rootmem.cli.running import finish

_PANEL = "Which memory, and how to answer"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The shared options as given; None where they were not."""

    json: bool = False
    db: str | None = None
    tenant: str | None = None
    llm: str | None = None
    base_url: str | None = None
    embedder: str | None = None
    preset: str | None = None

    def over(self, other: Chosen) -> Chosen:
        """These, and the other's where these are silent."""
        given = {f.name: getattr(self, f.name) for f in fields(self)}
        return replace(other, **{k: v for k, v in given.items() if v not in (None, False)})


class Session:
    """One run of one command."""

    def __init__(self, chosen: Chosen) -> None:
        self.chosen = chosen
        self.out = Output(json=chosen.json)


def _option(name: str, kind: Any, help: str, metavar: str | None = None) -> inspect.Parameter:
    option = typer.Option(
        f"--{name.replace('_', '-')}",
        help=help,
        metavar=metavar,
        rich_help_panel=_PANEL,
        show_default=False,
    )
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=False if kind is bool else None,
        annotation=Annotated[kind, option],
    )


_Text = str | None
SHARED = (
    _option("json", bool, "Machine-readable on stdout, and nothing else there."),
    _option("db", _Text, "A file, :memory: or a database URL (ROOTMEM_DB).", "PLACE"),
    _option("tenant", _Text, "A separate set of users (ROOTMEM_TENANT).", "NAME"),
    _option("llm", _Text, "A model, as in openai:gpt-5-mini (ROOTMEM_LLM).", "MODEL"),
    _option("base_url", _Text, "An OpenAI-compatible server (ROOTMEM_BASE_URL).", "URL"),
    _option("embedder", _Text, "static, or a model (ROOTMEM_EMBEDDER).", "MODEL"),
    _option("preset", _Text, "lean or paper (ROOTMEM_PRESET).", "NAME"),
)

User = Annotated[
    str | None,
    typer.Option(
        "--user", "-u", help="Whose memory (ROOTMEM_USER).", metavar="ID", show_default=False
    ),
]


def command(
    app: typer.Typer, name: str, *, panel: str
) -> Callable[[Callable[..., Awaitable[None] | None]], Callable[..., Awaitable[None] | None]]:
    """Register ``async def function(session, *options)`` as a command with the shared options."""

    def register(
        function: Callable[..., Awaitable[None] | None],
    ) -> Callable[..., Awaitable[None] | None]:
        app.command(name, rich_help_panel=panel)(_with_shared(function))
        return function

    return register


def shared_values(values: dict[str, Any]) -> Chosen:
    """The shared options among a command's values, which lose them."""
    return Chosen(**{one.name: values.pop(one.name) for one in SHARED})


def _with_shared(function: Callable[..., Awaitable[None] | None]) -> Callable[..., None]:
    own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]

    def run(typer_context: typer.Context, **values: Any) -> None:
        chosen = shared_values(values)
        if isinstance(typer_context.obj, Chosen):
            chosen = chosen.over(typer_context.obj)
        session = Session(chosen)
        code = finish(session.out, lambda: function(session, **values))
        if code:
            raise typer.Exit(code)

    run.__doc__ = inspect.getdoc(function)
    run.__name__ = function.__name__
    signed(run, [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own])
    return run


def signed(function: Callable[..., None], own: Sequence[inspect.Parameter] = ()) -> None:
    """Let typer read the function as one of a context, its own options and the shared ones."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    context = inspect.Parameter("typer_context", kind, annotation=typer.Context)
    parameters = [context, *own, *SHARED]
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {one.name: one.annotation for one in parameters}
