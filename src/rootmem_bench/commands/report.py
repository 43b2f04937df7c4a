"""`report`: one page, Markdown and figures out of finished runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rootmem.cli.output import Output
from rootmem_bench.commands import shared


def report(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN…", help="Folders of runs, or of `build divergence`."),
    ],
    out: Annotated[
        Path, typer.Option(help="A folder for report.html, report.md, figures/.")
    ] = Path("report"),
    note: Annotated[str, typer.Option(help="A remark to print at the top.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print the files' names.")] = False,
) -> None:
    """Tables and figures of runs, beside the published ones, on one page and in Markdown."""

    def start(output: Output) -> None:
        from rootmem_bench.report import write_report

        files = write_report(runs, out, note=note)
        output.data({"files": [file.relative_to(out).as_posix() for file in files]})
        output.show(
            f"written: {out / files[0].name}, {out / files[1].name}, {len(files) - 2} figures"
        )

    shared.run(json, start)


def register(app: typer.Typer) -> None:
    app.command("report")(report)
