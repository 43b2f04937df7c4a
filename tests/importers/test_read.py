import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rootmem import Memory
from rootmem.construct.messages import normalise
from rootmem.errors import ImportFormatError, InvalidInput, ScopeRequired
from rootmem.importers import FORMATS, detect, read

NOW = datetime(2025, 6, 1, tzinfo=UTC)
SAID = {"role": "user", "content": "I sail"}
LOCOMO = {
    "conversation": {
        "speaker_a": "Ana",
        "speaker_b": "Bo",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [{"speaker": "Ana", "dia_id": "D1:1", "text": "Hi"}],
    }
}
EXAMPLES: dict[str, Any] = {
    "messages": SAID,
    "chatgpt": {"mapping": {"1": {"message": {"author": {"role": "user"}, "id": "m",
                                              "content": {"parts": ["Hi"]}}}}},
    "locomo": LOCOMO,
    "longmemeval": {"question_id": "q", "haystack_sessions": [[SAID]]},
    "halumem": {"uuid": "u", "sessions": [{"dialogue": [SAID]}]},
    "personamem": {"ctx": [SAID]},
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("form", ["array", "pretty array", "lines", "pretty object"])
def test_a_format_is_known_by_its_content_whatever_the_file_is_called(
    write: Any, name: str, form: str
) -> None:
    example = EXAMPLES[name]
    value = [example] if "array" in form else example
    path = write("data.bin", json.dumps(value, indent=1 if "pretty" in form else None))
    assert detect(path) == name
    (record,) = read(path)
    (message,), skipped = normalise(list(record.messages), session_id=record.session_id, now=NOW)
    assert (message.role, skipped) == ("user", [])


def test_a_transcript_and_a_zip_are_known(write: Any) -> None:
    assert detect(write("a.txt", "# 2024-03-05\nAna: hi\nBo: hello")) == "transcript"
    assert detect(write("a.zip", "no zip at all")) == "chatgpt"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", "[]"),
        ("a.json", '{"a": 1}'),
        ("a.json", "[1, 2]"),
        ("a.txt", "just words"),
        ("a.csv", "Ana: hi\nBo: hello"),
        ("a.json", json.dumps({**SAID, "mapping": {}})),
    ],
)
def test_an_unknown_or_ambiguous_file_is_refused_with_the_formats(
    write: Any, name: str, content: str
) -> None:
    with pytest.raises(ImportFormatError, match="chatgpt"):
        read(write(name, content))


def test_an_array_that_breaks_off_is_still_known_and_then_refused_at_its_line(write: Any) -> None:
    path = write("a.json", "[\n" + json.dumps(LOCOMO) + ",\n{")
    with pytest.raises(ImportFormatError) as caught:
        list(read(path))
    assert caught.value.line == 3


def test_the_format_can_be_named_and_must_exist(write: Any) -> None:
    path = write("a.csv", "Ana: hi\nBo: hello")
    assert len(list(read(path, "Transcript"))) == 1
    with pytest.raises(InvalidInput, match=r"unknown format 'csv'.*messages"):
        read(path, "csv")


def test_an_option_without_meaning_is_refused(write: Any) -> None:
    with pytest.raises(InvalidInput, match="no speakers"):
        read(write("a.jsonl", json.dumps(SAID)), user="Ana")


@pytest.mark.parametrize("path", ["folder", "none.json"])
def test_a_directory_and_a_missing_file_are_refused(tmp_path: Path, path: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(ImportFormatError, match=path):
        read(tmp_path / path)


def users(path: Path, **options: Any) -> list[tuple[str | None, str]]:
    return [(r.user_id, m["content"]) for r in read(path, **options) for m in r.messages]


def test_a_file_of_one_user_or_none_is_given_to_the_user_named(write: Any) -> None:
    path = write("a.jsonl", json.dumps(SAID))
    assert users(path) == [(None, "I sail")]
    assert users(path, user_id="me") == [("me", "I sail")]
    locomo = write("l.json", json.dumps([LOCOMO]))
    assert users(locomo) == [("conv-0/Ana", "Hi")]
    assert users(locomo, user_id="me", user="Ana") == [("me", "Hi")]


def test_of_several_users_only_the_one_named_is_taken(write: Any) -> None:
    path = write("a.jsonl", "".join(json.dumps({**SAID, "user_id": u}) + "\n" for u in "ab"))
    assert users(path, user_id="b") == [("b", "I sail")]
    with pytest.raises(ImportFormatError, match="2 users and 'me' is none of them"):
        read(path, user_id="me")


@pytest.mark.parametrize("blank", ["", "  "])
def test_a_blank_user_is_refused(write: Any, blank: str) -> None:
    with pytest.raises(ScopeRequired):
        read(write("a.jsonl", json.dumps(SAID)), user_id=blank)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    *("role", "content", "messages", "mapping", "message", "author", "uuid"),
                    *("sessions", "conversation", "speaker_a", "session_1", "parts", "id"),
                    *("haystack_sessions", "question_id"),
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(content=JSON.map(json.dumps).map(str.encode) | st.binary(max_size=60))
@pytest.mark.parametrize("name", FORMATS)
def test_any_file_is_read_or_refused_clearly(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / "file.zip" if name == "chatgpt" and content[:1] == b"P" else tmp_path / "f"
    path.write_bytes(content)
    for format_ in (name, None):
        try:
            for record in read(path, format_):
                normalise(list(record.messages), session_id=record.session_id, now=NOW)
        except ImportFormatError as error:
            assert error.expected or "larger" in str(error)  # noqa: PT017
        except InvalidInput as error:
            assert "messages" in str(error)  # noqa: PT017


def test_an_export_of_a_memory_is_told_from_conversations(tmp_path: Path) -> None:
    with Memory() as memory:
        memory.add("I keep bees.", "ana")
        memory.export("ana", tmp_path / "ana.jsonl")
    with pytest.raises(ImportFormatError, match="rootmem import"):
        detect(tmp_path / "ana.jsonl")


def test_prose_is_told_how_a_transcript_looks(tmp_path: Path) -> None:
    (tmp_path / "prose.txt").write_text("Just some prose. I love cats.")
    with pytest.raises(ImportFormatError, match="User: "):
        detect(tmp_path / "prose.txt")
