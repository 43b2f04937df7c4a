"""`version`."""

from __future__ import annotations

import typer

from rootmem.cli.common import Session, command


def register(app: typer.Typer) -> None:
    command(app, "version", panel="Look after")(version)


def version(session: Session) -> None:
    """Print the version."""
    import platform

    from rootmem import __version__

    session.out.data({"rootmem": __version__, "python": platform.python_version()})
    session.out.show(f"rootmem {__version__}, Python {platform.python_version()}")
