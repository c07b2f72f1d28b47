"""Rewriting rules, by subject: numbers, data movement, regions, control flow."""
