import re

import anyio
import pytest

from rootmem.errors import ModelOutputError
from rootmem.ports import Candidate, Verdict


def verdict(entry, relation="new", *targets):
    return {"entry": entry, "reasoning": "why", "relation": relation, "targets": list(targets)}


def verdicts(*items):
    return {"verdicts": list(items)}


def reconcile(model, *candidates, **options):
    return anyio.run(model.reasoner(**options).reconcile, list(candidates))


def test_verdicts_come_back_in_order_with_ids(script, entry):
    tea, job, new = entry("tea", "Likes tea."), entry("job", "Works at X."), entry("n", "N.", 9)
    model = script(
        verdicts(
            verdict("n3"), verdict("n1", "same", "k1"), verdict("n2", "supersedes", "k2", "k1")
        )
    )
    found = reconcile(
        model,
        Candidate(entry("a", "A.", 9), (tea,), (0.9,)),
        Candidate(entry("b", "B.", 9), (job, tea), (0.9, 0.5)),
        Candidate(new, (tea,), (0.5,)),
    )
    assert [(one.relation, one.targets) for one in found] == [
        ("same", ("tea",)),
        ("supersedes", ("job", "tea")),
        ("new", ()),
    ]
    assert found[1].reason == "why"
    assert model.calls == 1


def test_what_resembles_nothing_is_new_without_a_call(script, entry):
    model = script(verdicts())
    assert reconcile(model, Candidate(entry("a", "A."), (), ())) == (Verdict("new"),)
    assert model.calls == 0


def test_entries_about_different_people_never_retire_each_other(script, entry):
    mine, his = entry("mine", "Likes football."), entry("his", "Hates it.", 1, subject="Jack")
    model = script(verdicts(verdict("n1", "supersedes", "k1")))
    (found,) = reconcile(model, Candidate(his, (mine,), (0.9,)))
    assert (found.relation, found.targets) == ("new", ())


def test_a_target_it_was_not_compared_with_is_refused(script, entry):
    tea, job = entry("tea", "Likes tea."), entry("job", "Works at X.")
    model = script(
        verdicts(verdict("n1", "supersedes", "k2"), verdict("n2")),
        verdicts(verdict("n1", "supersedes", "k1")),
    )
    found = reconcile(
        model,
        Candidate(entry("a", "A.", 9), (tea,), (0.9,)),
        Candidate(entry("b", "B.", 9), (job,), (0.9,)),
    )
    assert [(one.relation, one.targets) for one in found] == [("supersedes", ("tea",)), ("new", ())]
    assert model.calls == 2
    assert "B." not in model.texts[1]


def test_a_target_it_was_not_compared_with_does_not_spoil_the_others(script, entry):
    tea, job = entry("tea", "Likes tea."), entry("job", "Works at X.")
    model = script(verdicts(verdict("n1", "supersedes", "k2", "k1", "k7"), verdict("n2")))
    found = reconcile(
        model,
        Candidate(entry("a", "A.", 9), (tea,), (0.9,)),
        Candidate(entry("b", "B.", 9), (job,), (0.9,)),
    )
    assert [(one.relation, one.targets) for one in found] == [("supersedes", ("tea",)), ("new", ())]
    assert model.calls == 1


def test_an_earlier_new_entry_is_shown_once_and_may_be_a_target(script, entry):
    tea, first, second = entry("tea", "Tea."), entry("a", "A.", 8), entry("b", "B.", 9)
    model = script(verdicts(verdict("n1"), verdict("n2", "same", "n1")))
    found = reconcile(
        model, Candidate(first, (tea,), (0.9,)), Candidate(second, (tea, first), (0.5, 0.9))
    )
    assert [(one.relation, one.targets) for one in found] == [("new", ()), ("same", ("a",))]
    assert "compare with: k1, n1\n" in model.texts[0]
    assert model.texts[0].count(": A.") == 1


def test_an_entry_that_is_passed_over_twice_is_new_and_says_why(script, entry):
    tea = entry("tea", "Likes tea.")
    model = script(
        lambda text: (
            verdicts(verdict("n1", "same", "k1"))
            if "A." in text
            else verdicts(verdict("n9"), verdict("n1", "same"))
        )
    )
    with pytest.raises(ModelOutputError):
        reconcile(model, Candidate(entry("b", "B.", 9), (tea,), (0.9,)))


def test_a_model_without_any_verdict_is_an_error(script, entry):
    model = script(verdicts())
    with pytest.raises(ModelOutputError):
        reconcile(model, Candidate(entry("a", "A."), (entry("b", "B."),), (0.9,)), retries=1)
    assert model.calls == 2


def test_many_candidates_go_into_few_calls_and_a_cut_off_one_is_halved(script, entry, reply):
    def answer(text):
        names = re.findall(r"^\[(n\d+)\]", text, re.MULTILINE)
        return reply("", "length") if len(names) > 20 else verdicts(*[verdict(n) for n in names])

    model = script(answer)
    known = entry("known", "Known.")
    found = reconcile(
        model, *[Candidate(entry(f"e{n}", f"E{n}.", 1), (known,), (0.5,)) for n in range(60)]
    )
    assert [one.relation for one in found] == ["new"] * 60
    assert model.calls == 6


def test_the_model_sees_until_when_and_under_which_condition_an_entry_holds(script, entry):
    from datetime import timedelta

    old = entry("old", "Eats meat.", condition="abroad")
    old = old.model_copy(update={"valid_to": old.time + timedelta(days=3)})
    model = script(verdicts(verdict("n1")))
    reconcile(model, Candidate(entry("a", "A.", 9, subject="Jack"), (old,), (0.5,)))
    assert "Eats meat. (only: abroad) (until 2023-05-11 (Thu))" in model.texts[0]
    assert "about Jack" in model.texts[0]
