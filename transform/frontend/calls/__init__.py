"""Calls of the user's functions and classes, of Python's builtins, and of library functions."""
