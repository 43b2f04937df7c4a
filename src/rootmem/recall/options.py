"""The read corridor's numbers, with their sources."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rootmem.model import Noun


class RecallOptions(Noun):
    """``k`` items together [R App. C.1.2]; ``per_query`` hits for each rewritten query and type of
    entry [Q: 3 gives 59.1 %, 5 gives 61.0 %, 10 gives 60.8 %]; ``context_tokens`` is the default
    size of the context [us]. In the ``paper`` preset an activated unit counts as one item and shows
    all its evidence [R 4.2]; in ``lean`` every piece of evidence shown counts [us].
    """

    preset: Literal["lean", "paper"] = "lean"
    k: int = Field(default=30, ge=1)
    per_query: int = Field(default=5, ge=1)
    context_tokens: int = Field(default=4000, ge=50)
