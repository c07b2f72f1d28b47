"""Functions of recto.numpy on small arrays outside of compiled code, beside NumPy's: a call, and the first call of a
shape, which compiles.

    python -m benchmarks.eager
"""
from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

import recto
import recto.numpy as rnp

X, M = np.arange(8.0), np.eye(4)
CALLS = {"add": (X, X), "sin": (X,), "sum": (X,), "cumsum": (X,), "matmul": (M, M), "reshape": (X, (2, 4)),
         "zeros": (3,), "concatenate": ([X, X],), "where": (X > 2, X, 0), "sort": (X,), "linspace": (0, 1, 5),
         "einsum": ("ij,jk", M, M)}


def microseconds(call: Callable[[], object], rounds: int = 1000) -> float:
    call()
    start = time.perf_counter()
    for _ in range(rounds):
        call()
    return (time.perf_counter() - start) / rounds * 1e6


def moved(value: object) -> object:
    """Arrays as Recto's."""
    return [moved(v) for v in value] if isinstance(value, list) else \
        recto.device_put(value) if isinstance(value, np.ndarray) else value


def main() -> None:
    print(f"{'':12} {'NumPy µs':>9} {'recto µs':>9} {'ratio':>6} {'first call ms':>14}")
    for name, args in CALLS.items():
        theirs, ours, given = getattr(np, name), getattr(rnp, name), [moved(a) for a in args]
        start = time.perf_counter()
        ours(*given)
        first = (time.perf_counter() - start) * 1e3
        host, compiled = microseconds(lambda: theirs(*args)), microseconds(lambda: ours(*given))
        print(f"{name:12} {host:9.2f} {compiled:9.2f} {compiled / host:6.1f} {first:14.1f}")


if __name__ == "__main__":
    main()
