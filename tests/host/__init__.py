"""SciPy's functions by their own names: what compiled code computes is what SciPy computes."""
