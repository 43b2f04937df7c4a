import sys
from pathlib import Path
from typing import Any

import pytest

from rootmem.errors import ImportFormatError
from rootmem.importers import source
from rootmem.importers.source import json_of, json_records, lines, text_of


def failure(function: Any, *arguments: Any) -> ImportFormatError:
    with pytest.raises(ImportFormatError) as caught:
        list(function(*arguments))
    return caught.value


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_are_the_same_in_every_unicode_form(write: Any, encoding: str, end: str) -> None:
    path = write("a.txt", end.join(["Inês", "", "你好 👋"]).encode(encoding))
    assert list(lines(path)) == [(1, "Inês"), (2, ""), (3, "你好 👋")]
    assert text_of(path) == "Inês\n\n你好 👋"


def test_windows_1252_is_refused_at_its_line_after_the_good_ones(write: Any) -> None:
    path = write("a.jsonl", b'{"a": 1}\n{"a": "caf\xe9"}\n')
    read = json_records(path)
    assert next(read)[2] == {"a": 1}
    error = failure(lambda: read)
    assert (error.source, error.line) == ("a.jsonl", 2)
    assert "0xe9" in str(error)
    assert "UTF-8" in error.expected
    assert failure(lambda: [text_of(path)]).line == 2


def test_a_directory_a_missing_file_and_an_empty_one_are_said_to_be_so(write: Any) -> None:
    path = write("a.json", b"\xef\xbb\xbf \n")
    assert "empty" in str(failure(json_records, path))
    assert "directory" in str(failure(json_records, path.parent))
    assert "No such file" in str(failure(json_records, path.parent / "none.json"))
    assert "null" in str(failure(json_records, Path("a\x00b")))


def test_a_huge_line_is_refused_before_it_fills_the_memory(
    write: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "MAX_LINE", 100)
    path = write("a.jsonl", '{"a": 1}\n' + '{"a": "' + "x" * 200 + '"}\n')
    error = failure(lines, path)
    assert error.line == 2
    assert "longer than 100 bytes" in str(error)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "-Infinity"),
        ('{"a": 1, "b": 2, "a": 3}', "'a' stands twice"),
        ('{"a": {"b": 1, "b": 1}}', "'b' stands twice"),
        ('{"a": ', "column 7"),
        ("", "column 1"),
        ("[" * 200_000, "nested too deeply"),
        ('{"a": ' + "9" * (sys.get_int_max_str_digits() + 1) + "}", "limit"),
    ],
)
def test_json_that_python_would_take_or_choke_on_is_refused(text: str, words: str) -> None:
    error = failure(json_of, text, "a.jsonl", 7)
    assert error.line == 7
    assert words in str(error)


def test_the_place_of_a_syntax_error_in_a_whole_file_is_its_line(write: Any) -> None:
    error = failure(json_records, write("a.json", '[\n {"a": 1},\n {"a" 2}\n]'))
    assert error.line == 3
    assert "column 7" in str(error)


def test_strings_are_cleaned_at_every_depth() -> None:
    value = json_of(r'{"a\u0000": [["b\u0000", "\ud83d"], {"c": "\ud83d\ude00"}]}', "x")
    assert value == {"a": [["b", "\ufffd"], {"c": "😀"}]}


def test_arrays_lines_and_single_objects_are_records(write: Any) -> None:
    assert [r for *_, r in json_records(write("a", '[{"a": 1}, {"a": 2}]'))] == [
        {"a": 1},
        {"a": 2},
    ]
    assert list(json_records(write("b", '{"a": 1}\n\n{"a": 2}\n'))) == [
        (1, "", {"a": 1}),
        (3, "", {"a": 2}),
    ]
    assert list(json_records(write("c", '{\n"a": 1\n}'))) == [(None, "", {"a": 1})]


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [('[{"a": 1}, null]', "[1]", "null"), ("3", None, "a number"), ('{"a": 1}\n[2]', None, "list")],
)
def test_a_record_must_be_an_object(write: Any, text: str, field: str | None, words: str) -> None:
    error = failure(json_records, write("a", text))
    assert error.field == field
    assert words in str(error)
