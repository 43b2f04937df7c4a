"""Data that ships with the benchmark, and the checks that keep it sound."""
