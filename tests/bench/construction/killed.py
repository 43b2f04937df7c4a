"""A construction in a process of its own that can be killed: ``python killed.py FOLDER LOG PAUSE``.

Every call writes ``step key-of-the-prompt`` into LOG before it pauses and replies.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rootmem_bench.construction import steps
from rootmem_bench.construction.folder import Folder
from rootmem_bench.construction.steps import Way
from tests.bench.construction.tiny import SCRIPT, Scripted, dataset, rulings

STEPS = ("tag", "mine", "verify", "generate")


def build(place: Path, log: Path, pause: float) -> None:
    def slow(step: str, reply: Callable[[str], object]) -> Callable[[str], object]:
        def call(prompt: str) -> object:
            digest = hashlib.sha256(prompt.encode()).hexdigest()
            with log.open("a") as file:
                file.write(f"{step} {digest}\n")
                file.flush()
                os.fsync(file.fileno())
            time.sleep(pause)
            return reply(prompt)

        return call

    # Canoes are judged badly, so that there are refinements in the middle of which one can die.
    judge = lambda prompt: rulings(**({"tone": "stiff"} if "canoe" in prompt else {}))(prompt)  # noqa: E731
    script = {**SCRIPT, "judge": judge}
    scripted = Scripted(**{name: slow(name, script[name]) for name in script})
    if not (place / "manifest.json").exists():
        Folder.create(place, dataset(), seed=7)
    folder, way = Folder(place), Way(at_once=2)

    async def work() -> None:
        with folder.owned():
            for report in (
                await steps.tag(folder, scripted.model, way),
                await steps.mine(folder, scripted.model, way),
                await steps.verify(folder, scripted.model, way),
                await steps.generate(folder, scripted.model, scripted.model, way),
            ):
                assert report.failure is None

    asyncio.run(work())


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]))
