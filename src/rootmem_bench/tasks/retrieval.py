"""Retrieval alone: no model answers. Build, retrieve, measure, compare."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rootmem.errors import InvalidInput
from rootmem_bench.measures.aggregate import comparisons_of, measures_of
from rootmem_bench.records import ChoiceItem, Dataset, OpenItem, Person
from rootmem_bench.runs import Build, ItemLine, Manifest, Run
from rootmem_bench.systems.protocol import Card, Level
from rootmem_bench.tasks.configurations import Configuration
from rootmem_bench.tasks.gold import Goals, Gold, hits
from rootmem_bench.tasks.hosting import Finding, Host, MakeTools

Item = ChoiceItem | OpenItem
Step = Callable[[str, int, int], None]


def level_of(data: Dataset) -> Level:
    """Memory level where every person has a bank, else conversation level."""
    return "memory" if all(person.bank for person in data.people) else "conversation"


def wanted(person: Person, level: Level) -> list[tuple[Item, Gold]]:
    """The items that name something to find at this level."""
    goals = Goals(person, level)
    pairs = [(item, goals.of(item)) for item in (*person.choices, *person.questions)]
    return [(item, gold) for item, gold in pairs if gold]


async def retrieval_lines(
    data: Dataset,
    chosen: Sequence[Configuration],
    tools: MakeTools,
    *,
    level: Level,
    ks: Sequence[int],
    step: Step = lambda name, done, total: None,
) -> tuple[list[ItemLine], list[Build], list[Card]]:
    """One line a system, k and item, one build a system and person; one thing at a time, so that
    seconds mean something. Each k is a retrieval of its own, for some systems choose by k.

    Raises TooManyItems, and InvalidInput where nothing can be measured.
    """
    asked = {person.id: wanted(person, level) for person in data.people}
    total = sum(map(len, asked.values())) * len(chosen)
    if not total:
        raise InvalidInput(f"{data.name}: no item names a memory to find at {level} level")
    lines: list[ItemLine] = []
    builds: list[Build] = []
    cards: list[Card] = []
    done = 0
    for one in chosen:
        host = Host(one, tools, level)
        card: Card | None = None
        try:
            for person in data.people:
                for item, gold in asked[person.id]:
                    async with host.of(person, item_end(item)) as memory:
                        card = memory.system.card
                        for k in _ks(one, ks):
                            found = await memory.recall(item.query, k)
                            lines.append(line_of(one.name, level, person, item, gold, k, found))
                    done += 1
                    step(f"{one.name}, {person.id}", done, total)
                await host.close()  # one person's memory at a time
        finally:
            await host.close()
        builds += host.builds
        cards += [card] if card else []
    return lines, builds, cards


def line_of(
    system: str, level: Level, person: Person, item: Item, gold: Gold, k: int, found: Finding
) -> ItemLine:
    """The retrieval's part of an item's line."""
    hit = hits(found.retrieved, gold, k)
    return ItemLine(
        system=system,
        k=k,
        level=level,
        person=person.id,
        item=item.id,
        category=item.category,
        query_type=getattr(item, "query_type", ""),
        retrieved=tuple(shown.ids for shown in found.retrieved.items),
        kinds=tuple(shown.kind for shown in found.retrieved.items),
        semantic=hit.semantic,
        logical=hit.logical,
        scores=hit.scores,
        seconds={"retrieval": found.seconds},
        usage={"retrieval": found.usage},
    )


def retrieval_run(
    manifest: Manifest, lines: Sequence[ItemLine], builds: Sequence[Build], baseline: str, seed: int
) -> Run:
    return Run(
        task="retrieval",
        manifest=manifest,
        builds=tuple(builds),
        measures=measures_of(lines, builds, seed=seed),
        comparisons=comparisons_of(lines, baseline, seed=seed),
    )


def item_end(item: Item) -> int | None:
    return item.history_end


def _ks(one: Configuration, ks: Sequence[int]) -> Sequence[int]:
    return ks if one.k is None else (one.k,)
