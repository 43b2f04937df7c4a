"""The door: `AsyncMemory`, and `Memory` with the same names for code that is not async."""

from rootmem.memory.asynchronous import AsyncMemory
from rootmem.memory.synchronous import Memory

__all__ = ["AsyncMemory", "Memory"]
