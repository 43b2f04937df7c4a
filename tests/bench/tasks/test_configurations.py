from __future__ import annotations

import pytest

from rootmem.errors import InvalidInput
from rootmem_bench.systems.registry import SYSTEMS
from rootmem_bench.tasks.configurations import GROUPS, configuration, configurations


def test_a_system_is_a_configuration_without_options() -> None:
    found = configuration("bm25")
    assert (found.system, found.options, found.k) == ("bm25", {}, None)


def test_a_sweep_changes_one_option_each() -> None:
    found = configurations("sweep-units")
    assert [one.options for one in found] == [{"root_budget": n} for n in (5, 10, 20)]
    assert {one.system for one in found} == {"rootmem-routed"}


def test_options_can_be_written_behind_a_name() -> None:
    one, two = configurations("rootmem-routed[root_budget=5,preset=paper],bm25")
    assert one.options == {"root_budget": 5, "preset": "paper"}
    assert one.name == "rootmem-routed[root_budget=5,preset=paper]"
    assert two.name == "bm25"


def test_every_group_names_configurations_of_systems_that_exist() -> None:
    for group in GROUPS:
        assert {one.system for one in configurations(group)} <= set(SYSTEMS)


@pytest.mark.parametrize("name", ["nobody", "bm25[x]", "", "bm25[k=1"])
def test_what_is_none_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput):
        configurations(name)
