"""Statements and functions, in the style for people."""
