"""Take in a conversation from a text file, and look at what was made of it.

python examples/import_transcript.py
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from rootmem import Memory
from rootmem.importers import read

TRANSCRIPT = """\
# 2025-03-02 18:00
Ana: I moved to Porto last week.
Bo: How is it?
Ana: It rains a lot. I work as a nurse on night shifts.

# 2025-09-14 10:30
Ana: I don't work as a nurse any more, I'm a teacher now.
"""

with TemporaryDirectory() as folder, Memory() as memory:
    file = Path(folder) / "chat.txt"
    file.write_text(TRANSCRIPT, encoding="utf-8")
    for record in read(file, user="Ana"):  # Bo's words are context
        added = memory.add(record.messages, user_id="ana", session_id=record.session_id)
        print(f"{record.session_id}: {added.new_turns} turns, {added.entries} entries")

    print("\nTimeline:")
    for entry in memory.timeline("ana"):
        begins = entry.event_time or entry.valid_from
        print(f"  {begins:%Y-%m-%d}  {entry.status:10}  {entry.text}")

    first = memory.get_all("ana", status=None)[0]
    print("\nFirst entry, back to the words it came from:")
    for turn in memory.turns("ana", ids=first.turn_ids):
        print(f"  {first.text!r} <- {turn.name} said: {turn.text!r}")
