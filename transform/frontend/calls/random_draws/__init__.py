"""Draws of random numbers: calls of the methods of NumPy's and Python's generators."""
