"""Rewriting rules, by what they are about: numbers, data movement, regions, control flow."""
