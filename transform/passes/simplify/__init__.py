"""Simplification: rewriting rules, value numbering, loop-invariant code motion, dead code, branches and
loops.
"""
