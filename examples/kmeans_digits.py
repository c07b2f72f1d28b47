"""k-means on 1,797 handwritten digits: plain NumPy from kmeans.py, compiled.

    python examples/kmeans_digits.py
"""
from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from sklearn.datasets import load_digits

import recto

from kmeans import farthest_first, kmeans, kmeans_vectorised, purity

CLUSTERS, CLASSES, LIMIT = 10, 10, 100


class Clustering(NamedTuple):
    """What was found: the sum of squared distances in each round, and how pure the clusters are."""
    inertia: np.ndarray
    purity: float


def cluster(points: np.ndarray, truth: np.ndarray) -> Clustering:
    """Cluster digits with compiled functions. `points` f64[n, 64], `truth` i64[n]."""
    seeds = recto.jit(farthest_first)(points, CLUSTERS)
    _, labels, inertia, rounds = recto.jit(kmeans)(points, seeds, LIMIT)
    share = recto.jit(purity)(labels, truth, CLUSTERS, CLASSES)
    return Clustering(np.asarray(inertia)[:int(rounds)], float(share))


def seconds(function: Callable, *args: Any, repeat: int = 5) -> float:
    """The median time of a call, after one to warm up."""
    times = []
    for _ in range(repeat + 1):
        start = time.perf_counter()
        recto.block_until_ready(function(*args))
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:])


def timings(points: np.ndarray) -> dict[str, tuple[float, float]]:
    """Seconds for the whole clustering under NumPy and compiled, all in this run."""
    seeds = farthest_first(points, CLUSTERS)

    def measured(function: Callable, repeat: int) -> tuple[float, float]:
        return tuple(seconds(f, points, seeds, LIMIT, repeat=repeat) for f in (function, recto.jit(function)))

    return {"loops over points": measured(kmeans, 3), "without such loops": measured(kmeans_vectorised, 7)}


def main() -> None:
    points, truth = load_digits(return_X_y=True)
    found = cluster(points, truth)
    print(f"k-means on {len(points)} digits of {points.shape[1]} pixels\n\nround   sum of squared distances")
    for k, value in enumerate(found.inertia, 1):
        print(f"{k:5}   {value:12.0f}")
    print(f"\npurity of the {CLUSTERS} clusters: {found.purity:.3f}")
    print(f"\n{'median times in this run':24} {'NumPy':>10} {'Recto':>10}")
    for name, (numpy, compiled) in timings(points).items():
        print(f"{name:24} {numpy * 1e3:7.1f} ms {compiled * 1e3:7.1f} ms {numpy / compiled:7.1f} x")
    print("\nwhat was compiled\n")
    print(recto.jit(kmeans).source(points, farthest_first(points, CLUSTERS), LIMIT))


if __name__ == "__main__":
    main()
