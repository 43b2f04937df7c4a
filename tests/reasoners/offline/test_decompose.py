"""What becomes of turns: self-contained statements with provenance, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from rootmem.model import DraftEntry, Turn
from rootmem.reasoners.offline.decompose import decompose

SAID = datetime(2024, 5, 15, 12, tzinfo=UTC)


def turns(*said: tuple[Any, str], name: str | None = None) -> list[Turn]:
    return [
        Turn(
            id=f"t{number}", position=number, role=role, text=text, time=SAID, recorded_at=SAID,
            session_id="s", key=str(number), name=name if role == "user" else None,
        )
        for number, (role, text) in enumerate(said)
    ]  # fmt: skip


def drafts(*said: tuple[Any, str], user_name: str | None = None) -> tuple[DraftEntry, ...]:
    return decompose([turns(*said)], user_name)[0].drafts


def test_only_the_user_s_words_become_entries():
    assert drafts(("assistant", "I am allergic to nuts. My sister is a vet.")) == ()
    assert drafts(("system", "I am a helpful assistant."), ("tool", "I have 3 files.")) == ()


def test_an_unconfirmed_suggestion_is_no_fact():
    said = ("assistant", "You should try yoga on Mondays."), ("user", "I hate Mondays.")
    assert [draft.text for draft in drafts(*said)] == ["The user hates Mondays."]


def test_a_confirmed_suggestion_rests_on_both_turns():
    (draft,) = drafts(("assistant", "You could book the ferry."), ("user", "Yes, let's do that."))
    assert draft.turn_ids == ("t0", "t1")
    assert "ferry" in draft.text


def test_a_bare_answer_carries_its_question():
    (draft,) = drafts(("assistant", "Do you have any allergies?"), ("user", "Cashews."))
    assert draft.text == 'Asked "Do you have any allergies?", the user answered: "Cashews."'
    assert draft.turn_ids == ("t0", "t1")


def test_repeated_statements_are_one_draft_with_all_sources():
    (draft,) = drafts(("user", "I have a dog."), ("assistant", "Nice."), ("user", "I have a dog."))
    assert draft.turn_ids == ("t0", "t2")


def test_the_user_s_name_is_used():
    (draft,) = drafts(("user", "I collect stamps."), user_name="Mara")
    assert draft.text == "Mara collects stamps."
    assert draft.subject == "user"


def test_another_speaker_in_the_user_s_role_is_a_subject_of_their_own():
    said = turns(("user", "I collect stamps."), name="Ben")
    (draft,) = decompose([said], "Mara")[0].drafts
    assert draft.subject == "Ben"


def test_she_is_the_sister_named_before_and_nobody_once_the_talk_moved_on():
    first = drafts(("user", "My sister Anna is a vet. She lives in Graz."))
    assert [draft.subject for draft in first] == ["Anna", "Anna"]
    second = drafts(("user", "My sister is a vet. I bought a red car. She lives in Graz."))
    assert not any("Graz" in draft.text for draft in second)


def test_he_is_not_the_sister():
    texts = [d.text for d in drafts(("user", "My sister is a vet. He lives in Graz alone."))]
    assert not any("sister lives" in text for text in texts)


def test_a_relation_named_once_is_known_in_the_next_episode():
    episodes = [turns(("user", "My brother Duarte is deaf.")), turns(("user", "My brother is 40."))]
    first, second = decompose(episodes)
    assert first.drafts[0].subject == second.drafts[0].subject == "Duarte"


def test_a_condition_is_kept():
    (draft,) = drafts(("user", "I don't drink coffee when I have a deadline."))
    assert draft.condition == "when the user has a deadline"


def test_a_report_of_the_past_has_no_condition():
    (draft,) = drafts(("user", "I was stuck in a lift when I was eleven."))
    assert draft.condition == ""


def test_firm_statements_are_stronger_than_soft_ones():
    firm, plain, soft = drafts(
        ("user", "I must never eat cashews. I own a kayak. I might buy a tent.")
    )
    assert firm.strength > plain.strength > soft.strength


def test_a_joke_taken_back_is_dropped():
    assert drafts(("user", "I'm moving to Mars next week. Just kidding!")) == ()


def test_pasted_text_code_and_quotes_are_not_the_user_s_words():
    text = (
        "Please fix this:\n```\nmy_cat = I + have\n```\n> I own three yachts\n"
        "Translate this: I am a doctor and I live in Peru."
    )
    assert drafts(("user", text)) == ()


def test_the_same_noise_fifty_times_adds_nothing():
    noise = [
        ("user", "HEARTBEAT"),
        ("user", '{"status": "ok"}'),
        ("user", "<memory>I am x</memory>"),
    ]
    assert drafts(*(noise * 50)) == ()


def test_a_very_long_turn_is_read_to_its_end_without_overlong_texts():
    text = "The report goes on and on without an end " * 4000 + ". I am allergic to nuts."
    found = drafts(("user", text))
    assert found[-1].text == "The user is allergic to nuts."
    assert max(len(draft.text) for draft in found) < 500


def test_nothing_is_made_of_nothing():
    assert decompose([]) == ()
    assert drafts(("user", ""), ("user", "   \n "), ("user", "?!")) == ()
