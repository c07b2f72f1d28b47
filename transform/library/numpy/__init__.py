"""NumPy's functions, methods and operators."""
