"""The command line. `main` is the entry point; everything else is loaded when it runs."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line on ``sys.argv`` and leave with an exit code (see ``running.py``)."""
    from rootmem.cli.running import enter

    enter()
