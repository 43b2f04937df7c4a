"""What is dropped from a reply leaves a trace, in words of ours only."""

import logging

import anyio
import pytest

from rootmem.ports import Candidate

SECRET = "owes 900 to Ann"


@pytest.fixture
def log(caplog):
    caplog.set_level(logging.DEBUG, "rootmem.reasoners.llm")
    return caplog


def test_a_dropped_need_is_logged_without_the_models_words(script, log):
    needs = [{"question": "Fine?"}, {"reason": SECRET}, {"question": {"text": SECRET}}]
    anyio.run(script({"reasoning": "r", "needs": needs}).reasoner(preset="paper").need, "q")
    assert "needs item 2: question: Field required" in log.text
    assert "needs item 3" in log.text
    assert SECRET not in log.text


def test_a_dropped_rule_name_and_evidence_are_logged_without_the_models_words(
    script, unit, entry, log
):
    model = script({"reasoning": "r", "applies": ["r1", SECRET]})
    assert anyio.run(model.reasoner().route, "q", [unit("u")]) == ("u",)
    assert "applies: a name of another form is not one of r1-1" in log.text
    change = {
        "action": "create",
        "activation": "When.",
        "guidance": "Then.",
        "evidence": ["e1", SECRET],
        "merged": [],
        "triggers": [],
    }
    model = script({"reasoning": "r", "changes": [change]})
    anyio.run(model.reasoner().revise_roots, [], [entry("a", "A.")], {}, 10)
    assert "1 names that were not given out" in log.text
    assert SECRET not in log.text


def test_a_dropped_target_is_logged(script, entry, log):
    model = script(
        {"verdicts": [{"entry": "n1", "relation": "same", "targets": ["k1", SECRET]}]},
    )
    candidate = Candidate(entry("a", "A.", 9), (entry("b", "B."),), (0.9,))
    anyio.run(model.reasoner().reconcile, [candidate])
    assert "not compared with" in log.text
    assert SECRET not in log.text
