"""What makes each baseline the method it is named after."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import numpy as np

from rootmem_bench.records import BankEntry, Person, Session, Utterance
from rootmem_bench.systems.clusters import clustered
from rootmem_bench.systems.entity_graph import EntityGraph
from rootmem_bench.systems.graph import Graph, Triple
from rootmem_bench.systems.lightmem import LightMem, later_alike
from rootmem_bench.systems.material import Said
from rootmem_bench.systems.memcells import MemCell, consolidated
from rootmem_bench.systems.qumem import QUMem
from rootmem_bench.systems.scripted import ScriptedAsk
from rootmem_bench.systems.sensory import Compressor, buffered, topics
from rootmem_bench.systems.similarity_graph import SimilarityGraph
from rootmem_bench.systems.tacitree import distinct
from rootmem_bench.systems.tmem import TMem
from tests.bench.systems.people import EMBEDDER, built, person, tools

START = datetime(2024, 1, 1, tzinfo=UTC)


def bank(*texts: str) -> Person:
    entries = (BankEntry(id=f"m{at}", text=text) for at, text in enumerate(texts))
    return Person(id="x", bank=tuple(entries))


def chat(*texts: str) -> Person:
    turns = tuple(
        Utterance(id=f"t{at}", role="user", text=text, time=START + timedelta(minutes=at))
        for at, text in enumerate(texts)
    )
    return Person(id="x", sessions=(Session(id="s", turns=turns),))


def ids(system, query: str, k: int = 5) -> list[str]:
    return [id for item in asyncio.run(system.retrieve(query, k)).items for id in item.ids]


# cluster tree


def test_every_row_is_in_exactly_one_cluster_and_a_seed_repeats_them():
    vectors = np.random.default_rng(1).normal(size=(40, 16)).astype(np.float32)
    groups = clustered(vectors, 6, seed=42)
    assert sorted(at for group in groups for at in group) == list(range(40))
    assert 1 < len(groups) <= 6
    assert clustered(vectors, 6, seed=42) == groups


def test_only_entries_under_a_chosen_summary_are_retrieved():
    nothing = tools(script={"tree_select": lambda prompt: {"relevant": []}})
    system = asyncio.run(built("cluster-tree", nothing, person(), "memory"))
    assert ids(system, "knee", 10) == []


def test_a_small_bank_is_judged_entry_by_entry_without_a_tree():
    given = ScriptedAsk({"tree_select": lambda prompt: {"relevant": ["s2"]}})
    system = asyncio.run(built("cluster-tree", tools(given), bank("a cat", "a dog"), "memory"))
    assert ids(system, "cats") == ["m1"]
    assert not given.calls["tree_summary"]


def test_of_facts_nearly_alike_the_later_one_stays():
    vectors = np.array([[1, 0], [0, 1], [0.999, 0.04]], dtype=np.float32)
    assert distinct(vectors, 0.9) == [1, 2]


# similarity graph


def test_a_linked_note_comes_with_the_note_it_is_linked_with():
    script = {
        "note_analyse": lambda prompt: {"keywords": [], "context": "", "tags": []},
        "note_link": lambda prompt: {
            "links": ["n1"] if "tax" in prompt.split("<neighbours>")[0] else []
        },
    }
    texts = ("The cat sleeps in the studio", "Rain falls on the roof", "The tax office wrote")
    system = asyncio.run(built("similarity-graph", tools(script=script), bank(*texts), "memory"))
    assert isinstance(system, SimilarityGraph)
    links = [note.links for note in system._box.notes]
    (linked,) = links[2]
    assert ids(system, "The tax office wrote", 2) == ["m2", f"m{linked}"]
    assert ids(system, "The tax office wrote", 1) == ["m2"]


def test_a_new_note_may_rewrite_its_neighbours():
    update = {"note": "n1", "context": "now about health", "tags": ["health"]}
    script = {"note_link": lambda prompt: {"links": [], "tags": [], "updates": [update]}}
    system = asyncio.run(
        built("similarity-graph", tools(script=script), bank("one", "two"), "memory")
    )
    assert isinstance(system, SimilarityGraph)
    assert (system._box.notes[0].context, system._box.notes[0].tags) == (
        "now about health",
        ["health"],
    )


# entity graph


def test_entities_near_enough_share_a_node():
    graph = Graph(EMBEDDER)

    async def nodes() -> list[str]:
        return [await graph.node(one) for one in ("cat", "Cat", "cats", "tax office")]

    found = asyncio.run(nodes())
    assert found[0] == found[1] == "cat"
    assert found[3] == "tax office"


def test_an_entity_of_the_query_leads_to_entries_that_share_no_word_with_it():
    graph = Graph(EMBEDDER)

    async def around() -> list[int]:
        mirei, pills = await graph.node("Mirei"), await graph.node("pharmacy")
        graph.add([Triple(mirei, "works in", pills, 7)])
        await graph.finish()
        return await graph.around(["Mirei"], "a present for her")

    assert asyncio.run(around()) == [7]


def test_an_obsolete_relation_is_not_followed():
    script = {
        "graph_entities": lambda prompt: {"entities": [{"name": "user"}, {"name": "sushi"}]},
        "graph_relations": lambda prompt: {
            "relations": [{"source": "user", "relation": "eats", "target": "sushi"}]
        },
        "graph_conflicts": lambda prompt: {"obsolete": ["k1"]},
    }
    person_ = bank("The user loves sushi", "The user hates sushi")
    system = asyncio.run(built("entity-graph", tools(script=script), person_, "memory"))
    assert isinstance(system, EntityGraph)
    assert ids(system, "sushi") == ["m1"]


# T-Mem


def test_a_trigger_leads_to_a_memory_that_the_query_does_not_resemble_and_is_not_shown():
    item = {
        "text": "The user's cat sleeps in the studio",
        "turns": ["t1"],
        "entities": ["cat"],
        "bridges": ["Help me set up a fish tank"],
    }
    other = {"text": "Fish is on sale at the tank shop", "turns": ["t2"], "entities": []}
    scene = {"first": "t1", "summary": "", "topics": [], "horizon": [], "items": [item, other]}
    script = {"anticipate": lambda prompt: {"scenes": [scene]}}
    said = chat("My cat sleeps in the studio", "Fish is on sale")
    system = asyncio.run(built("t-mem", tools(script=script), said, "conversation"))
    assert isinstance(system, TMem)
    found = asyncio.run(system.retrieve("Help me set up a fish tank", 2))
    assert found.items[0].ids == ("t0",)
    assert "Help me" not in found.context


def test_a_trigger_far_from_the_query_does_not_pass_the_gate():
    item = {"text": "a", "turns": [], "entities": [], "bridges": ["Help me set up a fish tank"]}
    scene = {"first": "t1", "summary": "", "topics": [], "horizon": [], "items": [item]}
    script = {"anticipate": lambda prompt: {"scenes": [scene]}}
    system = asyncio.run(built("t-mem", tools(script=script), chat("a"), "conversation"))
    assert isinstance(system, TMem)
    vector = asyncio.run(EMBEDDER.embed(["income tax return deadline"]))[0]
    assert system._families[3].order(vector) == []


# EverMemOS


def cell(text: str, days: float) -> MemCell:
    return MemCell("", text, (), (), (), START + timedelta(days=days))


def test_cells_alike_and_close_in_time_share_a_scene():
    vectors = np.array([[1, 0], [0.95, 0.312], [0, 1], [1, 0]], dtype=np.float32)
    cells = [cell("a", 0), cell("b", 2), cell("c", 3), cell("d", 30)]
    assert [scene.cells for scene in consolidated(cells, vectors)] == [[0, 1], [2], [3]]


def test_a_second_round_brings_in_what_the_first_did_not_open():
    texts = ["The cat sleeps in the studio", "My knee hurts since May", "Rent is due"]
    script = {
        "episode_cut": lambda prompt: {"begins": ["t1", "t2", "t3"]},
        "memcell": lambda prompt: {},
        "sufficient": lambda prompt: {"sufficient": False, "missing": ["health"]},
        "more_queries": lambda prompt: {"queries": ["My knee hurts since May"] * 5},
    }
    given = ScriptedAsk(script)
    system = asyncio.run(built("evermemos", tools(given), chat(*texts), "conversation"))
    assert "t1" in ids(system, "dance", 3)
    assert "health" in given.sent[-1].prompt


# LightMem


def said(*texts: str) -> list[Said]:
    return [Said(f"t{at}", "s", "user", text, START) for at, text in enumerate(texts)]


def test_compression_keeps_the_telling_words_in_their_order():
    turns = said(*["well you know the weather is the weather"] * 5, "the knee is swollen")
    short = Compressor(turns, 0.5).compressed("the knee is swollen")
    assert short == "knee swollen"
    assert Compressor(turns, 1.0).compressed("the knee is swollen") == "the knee is swollen"


def test_a_topic_ends_where_the_next_turn_is_unlike():
    turns = said(
        "My cat sleeps a lot", "The cat eats a lot", "File the income tax return", "Tax is due soon"
    )
    found = asyncio.run(topics(turns, EMBEDDER))
    assert [[one.id for one in segment] for segment in found] == [["t0", "t1"], ["t2", "t3"]]


def test_the_buffer_is_flushed_when_the_next_segment_would_not_fit():
    segments = [said("x" * 400), said("y" * 400), said("z" * 4000)]
    sizes = [len(buffer) for buffer in buffered(segments, 200)]
    assert sizes == [2, 1]


def test_the_update_queue_holds_later_facts_only():
    vectors = np.array([[1, 0], [1, 0], [0, 1], [0.9, 0.436]], dtype=np.float32)
    assert later_alike(vectors, 0) == [1, 3]
    assert later_alike(vectors, 1) == [3]
    assert later_alike(vectors, 3) == []


def test_sleep_time_deletes_and_updates_and_keeps_the_sources():
    facts = ["The user loves sushi", "The user loves sushi", "Rent is due"]
    reply = {"facts": [{"text": text, "turn": f"t{at}"} for at, text in enumerate(facts, 1)]}

    def tidied(action: str) -> LightMem:
        script = {
            "topic_facts": lambda prompt: reply,
            "sleep_update": lambda prompt: {"action": action, "text": "Loves sushi, twice said"},
        }
        system = asyncio.run(
            built("lightmem", tools(script=script), chat("a", "b", "c"), "conversation")
        )
        assert isinstance(system, LightMem)
        return system

    assert [piece.ids for piece in tidied("delete").pieces] == [("t1",), ("t2",)]
    assert [piece.ids for piece in tidied("update").pieces] == [("t0", "t1"), ("t1",), ("t2",)]
    assert len(tidied("keep").pieces) == 3


# QUMem


def test_the_response_model_gets_the_state_and_the_items_are_what_it_was_inferred_from():
    script = {
        "infer": lambda prompt: {
            "facts": [{"text": "The knee is not healed yet", "entries": ["e1"]}],
            "preferences": [],
            "insights": [],
        }
    }
    system = asyncio.run(built("qumem", tools(script=script), person(), "memory"))
    assert isinstance(system, QUMem)
    found = asyncio.run(system.retrieve("Plan a hike", 6))
    assert found.context == "## Facts, in order of time\n- The knee is not healed yet"
    assert 0 < len(found.items) <= 6
