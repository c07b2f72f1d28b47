"""`Array`: NumPy's array in front of a buffer."""
