"""Primitives that hold programs or order them, and marks for passes: control flow, custom derivatives, effects."""
