"""The page in the browser on which somebody judges cards, one at a time (NiceGUI, extra
``screen``).

Keys: 1 to 4 answer the scale that is marked, the arrows up and down mark another, left and right
turn the cards. Every answer is on disk before the page shows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from rootmem.errors import NotConfigured
from rootmem_bench.construction.desks import Card, Desk

if TYPE_CHECKING:
    from nicegui.events import KeyEventArguments

_MEMORIES = ("semantic memory", "logical memory")
_STYLE = """
body { background: #f6f5f2; color: #22252a }
.sheet { max-width: 54rem; margin: 0 auto; width: 100% }
.name { font-size: .75rem; letter-spacing: .04em; color: #6b6f76 }
.query { font-size: 1.3rem; line-height: 1.4 }
.part { background: #fff; border: 1px solid #e3e0d9; border-radius: 8px; padding: .6rem .9rem }
.marked { border-left: 4px solid #0072B2 }
.correct { border-color: #2e7d4f; border-width: 2px }
"""


class Page:
    """One person's page over one desk; ``show`` builds it for a visit."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.at = next((n for n, card in enumerate(desk.cards) if not self.complete(card)), 0)
        self.scale = 0

    @property
    def card(self) -> Card:
        return self.desk.cards[self.at]

    def complete(self, card: Card) -> bool:
        return len(self.desk.scores(card.id)) == len(self.desk.scales)

    def show(self) -> None:
        from nicegui import ui

        ui.add_css(_STYLE)
        ui.keyboard(on_key=self._pressed, ignore=[])  # also after a click on a button
        body: Any = ui.refreshable(self._body)
        self._refresh = body.refresh
        with ui.column().classes("sheet gap-3 p-4"):
            body()

    def _body(self) -> None:
        from nicegui import ui

        if not self.desk.cards:
            ui.label("There is nothing to judge.")
            return
        done, total = sum(map(self.complete, self.desk.cards)), len(self.desk.cards)
        with ui.row().classes("w-full items-center no-wrap"):
            ui.label(self.desk.title).classes("text-weight-bold")
            ui.space()
            ui.label(f"{done} of {total} done")
        ui.linear_progress(done / total, show_value=False).props("color=green-8 size=6px")
        self._parts(self.card)
        for number, scale in enumerate(self.desk.scales):
            self._scale(number, scale.text, scale.choices)
        with ui.row().classes("w-full items-center"):
            ui.button("←", on_click=lambda: self.turn(-1)).props("flat")
            ui.label(f"{self.at + 1} / {total}")
            ui.button("→", on_click=lambda: self.turn(1)).props("flat")
            ui.space()
            keys = f"1–{max(max(scale.choices) for scale in self.desk.scales)}"
            ui.label(f"{keys} answer, ↑ ↓ scale, ← → card; saved at once").classes("name")

    def _parts(self, card: Card) -> None:
        from nicegui import ui

        parts = list(card.parts)
        if parts and parts[0][0] == "query":
            ui.label(parts.pop(0)[1]).classes("query")
        memories = [part for part in parts if part[0] in _MEMORIES]
        others = [part for part in parts if part[0] not in _MEMORIES]
        for group in (memories, others):
            with ui.element("div").classes("w-full grid grid-cols-1 sm:grid-cols-2 gap-3"):
                for name, text in group:
                    right = " correct" if name == "correct" else ""
                    with ui.element("div").classes(f"part{right}"):
                        ui.label(name).classes("name")
                        ui.label(text)

    def _scale(self, number: int, text: str, choices: Any) -> None:
        from nicegui import ui

        name = self.desk.scales[number].name
        given = self.desk.scores(self.card.id).get(name)
        marked = " marked" if number == self.scale else ""
        with ui.element("div").classes(f"part w-full{marked}"):
            ui.label(text)
            with ui.row().classes("gap-2 q-mt-xs"):
                for value, label in choices.items():
                    ui.button(
                        f"{value}  {label}",
                        on_click=lambda _, v=value, n=number: self.answer(v, n),
                    ).props(
                        "no-caps dense unelevated" if value == given else "no-caps dense flat"
                    ).mark(f"{name}-{value}")

    def answer(self, value: int, number: int | None = None) -> None:
        """Save an answer; after the last scale of a card the next card comes."""
        at = self.scale if number is None else number
        scale = self.desk.scales[at]
        if not self.desk.cards or value not in scale.choices:
            return
        before = self.complete(self.card)
        self.desk.rate(self.card.id, scale.name, value)
        self.scale = min(at + 1, len(self.desk.scales) - 1)
        if not before and self.complete(self.card):
            self.turn(1)
        self._refresh()

    def turn(self, by: int) -> None:
        last = len(self.desk.cards) - 1
        self.at, self.scale = max(0, min(self.at + by, last)), 0
        self._refresh()

    def mark(self, by: int) -> None:
        self.scale = max(0, min(self.scale + by, len(self.desk.scales) - 1))
        self._refresh()

    def _refresh(self) -> None:
        """Nobody looks yet; ``show`` puts the page's own in its place."""

    def _pressed(self, event: KeyEventArguments) -> None:
        if not event.action.keydown or event.action.repeat:
            return
        key = event.key
        if key.number is not None:
            self.answer(key.number)
        elif key.arrow_left or key.arrow_right:
            self.turn(-1 if key.arrow_left else 1)
        elif key.arrow_up or key.arrow_down:
            self.mark(-1 if key.arrow_up else 1)


def serve(desk: Desk, *, host: str = "127.0.0.1", port: int = 8777, browser: bool = True) -> None:
    """Serve the page until it is interrupted; raises NotConfigured without NiceGUI."""
    try:
        from nicegui import ui
    except ModuleNotFoundError:
        raise NotConfigured('the page needs an extra: pip install "rootmem[screen]"') from None

    def visit() -> None:
        Page(desk).show()

    cast("Any", ui).run(visit, host=host, port=port, title=desk.title, show=browser, reload=False)
