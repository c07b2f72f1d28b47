"""NumPy's classes and functions that are plain Python: read like a user's, in place of NumPy's own text."""
