"""The systems under test, one file each, behind ``MemorySystem``."""
