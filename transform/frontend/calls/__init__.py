"""Calls: of the user's functions, of classes, of Python's and the library's."""
