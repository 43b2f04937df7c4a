"""The commands, put together."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import typer

from rootmem.cli.commands import (
    chat,
    doctor,
    erase,
    ingest,
    moving,
    recall,
    show,
    status,
    try_,
    version,
)
from rootmem.cli.common import shared_values, signed

app = typer.Typer(
    name="rootmem",
    help="A personal memory for LLM agents: what matters logically, not only what sounds alike.",
    epilog="New here?  rootmem try  shows it on a small life, without a key and a network.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _root(typer_context: typer.Context, *, version: bool, **values: Any) -> None:
    if version:
        from rootmem import __version__

        typer.echo(f"rootmem {__version__}")
        raise typer.Exit
    if typer_context.invoked_subcommand is None:
        typer.echo(typer_context.get_help())
        raise typer.Exit
    typer_context.obj = shared_values(values)


_version = inspect.Parameter(
    "version",
    inspect.Parameter.KEYWORD_ONLY,
    default=False,
    annotation=Annotated[bool, typer.Option("--version", help="Print the version and leave.")],
)
signed(_root, [_version])
app.callback(invoke_without_command=True)(_root)

for module in (try_, doctor, ingest, chat, recall, show, status, erase, moving, version):
    module.register(app)
