"""SciPy's special functions and linear algebra."""
