"""What the tables say is what run.json says; ours and the published stay apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from rootmem_bench.report.choice_tables import (
    backbones_table,
    conversation_table,
    memory_table,
    outcomes_table,
)
from rootmem_bench.report.material import Source, read_sources
from rootmem_bench.report.other_tables import open_table, recall_table
from rootmem_bench.report.published import QuotedTable, quoted
from rootmem_bench.report.shapes import (
    Column,
    Measured,
    MeasuredBlock,
    MeasuredRow,
    Published,
    PublishedBlock,
    Table,
)
from tests.bench.report.conftest import Write, lines


def sources(folder: Path, *names: str) -> list[Source]:
    return read_sources([folder / name for name in names])[0]


def cells(table: Table, label: str, block: int = 0) -> dict[str, Measured]:
    row = next(row for row in table.blocks[block].rows if row.label == label)
    return {column.key: cell for column, cell in zip(table.columns, row.cells, strict=True)}


def test_the_memory_table_has_the_figures_of_run_json(write: Write, tmp_path: Path) -> None:
    run = write("one", {"bm25": lines("bm25", "cpgf"), "rootmem": lines("rootmem", "ccpg")})
    table = memory_table(sources(tmp_path, "one"))
    for measured in run.measures:
        shown = cells(table, measured.system)
        for name in ("accuracy", "preference_trap", "generic_trap", "fabrication_trap"):
            figure = measured.figures[name]
            assert shown[name].value == figure.value
            assert shown[name].text == f"{100 * figure.value:.1f}"
            assert shown[name].note == f"[{100 * figure.low:.1f}, {100 * figure.high:.1f}]"
        assert shown["build"].value == 3.0
        assert shown["retrieval"].value == 1.0  # two items of half a second a person
        assert shown["total"].value == 4.0
    assert cells(table, "bm25")["improvement"].text == "+100.0"
    assert cells(table, "rootmem")["improvement"].text == "–"
    assert cells(table, "rootmem")["accuracy"].best
    assert not cells(table, "bm25")["accuracy"].best


def test_a_system_that_shows_everything_is_a_reference_and_not_the_best(
    write: Write, tmp_path: Path
) -> None:
    found = {name: lines(name, hits) for name, hits in
             (("full", "cccc"), ("bm25", "ccpp"), ("dense", "cppp"))}  # fmt: skip
    write("one", found)
    table = memory_table(sources(tmp_path, "one"))
    assert not cells(table, "full")["accuracy"].best
    assert cells(table, "bm25")["accuracy"].best
    assert table.blocks[0].rows[0].note.startswith("reference")


def test_replies_that_could_not_be_read_have_a_column_where_there_are_any(
    write: Write, tmp_path: Path
) -> None:
    write("all", {"bm25": lines("bm25", "cpgf")})
    write("some", {"bm25": lines("bm25", "c?gf")})
    assert "unparsable" not in {one.key for one in memory_table(sources(tmp_path, "all")).columns}
    table = memory_table(sources(tmp_path, "some"))
    assert cells(table, "bm25")["unparsable"].text == "25.0"


def test_runs_of_another_setting_stand_in_a_block_of_their_own(
    write: Write, tmp_path: Path
) -> None:
    write("one", {"bm25": lines("bm25", "cccc")})
    write("same", {"dense": lines("dense", "cppp")})
    write("other", {"bm25": lines("bm25", "pppp")}, models={"answer": "another"})
    table = memory_table(sources(tmp_path, "one", "same", "other"))
    assert [[row.label for row in block.rows] for block in table.blocks] == [
        ["bm25", "dense"],
        ["bm25"],
    ]
    assert "another" in table.blocks[1].caption


def test_with_rootmem_stands_below_its_host_with_the_relative_change(
    write: Write, tmp_path: Path
) -> None:
    found = {
        name: lines(name, hits, level="conversation")
        for name, hits in (
            ("lightmem", "cppg"), ("a-mem", "cccg"), ("rootmem-over-lightmem", "cccp"),
        )
    }  # fmt: skip
    write("one", found, level="conversation")
    table = conversation_table(sources(tmp_path, "one"))
    assert [(row.label, row.indent) for row in table.blocks[0].rows] == [
        ("lightmem", False),
        ("+ RootMem", True),
        ("a-mem", False),
    ]
    over = cells(table, "+ RootMem")
    assert over["accuracy"].change == "+200.0 %"
    assert over["preference_trap"].change == "−50.0 %"
    assert cells(table, "lightmem")["retrieval_type"].text == "graph"


def test_outcomes_are_those_of_run_json(write: Write, tmp_path: Path) -> None:
    run = write("one", {"bm25": lines("bm25", "cpgfcc")})
    table = outcomes_table(sources(tmp_path, "one"))
    both = cells(table, "both")
    known = run.measures[0].outcomes["both"]
    assert both["n"].value == known["n"] == 3
    for name in ("accuracy", "preference_trap", "generic_trap", "fabrication_trap"):
        assert both[name].value == known[name]
    assert [row.label for row in table.blocks[0].rows] == ["both", "only semantic", "all"]


def test_recall_is_shown_for_every_k_and_nothing_is_best_across_them(
    write: Write, tmp_path: Path
) -> None:
    both = [*lines("bm25", "cpgf", k=3), *lines("bm25", "cpgf", k=5)]
    write("one", {"bm25": both}, task="retrieval", models={})
    table = recall_table(sources(tmp_path, "one"))
    assert [row.cells[0].text for row in table.blocks[0].rows] == ["3", "5"]
    assert cells(table, "bm25")["recall_logical"].text == "50.0"
    assert not any(cell.best for row in table.blocks[0].rows for cell in row.cells)


def test_each_judge_and_their_agreement_are_shown(write: Write, tmp_path: Path) -> None:
    verdicts = [(True, True), (True, False), (False, False), (True, True)]
    own = [
        line.model_copy(update={"kind": None, "verdicts": {"1:x": a, "2:y": b}})
        for line, (a, b) in zip(lines("bm25", "cccc"), verdicts, strict=True)
    ]
    run = write("one", {"bm25": own}, task="open-ended")
    table = open_table(sources(tmp_path, "one"))
    shown = cells(table, "bm25")
    assert (shown["judge_1"].text, shown["judge_2"].text) == ("75.0", "50.0")
    assert shown["agreement"].text == "75.0"
    assert run.measures[0].agreement is not None
    assert shown["ac1"].value == run.measures[0].agreement["ac1"]
    assert "judge 1 x, judge 2 y" in table.blocks[0].caption


def test_backbones_are_columns_of_the_systems_that_were_run_with_several(
    write: Write, tmp_path: Path
) -> None:
    write("one", {"bm25": lines("bm25", "cppp"), "dense": lines("dense", "cccc")})
    assert backbones_table(sources(tmp_path, "one")) is None
    write("two", {"bm25": lines("bm25", "ccpp")}, models={"answer": "a-model", "memory": "new"})
    table = backbones_table(sources(tmp_path, "one", "two"))
    assert table is not None
    assert [row.label for row in table.blocks[0].rows] == ["bm25"]
    shown = cells(table, "bm25")
    assert (shown["m-model"].text, shown["new"].text) == ("25.0", "50.0")


def test_a_published_cell_is_refused_in_a_measured_row() -> None:
    with pytest.raises(ValidationError):
        MeasuredRow(label="x", cells=(Published(text="55.23"),))  # type: ignore[arg-type]
    with pytest.raises(ValidationError):
        MeasuredBlock.model_validate(
            {"caption": "", "rows": [{"label": "x", "cells": [{"origin": "published"}]}]}
        )
    with pytest.raises(ValidationError):
        PublishedBlock.model_validate(
            {"caption": "", "rows": [{"label": "x", "cells": [Measured(text="1")]}]}
        )


def test_no_published_figure_has_a_value_to_rank_or_compute_with(
    write: Write, tmp_path: Path
) -> None:
    """Ours is the best of its block though the paper's is higher; none of the paper's is marked."""
    write("one", {"bm25": lines("bm25", "cppp"), "dense": lines("dense", "pppp")})
    table = memory_table(sources(tmp_path, "one"))
    assert cells(table, "bm25")["accuracy"].best
    assert table.published is not None
    assert all(type(cell) is Published for row in table.published.rows for cell in row.cells)
    assert all(type(cell) is Measured for b in table.blocks for row in b.rows for cell in row.cells)
    assert not {"value", "best"} & set(Published.model_fields)


def test_a_table_without_rows_or_with_uneven_rows_cannot_be_made() -> None:
    columns = (Column(key="a", head="A"), Column(key="b", head="B"))
    with pytest.raises(ValidationError, match="without rows"):
        Table(key="t", title="t", columns=columns)
    short = MeasuredBlock(caption="", rows=(MeasuredRow(label="x", cells=(Measured(),)),))
    with pytest.raises(ValidationError, match="1 cells"):
        Table(key="t", title="t", columns=columns, blocks=(short,))


def test_the_published_figures_are_whole() -> None:
    """Sums that the paper's own tables keep: rates fill 100 %, changes follow from the rates."""
    memory = quoted().tables["memory"]
    assert len(memory.rows) == 12
    parts = ("accuracy", "preference_trap", "generic_trap", "fabrication_trap")
    for name in ("memory", "conversation", "outcomes"):
        for row in quoted().tables[name].rows:
            total = sum(float(row.values[part]) for part in parts)
            assert total == pytest.approx(100, abs=0.05), row.name
    rootmem = float(memory.rows[-1].values["accuracy"])
    for row in memory.rows[2:-1]:
        own = float(row.values["accuracy"])
        assert row.values["improvement"] == pytest.approx(100 * (rootmem / own - 1), abs=0.02)
    for name in ("conversation", "open_ended", "backbones"):
        _changes_hold(quoted().tables[name])


def _changes_hold(table: QuotedTable) -> None:
    hosts = {row.name: row for row in table.rows if not row.over}
    for row in table.rows:
        for column, change in row.change.items():
            host, own = float(hosts[row.over].values[column]), float(row.values[column])
            assert change == pytest.approx(100 * (own / host - 1), abs=0.05), (row.over, column)
