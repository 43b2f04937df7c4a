"""The whole report, from folders to files."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rootmem.errors import ImportFormatError, NotConfigured
from rootmem_bench.cli import assembled as program
from rootmem_bench.report import write_report
from tests.bench.report.conftest import Write, lines

pytest.importorskip("matplotlib")
pytest.importorskip("jinja2")
HOSTILE = '<script>alert("x")</script>|$x_1$&`*'


class Page(HTMLParser):
    """Counts elements and gathers what a browser would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.widths: list[int] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("src", "srcset", "data", "poster") or (tag == "link" and name == "href"):
                self.fetched.append(value or "")
            if tag in ("use", "image") and name in ("href", "xlink:href"):
                self.fetched += [] if (value or "").startswith("#") else [value or ""]


def made(tmp_path: Path, *names: str, note: str = "") -> tuple[str, str, list[Path]]:
    files = write_report([tmp_path / name for name in names], tmp_path / "out", note=note)
    return files[0].read_text("utf-8"), files[1].read_text("utf-8"), files


def test_page_and_markdown_have_the_figures_and_ask_for_nothing(
    write: Write, tmp_path: Path
) -> None:
    run = write("one", {"bm25": lines("bm25", "cpgfcp"), "rootmem": lines("rootmem", "ccpgcc")})
    page, text, files = made(tmp_path, "one")
    figure = run.measures[1].figures["accuracy"]
    interval = f"[{100 * figure.low:.1f}, {100 * figure.high:.1f}]"
    assert f"<b>{100 * figure.value:.1f}</b><small>{interval}</small>" in page
    assert f"**{100 * figure.value:.1f}** \\[{interval[1:-1]}\\]" in text
    found = Page(page)
    assert found.fetched == []
    assert "script" not in found.tags
    assert not re.search(r"@import|url\((?!#)", page)
    assert all(file.stat().st_size for file in files)
    assert {file.suffix for file in files[2:]} == {".svg", ".pdf"}
    for word in ("tiny", "a-model", "seed 42", "d" * 64, "python"):
        assert word in page
    assert "d" * 64 in text


def test_a_published_row_is_marked_wherever_it_stands(write: Write, tmp_path: Path) -> None:
    write("one", {"bm25": lines("bm25", "cpgf")})
    page, text, _ = made(tmp_path, "one")
    bodies = re.findall(r'<tbody class="(measured|published)">(.*?)</tbody>', page, re.DOTALL)
    assert {kind for kind, _ in bodies} == {"measured", "published"}
    for kind, body in bodies:
        rows = re.findall(r'<tr><th scope="row".*?</tr>', body)
        assert rows
        assert all(("†" in row) == (kind == "published") for row in rows)
        assert kind == "measured" or "<b>" not in body
    row = next(line for line in text.splitlines() if "55.23" in line)
    assert "†" in row
    assert not any("bm25" in line and "†" in line for line in text.splitlines())


def test_hostile_names_are_shown_as_text(write: Write, tmp_path: Path) -> None:
    own = [line.model_copy(update={"category": HOSTILE}) if int(line.item) % 2 else line
           for line in lines(HOSTILE, "cpgf")]  # fmt: skip
    write("one", {HOSTILE: own}, models={"answer": HOSTILE}, note=HOSTILE, notes=(HOSTILE,))
    page, text, files = made(tmp_path, "one", note=HOSTILE)
    assert "script" not in Page(page).tags
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "<script" not in text
    assert not re.search(r"(?<!\\)\|[^|]*alert[^|]*(?<!\\)\|\$", text)
    drawn = [file.read_text("utf-8") for file in files if file.suffix == ".svg"]
    assert not any("<script" in svg for svg in drawn)
    texts = [re.findall(r"<text[^>]*>([^<]*)</text>", svg) for svg in drawn]
    assert any("$x_1$" in text for own in texts for text in own), "a name with $ is no formula"


def test_what_must_be_read_with_the_figures_stands_by_them(write: Write, tmp_path: Path) -> None:
    found = {"bm25": lines("bm25", "cpgf")}
    write("one", found, note="A PROXY.", notes=("A weak model answered.",), persona=True)
    write("mock", found, models={"answer": "mockllm/model"})
    page, text, _ = made(tmp_path, "one", "mock", note="Read with care.")
    body = page[page.index("<main>") :]
    for words in ("A PROXY.", "A weak model answered.", "--persona", "mock model"):
        assert words in page[: page.index("<main>")], "at the top"
        assert words in body[: body.index('<tbody class="published">')], "and in the table"
        assert words in text
    assert "Read with care." in page


def test_missing_parts_leave_no_broken_table(write: Write, tmp_path: Path) -> None:
    """Retrieval alone, items without either memory, a run without any item."""
    bare = [line.model_copy(update={"semantic": None, "logical": None, "kind": None, "order": (),
            "correct": None, "category": "", "query_type": "", "scores": {"ndcg": 0.5}})
            for line in lines("bm25", "cp")]  # fmt: skip
    write("bare", {"bm25": bare}, task="locomo", models={})
    write("empty", {"bm25": lines("bm25", "c")})
    file = tmp_path / "empty" / "run.json"
    raw = json.loads(file.read_text())
    file.write_text(json.dumps(raw | {"measures": [], "comparisons": [], "builds": []}))
    page, text, _ = made(tmp_path, "bare", "empty")
    for table in re.findall(r"<table.*?</table>", page, re.DOTALL):
        assert re.search(r"<t[dh][^>]*>[^<]*\w", table)
    for body in re.findall(r"<tbody.*?</tbody>", page, re.DOTALL):
        assert "<td" in body
    assert "nan" not in re.sub(r"<[^>]*>", "", page).lower().split()
    grids = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    assert all(len(grid) > 2 for grid in grids)
    assert all(len({len(re.findall(r"(?<!\\)\|", line)) for line in grid}) == 1 for grid in grids)
    assert "Published only" in page


def test_ablations_and_sweeps_are_drawn_beside_the_papers(write: Write, tmp_path: Path) -> None:
    hits = {"rootmem": "cccc", "rootmem[no_router=true]": "cccp", "rootmem[root_budget=5]": "cppp",
            "rootmem[root_budget=20]": "ccpp"}  # fmt: skip
    options = {
        "rootmem[no_router=true]": {"no_router": True},
        "rootmem[root_budget=5]": {"root_budget": 5},
        "rootmem[root_budget=20]": {"root_budget": 20},
    }
    write("one", {name: lines(name, own) for name, own in hits.items()}, options=options)
    page, _, files = made(tmp_path, "one")
    assert {"ablation-1.svg", "sweep-1-root-budget.svg"} <= {file.name for file in files}
    assert 'aria-label="full 100.0; no router 75.0"' in page
    assert "(−25.0)" in page
    assert 'aria-label="5: 25.0; 20: 50.0"' in page
    first = page[page.index('id="memory"') : page.index('id="outcomes"')]
    assert "no_router" not in first, "variants stand apart from the systems"


def test_a_divergence_is_a_figure(write: Write, tmp_path: Path) -> None:
    part = {"value": 0.4, "low": 0.3, "high": 0.5, "n": 9}
    level = {"level": "memory", "semantic": part, "logical": part, "gap": part | {"p": 1.0}}
    whole = {"data": {"name": "tiny"}, "embedder": "an-embedder", "levels": [level]}
    (tmp_path / "div").mkdir()
    (tmp_path / "div" / "divergence.json").write_text(json.dumps(whole))
    page, _, files = made(tmp_path, "div")
    assert "gap 0.400 [0.300, 0.500], n = 9" in page
    assert "divergence-1-memory.svg" in {file.name for file in files}
    (tmp_path / "div" / "divergence.json").write_text('{"levels": [{}]}')
    with pytest.raises(ImportFormatError, match="not a divergence"):
        made(tmp_path, "div")


def test_the_same_runs_give_the_same_files(write: Write, tmp_path: Path) -> None:
    write("one", {"bm25": lines("bm25", "cpgf")})
    runs = [tmp_path / "one"]
    first = [file.read_bytes() for file in write_report(runs, tmp_path / "a")]
    assert first == [file.read_bytes() for file in write_report(runs, tmp_path / "b")]


def test_without_matplotlib_the_extra_is_named(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("one", {"bm25": lines("bm25", "cpgf")})
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(NotConfigured, match=r"rootmem\[bench\]"):
        made(tmp_path, "one")
    assert not (tmp_path / "out").exists()


def test_the_command_writes_the_report_and_refuses_what_is_no_run(
    write: Write, tmp_path: Path
) -> None:
    write("one", {"bm25": lines("bm25", "cpgf")})
    run, out = CliRunner().invoke, tmp_path / "out"
    done = run(program(), ["report", str(tmp_path / "one"), "--out", str(out), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.output)["files"][:2] == ["report.html", "report.md"]
    assert (out / "report.html").is_file()
    missing = run(program(), ["report", str(tmp_path / "none"), "--out", str(out)])
    assert missing.exit_code
