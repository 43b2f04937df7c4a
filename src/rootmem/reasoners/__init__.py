"""The two reasoners behind the one seam: `llm` (any provider) and `offline` (no model)."""
