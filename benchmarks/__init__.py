"""Recto against JAX, NumPy and Numba: `python -m benchmarks [topic …]` writes `benchmarks/RESULTS.md`.

    harness.py       two sides of a comparison in processes of their own, sampled in turns
    worker.py        such a process
    report.py        tables, and the page they are gathered on
    training…        steps of the examples, and their starts
    kernels…         loops in the manner of PolyBench
    dispatch…        microseconds of a call
    mutation…        nanoseconds of an iteration of loops that write arrays
    trips…           compile time of short and long loops
    reading…         from source to StableHLO
    start…           a second process with a warm disk cache

`X.py` has Recto's side of a topic and its table, `X_jax.py` JAX's side. `loops.py` and `dispatch_raw.py` measure the
layers below and also run by themselves.
"""
