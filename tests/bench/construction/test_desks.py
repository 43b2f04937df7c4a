"""Sheets and the page: what people are asked, and where their answers go."""

from __future__ import annotations

import asyncio
import csv
from pathlib import Path

import pytest

from rootmem.errors import ImportFormatError, InvalidInput
from rootmem_bench.construction import steps
from rootmem_bench.construction.desks import PairDesk, RatingDesk, lay_out, sampled, take_in
from rootmem_bench.construction.folder import Folder
from rootmem_bench.construction.page import Page
from rootmem_bench.construction.steps import Way
from tests.bench.construction.tiny import Scripted, question


@pytest.fixture
def built(folder: Folder) -> Folder:
    scripted = Scripted(generate=lambda prompt: question(prompt) | {"correct": "=1+1, a walk " * 4})
    asyncio.run(steps.tag(folder, scripted.model, Way()))
    asyncio.run(steps.mine(folder, scripted.model, Way()))
    model = Scripted().model
    asyncio.run(steps.generate(folder, model, model, Way(), unverified=True))
    return folder


def desk(folder: Folder, rater: str = "ada", sample: int | None = None) -> RatingDesk:
    ids = [one.id for one in folder.candidates()]
    return RatingDesk(folder, rater, "experts", ids, sample)


def filled(file: Path, **answers: str) -> None:
    """Fill the same answers into every row, with semicolons, as some spreadsheets write."""
    with file.open(encoding="utf-8-sig", newline="") as opened:
        rows = list(csv.DictReader(opened))
    with file.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, list(rows[0]), delimiter=";")
        writer.writeheader()
        writer.writerows(row | answers for row in rows)


def test_a_sheet_goes_out_and_comes_back(built: Folder, tmp_path: Path) -> None:
    file = tmp_path / "ada.csv"
    assert lay_out(desk(built), file) == 8
    filled(file, appropriateness="4", relevance="somewhat agree", personalisation="2")
    assert take_in(desk(built), file) == 8
    assert take_in(desk(built), file) == 0  # nothing new
    assert {tuple(one.scores.values()) for one in built.ratings()} == {(4, 3, 2)}
    assert {one.rater for one in built.ratings()} == {"ada"}


def test_an_expert_verifies_pairs_in_a_sheet(built: Folder, tmp_path: Path) -> None:
    file = tmp_path / "pairs.csv"
    lay_out(PairDesk(built, "ada"), file)
    filled(file, holds="holds")
    assert take_in(PairDesk(built, "ada"), file) == 8
    assert {(one.by, one.holds) for one in built.verdicts()} == {("expert:ada", True)}
    assert len(steps.chosen(built)) == 8


def test_what_a_spreadsheet_would_run_is_text(built: Folder, tmp_path: Path) -> None:
    file = tmp_path / "pairs.csv"
    evil = built.pairs()[0].model_copy(update={"reason": "=cmd()"})
    (built.path / "pairs.jsonl").write_text(evil.model_dump_json() + "\n")
    lay_out(PairDesk(built, "ada"), file)
    with file.open(encoding="utf-8-sig", newline="") as opened:
        assert next(csv.DictReader(opened))["reason"] == "'=cmd()"


def test_a_sheet_with_answers_is_not_written_over(built: Folder, tmp_path: Path) -> None:
    lay_out(desk(built), tmp_path / "ada.csv")
    with pytest.raises(InvalidInput, match="may hold answers"):
        lay_out(desk(built), tmp_path / "ada.csv")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("x/m1/m2,4,4,4", "not among those"),
        ("{id},4,5,4", "field 'relevance': '5' is no answer; expected 1 .disagree"),
        ("{id},4,4,4\n{id},1,1,1", "line 3, field 'id': .* stands twice"),
    ],
)
def test_a_wrong_sheet_saves_nothing(built: Folder, tmp_path: Path, row: str, reason: str) -> None:
    file = tmp_path / "ada.csv"
    head = "id,appropriateness,relevance,personalisation\n"
    file.write_text(head + row.format(id=built.candidates()[0].id) + "\n")
    with pytest.raises(ImportFormatError, match=reason):
        take_in(desk(built), file)
    assert built.ratings() == []


def test_a_sheet_without_a_column_is_refused(built: Folder, tmp_path: Path) -> None:
    (tmp_path / "ada.csv").write_text("id,relevance\n")
    with pytest.raises(ImportFormatError, match="appropriateness, personalisation"):
        take_in(desk(built), tmp_path / "ada.csv")


def test_empty_cells_are_no_answers_and_take_none_away(built: Folder, tmp_path: Path) -> None:
    file, one = tmp_path / "ada.csv", built.candidates()[0].id
    desk(built).rate(one, "relevance", 3)
    file.write_text(f"id,appropriateness,relevance,personalisation\n{one},2,,\n")
    take_in(desk(built), file)
    assert built.ratings()[0].scores == {"relevance": 3, "appropriateness": 2}


def test_ratings_of_a_question_that_was_written_anew_count_no_more(built: Folder) -> None:
    one, other = [candidate.id for candidate in built.candidates()[:2]]
    table = desk(built)
    table.rate(one, "relevance", 4)
    table.rate(other, "relevance", 4)
    changed = Scripted(generate=lambda prompt: question(prompt) | {"query": "Which ridge at dawn?"})
    model = changed.model
    asyncio.run(steps.generate(built, model, model, Way(restart=True), unverified=True))
    assert built.ratings() == []
    desk(built).rate(one, "relevance", 2)
    assert [rating.scores for rating in built.ratings()] == [{"relevance": 2}]


def test_every_rater_gets_the_same_sample(built: Folder) -> None:
    cards = [[card.id for card in desk(built, name, 3).cards] for name in ("ada", "bo")]
    assert cards[0] == cards[1]
    assert len(cards[0]) == 3
    assert sampled(["a", "b"], 5, 1) == ["a", "b"]


def test_nameless_raters_are_refused(built: Folder) -> None:
    with pytest.raises(InvalidInput, match="--rater"):
        desk(built, " ")


def test_the_page_saves_each_answer_and_turns_after_the_last(built: Folder) -> None:
    page = Page(desk(built))
    first = page.card.id
    page.answer(4)
    assert built.ratings()[0].scores == {"appropriateness": 4}
    page.answer(3)
    page.answer(9)  # no such answer
    assert page.card.id == first
    page.answer(1)
    assert built.ratings()[0].scores == {
        "appropriateness": 4,
        "relevance": 3,
        "personalisation": 1,
    }
    assert page.at == 1
    assert page.scale == 0
    page.turn(-1)
    page.answer(2)  # a correction: the page stays
    assert page.card.id == first
    assert built.ratings()[0].scores["appropriateness"] == 2


def test_the_page_begins_at_the_first_open_card_and_stays_inside(built: Folder) -> None:
    table = desk(built)
    for scale in table.scales:
        table.rate(table.cards[0].id, scale.name, 4)
    page = Page(desk(built))
    assert page.at == 1
    page.turn(100)
    assert page.at == 7
    page.turn(-100)
    page.mark(5)
    assert (page.at, page.scale) == (0, 2)


def test_the_page_can_be_seen(built: Folder) -> None:
    pytest.importorskip("nicegui")
    from nicegui.testing import user_simulation

    table = desk(built)

    async def visit() -> None:
        async with user_simulation(lambda: Page(table).show()) as user:
            await user.open("/")
            await user.should_see(dict(table.cards[0].parts)["query"])
            await user.should_see("0 of 8 done")
            for scale in table.scales:
                user.find(marker=f"{scale.name}-4").click()
                await asyncio.sleep(0)
            await user.should_see("1 of 8 done")

    asyncio.run(visit())
    assert built.ratings()[0].scores == {
        "appropriateness": 4,
        "relevance": 4,
        "personalisation": 4,
    }
