"""IMLogic and the other benchmarks: data, tasks and reports."""
