"""Erase one conversation, then a whole person, and check that no file keeps the words.

python examples/erase_with_receipt.py
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from rootmem import Memory


def files_with(folder: Path, word: str) -> list[str]:
    """Names of the files whose bytes hold the word."""
    return [file.name for file in folder.iterdir() if word.encode() in file.read_bytes()]


with TemporaryDirectory() as name:
    folder = Path(name)
    with Memory(folder / "memory.db") as memory:
        memory.add("My sister Wilhelmina is getting married.", "ana", session_id="phone")
        memory.add("I am allergic to peanuts.", "ana", session_id="kitchen")
        memory.add("I collect barometers.", "bo")
        print("before:", files_with(folder, "Wilhelmina"))

        receipt = memory.erase("ana", session_id="phone")
        print(f"erased: {receipt.turns} turn, {receipt.entries} entries, at {receipt.at:%Y-%m-%d}")
        print("after: ", files_with(folder, "Wilhelmina"))
        print("kept:  ", [entry.text for entry in memory.get_all("ana")])

        memory.erase("ana")
        print("users: ", memory.users(), files_with(folder, "peanuts"))
