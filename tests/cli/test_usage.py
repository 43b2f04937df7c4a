"""What a user may get wrong: one line that says what to do, an exit code, no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import Run

WRONG: list[tuple[str, list[str], int, str]] = [
    ("missing file", ["ingest", "{tmp}/none.jsonl", "-u", "ana"], 2, "none.jsonl"),
    ("directory", ["ingest", "{tmp}", "-u", "ana"], 2, "directory"),
    ("not UTF-8", ["ingest", "{tmp}/latin.jsonl", "-u", "ana"], 2, "UTF-8"),
    ("empty file", ["ingest", "{tmp}/empty.jsonl", "-u", "ana"], 2, "empty"),
    ("unknown format", ["ingest", "{tmp}/latin.jsonl", "-f", "word", "-u", "ana"], 2, "word"),
    ("blank user to ingest", ["ingest", "{tmp}/good.jsonl", "-u", " "], 2, "user_id"),
    ("negative budget", ["ingest", "{tmp}/good.jsonl", "--budget-calls", "-1"], 2, "budget"),
    ("blank user", ["recall", "x", "--user", ""], 2, "user_id"),
    ("user with NUL", ["recall", "x", "--user", "a\x00b"], 2, "user_id"),
    ("unknown user", ["recall", "x", "--user", "zoe"], 3, "zoe"),
    ("blank query", ["recall", " "], 2, "query"),
    ("unknown depth", ["recall", "x", "--depth", "abyss"], 2, "abyss"),
    ("huge k", ["recall", "x", "--k", "100000000000000000000"], 2, "k"),
    ("k of nothing", ["search", "x", "--k", "0"], 2, "k must be"),
    ("k that is no number", ["search", "x", "--k", "many"], 2, "--k"),
    ("unknown type", ["search", "x", "--type", "rumour"], 2, "rumour"),
    ("bad date", ["search", "x", "--as-of", "last Tuesday"], 2, "as_of"),
    ("bad JSON filter", ["search", "x", "--filter", "{subject: user}"], 2, "--filter"),
    ("a filter that is a list", ["search", "x", "--filter", "[1]"], 2, "--filter"),
    ("deep JSON filter", ["search", "x", "--filter", "[" * 100_000], 2, "--filter"),
    ("unknown filter", ["search", "x", "--filter", '{"mood": "good"}'], 2, "mood"),
    ("tokens of nothing", ["recall", "x", "--tokens", "0"], 2, "budget"),
    ("bad status", ["show", "entries", "--status", "gone"], 2, "gone"),
    ("bad since", ["show", "timeline", "--since", "soon"], 2, "--since"),
    ("unknown session", ["erase", "--session", "s99", "--yes"], 3, "s99"),
    ("export nowhere", ["export", "-o", "{tmp}/none/x.jsonl"], 2, "cannot write"),
    ("import of nothing", ["import", "{tmp}/none.jsonl", "-u", "ana"], 2, "cannot read"),
    ("import for nobody", ["import", "{tmp}/good.jsonl"], 2, "--user"),
    ("unknown embedder", ["reindex", "--embedder", "no-such-thing"], -1, "no-such-thing"),
    ("unknown preset", ["recall", "x", "--preset", "fat"], 2, "preset"),
    ("blank database", ["recall", "x", "--db", ""], 2, "database"),
    ("blank tenant", ["recall", "x", "--tenant", " "], 2, "tenant"),
    ("unknown database", ["recall", "x", "--db", "mysql://u@h/d"], 2, "mysql"),
    ("no memory yet", ["recall", "x", "--db", "{tmp}/none.db"], 3, "rootmem ingest"),
    ("a directory as database", ["recall", "x", "--db", "{tmp}"], 4, "directory"),
    ("unknown command", ["forget"], 2, "forget"),
    ("unknown option", ["recall", "x", "--colour"], 2, "--colour"),
    ("no argument", ["recall"], 2, "query"),
]


@pytest.mark.parametrize(
    ("arguments", "code", "said"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG]
)
@pytest.mark.usefixtures("ana")
def test_a_mistake_gets_one_clear_answer(
    run: Run, tmp_path: Path, chat_file: Path, arguments: list[str], code: int, said: str
) -> None:
    (tmp_path / "latin.jsonl").write_bytes(b'{"role": "user", "content": "caf\xe9"}\n')
    (tmp_path / "empty.jsonl").write_bytes(b"")
    chat_file.rename(tmp_path / "good.jsonl")
    result = run(*(one.replace("{tmp}", str(tmp_path)) for one in arguments))
    assert result.exit_code == code or (code == -1 and result.exit_code in (2, 5))
    assert said in result.stderr
    assert "Traceback" not in result.output
    assert "fault of rootmem" not in result.stderr
    assert result.stdout == ""


def test_a_fault_of_ours_is_one_line_and_exit_code_70(
    run: Run, ana: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("rootmem.memory.AsyncMemory.users", broken)
    result = run("status")
    assert result.exit_code == 70
    assert "ZeroDivisionError: oh" in result.stderr
    assert "ROOTMEM_DEBUG=1" in result.stderr
    assert "Traceback" not in result.stderr
    assert ana.exists()
