"""Good replies to the exact messages of ``samples.py``, read as any reply is.

A file holds the reply: a JSON object, or for `respond` a text.
"""

import json
from pathlib import Path

import anyio
import pytest
from tests.reasoners.llm import samples

from rootmem.model import UserState

RECORDED = Path(__file__).parent / "recorded"


def asked(script, judgement):
    recorded = json.loads((RECORDED / f"{judgement}.json").read_text(encoding="utf-8"))
    model = script(recorded)
    result = anyio.run(samples.ask, model.reasoner(), judgement)
    assert model.calls == 1
    return result


def test_segment(script):
    assert asked(script, "segment") == ("turn-6", "turn-12")


def test_decompose(script):
    studio, dinner, course = asked(script, "decompose")
    assert studio.problems == dinner.problems == course.problems == ()
    assert {draft.type for draft in course.drafts} == {"factual", "insight"}
    about_jack = [draft for draft in dinner.drafts if "allergic" in draft.text]
    assert [draft.subject for draft in about_jack] == ["Jack"]
    texts = " ".join(draft.text for one in (studio, dinner, course) for draft in one.drafts)
    assert "lottery" not in texts
    assert "fountain" not in texts
    moved = next(draft for draft in studio.drafts if "moved" in draft.text)
    assert moved.event_time is not None
    assert moved.event_time.date().isoformat() == "2023-05-07"


def test_reconcile(script):
    moved, again, wine = asked(script, "reconcile")
    assert (moved.relation, moved.targets) == ("supersedes", ("wheel",))
    assert (again.relation, again.targets) == ("same", ("cat",))
    assert wine.relation == "new"


def test_revise_roots(script):
    changes = asked(script, "revise_roots")
    assert {change.action for change in changes} == {"create"}
    studio = next(change for change in changes if "cat" in change.evidence)
    assert studio.evidence[0] in {"cat", "timber"}
    assert all(len(change.triggers) == 12 for change in changes)


def test_route(script):
    assert asked(script, "route") == ("studio",)


def test_need(script):
    needs, plan = asked(script, "need")
    assert needs
    assert plan
    assert {one for query in plan for one in query.types} == {"factual", "preference", "insight"}


def test_plan(script):
    assert asked(script, "plan")


def test_infer(script):
    state = asked(script, "infer")
    assert isinstance(state, UserState)
    assert set(state.entry_ids) == {"wheel", "timber", "cat", "glaze"}
    assert state.insights


def test_respond(script):
    answer = asked(script, "respond")
    assert not any(word in answer.casefold() for word in ("memory", "context", "record"))


@pytest.mark.parametrize("path", sorted(RECORDED.glob("*.json")), ids=lambda path: path.stem)
def test_every_recorded_reply_belongs_to_a_judgement(path):
    assert path.stem in {
        "segment",
        "decompose",
        "reconcile",
        "revise_roots",
        "route",
        "need",
        "plan",
        "infer",
        "respond",
    }
