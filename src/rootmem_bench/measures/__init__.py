"""What is computed from a run's items: nothing here knows a data set, a system or a model."""
