"""Gradients for symbolic sizes: one text for all. Its cotangents agree with differences of plain Python."""
from __future__ import annotations

import copy
import inspect
import string
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import corpus
import recto

FUNCTIONS = """
    branches.huber broadcasting.gram_kernel broadcasting.cross_entropy_matrix
    closures.pipeline containers.append_then_stack containers_returned.object_behind_calls_that_may_fail
    containers_returned.bound_on_one_path copies.copied_array corner_cases.reshape_write
    corner_cases.aug_scalar_alias corner_cases.tup_swap errors_at_runtime.nested_helpers
    filters.kalman_with_gaps filters.median_of_three finance.crossover_backtest
    geometry.distance_to_segment helpers_in_modules.smoothed_twice helpers_in_modules.foreign_class
    indexing.dynamic_read_write interpolation.catmull_rom kmeans.lloyd_loops layers.layer_norm
    layers.perceptron linalg.condition_number linear_algebra_loops.gram_schmidt matrix_functions.expm
    matrix_functions.matrix_sign matrix_functions.characteristic_polynomial nbody.accelerations_broadcast
    nbody.closest_pair optional.weights_or_what_is_given physics.numerov_nodes
    recurrences.horner_with_derivative recursion.chebyshev_recursive reductions.weighted_average
    reductions.sliding_maximum shapes.windows_by_stacking signal.zero_crossings
"""
LONGER = (0, 1, 2, 5, 9)            # by how much an axis is longer than in the example


def example(name: str) -> corpus.Case:
    module, function = name.split(".")
    return next(c for c in corpus.cases(module) if c.function.__name__ == function)


def symbols(args: tuple) -> dict[int, str]:
    """A letter for each size of the arguments: axes of one size have one letter."""
    sizes = dict.fromkeys(n for a in args if isinstance(a, np.ndarray) for n in a.shape if n > 1)
    return dict(zip(sizes, string.ascii_lowercase))


def described(case: corpus.Case) -> str:
    """The arguments for `recto.generate`: arrays of symbolic sizes, floats, and integers that are known."""
    letters = symbols(case.args)

    def of(value: Any) -> str:
        if isinstance(value, np.ndarray):
            assert value.dtype == float
            return f"f64[{', '.join(letters.get(n, str(n)) for n in value.shape)}]"
        return "f64" if isinstance(value, float) else repr(value)
    return ", ".join(f"{name}: {of(a)}" for name, a in zip(inspect.signature(case.function).parameters, case.args))


def longer(case: corpus.Case, by: int) -> corpus.Case:
    """The call with longer axes, filled with numbers like those of the example."""
    rng = np.random.default_rng(by)

    def of(value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            return value
        shape = [n + by if n > 1 else n for n in value.shape]
        return np.resize(value, shape) * rng.uniform(0.9, 1.1, shape)
    return case._replace(args=tuple(map(of, case.args)))


def leaves(value: Any) -> Iterator[np.ndarray]:
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from leaves(item)
    else:
        yield np.asarray(value, float)


def product(xs: Any, ys: Any) -> float:
    return sum(float(np.sum(x * y)) for x, y in zip(leaves(xs), leaves(ys), strict=True))


def filled(value: Any, draw: Callable[[tuple], Any]) -> Any:
    if isinstance(value, (tuple, list)):
        return type(value)(filled(v, draw) for v in value)
    return draw(np.shape(value))


def check_size(pullback: Callable, case: corpus.Case) -> None:
    rng = np.random.default_rng(7)
    call = lambda args: case.function(*copy.deepcopy(args))
    inputs = [k for k, a in enumerate(case.args) if isinstance(a, (np.ndarray, float))]
    moved = {k: rng.normal(size=np.shape(case.args[k])) for k in inputs}
    along = lambda t: tuple(a + t * moved[k] if k in moved else a for k, a in enumerate(case.args))
    bar = filled(call(case.args), lambda shape: rng.normal(size=shape))
    step = 1e-6
    slope = (product(call(along(step)), bar) - product(call(along(-step)), bar)) / (2 * step)
    given = dict(zip(inspect.signature(case.function).parameters, copy.deepcopy(case.args)))
    asked = [name for name in inspect.signature(pullback).parameters if name in given]
    value, *bars = pullback(*(given[name] for name in asked), bar)
    for got, want in zip(leaves(value), leaves(call(case.args)), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-12)
    assert np.isclose(product(bars, [moved[k] for k in inputs]), slope, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("name", [n for n in FUNCTIONS.split() if corpus.tried(f"sizes: {n}", 3)])
def test_one_text_for_all_sizes(name):
    case = example(name)
    pullback = recto.generate(case.function, "vjp", described(case))
    for by in LONGER:
        check_size(pullback, longer(case, by))
