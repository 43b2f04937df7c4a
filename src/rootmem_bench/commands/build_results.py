"""What comes out of `build`: the files, the state of the folder, and the divergence figure."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rootmem.cli.output import Output
from rootmem.errors import InvalidInput
from rootmem_bench.commands import shared
from rootmem_bench.commands.build_step import Json, Place


def export(
    folder: Place,
    out: Annotated[Path, typer.Option(help="A folder for the files, one a person.")],
    unscreened: Annotated[
        bool, typer.Option("--unscreened", help="All that passed the judge, not the experts.")
    ] = False,
    licence: Annotated[str, typer.Option(help="Of the result; else the data's own.")] = "",
    json: Json = False,
) -> None:
    """Write IMLogic-style files; read them with --data style:OUT."""

    def start(output: Output) -> None:
        from rootmem_bench.construction.agreeing import passed, retained
        from rootmem_bench.construction.exporting import export as write
        from rootmem_bench.construction.folder import Folder

        found = Folder(folder)
        candidates = found.candidates()
        items = passed(candidates) if unscreened else retained(candidates, found.ratings())
        if not items and passed(candidates):
            raise InvalidInput(
                "no item was retained by two experts; screen them, or say --unscreened"
            )
        terms = licence or str(found.manifest["data"]["licence"])
        files = write(out, found.people(), found.tags(), items, licence=terms)
        output.data({"files": [file.name for file in files], "items": len(items)})
        output.show(f"{len(items)} items of {len(files)} people in {out}")
        if unscreened:
            output.note("nobody has screened these items", "yellow")

    shared.run(json, start)


def status(folder: Place, json: Json = False) -> None:
    """Where a construction is."""

    def start(output: Output) -> None:
        from rich.table import Table

        from rootmem_bench.construction.agreeing import keeps
        from rootmem_bench.construction.folder import Folder

        found = Folder(folder)
        manifest = found.manifest
        raters = sorted({(one.round, one.rater) for one in found.ratings()})
        rated = {
            f"{round_}: {rater}": sum(
                one.rater == rater and one.round == round_ and keeps(one) is not None
                for one in found.ratings()
            )
            for round_, rater in raters
        }
        output.data({**manifest, "rated": rated})
        data = manifest["data"]
        output.show(f"{data['name']}, {data['people']} people, seed {manifest['seed']}")
        table = Table("step", "state", "model", "what came of it", "calls", "problems")
        for name, step in manifest["steps"].items():
            results = step.get("results", {})
            table.add_row(
                name,
                "done" if step["finished"] else "stopped",
                str(step["settings"].get("model", "")),
                ", ".join(f"{k} {v}" for k, v in results.get("counts", {}).items()),
                str(results.get("usage", {}).get("calls", "")),
                str(len(results.get("problems", []))),
            )
        output.show(table)
        for name, count in rated.items():
            output.show(f"rated in full by {name}: {count}")

    shared.run(json, start)


def divergence(
    data: Annotated[str, typer.Option(help="A data set with both memories (mini, NAME:PATH).")],
    out: Annotated[Path, typer.Option(help="A folder for divergence.json, .png and .svg.")],
    embedder: Annotated[str, typer.Option(help="static, minilm, provider:model …")] = "static",
    seed: Annotated[int, typer.Option(help="Of the bootstrap.")] = 42,
    data_option: Annotated[
        list[str] | None, typer.Option(help="key=value for the data set's loader.")
    ] = None,
    json: Json = False,
) -> None:
    """How near the query is to its semantic and to its logical memory: figures and a picture."""

    async def start(output: Output) -> None:
        from rootmem.cli.output import as_json
        from rootmem_bench.construction import divergence as measure
        from rootmem_bench.construction.divergence_figure import draw
        from rootmem_bench.construction.lines import write_text
        from rootmem_bench.datasets.registry import load_dataset

        found = load_dataset(data, **shared.data_options(data_option or []))
        chosen = shared.Equipment(embedder).embedder
        levels = [
            one
            for level in measure.LEVELS
            if (one := await measure.divergence(found, chosen, level, seed=seed)) is not None
        ]
        if not levels:
            raise InvalidInput(f"{found.name}: no item's memories have a text")
        whole = {
            "data": {"name": found.name, "digest": found.digest},
            "embedder": chosen.id,
            "seed": seed,
            "levels": [one.as_json() for one in levels],
        }
        out.mkdir(parents=True, exist_ok=True)
        write_text(out / "divergence.json", as_json(whole) + "\n")
        title = f"{found.name}, {chosen.id}"
        draw(levels, title, [out / "divergence.png", out / "divergence.svg"])
        output.data(whole)
        for one in levels:
            output.show(
                f"{one.level}: query – semantic {one.semantic.value:.3f}, "
                f"query – logical {one.logical.value:.3f}, gap {one.gap.value:.3f} "
                f"[{one.gap.low:.3f}, {one.gap.high:.3f}], {one.gap.n} items"
            )
        output.note(f"written: {out}", "dim")

    shared.run(json, start)
