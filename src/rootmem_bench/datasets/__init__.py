"""Loaders from the data sets' true formats to ``rootmem_bench.records``, one file each."""
