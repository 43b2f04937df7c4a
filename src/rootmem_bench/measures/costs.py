"""Seconds, calls, tokens and cost, split into build and retrieval [R Table 4: seconds per user]."""

from __future__ import annotations

from collections.abc import Sequence

from rootmem.model import Usage
from rootmem_bench.runs import Build, Costs, ItemLine


def costs(builds: Sequence[Build], lines: Sequence[ItemLine]) -> Costs:
    """Of one system. People are those of the lines; seconds are summed over a person's items (and
    builds) and averaged over people, usage is summed over all."""
    people = len({line.person for line in lines} | {build.person for build in builds})
    seconds: dict[str, float] = {"build": sum(build.seconds for build in builds)}
    usage: dict[str, Usage] = {"build": sum((build.usage for build in builds), Usage())}
    for line in lines:
        for step, took in line.seconds.items():
            seconds[step] = seconds.get(step, 0.0) + took
        for step, used in line.usage.items():
            usage[step] = usage.get(step, Usage()) + used
    each = {step: total / people for step, total in seconds.items()} if people else {}
    return Costs(people=people, seconds_per_person=each, usage=usage)
