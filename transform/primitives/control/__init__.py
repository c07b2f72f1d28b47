"""Primitives that hold programs, order effects or mark values for passes: control flow, custom derivatives, checks."""
