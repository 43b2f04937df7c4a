from rootmem.model import RootChange
from rootmem.reasoners.llm.fold import Ledger


def create(title, *evidence):
    return RootChange(action="create", title=title, activation="A", guidance="G", evidence=evidence)


def test_a_unit_created_and_then_updated_is_created_once(unit):
    ledger = Ledger([])
    ledger.add([create("First", "a")])
    (made,) = ledger.units
    ledger.add([RootChange(action="update", unit_id=made.id, title="Second", evidence=("b",))])
    (change,) = ledger.changes
    assert (change.action, change.unit_id, change.title) == ("create", None, "Second")
    assert (change.activation, change.evidence) == ("A", ("b", "a"))


def test_a_created_unit_merged_into_a_standing_one_leaves_its_evidence_there(unit):
    ledger = Ledger([unit("old", evidence=("x",))])
    ledger.add([create("First", "a")])
    made = ledger.units[1]
    ledger.add([RootChange(action="merge", unit_id=made.id, merged_ids=("old",), evidence=("b",))])
    (change,) = ledger.changes
    assert (change.action, change.unit_id, change.merged_ids) == ("update", "old", ())
    assert change.evidence == ("b", "a", "x")
    assert [one.id for one in ledger.units] == ["old"]


def test_merges_of_standing_units_add_up(unit):
    ledger = Ledger([unit("a"), unit("b"), unit("c")])
    ledger.add([RootChange(action="merge", unit_id="a", merged_ids=("b",))])
    ledger.add([RootChange(action="merge", unit_id="a", merged_ids=("c",))])
    (change,) = ledger.changes
    assert (change.action, change.merged_ids) == ("merge", ("b", "c"))


def test_a_created_unit_that_is_retired_never_was(unit):
    ledger = Ledger([unit("a")])
    ledger.add([create("First", "x")])
    ledger.add([RootChange(action="retire", unit_id=ledger.units[1].id)])
    assert ledger.changes == ()
    ledger.add([RootChange(action="retire", unit_id="a")])
    assert [one.action for one in ledger.changes] == ["retire"]


def test_two_created_units_stay_two(unit):
    ledger = Ledger([])
    ledger.add([create("A", "a"), create("B", "b")])
    ledger.add([RootChange(action="retire", unit_id=ledger.units[0].id)])
    ledger.add([create("C", "c")])
    assert [one.title for one in ledger.changes] == ["B", "C"]
