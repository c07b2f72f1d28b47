"""NumPy's classes and functions in plain Python, read like a user's code in place of NumPy's own."""
