"""Recto beside JAX, NumPy, Numba, PyTorch and autograd: `python -m benchmarks [topic …]` writes `RESULTS.md` here.

    harness.py       sides of a comparison in processes of their own, sampled in turns
    worker.py        such a process
    report.py        tables, and the page they are gathered on
    training…        steps of the examples, and their starts
    kernels…         loops in the manner of PolyBench
    dispatch…        microseconds of a call
    mutation…        nanoseconds of an iteration of loops that write arrays
    trips…           compile time of short and long loops
    reading…         from source to StableHLO
    start…           a second process with a warm disk cache

`X.py` has a topic's work and its table, `X_recto.py`, `X_jax.py`, `X_torch.py` … are the sides. A side that is not
installed is left out, and the page says so; of PyTorch a build for the CPU will do. `loops.py` and `dispatch_raw.py`
measure the layers below and also run by themselves.
"""
