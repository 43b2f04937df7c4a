import json
import re
from datetime import UTC, datetime

import anyio
import pytest

from rootmem.errors import ModelOutputError, ModelUnavailable
from rootmem.metering import metered


def item(text="The user likes tea.", turns=("t1",), **fields):
    return {
        "turns": list(turns),
        "subject": "user",
        "type": "factual",
        "text": text,
        "condition": "",
        "event_time": None,
        "strength": 0.5,
        **fields,
    }


def entries(*items):
    return {"reasoning": "because", "entries": list(items)}


def shown(text):
    return re.findall(r"^\[(t\d+)\] user", text, re.MULTILINE)


def decompose(model, *episodes, **options):
    return anyio.run(model.reasoner(**options).decompose, list(episodes))


def test_an_entry_carries_everything_that_was_said(script, talk):
    model = script(
        entries(
            item(
                "Jack is allergic to peanuts.",
                ["t1", "t2"],
                subject="Jack",
                event_time="2023-05-07",
                condition="raw",
                strength=0.9,
            )
        )
    )
    (result,) = decompose(model, talk("user: Jack, my friend, is allergic", "assistant: ok"))
    (draft,) = result.drafts
    assert draft.subject == "Jack"
    assert draft.turn_ids == ("turn-0", "turn-1")
    assert draft.event_time == datetime(2023, 5, 7, tzinfo=UTC)
    assert (draft.condition, draft.strength, draft.type) == ("raw", 0.9, "factual")
    assert result.problems == ()


def test_small_episodes_share_a_call_and_keep_their_own_entries(script, talk):
    first, second = talk("user: a", prefix="a"), talk("user: b", "assistant: c", prefix="b")
    model = script(entries(item("A.", ["t1"]), item("B.", ["t2", "t3"]), item("AB.", ["t1", "t2"])))
    one, two = decompose(model, first, second)
    assert model.calls == 1
    assert [draft.text for draft in one.drafts] == ["A.", "AB."]
    assert [draft.turn_ids for draft in two.drafts] == [("b0", "b1")]
    assert one.drafts[1].turn_ids == ("a0",)


def test_a_malformed_item_of_five_costs_one_item_and_is_reported(script, talk):
    broken = item("Bad.", type="hunch")
    good = [item(f"Fact {number}.") for number in range(4)]
    model = script(entries(*good[:2], broken, *good[2:]))
    (result,) = decompose(model, talk("user: a"))
    assert [draft.text for draft in result.drafts] == [f"Fact {number}." for number in range(4)]
    (problem,) = result.problems
    assert "item 3" in problem
    assert "type" in problem
    assert model.calls == 1


@pytest.mark.parametrize(
    "broken",
    [
        item(turns=["t9"]),
        item(turns=["turn-0"]),
        item(turns=[]),
        item(text=""),
        item(strength="firm"),
        "just a string",
        None,
    ],
)
def test_an_unusable_item_is_dropped_and_reported(script, talk, broken):
    model = script(entries(item("Good."), broken))
    (result,) = decompose(model, talk("user: a"))
    assert [draft.text for draft in result.drafts] == ["Good."]
    assert len(result.problems) == 1


def test_where_all_items_are_unusable_the_model_is_told_and_asked_again(script, talk):
    model = script(entries(item(turns=["t9"])), entries(item("Good.")))
    (result,) = decompose(model, talk("user: a"))
    assert [draft.text for draft in result.drafts] == ["Good."]
    assert "'t9' is not one of t1-1" in model.texts[1]


def test_replies_that_stay_unusable_are_an_error_and_never_an_empty_result(script, talk):
    model = script({"reasoning": "no list"})
    with pytest.raises(ModelOutputError, match="entries"):
        decompose(model, talk("user: a"), retries=2)
    assert model.calls == 3


def test_an_explicit_empty_list_means_there_is_nothing(script, talk):
    (result,) = decompose(script(entries()), talk("user: hello"))
    assert result == ((), ())


def test_what_rests_on_the_assistant_alone_is_left_out_and_no_reason_to_ask_again(script, talk):
    model = script(entries(item("The user should buy a stove.", ["t2"])))
    (result,) = decompose(model, talk("user: a", "assistant: buy a stove"))
    assert result.drafts == ()
    assert "assistant" in result.problems[0]
    assert model.calls == 1


def test_an_episode_without_a_word_of_the_user_costs_no_call(script, talk):
    model = script(entries())
    assert decompose(model, talk("assistant: hi"), talk("user:  ")) == (((), ()), ((), ()))
    assert model.calls == 0


def test_what_is_no_date_costs_the_date_and_not_the_entry(script, talk):
    model = script(
        entries(
            item("A.", event_time="last spring"),
            item("B.", event_time="2023-02-30"),
            item("C.", event_time="2022-11"),
        )
    )
    (result,) = decompose(model, talk("user: a"))
    assert [draft.event_time for draft in result.drafts] == [
        None,
        None,
        datetime(2022, 11, 1, tzinfo=UTC),
    ]
    assert len(result.problems) == 2


def test_the_model_sees_the_day_and_weekday_of_each_turn(script, talk):
    model = script(entries())
    decompose(model, talk("user: a", start=datetime(2023, 5, 8, 23, 59, tzinfo=UTC)))
    assert "2023-05-08 (Mon)" in model.texts[0]


def test_other_languages_reach_the_model_and_come_back_as_they_are(script, talk):
    text = "用户对花生过敏 😀 مرحبا"
    model = script(entries(item(text)))
    (result,) = decompose(model, talk(f"user: {text}"))
    assert text in model.texts[0]
    assert result.drafts[0].text == text


def test_a_lone_surrogate_and_a_dollar_sign_do_no_harm(script, talk):
    model = script(entries())
    decompose(model, talk("user: costs $turns \ud800 {x}"))
    assert "$turns ? {x}" in model.texts[0]


def test_a_reply_cut_off_halves_the_work_and_counts_every_token(script, talk, reply):
    turns = talk(*[f"user: fact {number}" for number in range(8)])

    def answer(text):
        aliases = shown(text)
        if len(aliases) > 4:
            return reply('{"reasoning": "so much', "length")
        facts = re.findall(r"user: fact (\d)", text)
        return entries(*[item(f"Fact {facts[at]}.", [one]) for at, one in enumerate(aliases)])

    model = script(answer)

    async def run():
        with metered() as meter:
            return await model.reasoner().decompose([turns]), meter.usage

    (result,), usage = anyio.run(run)
    assert {draft.turn_ids for draft in result.drafts} == {(turn.id,) for turn in turns}
    assert model.calls == 3
    assert len(set(model.texts)) == 3
    assert (usage.calls, usage.input_tokens) == (3, 300)


def test_a_model_that_is_always_cut_off_ends_in_an_error_after_bounded_calls(script, talk, reply):
    model = script(lambda text: reply('{"reasoning": "so much', "length"))
    with pytest.raises(ModelOutputError, match="length"):
        decompose(model, talk(*[f"user: fact {number}" for number in range(30)]))
    assert model.calls <= 15


def test_of_one_short_turn_that_is_cut_off_the_complete_items_are_kept(script, talk, reply):
    text = json.dumps(entries(item("Kept.")))[:-2] + ', {"turns": ["t1"'
    (result,) = decompose(script(reply(text, "length")), talk("user: short"))
    assert [draft.text for draft in result.drafts] == ["Kept."]


def test_a_turn_of_thirty_thousand_words_is_shown_whole_in_pieces(script, talk):
    words = [f"word{number}" for number in range(30_000)]
    model = script(lambda text: entries(item(f"Seen {len(text)}.", shown(text)[:1])))
    (result,) = decompose(model, talk("user: " + " ".join(words)))
    seen = "".join(re.sub(r"\[t\d+\] user: |\s|<.*", "", text) for text in model.texts)
    assert sum(f"word{number}" in seen for number in range(0, 30_000, 97)) >= 300
    assert model.calls > 5
    assert {draft.turn_ids for draft in result.drafts} == {("turn-0",)}


def test_a_hundred_short_turns_take_few_calls(script, talk):
    lines = [f"{'user' if number % 2 == 0 else 'assistant'}: t{number}" for number in range(100)]
    turns = talk(*lines)
    model = script(entries())
    decompose(model, *[turns[start : start + 5] for start in range(0, 100, 5)])
    assert model.calls <= 4


def test_the_paper_preset_asks_once_for_each_type_and_episode(script, talk):
    def answer(text):
        return entries(item("P.", type="preference"), item("F."), item("I.", type="insight"))

    model = script(answer)
    one, two = decompose(
        model, talk("user: a", prefix="a"), talk("user: b", prefix="b"), preset="paper"
    )
    assert model.calls == 6
    assert sorted(draft.text for draft in one.drafts) == ["F.", "I.", "P."]
    assert len(two.drafts) == 3


def test_triggers_are_asked_for_only_on_request(script, talk):
    model = script(entries(item(triggers=["Where can I go for dinner?"])))
    (plain,) = decompose(model, talk("user: a"))
    (rich,) = decompose(model, talk("user: a"), entry_triggers=True)
    assert plain.drafts[0].triggers == ()
    assert rich.drafts[0].triggers == ("Where can I go for dinner?",)
    assert "triggers" not in model.texts[0]
    assert "triggers" in model.texts[1]


def test_a_statement_repeated_in_the_reply_is_one_entry_with_all_its_turns(script, talk):
    model = script(entries(item(), item(turns=["t2"]), item()))
    (result,) = decompose(model, talk("user: a", "user: a"))
    assert [draft.turn_ids for draft in result.drafts] == [("turn-0", "turn-1")]


def test_an_outage_of_one_call_is_an_error_after_the_others_ended(script, talk):
    from pydantic_ai.exceptions import ModelHTTPError

    def answer(text):
        return ModelHTTPError(503, "m") if "poison" in text else entries()

    model = script(answer)
    long = [f"user: a{number}" for number in range(34)]
    with pytest.raises(ModelUnavailable):
        decompose(model, talk(*long, prefix="a"), talk("user: poison", prefix="b"), retries=1)
    assert model.calls == 3
