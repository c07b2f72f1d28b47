"""The ground floor: errors, dtypes, Python's syntax trees, and the source text of functions."""
