"""What is done with a data set and a system: retrieval alone, and tasks that a model answers."""
