"""The reference pages name everything that there is, and every link leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer.main

import rootmem
from rootmem import Memory, Settings
from rootmem.cli.app import app
from rootmem.cli.common import SHARED
from rootmem.importers import FORMATS
from rootmem.index.filters import COMBINATORS, FIELDS, OPERATORS
from rootmem.stores.records import RECORDS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", rootmem.__all__)
def test_every_public_name_is_on_the_python_page(name: str) -> None:
    assert f"`{name}`" in page("reference/python.md") or f"`{name}(" in page("reference/python.md")


@pytest.mark.parametrize("name", [name for name in vars(Memory) if not name.startswith("_")])
def test_every_method_is_on_the_python_page(name: str) -> None:
    assert f"| `{name}(" in page("reference/python.md")


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_in_the_table_with_its_default(name: str) -> None:
    row = re.search(
        rf"^\| `{name}` \| `ROOTMEM_{name.upper()}` \| (.*?) \|",
        page("reference/python.md"),
        re.MULTILINE,
    )
    assert row is not None
    default = Settings.model_fields[name].default
    words = {None: "none", False: "false", 60.0: "60"}
    assert row[1].strip("`") == words.get(default, str(default))


def test_the_tree_of_errors_is_whole() -> None:
    def kinds(kind: type) -> list[str]:
        return [kind.__name__, *(one for sub in kind.__subclasses__() for one in kinds(sub))]

    text = page("reference/errors.md")
    public = [name for name in kinds(rootmem.RootMemError) if name in rootmem.__all__]
    assert len(public) >= 14
    for name in public:
        assert name in text
    for name in public:
        code = getattr(rootmem, name).exit_code
        assert re.search(rf"^\| {code} \|", text, re.MULTILINE), name


@pytest.mark.parametrize("name", FORMATS)
def test_every_import_format_has_a_section(name: str) -> None:
    assert f"### {name}\n" in page("reference/formats.md")
    assert f"| `{name}` |" in page("guides/importing.md")


def test_every_kind_of_export_record_is_named() -> None:
    for kind in RECORDS:
        assert f"| `{kind}` |" in page("reference/formats.md")


def test_every_part_of_a_filter_is_named() -> None:
    text = page("guides/filters.md")
    for name in (*FIELDS, *OPERATORS, *COMBINATORS):
        assert f"`{name}`" in text


def test_every_command_and_option_is_in_the_reference() -> None:
    """Fails where the command line changed and `make docs` was not run."""
    text = page("reference/command-line.md")
    group = typer.main.get_command(app)
    commands = group.commands  # pyright: ignore[reportAttributeAccessIssue]
    assert len(commands) >= 14
    shared = {f"--{one.name.replace('_', '-')}" for one in SHARED}
    for name, command in commands.items():
        section = text.partition(f"## `rootmem {name}`\n")[2].partition("\n## ")[0]
        options = {long for one in command.params for long in one.opts if long.startswith("--")}
        assert shared <= options
        for option in options:
            assert f"`{option}" in section or f", {option}" in section, (name, option)


def test_the_layout_page_has_the_texts_of_the_context() -> None:
    from rootmem.model.block import BLOCK_CLOSE, BLOCK_OPEN
    from rootmem.recall.context import NOTHING

    text = page("reference/context-layout.md")
    for line in (BLOCK_OPEN, BLOCK_CLOSE, NOTHING):
        assert line in text


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith(("http://", "https://")):
            continue
        file, _, anchor = target.partition("#")
        aim = (path.parent / file).resolve() if file else path
        assert aim.exists(), target
        if anchor:
            assert anchor in _anchors(aim.read_text("utf-8")), target


def _anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one).strip().lower().replace(" ", "-") for one in headings}


def test_every_path_that_the_architecture_page_names_is_there() -> None:
    table = page("reference/architecture.md").partition("go to Y")[2]
    named = [path for path in re.findall(r"`([\w/.*]+)`", table) if "/" in path]
    assert len(named) > 20
    for path in named:
        places = (ROOT / "src/rootmem", ROOT)
        assert any(list(place.glob(path.rstrip("/"))) for place in places), path
