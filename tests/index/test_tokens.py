import pytest

from rootmem.index.tokens import tokenize


def test_inflected_words_meet_in_one_stem():
    assert tokenize("Running runs") == tokenize("run run")


def test_stop_words_yield_nothing():
    assert tokenize("What is it that I am doing with the") == []


def test_contractions_of_stop_words_yield_nothing():
    assert tokenize("I don't, they're, it's; we’ve") == []


def test_a_possessive_is_its_noun():
    assert tokenize("Jack's") == tokenize("jack")


def test_an_id_is_one_word_and_its_parts():
    assert {"order-77", "order", "77"} <= set(tokenize("order-77"))


def test_a_windows_path_keeps_its_whole():
    assert "c:\\temp" in tokenize("C:\\temp")


@pytest.mark.parametrize("text", ["", " ", '"', "*", "---", "\x00", "\\"])
def test_lone_punctuation_yields_nothing(text: str):
    assert tokenize(text) == []


def test_a_chinese_word_is_found_within_a_sentence():
    assert set(tokenize("寿司")) <= set(tokenize("我喜欢吃寿司。"))


def test_a_single_chinese_character_is_found_within_a_sentence():
    assert set(tokenize("猫")) <= set(tokenize("我有猫"))


def test_a_thai_word_is_found_within_a_sentence():
    assert set(tokenize("กาแฟ")) & set(tokenize("ฉันชอบกาแฟ"))


def test_hindi_words_keep_their_vowel_signs():
    assert tokenize("हिन्दी में") == ["हिन्दी", "में"]


def test_arabic_words_are_cut_at_spaces():
    assert len(tokenize("أحب القهوة")) == 2


def test_accents_and_their_encoding_do_not_matter():
    assert tokenize("café") == tokenize("cafe\u0301") == tokenize("Cafe")


def test_an_emoji_is_a_word():
    assert tokenize("my 🐈!") == ["🐈"]
