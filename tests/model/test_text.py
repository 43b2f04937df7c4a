from hypothesis import given
from hypothesis import strategies as st

from rootmem.model.text import storable, visible


@given(st.text(alphabet=st.characters() | st.sampled_from("\x00\ud83d\ude00\r\n")))
def test_storable_text_can_be_encoded_and_is_stable(text: str) -> None:
    clean = storable(text)
    clean.encode()
    assert not set("\x00\r") & set(clean)
    assert storable(clean) == clean


def test_a_surrogate_pair_becomes_its_character_and_a_lone_one_a_mark() -> None:
    assert storable("\ud83d\ude00 \ud83d!") == "😀 \ufffd!"


def test_visible_text_keeps_letters_of_all_scripts() -> None:
    text = "می‌خواهم, क्‍ष, 你好, naïve\n\ttab"
    assert visible(text) == text
    assert visible("a\x1b[31m\u202eb\ufeff\u200bc") == "a[31mbc"
