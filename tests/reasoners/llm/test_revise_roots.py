import re

import anyio
import pytest

from rootmem.errors import ModelOutputError


def change(action="create", unit=None, evidence=("e1",), **fields):
    return {
        "reasoning": "why",
        "action": action,
        "unit": unit,
        "merged": [],
        "title": "T",
        "activation": "When.",
        "guidance": "Then.",
        "evidence": list(evidence),
        "triggers": [],
        **fields,
    }


def changes(*items):
    return {"reasoning": "logic", "changes": list(items)}


def revise(model, units, batch, known=(), budget=10, **options):
    evidence = {one.id: one for one in known}
    return anyio.run(model.reasoner(**options).revise_roots, units, batch, evidence, budget)


def test_a_new_unit_keeps_the_order_of_its_evidence(script, entry):
    batch = [entry("a", "A.", 0), entry("b", "B.", 1), entry("c", "C.", 2)]
    model = script(
        changes(change(evidence=["e3", "e1"], triggers=["t"] * 3 + list("abcdefghijkl")))
    )
    (found,) = revise(model, [], batch)
    assert (found.action, found.unit_id, found.evidence) == ("create", None, ("c", "a"))
    assert len(found.triggers) == 12
    assert len(set(found.triggers)) == 12


def test_units_are_updated_merged_and_retired_by_id(script, entry, unit):
    known = [entry("x", "X.")]
    units = [unit(name, evidence=("x",)) for name in ("one", "two", "three", "four")]
    model = script(
        changes(
            change("update", "r1"),
            change("merge", "r2", merged=["r3", "r2"]),
            change("retire", "r4", evidence=[]),
        )
    )
    update, merge, retire = revise(model, units, [entry("n", "N.", 1)], known)
    assert (update.action, update.unit_id) == ("update", "one")
    assert (merge.action, merge.unit_id, merge.merged_ids) == ("merge", "two", ("three",))
    assert (retire.action, retire.unit_id) == ("retire", "four")


def test_the_evidence_of_a_unit_is_shown_and_new_entries_are_marked(script, entry, unit):
    model = script(changes())
    revise(
        model, [unit("u", evidence=("x", "gone"))], [entry("n", "New.", 1)], [entry("x", "Old.")]
    )
    sent = model.texts[0]
    assert re.search(r"^\[e1\] .*Old\.$", sent, re.MULTILINE)
    assert re.search(r"^\+ \[e2\] .*New\.$", sent, re.MULTILINE)
    assert "evidence: e1\n" in sent
    assert "at most 10" in sent


def test_invented_evidence_is_left_out_and_a_unit_without_any_is_refused(script, entry):
    model = script(changes(change(evidence=["e1", "e9"]), change(evidence=["e7"])))
    found = revise(model, [], [entry("a", "A.")])
    assert [one.evidence for one in found] == [("a",)]


def test_an_invented_unit_and_a_second_change_of_one_unit_are_left_out(script, entry, unit):
    model = script(
        changes(
            change("update", "r9"), change("update", "r1"), change("merge", "r1", merged=["r1"])
        )
    )
    found = revise(model, [unit("u")], [entry("a", "A.")])
    assert [(one.action, one.unit_id) for one in found] == [("update", "u")]


def test_changes_that_all_make_no_sense_are_an_error(script, entry):
    model = script(changes(change(activation=""), change("update", "r1")))
    with pytest.raises(ModelOutputError):
        revise(model, [], [entry("a", "A.")], retries=1)
    assert model.calls == 2


def test_no_change_is_a_result_when_said(script, entry):
    assert revise(script(changes()), [], [entry("a", "A.")]) == ()


def test_nothing_to_do_costs_no_call(script):
    model = script(changes())
    assert revise(model, [], []) == ()
    assert model.calls == 0


def test_without_new_entries_the_task_is_to_revise_or_to_merge(script, entry, unit):
    model = script(changes())
    units = [unit("a", evidence=("x",)), unit("b", evidence=("gone",))]
    revise(model, units, [], [entry("x", "X.")])
    revise(model, units, [], [entry("x", "X.")], budget=1)
    assert "have gone or changed" in model.texts[0]
    assert "none is left" in model.texts[0]
    assert "too many units" in model.texts[1]
    assert "at most 1" in model.texts[1]


def test_a_batch_that_is_cut_off_is_worked_in_by_halves_on_top_of_each_other(
    script, entry, unit, reply
):
    def answer(text):
        if len(re.findall(r"^\+", text, re.MULTILINE)) > 2:
            return reply('{"reasoning": "so mu', "length")
        if "C." not in text:
            return changes(
                change(evidence=["e2"], title="Fresh"), change("update", "r1", ["e3", "e1"])
            )
        assert "Fresh" in text
        return changes(change("merge", "r1", ["e5"], merged=["r2"]))

    batch = [entry(name, f"{name.upper()}.", day) for day, name in enumerate("abcd", start=1)]
    model = script(answer)
    found = revise(model, [unit("u", evidence=("x",))], batch, [entry("x", "X.")])
    assert model.calls == 3
    (only,) = found
    assert (only.action, only.unit_id, only.merged_ids) == ("update", "u", ())
    assert only.evidence == ("d", "b", "x", "a")
