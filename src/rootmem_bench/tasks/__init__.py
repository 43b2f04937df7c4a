"""What is asked of a system, as Inspect tasks; and the model-free retrieval run."""
