"""Vectorisation: batches (`vmap`), predicated branches and loops, collectives, and loops as array operations."""
