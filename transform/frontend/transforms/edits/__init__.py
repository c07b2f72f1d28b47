"""Blocks of the user's that edit the results of a derivative pass."""
