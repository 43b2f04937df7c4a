"""`list`: the data sets, systems, configurations and groups by name."""

from __future__ import annotations

from typing import Annotated

import typer

from rootmem.cli.output import Output
from rootmem_bench.commands import shared


def listing(
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """The data sets, systems, configurations and groups that can be named."""

    def start(output: Output) -> None:
        from rootmem_bench.datasets.registry import DATASETS
        from rootmem_bench.systems.registry import SYSTEMS
        from rootmem_bench.tasks.configurations import GROUPS, named

        settings = named()
        output.data(
            {
                "datasets": DATASETS,
                "systems": sorted(SYSTEMS),
                "configurations": {one.name: one._asdict() for one in settings},
                "groups": GROUPS,
            }
        )
        output.show("Data sets", *(f"  {name:12} {what}" for name, what in DATASETS.items()))
        output.show("\nSystems", *(f"  {name}" for name in sorted(SYSTEMS)))
        output.show("\nConfigurations (any system also takes options: NAME[key=value])")
        for one in settings:
            options = ", ".join(f"{key}={value}" for key, value in one.options.items())
            k = f"k={one.k}" if one.k else ""
            output.show(f"  {one.name:22} {one.system} {options}{k}")
        output.show("\nGroups", *(f"  {name:18} {', '.join(of)}" for name, of in GROUPS.items()))

    shared.run(json, start)


def register(app: typer.Typer) -> None:
    app.command("list")(listing)
