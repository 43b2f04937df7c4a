"""The commands of ``rootmem-bench``, one file each; ``register`` puts one into the app."""
