"""Lowering rules of families of primitives, and the functions that they share."""
