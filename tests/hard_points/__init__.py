"""Functions at hard points: poles, tails, extremes, where digits cancel. Values and gradients, float64 and float32.

    table.py            NumPy's and SciPy's functions, their definitions, points and edges
    distributions.py    the distributions, every method
    record.py           computes references with mpmath, writes references.json (python -m tests.hard_points.record)
    test_laws.py        Recto's values and gradients are those recorded
    test_complex.py     functions of complex numbers at infinities, NaN, zeros with signs and branch cuts
"""
