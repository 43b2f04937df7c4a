"""The commands, put together."""

from __future__ import annotations

from typing import Any

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
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _root(typer_context: typer.Context, **values: Any) -> None:
    typer_context.obj = shared_values(values)


signed(_root)
app.callback()(_root)

for module in (try_, doctor, ingest, chat, recall, show, status, erase, moving, version):
    module.register(app)
