"""Python's statistics module in floating-point arithmetic (Python computes with fractions); results have
Python's classes.
"""

from __future__ import annotations

import math
import sys
from statistics import StatisticsError
from typing import Any

import numpy as np

from ..core.reading import read_as, unsupported

ZERO_HAS_A_MEAN = sys.version_info >= (3, 13)  # a geometric one


@read_as("statistics.mean", host_if_static=True)
def mean(data: Any) -> Any:
    data = sequence(data)
    values = numbers(data, "mean", 1)
    return of_class(math.fsum(values) / len(values), data)


@read_as("statistics.variance", host_if_static=True)
def variance(data: Any, xbar: Any = None) -> Any:
    data = sequence(data)
    values = numbers(data, "variance", 2)
    return of_class(squares(values, xbar) / (len(values) - 1), data)


@read_as("statistics.pvariance", host_if_static=True)
def pvariance(data: Any, mu: Any = None) -> Any:
    data = sequence(data)
    values = numbers(data, "pvariance", 1)
    return of_class(squares(values, mu) / len(values), data)


@read_as("statistics.stdev", host_if_static=True)
def stdev(data: Any, xbar: Any = None) -> float:
    values = numbers(data, "stdev", 2, roots=True)
    return float(np.sqrt(squares(values, xbar) / (len(values) - 1)))


@read_as("statistics.pstdev", host_if_static=True)
def pstdev(data: Any, mu: Any = None) -> float:
    values = numbers(data, "pstdev", 1, roots=True)
    return float(np.sqrt(squares(values, mu) / len(values)))


@read_as("statistics.geometric_mean", host_if_static=True)
def geometric_mean(data: Any) -> float:
    values = numbers(data, "geometric_mean", 1)
    if ZERO_HAS_A_MEAN:
        if np.any(values < 0):
            raise StatisticsError("No negative inputs allowed", values[np.argmax(values < 0)])
        if np.any(values == 0):
            return math.nan if np.any(np.isinf(values)) else 0.0
    elif np.any(values <= 0):
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers")
    return math.exp(np.sum(np.log(values)) / len(values))


@read_as("statistics.harmonic_mean", host_if_static=True)
def harmonic_mean(data: Any, weights: Any = None) -> Any:
    if weights is not None:
        unsupported("weights= of statistics.harmonic_mean")
    data = sequence(data)
    values = numbers(data, "harmonic_mean", 1)
    if np.any(values < 0):
        raise StatisticsError("harmonic mean does not support negative values")
    return of_class(len(values) / np.sum(1 / values), data)


def squares(values: Any, center: Any) -> Any:
    """The sum of squared deviations from a number, or from the mean."""
    deviations = values - (np.sum(values) / len(values) if center is None else center)
    return np.sum(deviations * deviations)


def sequence(data: Any) -> Any:
    return data if isinstance(data, (list, tuple, np.ndarray)) else list(data)


def numbers(data: Any, name: str, least: int, roots: bool = False) -> Any:
    """The data as an array of float64. `roots`: Python takes none of NumPy's integers."""
    data = sequence(data)
    values = np.asarray(data)
    if roots and values.dtype.kind != "f" and isinstance(data[0], np.integer):
        unsupported(f"statistics.{name} takes none of NumPy's integers: it asks for their bit_length")
    if values.ndim != 1 or values.dtype.kind not in "iuf":
        unsupported(f"statistics.{name} in compiled code takes a sequence of integers or floats")
    if len(values) < least:
        raise StatisticsError(f"{name} requires at least {('one data point', 'two data points')[least - 1]}")
    return values.astype(float)


def of_class(result: Any, data: Any) -> Any:
    """The result as Python has it: a number of NumPy from such numbers (of integers truncated), a float otherwise."""
    kind = type(data[0]) if type(data) is not np.ndarray else data.dtype.type
    if type(data) is not np.ndarray and any(type(v) is not kind for v in data):
        unsupported("statistics in compiled code takes numbers of one class")
    return float(result) if kind in (int, float) else kind(result)
