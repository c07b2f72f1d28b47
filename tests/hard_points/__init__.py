"""Functions at hard points: poles, tails, extremes, where digits cancel. Values and gradients, float64 and float32.

    table.py        the functions, their definitions and points
    record.py       computes the references with mpmath and writes references.json:  python -m tests.hard_points.record
    test_laws.py    Recto's values and gradients are those recorded
"""
