"""Each ablation changes exactly what it names."""

from __future__ import annotations

import asyncio
from collections import Counter

from rootmem_bench.systems.ours import RootMem
from rootmem_bench.systems.protocol import Retrieved
from rootmem_bench.systems.rootmem_over import RootMemOver
from rootmem_bench.systems.scripted import ScriptedAsk
from tests.bench.systems.people import built, person, tools

QUERY = person().choices[0].query


def rooted(name: str = "rootmem", **options: object) -> tuple[RootMemOver, ScriptedAsk]:
    ask = ScriptedAsk()
    system = asyncio.run(built(name, tools(ask, **options), person(), "memory"))
    assert isinstance(system, RootMemOver)
    return system, ask


def found(system: RootMemOver, k: int = 10) -> Retrieved:
    return asyncio.run(system.retrieve(QUERY, k))


def roots(retrieved: Retrieved) -> list[str]:
    return [item.text for item in retrieved.items if item.kind == "root"]


def test_the_whole_shows_the_routed_units_first_each_as_one_of_k() -> None:
    system, _ = rooted()
    shown = found(system)
    assert [item.kind for item in shown.items] == ["root"] * 2 + ["entry"] * 8
    assert len(system.units) == 3
    unit = system.units[0]
    assert f"When: {unit.activation}\nThen: {unit.guidance}\n- " in shown.items[0].text
    assert shown.items[0].ids == unit.evidence


def test_the_router_sees_the_rules_and_never_the_evidence() -> None:
    system, ask = rooted()
    found(system)
    prompt = ask.sent[-1].prompt
    assert ask.sent[-1].step == "route"
    assert system.units[0].guidance in prompt
    evidence = {id for unit in system.units for id in unit.evidence}
    assert not any(entry.text in prompt for entry in person().bank if entry.id in evidence)


def test_no_router_activates_every_unit_without_a_call() -> None:
    system, ask = rooted("rootmem-no-router")
    before = Counter(ask.calls)
    shown = found(system)
    assert ask.calls == before
    assert len(roots(shown)) == len(system.units) == 3
    assert len(shown.items) == 10


def test_no_rules_takes_the_rules_out_of_the_blocks_and_nothing_else() -> None:
    whole, ask = rooted()
    without, other = rooted("rootmem-no-rules")
    full, bare = found(whole), found(without)
    assert ask.calls == other.calls
    assert [item.ids for item in bare.items] == [item.ids for item in full.items]
    for with_rules, block in zip(roots(full), roots(bare), strict=True):
        kept = [line for line in with_rules.splitlines() if line[:5] not in ("When:", "Then:")]
        assert block == "\n".join(kept)


def test_no_evidence_takes_the_evidence_out_of_the_blocks_and_nothing_else() -> None:
    whole, ask = rooted()
    without, other = rooted("rootmem-no-evidence")
    full, bare = found(whole), found(without)
    assert ask.calls == other.calls
    assert all(item.ids == () for item in bare.items if item.kind == "root")
    for with_evidence, block in zip(roots(full), roots(bare), strict=True):
        kept = [line for line in with_evidence.splitlines() if not line.startswith("- ")]
        assert block == "\n".join(kept)
    assert full.items[2:] == bare.items[2:]


def test_semantic_only_is_the_host_alone() -> None:
    system, ask = rooted("rootmem-semantic-only")
    host = asyncio.run(built("dense", tools(), person(), "memory"))
    assert found(system).items == asyncio.run(host.retrieve(QUERY, 10)).items
    assert not ask.calls


def test_the_unit_budget_is_a_ceiling() -> None:
    assert len(rooted(root_budget=2)[0].units) == 2
    assert len(rooted(root_budget=10)[0].units) == 3


def test_more_active_units_than_k_are_cut_to_k() -> None:
    system, _ = rooted("rootmem-no-router")
    assert [item.kind for item in found(system, 2).items] == ["root", "root"]


def test_a_router_that_fails_leaves_the_host_and_a_note() -> None:
    ask = ScriptedAsk({"route": lambda prompt: "no idea"})
    system = asyncio.run(built("rootmem", tools(ask), person(), "memory"))
    assert isinstance(system, RootMemOver)
    shown = found(system)
    assert not roots(shown)
    assert len(shown.items) == 10
    assert "no unit is active" in system.notes[0]


def test_in_the_paper_preset_a_unit_counts_as_one_and_in_lean_each_piece_of_it() -> None:
    def shown(name: str) -> list[int]:
        system = asyncio.run(built(name, tools(), person(), "memory"))
        items = asyncio.run(system.retrieve(QUERY, 10)).items
        assert len(items) <= 10
        return [len(item.ids) for item in items if item.kind == "root"]

    assert shown("rootmem-paper") == [4, 4]
    assert set(shown("rootmem-lean")) == {1}


def ours(name: str) -> tuple[RootMem, ScriptedAsk]:
    ask = ScriptedAsk()
    system = asyncio.run(built(name, tools(ask), person(), "conversation"))
    assert isinstance(system, RootMem)
    asyncio.run(system.retrieve(QUERY, 10))
    return system, ask


def test_no_episodes_lets_the_sessions_be_the_episodes() -> None:
    _, ask = ours("rootmem-inferred")
    without, other = ours("rootmem-no-episodes")
    assert ask.calls["segment"] > 0
    assert other.calls["segment"] == 0
    memory = without._memory
    assert memory is not None
    assert len(asyncio.run(memory.episodes("user"))) == len(person().sessions)


def test_no_typing_leaves_one_type_and_aims_every_query_at_it() -> None:
    without, ask = ours("rootmem-no-typing")
    _, whole = ours("rootmem-inferred")
    memory = without._memory
    assert memory is not None
    assert {entry.type for entry in asyncio.run(memory.get_all("user"))} == {"factual"}
    assert asyncio.run(memory.recall(QUERY, "user", depth="inferred")).plan[0].types == ("factual",)
    assert ask.calls["segment"] == whole.calls["segment"]
    assert ask.calls["infer"] > 0


def test_no_state_infers_nothing_and_still_needs_and_plans() -> None:
    without, ask = ours("rootmem-no-state")
    _, whole = ours("rootmem-inferred")
    assert whole.calls - ask.calls == Counter(infer=1)
    memory = without._memory
    assert memory is not None
    assert asyncio.run(memory.recall(QUERY, "user", depth="inferred")).state.empty


def test_qumem_without_state_shows_the_entries_instead() -> None:
    ask = ScriptedAsk()
    system = asyncio.run(built("qumem", tools(ask, no_state=True), person(), "memory"))
    shown = asyncio.run(system.retrieve(QUERY, 6))
    assert ask.calls["infer"] == 0
    assert all(item.text in shown.context for item in shown.items)
