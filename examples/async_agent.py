"""An agent's loop with memory: recall, answer, remember. The model is a stand-in.

python examples/async_agent.py
"""

import asyncio

from rootmem import AsyncMemory

USER, SESSION = "ana", "monday"


async def model(system: str, message: str) -> str:
    """Put the call of your model here. This one only says what it was told to take into account."""
    rules = [line.removeprefix("Then: ") for line in system.splitlines() if line.startswith("Then")]
    return rules[0] if rules else f"Noted: {message}"


async def answer(memory: AsyncMemory, message: str) -> str:
    found = await memory.recall(message, USER, k=10)
    system = f"You are a helpful assistant.\n\n{found.context}"
    reply = await model(system, message)
    # flush=False leaves the newest episode open, so that the next message may continue it. With a
    # model configured this saves calls.
    await memory.add(
        [{"role": "user", "content": message}, {"role": "assistant", "content": reply}],
        USER,
        session_id=SESSION,
        flush=False,
    )
    return reply


async def main() -> None:
    async with AsyncMemory() as memory:
        await memory.add("I am allergic to peanuts.", USER, session_id="last week")
        for message in ("I live near the harbour.", "Which snack may I take on the train?"):
            print("user:     ", message)
            print("assistant:", await answer(memory, message))
        built = await memory.construct(USER)  # at the end: build what was left open
        print(f"{built.entries} new entries, {(await memory.status(USER)).turns} turns in all")


asyncio.run(main())
