"""Rewrite Programs into the shape that XLA's CPU compiler runs in place."""
