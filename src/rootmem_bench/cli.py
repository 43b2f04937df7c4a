"""The command line of the benchmark, ``rootmem-bench``; its commands are in ``commands/``."""

from __future__ import annotations

import sys

import typer

from rootmem.cli.output import Output
from rootmem.cli.running import guarded

app = typer.Typer(
    name="rootmem-bench",
    help="IMLogic and its companions: how well a memory serves what is not said.",
    epilog="Without a key and a network:  rootmem-bench retrieval --data mini",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _root() -> None:  # pyright: ignore[reportUnusedFunction]
    """Without it a single command would be the program itself."""


def assembled() -> typer.Typer:
    """The app with all its commands."""
    from rootmem_bench.commands import answering, build, listing, report, retrieval

    if not app.registered_commands:
        for module in (listing, retrieval, answering, build, report):
            module.register(app)
    return app


def main() -> None:
    """Run on ``sys.argv`` and leave with an exit code."""
    sys.exit(guarded(Output(), assembled()))


if __name__ == "__main__":
    main()
