"""The program as a process: how fast it helps, how it ends."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import lines

PROGRAM = [sys.executable, "-c", "from rootmem.cli import main; main()"]


def program(*arguments: str, **how: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [*PROGRAM, *arguments], capture_output=True, timeout=120, check=False, **how
    )


def test_help_takes_at_most_six_tenths_of_a_second() -> None:
    def once() -> float:
        """Processor time, which is the time it takes on a machine that does nothing else."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert program("--help").returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(once() for _ in range(3)) <= 0.6


def test_help_loads_none_of_the_heavy_libraries() -> None:
    code = (
        "import sys\n"
        "from rootmem.cli import main\n"
        "sys.argv = ['rootmem', '--help']\n"
        "try:\n    main()\n"
        "except SystemExit:\n"
        "    heavy = {'numpy', 'sqlalchemy', 'pydantic', 'pydantic_ai', 'anyio', 'asyncio'}\n"
        "    print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert result.stderr.strip() == b"[]"


@pytest.mark.usefixtures("ana")
def test_a_reader_that_leaves_is_no_error() -> None:
    pipeline = subprocess.Popen(
        [*PROGRAM, "export"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert pipeline.stdout is not None
    assert pipeline.stderr is not None
    pipeline.stdout.close()
    assert pipeline.wait(timeout=60) == 141
    assert pipeline.stderr.read() == b""
    pipeline.stderr.close()


@pytest.mark.usefixtures("ana")
@pytest.mark.parametrize("arguments", [["chat"], ["erase", "--user", "ana"]])
def test_a_closed_stdin_ends_it_quietly(arguments: list[str]) -> None:
    command = ["sh", "-c", 'exec "$0" "$@" <&-', *PROGRAM, *arguments]
    result = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert result.returncode in (0, 2)
    assert b"Traceback" not in result.stderr


@pytest.mark.usefixtures("ana")
def test_arguments_and_input_that_are_not_utf_8_do_no_harm() -> None:
    said = program("recall", os.fsdecode(b"walnuts \xff"), "--json")
    assert said.returncode == 0, said.stderr
    assert json.loads(said.stdout)
    heard = program("chat", input=b"caf\xe9\n")
    assert heard.returncode == 0, heard.stderr


@pytest.mark.usefixtures("ana")
def test_an_ascii_terminal_gets_replacements_and_no_error() -> None:
    result = program("show", "turns", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert result.returncode == 0, result.stderr
    assert b"walnuts" in result.stdout


def test_ctrl_c_keeps_what_is_journaled_and_the_next_run_goes_on(tmp_path: Path) -> None:
    file, database = tmp_path / "chat.jsonl", str(tmp_path / "m.db")
    file.write_text(lines(), encoding="utf-8")
    slow = (
        "import asyncio, sys\n"
        "from rootmem.construct import pipeline\n"
        "async def segment(*a, **k):\n"
        "    print('segmenting', flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "pipeline.segment = segment\n"
        f"sys.argv = ['rootmem', 'ingest', {str(file)!r}, '--user', 'ana', '--db', {database!r}]\n"
        "from rootmem.cli import main; main()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", slow], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert b"rootmem construct" in said
    assert b"Traceback" not in said
    built = program("construct", "--db", database, "--json")
    assert json.loads(built.stdout)["ana"]["pending"] == 0


def test_the_version_is_one_line() -> None:
    said = program("--version")
    assert said.returncode == 0
    assert said.stdout.startswith(b"rootmem 0.")
