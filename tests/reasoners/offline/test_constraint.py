"""What binds later answers is told from what passes, and in which facet it does."""

from __future__ import annotations

import pytest

from rootmem.embedders import StaticEmbedder
from rootmem.reasoners.offline.constraint import Judge
from rootmem.reasoners.offline.facets import lines_of, load_facets

FACETS = load_facets()
EMBED = StaticEmbedder().embed_now
JUDGE = Judge(FACETS, [EMBED(facet.signs) for facet in FACETS], EMBED(lines_of("ordinary.txt")))

BINDING = {
    "The user cannot lift anything since the operation on the shoulder.": "health",
    "Priya has coeliac disease and must avoid all gluten.": "food",
    "Tom's two old greyhounds live with him in the house.": "animals",
    "The user is bringing up three children alone.": "children",
    "Owes the bank forty thousand and pays it off each month.": "money",
    "The user drowned almost as a child and is terrified of water.": "fears",
    "Her father died in the spring.": "loss",
    "The user is waiting for a visa and may not work.": "law",
}
PASSING = [
    "Ana thanked her friend for the lovely photos.",
    "The user thinks the new café looks nice.",
    "Omar enjoyed the concert on Saturday.",
    "Can you rewrite this paragraph so that it sounds friendlier?",
    "Lucy was happy to see such a beautiful sunset.",
]


def test_binding_statements_are_stronger_than_passing_ones():
    binding = JUDGE.judge(list(BINDING), EMBED(list(BINDING))).strength
    passing = JUDGE.judge(PASSING, EMBED(PASSING)).strength
    assert binding.min() > 0 > passing.max()


@pytest.mark.parametrize("text", BINDING)
def test_a_plain_statement_is_near_its_facet(text: str):
    affinity = JUDGE.judge([text], EMBED([text])).affinity[0]
    nearest = [FACETS[number].id for number in (-affinity).argsort()[:3]]
    assert BINDING[text] in nearest


def test_a_text_in_a_script_the_embedder_lacks_does_not_bind():
    text = "我昨天和朋友去看了电影"
    assert JUDGE.judge([text], EMBED([text])).strength[0] < 1.0


def test_no_text_is_judged_without_error():
    judged = JUDGE.judge([], EMBED([]))
    assert judged.strength.shape == (0,)
    assert judged.affinity.shape == (0, len(FACETS))
