"""One item and what it rests on, as a tree."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from rich.tree import Tree

from rootmem.cli.pieces import entry_date, entry_text, entry_type, number, short
from rootmem.cli.provenance import OfEntry, OfEpisode, OfRoot, Origin
from rootmem.cli.text import one_line
from rootmem.model import EntryEvent, Episode, MemoryEntry, RootUnit, RootVersion, Turn

_GUIDE = "dim"
_TRIGGERS = 6


def tree_of(origin: Origin) -> Tree:
    """The item at the root, what it rests on below, what rests on it last."""
    if isinstance(origin, OfRoot):
        return _root(origin)
    if isinstance(origin, OfEntry):
        tree = Tree(_entry_label(origin.entry, whole=True), guide_style=_GUIDE)
        _entry(tree, origin)
        return tree
    if isinstance(origin, OfEpisode):
        tree = Tree(_episode_label(origin.episode), guide_style=_GUIDE)
        _turns(tree, origin.turns)
    else:
        tree = Tree(_turn_label(origin.turn, 2000), guide_style=_GUIDE)
        if origin.episode is not None:
            tree.add(_episode_label(origin.episode))
    made = tree.add(Text("what was made of it" if origin.entries else "nothing was made of it"))
    for entry in origin.entries:
        made.add(_entry_label(entry))
    if not isinstance(origin, OfEpisode):
        _cited(tree, origin.roots)
    return tree


def _root(origin: OfRoot) -> Tree:
    unit = origin.root
    tree = Tree(_root_label(unit), guide_style=_GUIDE)
    tree.add(Text.assemble(("when  ", "dim"), one_line(unit.activation, 600)))
    tree.add(Text.assemble(("then  ", "dim"), one_line(unit.guidance, 900)))
    if unit.triggers:
        more = len(unit.triggers) - _TRIGGERS
        said = " · ".join(one_line(trigger, 80) for trigger in unit.triggers[:_TRIGGERS])
        said += f" · and {more} more" if more > 0 else ""
        tree.add(Text.assemble(("as in  ", "dim"), said))
    evidence = tree.add(Text(f"rests on {number(len(origin.evidence), 'memory', 'memories')}"))
    for piece in origin.evidence:
        _entry(evidence.add(_entry_label(piece.entry)), piece)
    history = tree.add(Text("history"))
    for version in origin.versions:
        history.add(_version_label(version))
    return tree


def _entry(tree: Tree, origin: OfEntry) -> None:
    if origin.successor is not None:
        tree.add(Text.assemble(("replaced by  ", "yellow"), _entry_label(origin.successor)))
    if origin.episode is not None:
        _turns(tree.add(_episode_label(origin.episode)), origin.turns)
    elif origin.turns:
        _turns(tree, origin.turns)
    else:
        tree.add(Text("came ready-made, without turns", "dim"))
    history = tree.add(Text("history"))
    for event in origin.history:
        history.add(_event_label(event))
    _cited(tree, origin.roots)


def _turns(tree: Tree, turns: Sequence[Turn]) -> None:
    for turn in turns:
        tree.add(_turn_label(turn, 300))


def _cited(tree: Tree, roots: Sequence[RootUnit]) -> None:
    if roots:
        cited = tree.add(Text("cited by"))
        for unit in roots:
            cited.add(_root_label(unit))


def _root_label(unit: RootUnit) -> Text:
    name = one_line(unit.title, 100) or "A rule"
    return Text.assemble(("◆ ", "green"), (name, "bold"), (f"  {unit.id}", "dim"))


def _entry_label(entry: MemoryEntry, *, whole: bool = False) -> Text:
    id = entry.id if whole else short(entry.id)
    text = entry_text(entry, 2000 if whole else 240)
    return Text.assemble(entry_date(entry), " ", entry_type(entry), "  ", text, (f"  {id}", "dim"))


def _episode_label(episode: Episode) -> Text:
    title = f"  {one_line(episode.title, 80)}" if episode.title else ""
    span = f"{episode.start:%Y-%m-%d %H:%M}"
    turns = number(len(episode.turn_ids), "turn")
    return Text.assemble(
        ("episode ", "bold"), f"of {span}, {turns}{title}", (f"  {short(episode.id)}", "dim")
    )


def _turn_label(turn: Turn, most: int) -> Text:
    who = one_line(turn.name or turn.role, 30)
    return Text.assemble(
        (f"{turn.time:%Y-%m-%d %H:%M} ", "dim"),
        (f"{who}: ", "bold" if turn.by_user else ""),
        one_line(turn.text, most),
        (f"  {short(turn.id)}", "dim"),
    )


def _event_label(event: EntryEvent) -> Text:
    by = f" by {one_line(event.by, 60)}" if event.by else ""
    return Text.assemble(
        (f"{event.at:%Y-%m-%d %H:%M} ", "dim"), f"{event.action}{by}: ", one_line(event.text, 160)
    )


def _version_label(version: RootVersion) -> Text:
    why = f": {one_line(version.reason, 160)}" if version.reason else ""
    return Text.assemble(
        (f"{version.at:%Y-%m-%d %H:%M} ", "dim"),
        f"version {version.unit.version}, {version.action}{why}",
    )
