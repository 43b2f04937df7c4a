"""Step 1: every memory gets one of ten tags. One call a batch of 20 memories that have none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from rootmem.reasoners.llm import data
from rootmem.reasoners.llm.wire import Left, Text, Wire, read_items
from rootmem_bench.construction import prompts
from rootmem_bench.construction.calling import AT_ONCE, Caller, Failed, side_by_side
from rootmem_bench.construction.kinds import TAGS
from rootmem_bench.construction.shapes import Tagged
from rootmem_bench.records import BankEntry, Person

BATCH = 20
_BY_LETTERS = {"".join(filter(str.isalpha, tag)).lower(): tag for tag in TAGS}


class OneTag(Wire):
    memory: Text = ""
    tag: Text = ""


class Tags(Wire):
    tags: list[OneTag] = []  # noqa: RUF012


class Batch(NamedTuple):
    key: str
    person: str
    entries: Sequence[BankEntry]


class Tagging(NamedTuple):
    """``problems`` name the memories that no usable reply tagged; they take no part in mining."""

    tags: list[Tagged]
    problems: list[str]
    failure: Exception | None = None


def tag_of(text: str) -> str | None:
    """The tag meant by a spelling of it."""
    return _BY_LETTERS.get("".join(filter(str.isalpha, text)).lower())


def batches(people: Sequence[Person], *, anew: bool = False) -> list[Batch]:
    """What has to be asked. A tag that the data set names counts, unless ``anew``."""
    found: list[Batch] = []
    for person in people:
        untagged = [entry for entry in person.bank if anew or tag_of(entry.tag) is None]
        for start in range(0, len(untagged), BATCH):
            key = f"{person.id}/{start // BATCH + 1}"
            found.append(Batch(key, person.id, untagged[start : start + BATCH]))
    return found


async def tag(
    people: Sequence[Person],
    caller: Caller,
    *,
    anew: bool = False,
    at_once: int = AT_ONCE,
    step: Callable[[int, int], None] = lambda done, total: None,
) -> Tagging:
    given = [
        Tagged(person=person.id, memory=entry.id, tag=known, by="data")
        for person in people
        for entry in person.bank
        if not anew and (known := tag_of(entry.tag)) is not None
    ]
    jobs = [partial(_tagged, batch, caller) for batch in batches(people, anew=anew)]
    done = await side_by_side(jobs, at_once=at_once, step=step)
    found: list[Tagged] = [one for result in done.results for one in result.tags]
    problems: list[str] = [one for result in done.results for one in result.problems]
    return Tagging(_in_order(given + found, people), problems, done.failure)


async def _tagged(batch: Batch, caller: Caller) -> Tagging:
    aliases = data.Aliases("m", [entry.id for entry in batch.entries])
    shown = "\n".join(f"[{aliases.of(one.id)}] {prompts.safe(one.text)}" for one in batch.entries)
    try:
        tags = await caller(batch.key, "tag", Tags, partial(_read, aliases), memories=shown)
    except Failed as failed:
        return Tagging([], [f"{batch.person}: {one.id}: {failed}" for one in batch.entries])
    found: list[Tagged] = []
    problems: list[str] = []
    for entry in batch.entries:
        if entry.id in tags:
            tag = tags[entry.id]
            found.append(Tagged(person=batch.person, memory=entry.id, tag=tag, by="model"))
        else:
            problems.append(f"{batch.person}: {entry.id}: the reply gives no known tag")
    return Tagging(found, problems)


def _read(aliases: data.Aliases, reply: Mapping[str, Any]) -> dict[str, str]:
    """Memory -> tag; of two tags for one the first counts."""

    def check(one: OneTag) -> tuple[str, str]:
        tag = tag_of(one.tag)
        if tag is None:
            raise Left("not one of the ten tags")
        return aliases.resolve(one.memory), tag

    kept, _ = read_items(reply, "tags", OneTag, check)
    return dict(reversed(kept))


def _in_order(tags: list[Tagged], people: Sequence[Person]) -> list[Tagged]:
    """In the order of the banks, however they came."""
    by = {(one.person, one.memory): one for one in tags}
    keys = ((person.id, entry.id) for person in people for entry in person.bank)
    return [by[key] for key in keys if key in by]
