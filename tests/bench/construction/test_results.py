"""What is retained, how raters agree, what is exported, how far the memories are apart."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from rootmem.errors import InvalidInput
from rootmem.ports import Vectors
from rootmem_bench.construction import agreeing, steps
from rootmem_bench.construction.divergence import divergence
from rootmem_bench.construction.doubles import distinct
from rootmem_bench.construction.exporting import export
from rootmem_bench.construction.folder import Folder, memories_of
from rootmem_bench.construction.shapes import Candidate, Pair, Rating, Round, Verdict
from rootmem_bench.construction.steps import Way
from rootmem_bench.datasets import style
from rootmem_bench.measures.agreement import PREVALENCE
from rootmem_bench.records import BankEntry, ChoiceItem, Dataset, Person, Session, Utterance
from tests.bench.construction.tiny import OPTIONS, Scripted


@pytest.fixture
def built(folder: Folder) -> Folder:
    model = Scripted().model
    asyncio.run(steps.tag(folder, model, Way()))
    asyncio.run(steps.mine(folder, model, Way()))
    asyncio.run(steps.generate(folder, model, model, Way(), unverified=True))
    return folder


def rating(rater: str, item: str, *scores: int, round_: Round = "experts") -> Rating:
    names = ("appropriateness", "relevance", "personalisation")
    given = dict(zip(names, scores, strict=False))
    return Rating(round=round_, rater=rater, item=item, question="", scores=given)


# --- screening and agreement


def test_two_experts_who_agree_in_all_three_retain_an_item(built: Folder) -> None:
    a, b, c, d, e = [one.id for one in built.candidates()][:5]
    ratings = [
        *(rating(name, a, 3, 4, 3) for name in ("x", "y")),
        *(rating(name, b, 4, 4, 4) for name in ("x",)),  # one expert only
        *(rating(name, c, 4, 4, score) for name, score in (("x", 4), ("y", 2))),
        *(rating(name, d, 4, 4) for name in ("x", "y")),  # not rated in full
        *(rating(name, e, 4, 4, 4, round_="raters") for name in ("x", "y")),  # not experts
    ]
    assert [one.id for one in agreeing.retained(built.candidates(), ratings)] == [a]


def test_what_the_judge_discarded_is_not_retained(built: Folder) -> None:
    one = built.candidates()[0].model_copy(update={"status": "discarded"})
    ratings = [rating(name, one.id, 4, 4, 4) for name in ("x", "y")]
    assert agreeing.retained([one], ratings) == []


def test_agreement_is_by_dimension_pooled_and_by_decision() -> None:
    # Binarised: appropriateness (1,1) (1,0); relevance all 1; personalisation (1,0) (0,0).
    ratings = [
        *(rating("x", "i", 4, 3, 3), rating("y", "i", 3, 3, 2)),
        *(rating("x", "j", 3, 4, 1), rating("y", "j", 2, 4, 2)),
    ]
    found = agreeing.agreed(ratings, "experts", ["i", "j"])
    rows = found.rows
    assert found.raters == ("x", "y")
    assert rows["appropriateness"].raw == rows["personalisation"].raw == 0.5
    assert rows["relevance"].raw == 1.0
    assert rows["relevance"].positive_rate == 1.0
    assert rows["overall"].items == 6
    assert rows["overall"].raw == pytest.approx(4 / 6)
    assert rows["overall"].positive_rate == pytest.approx(8 / 12)
    assert rows["keep"].raw == 0.5  # i: keep, not; j: not, not
    assert rows["keep"].cohen == pytest.approx(0.0)


def test_nearly_all_positive_gets_the_prevalence_remark() -> None:
    ratings = [
        rating(name, f"i{n}", 4, 4, 2 if (n, name) in {(0, "x"), (1, "y")} else 4)
        for n in range(20)
        for name in ("x", "y")
    ]
    found = agreeing.agreed(ratings, "experts", [f"i{n}" for n in range(20)])
    row = found.rows["personalisation"]
    assert row.remark == PREVALENCE
    assert row.cohen is not None
    assert row.ac1 is not None
    assert row.cohen < 0 < 0.85 < row.ac1


def test_models_and_experts_stand_side_by_side_on_pairs() -> None:
    said = [("p", "llm:m", True), ("p", "expert:a", True), ("q", "llm:m", True)]
    said.append(("q", "expert:a", False))
    found = agreeing.agreed_on_pairs([Verdict(pair=p, by=b, holds=h) for p, b, h in said], "pq")
    assert found.raters == ("expert:a", "llm:m")
    assert found.rows["pairs"].raw == 0.5


# --- doubles


class Fixed:
    """Vectors by text."""

    id = "fixed:2"
    dimensions = 2

    def __init__(self, vectors: dict[str, tuple[float, float]]) -> None:
        self._vectors = vectors

    async def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        rows = np.array([self._vectors[text] for text in texts], dtype=np.float32)
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def pair(logical: str, semantic: str, confidence: float = 0.5) -> Pair:
    return Pair(
        id=f"ana/{logical}/{semantic}",
        person="ana",
        logical=logical,
        semantic=semantic,
        logic="",
        reason="r",
        confidence=confidence,
    )


def test_an_association_found_twice_is_kept_once_the_surest() -> None:
    texts = {"a": "Owns a dog.", "b": "Loves trains.", "c": "owns a DOG", "d": "Adores trains."}
    memories = {("ana", name): BankEntry(id=name, text=text) for name, text in texts.items()}
    pairs = [pair("a", "b", 0.4), pair("b", "a", 0.6), pair("c", "b", 0.9), pair("c", "d", 0.9)]
    only_words = asyncio.run(distinct(pairs, memories, None))
    assert [(one.logical, one.semantic) for one in only_words] == [("c", "b"), ("c", "d")]
    near = Fixed({texts["a"]: (1, 0), texts["b"]: (0, 1), texts["c"]: (1, 0), texts["d"]: (0.1, 1)})
    alike = asyncio.run(distinct(pairs, memories, near, alike=0.95))
    assert [(one.logical, one.semantic) for one in alike] == [("c", "b")]


def test_a_memory_and_its_own_paraphrase_are_no_pair() -> None:
    memories = {("ana", name): BankEntry(id=name, text="Owns a dog.") for name in "ab"}
    assert asyncio.run(distinct([pair("a", "b")], memories, None)) == []


# --- export


def test_the_export_reads_back_as_it_was(built: Folder, tmp_path: Path) -> None:
    candidates = built.candidates()
    files = export(tmp_path / "out", built.people(), built.tags(), candidates, licence="CC0-1.0")
    assert [file.name for file in files] == ["ana.json", "bo.json"]
    read = style.load(tmp_path / "out")
    assert (read.licence, read.notes) == ("CC0-1.0", ())
    for before, after in zip(built.people(), read.people, strict=True):
        tagged = [
            one.model_copy(update={"tag": built.tags()[before.id, one.id]}) for one in before.bank
        ]
        assert after.bank == tuple(tagged)
        assert [turn.text for session in after.sessions for turn in session.turns] == [
            turn.text for session in before.sessions for turn in session.turns
        ]
        own = [one for one in candidates if one.person == before.id]
        assert len(after.choices) == len(own) == 4
        for one, item in zip(own, after.choices, strict=True):
            assert dict(item.options) == one.draft.options == OPTIONS
            assert (item.query, item.category) == (one.draft.query, "State Constraint")
            assert (item.semantic, item.logical) == ((one.semantic,), (one.logical,))
            assert (item.time, item.query_type) == (one.query_time, "Advice")


def test_entries_with_the_words_of_the_logical_one_count_as_well(
    built: Folder, tmp_path: Path
) -> None:
    one: Candidate = built.candidates()[0]
    person = built.people()[0]
    words = memories_of([person])[person.id, one.logical].text
    double = BankEntry(id="again", text=words.upper())
    person = person.model_copy(update={"bank": (*person.bank, double)})
    export(tmp_path / "out", [person], {}, [one])
    assert style.load(tmp_path / "out").people[0].choices[0].logical == (one.logical, "again")


def test_nothing_is_written_over_and_nothing_is_no_export(built: Folder, tmp_path: Path) -> None:
    export(tmp_path, built.people(), {}, built.candidates())
    with pytest.raises(InvalidInput, match="exists"):
        export(tmp_path, built.people(), {}, built.candidates())
    with pytest.raises(InvalidInput, match="no item"):
        export(tmp_path / "other", built.people(), {}, [])


# --- divergence


def two_items() -> Dataset:
    bank = tuple(
        BankEntry(id=name, text=name, source=(f"t-{name}",) if name != "far2" else ())
        for name in ("near", "far", "near2", "far2")
    )
    turns = tuple(Utterance(id=f"t-{e.id}", role="user", text=f"said {e.id}") for e in bank)
    items = tuple(
        ChoiceItem(
            id=f"q{n}",
            query=f"query{n}",
            options=(("correct", "x"),),
            answer="correct",
            semantic=(s,),
            logical=(lo, "near"),
        )
        for n, (s, lo) in enumerate((("near", "far"), ("near2", "far2")))
    )
    person = Person(id="p", bank=bank, sessions=(Session(id="s", turns=turns),), choices=items)
    return Dataset(name="two", people=(person,), digest="0")


VECTORS: dict[str, tuple[float, float]] = {
    "query0": (1, 0),
    "query1": (0, 1),
    "near": (1, 0),
    "far": (0, 1),
    "near2": (3, 4),
    "far2": (4, 3),
    "said near": (4, 3),
    "said far": (3, 4),
}


def test_the_divergence_is_the_mean_of_cosines_with_the_first_logical_memory() -> None:
    found = asyncio.run(divergence(two_items(), Fixed(VECTORS), "memory"))
    assert found is not None
    assert [(one.semantic, one.logical) for one in found.points] == [(1.0, 0.0), (0.8, 0.6)]
    assert found.semantic.value == pytest.approx(0.9)
    assert found.logical.value == pytest.approx(0.3)
    assert found.gap.value == pytest.approx(0.6)


def test_the_dialogue_level_takes_the_turns_and_leaves_out_items_without() -> None:
    found = asyncio.run(divergence(two_items(), Fixed(VECTORS), "conversation"))
    assert found is not None
    assert [(one.semantic, one.logical) for one in found.points] == [(0.8, 0.6)]


def test_data_without_both_memories_have_no_divergence() -> None:
    data = two_items()
    bare = data.people[0].model_copy(update={"choices": ()})
    with pytest.raises(InvalidInput, match="two has no items"):
        asyncio.run(divergence(Dataset(name="two", people=(bare,), digest=""), Fixed({}), "memory"))


def test_the_figure_is_written_and_the_same_twice(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from rootmem_bench.construction.divergence_figure import draw

    found = asyncio.run(divergence(two_items(), Fixed(VECTORS), "memory"))
    assert found is not None
    json.dumps(found.as_json())
    for name in ("a", "b"):
        draw([found], "two", [tmp_path / f"{name}.svg", tmp_path / f"{name}.png"])
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert "0.900" in (tmp_path / "a.svg").read_text()
    assert (tmp_path / "a.png").read_bytes()[:4] == b"\x89PNG"
