"""Remember three sentences and ask for what matters. No key, no network.

python examples/quickstart.py
"""

from rootmem import Memory

SAID = [
    "I have a cat, Miso, who climbs on everything.",
    "I repainted the studio in sea green.",
    "I would love an aquarium with tropical fish.",
]
REQUEST = "Help me set up a fish tank in the studio"

with Memory() as memory:  # a file name instead keeps it
    memory.add([{"role": "user", "content": text} for text in SAID], user_id="ana")

    print("Sounds alike:")
    for hit in memory.search(REQUEST, user_id="ana", k=2):
        print("  ", hit.entry.text)

    print("\nMatters:")
    found = memory.recall(REQUEST, user_id="ana", k=2)
    for root in found.roots:
        print("  ", root.unit.title, "->", root.unit.guidance)
        for entry in root.shown:
            print("     because:", entry.text)

    print("\nFor the prompt:")
    print(found.context)
