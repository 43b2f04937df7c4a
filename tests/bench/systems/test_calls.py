"""Each system makes exactly the calls that its card says."""

from __future__ import annotations

import asyncio
import re
from collections import Counter

import pytest

from rootmem_bench.systems.protocol import Level
from rootmem_bench.systems.scripted import ScriptedAsk
from rootmem_bench.systems.tmem import TMem
from tests.bench.systems.people import EMBEDDER, built, person, tools, turns

ENTRIES = len(person().bank)
TURNS = len(turns(person()))
SESSIONS = len(person().sessions)
QUERY = person().choices[0].query


def counted(name: str, level: Level, **options: object) -> tuple[Counter[str], Counter[str]]:
    """Calls of a build, and of one query."""
    ask = ScriptedAsk()
    system = asyncio.run(built(name, tools(ask, **options), person(), level))
    build = Counter(ask.calls)
    asyncio.run(system.retrieve(QUERY, 10))
    return build, ask.calls - build


@pytest.mark.parametrize("name", ["bm25", "dense", "full", "rerank", "rootmem-offline"])
def test_systems_without_a_model_make_no_call(name: str) -> None:
    assert counted(name, "memory") == (Counter(), Counter())


def test_reconstruct_asks_once_a_query() -> None:
    assert counted("reconstruct", "memory") == (Counter(), Counter(rewrite=1))


def test_similarity_graph_asks_twice_an_entry_the_first_once() -> None:
    build = Counter(note_analyse=ENTRIES, note_link=ENTRIES - 1)
    assert counted("similarity-graph", "memory") == (build, Counter())


def test_a_mem_makes_every_turn_a_note() -> None:
    build = Counter(note_analyse=TURNS, note_link=TURNS - 1)
    assert counted("a-mem", "conversation") == (build, Counter())


def test_entity_graph_asks_for_conflicts_only_where_known_relations_are_touched() -> None:
    build, query = counted("entity-graph", "memory")
    assert build["graph_entities"] == ENTRIES
    assert 0 < build["graph_conflicts"] < build["graph_relations"] <= ENTRIES
    assert query == Counter(graph_entities=1)


def test_entity_graph_asks_for_no_relations_without_entities() -> None:
    ask = ScriptedAsk({"graph_entities": lambda prompt: {"entities": []}})
    asyncio.run(built("entity-graph", tools(ask), person(), "memory"))
    assert ask.calls == Counter(graph_entities=ENTRIES)


def test_cluster_tree_summarises_each_cluster_and_judges_level_by_level() -> None:
    ask = ScriptedAsk({"tree_select": lambda prompt: {"relevant": ["s1"]}})
    system = asyncio.run(built("cluster-tree", tools(ask), person(), "memory"))
    clusters = ask.calls["tree_summary"]
    assert 1 < clusters <= ENTRIES // 6  # 45 entries: one level, and 7 nodes are the top
    asyncio.run(system.retrieve(QUERY, 10))
    assert ask.calls["tree_select"] == 1


def test_cluster_tree_can_judge_each_summary_by_itself() -> None:
    build, query = counted("cluster-tree", "memory", judge="each")
    assert query["tree_select"] == build["tree_summary"]


def test_tacitree_extracts_facts_once_a_session() -> None:
    build, _ = counted("tacitree", "conversation")
    assert build["session_facts"] == SESSIONS


def test_t_mem_writes_once_a_session_and_reads_without_a_call() -> None:
    assert counted("t-mem", "conversation") == (Counter(anticipate=SESSIONS), Counter())


def test_evermemos_narrates_each_episode_and_looks_again_only_where_needed() -> None:
    build, query = counted("evermemos", "conversation")
    assert build["episode_cut"] == SESSIONS
    assert build["memcell"] > SESSIONS
    assert query == Counter(sufficient=1, more_queries=1)
    ask = ScriptedAsk({"sufficient": lambda prompt: {"sufficient": True}})
    system = asyncio.run(built("evermemos", tools(ask), person(), "conversation"))
    before = Counter(ask.calls)
    asyncio.run(system.retrieve(QUERY, 10))
    assert ask.calls - before == Counter(sufficient=1)


def test_lightmem_extracts_once_a_full_buffer() -> None:
    build, query = counted("lightmem", "conversation")
    assert 1 <= build["topic_facts"] < SESSIONS
    assert set(build) <= {"topic_facts", "sleep_update"}
    assert query == Counter()


def test_rootmem_extracts_once_a_batch_of_20_and_routes_once() -> None:
    assert counted("rootmem", "memory") == (Counter(revise_roots=3), Counter(route=1))


def t_mem_memories() -> int:
    system = asyncio.run(built("t-mem", tools(), person(), "conversation"))
    assert isinstance(system, TMem)
    return len(system.pieces)


def first_batch(name: str, level: Level) -> int:
    """How many entries the first extraction was given as new."""
    ask = ScriptedAsk()
    asyncio.run(built(name, tools(ask), person(), level))
    first = next(sent for sent in ask.sent if sent.step == "revise_roots")
    return len(re.findall(r"^\W*\+ \[e", first.prompt, re.MULTILINE))


def test_a_batch_has_20_entries_of_a_bank_and_60_memories_of_a_host() -> None:
    assert first_batch("rootmem", "memory") == 20
    assert first_batch("rootmem-over-t-mem", "conversation") == min(60, t_mem_memories())


@pytest.mark.parametrize(("batch", "calls"), [(10, 5), (20, 3), (40, 2)])
def test_the_batch_sweep_changes_the_number_of_extractions(batch: int, calls: int) -> None:
    assert counted("rootmem", "memory", root_batch=batch)[0] == Counter(revise_roots=calls)


def test_over_the_unit_budget_one_more_call_asks_for_merges() -> None:
    build, _ = counted("rootmem", "memory", root_budget=2)
    assert build == Counter(revise_roots=4)  # the third batch makes a third unit


def test_rootmem_over_a_host_takes_batches_of_60() -> None:
    build, query = counted("rootmem-over-t-mem", "conversation")
    batches = -(-t_mem_memories() // 60)
    assert build == Counter(anticipate=SESSIONS, revise_roots=batches)
    assert query == Counter(route=1)


def test_rootmem_itself_by_depth() -> None:
    build = Counter(revise_roots=3)
    assert counted("rootmem-instant", "memory") == (build, Counter())
    assert counted("rootmem-routed", "memory") == (build, Counter(route=1))
    assert counted("rootmem-inferred", "memory") == (build, Counter(route=1, need=1, infer=1))
    paper = Counter(route=1, need_only=1, plan=1, infer=1)
    assert counted("rootmem-paper", "memory") == (build, paper)


def test_qumem_writes_no_units_and_asks_for_need_plan_and_state() -> None:
    build, query = counted("qumem", "conversation")
    assert set(build) <= {"segment", "decompose", "reconcile"}
    assert build["decompose"] % 3 == 0
    assert query == Counter(need_only=1, plan=1, infer=1)


def test_paper_makes_three_calls_an_episode_and_lean_far_fewer() -> None:
    paper, _ = counted("rootmem-paper", "conversation")
    lean, _ = counted("rootmem-lean", "conversation")
    assert paper["decompose"] % 3 == 0
    assert lean["decompose"] < paper["decompose"] / 3


def test_the_static_embedder_is_what_the_tests_use() -> None:
    assert EMBEDDER.id.startswith("static:")
