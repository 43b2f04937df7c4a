"""LightMem (Fang et al. 2026, section 3): compress, group by topic, extract, update in sleep time.

1. Sensory memory: turns are compressed, then cut into topics where neighbouring turns are unlike.
2. Short-term memory: topic segments wait in a buffer; when it holds 1,024 tokens the model extracts
   facts from it in one call, each with the turn it rests on.
3. Long-term memory: facts are inserted at once; in sleep time each fact gets a queue of at most ten
   later facts with cosine 0.8 or more, and where there are any, one call updates, deletes or keeps.
Reading is a dense search.

What differs: LLMLingua-2 and its attention are replaced by what needs no model: words are kept by
their self-information in the history (option ``keep``, 0.7 of each turn's words), and a topic ends
where the cosine to the next user turn falls below the history's mean less half a deviation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rootmem.ports import Vectors
from rootmem.reasoners.llm import data
from rootmem.reasoners.llm.split import side_by_side
from rootmem.reasoners.llm.wire import Text, Wire
from rootmem_bench.records import Person
from rootmem_bench.systems.asking import Asking, turn_lines
from rootmem_bench.systems.material import Piece, Said, history, retrieved
from rootmem_bench.systems.protocol import Card, Level, Retrieved, Tools
from rootmem_bench.systems.ranking import Dense, checked_k, top
from rootmem_bench.systems.sensory import Compressor, buffered, topics

BUFFER = 1024
"""Tokens in the short-term buffer."""
QUEUE, ALIKE = 10, 0.8


class Fact(Wire):
    text: Text = ""
    turn: Text = ""


class Facts(Wire):
    facts: list[Fact] = []  # noqa: RUF012


class Tidied(Wire):
    reasoning: Text = ""
    action: Text = "keep"
    text: Text = ""


class LightMem:
    card = Card(
        "lightmem",
        ("conversation",),
        "semantic",
        "LightMem, Fang et al. 2026, section 3",
        build_calls="one a full buffer of 1,024 tokens; one a fact that later ones resemble",
    )

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._asking = Asking(tools, self.card.name)
        self.notes = self._asking.notes
        self.pieces: list[Piece] = []
        self._index: Dense | None = None

    async def build(self, person: Person, level: Level) -> None:
        said = history(person)
        compressor = Compressor(said, float(self._tools.options.get("keep", 0.7)))
        segments = await topics(said, self._tools.embedder)
        jobs = [partial(self._extract, buffer, compressor) for buffer in buffered(segments, BUFFER)]
        found = [piece for facts in await side_by_side(jobs) for piece in facts]
        pieces = [piece._replace(id=f"f{at}") for at, piece in enumerate(found)]
        self.pieces = await self._sleep(pieces)
        texts = [piece.text for piece in self.pieces]
        self._index = await Dense.over(self._tools.embedder, texts)

    async def _extract(self, buffer: list[Said], compressor: Compressor) -> list[Piece]:
        aliases = data.Aliases("t", [one.id for one in buffer])
        short = [one._replace(text=compressor.compressed(one.text)) for one in buffer]
        reply = await self._asking("topic_facts", Facts, turns=turn_lines(short, aliases))
        by_id = {one.id: one for one in buffer}
        pieces: list[Piece] = []
        for fact in reply.facts:
            if fact.text:
                turns = tuple(aliases.resolved([fact.turn])) or tuple(by_id)
                pieces.append(Piece("", fact.text, by_id[turns[0]].time, turns, kind="fact"))
        return pieces

    async def _sleep(self, pieces: list[Piece]) -> list[Piece]:
        """The pieces after the sleep-time update; each is decided on as it was before it."""
        if not pieces:
            return []
        vectors = await self._tools.embedder.embed([piece.text for piece in pieces])
        jobs = [
            partial(self._tidy, pieces, at, queue)
            for at in range(len(pieces))
            if (queue := later_alike(vectors, at))
        ]
        decided = dict(await side_by_side(jobs)) if jobs else {}
        kept = [decided.get(at, piece) for at, piece in enumerate(pieces)]
        return [piece for piece in kept if piece is not None]

    async def _tidy(
        self, pieces: list[Piece], at: int, queue: Sequence[int]
    ) -> tuple[int, Piece | None]:
        piece = pieces[at]
        later = "\n".join(f"- {pieces[one].text}" for one in queue)
        reply = await self._asking("sleep_update", Tidied, entry=piece.text, later=later)
        if reply.action == "delete":
            return at, None
        if reply.action != "update" or not reply.text:
            return at, piece
        sources = dict.fromkeys(id for one in (at, *queue) for id in pieces[one].ids)
        return at, piece._replace(text=reply.text, ids=tuple(sources))

    async def retrieve(self, query: str, k: int) -> Retrieved:
        assert self._index is not None, "build first"
        order = await self._index.order(query, checked_k(k))
        return retrieved([self.pieces[at] for at in order])

    async def close(self) -> None:
        """Nothing is open."""


def later_alike(vectors: Vectors, at: int) -> list[int]:
    """The update queue of a fact: later ones, the most alike first. Facts are in order of time."""
    scores = vectors[at + 1 :] @ vectors[at]
    return [at + 1 + one for one in top(scores, QUEUE) if scores[one] >= ALIKE]


async def open_system(tools: Tools) -> LightMem:
    return LightMem(tools)
