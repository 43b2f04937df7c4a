"""rootmem: a personal memory for LLM agents."""
