from rootmem_bench.datasets.categories import CATEGORIES
from rootmem_bench.datasets.mini import load
from rootmem_bench.records import OPTION_KINDS


def test_it_ships_people_with_both_levels_and_whole_items() -> None:
    dataset = load()
    assert len(dataset.people) >= 4
    assert dataset.notes == ()
    for person in dataset.people:
        turns = {turn.id for session in person.sessions for turn in session.turns}
        bank = {entry.id for entry in person.bank}
        assert {name for entry in person.bank for name in entry.source} <= turns
        for item in person.choices:
            assert {kind for kind, _ in item.options} == set(OPTION_KINDS)
            assert item.category in CATEGORIES
            assert set(item.semantic) | set(item.logical) <= bank
            assert item.logical


def test_sixty_items_cover_the_seven_categories() -> None:
    items = [item for person in load().people for item in person.choices]
    assert len(items) >= 60
    assert {item.category for item in items} == set(CATEGORIES)
