"""Good replies to the exact messages of the sample stories, read as any reply is.

A file holds the reply: a JSON object, or for `respond` a text; ``recorded/README.md`` says whose.
"""

import json
from pathlib import Path

import anyio
import pytest

from rootmem.model import UserState
from tests.reasoners.llm import samples, samples_german

RECORDED = Path(__file__).parent / "recorded"
STORIES = {"pottery": samples.pottery, "german": samples_german.german}


def asked(script, judgement, story="pottery"):
    recorded = json.loads((RECORDED / story / f"{judgement}.json").read_text(encoding="utf-8"))
    model = script(recorded)
    result = anyio.run(samples.ask, model.reasoner(), judgement, STORIES[story]())
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
    assert all(8 <= len(change.triggers) <= 12 for change in changes)


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
    assert "insurer" in state.facts[0]
    assert set(state.entry_ids) == {"wheel", "timber", "cat", "glaze"}
    assert state.insights


def test_respond(script):
    answer = asked(script, "respond")
    assert not any(word in answer.casefold() for word in ("memory", "context", "record"))


@pytest.mark.parametrize(
    "path", sorted(RECORDED.rglob("*.json")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_every_recorded_reply_is_read_in_one_call_without_a_problem(script, path, caplog):
    caplog.set_level("DEBUG", "rootmem.reasoners.llm")
    assert asked(script, path.stem, path.parent.name)
    assert [record.message for record in caplog.records] == []
