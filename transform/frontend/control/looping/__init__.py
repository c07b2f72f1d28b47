"""Loops: traced to a fixpoint of their carries, or unrolled."""
