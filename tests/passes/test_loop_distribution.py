"""Sums of products leave loops whose iterations depend on each other: random recurrences, and loops that must stay."""
import itertools
import linecache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import recto
from recto.transform import evaluate
from recto.transform.core.dtypes import settings as compiler
from recto.transform.ir.program import check, walk
from recto.transform.passes.vectorize.counted_loops import with_array_loops

RNG = np.random.default_rng(5)
ROUNDS, SIZE, INPUTS = 12, 8, 9
NUMBER = itertools.count()


def written(text, name):
    """The function of a text."""
    file = f"distribution_{next(NUMBER)}.py"
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    space = {"np": np}
    exec(compile(text, file, "exec"), space)
    return space[name]


def products_in_loops(program):
    """The products with two axes that loops compute in each of their iterations."""
    return sum(call.primitive.name == "dot" and call.outputs[0].type.ndim == 2
               for loop in walk(program) if loop.primitive.name == "fori_loop" for call in loop.param("body").body)


def distributed(function, *arguments):
    """The program before and after, which compute the same."""
    program = recto.jit(function).program(*arguments)
    found = check(with_array_loops(program))
    for value, expected in zip(evaluate(found, *arguments), evaluate(program, *arguments), strict=True):
        np.testing.assert_allclose(value, expected, rtol=1e-11, atol=1e-12)
    return program, found


STEPS = ["np.tanh({s})", "1 / (1 + np.exp(-({s})))", "np.sin({s}) + 0.5 * h", "np.maximum({s}, 0.1 * ({s}))"]
STATES = ["h @ W.T + x[t] @ U.T + b", "h @ W.T + (x[t] @ U.T) * b", "(b * h) @ W.T + x[t] @ U.T",
          "h @ W.T + np.cos(x[t]) @ U.T"]
INDICES = ["range(len(x))", "range(len(x) - 1, -1, -1)", "range(2, len(x))"]
LOSSES = ["total += np.sum(h * h)", "total += np.sum(np.cos(h) * b)", "hs[t] = h"]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(STEPS), st.sampled_from(STATES), st.sampled_from(INDICES), st.sampled_from(LOSSES),
       st.booleans())
def test_gradients_of_recurrent_networks(step, state, indices, loss, batched):
    """W_bar and U_bar are sums of a product for each iteration. (In a batch of two: more must be stored for more.)"""
    shape = "(x.shape[1], len(b))" if batched else "len(b)"
    text = (f"def network(W, U, b, x):\n    h, total = np.zeros({shape}), 0.0\n"
            f"    hs = np.zeros((len(x), *np.shape(h)))\n    for t in {indices}:\n"
            f"        h = {step.format(s=state)}\n        {loss}\n    return total + np.sum(hs ** 2)\n")
    W, U, b = RNG.normal(size=(SIZE, SIZE)) / 4, RNG.normal(size=(SIZE, INPUTS)) / 4, RNG.normal(size=SIZE)
    x = RNG.normal(size=(ROUNDS, *([2] if batched else []), INPUTS))
    gradient = recto.grad(written(text, "network"), argnums=(0, 1, 2))
    before, after = distributed(gradient, W, U, b, x)
    assert products_in_loops(after) <= products_in_loops(before) - (2 if not batched else 1), after


A, Y, V = RNG.normal(size=(SIZE, SIZE)) / 4, RNG.normal(size=(ROUNDS, SIZE)), RNG.normal(size=SIZE)


def sums_of_states(A, Y, v):
    h, hs, S = v, np.zeros_like(Y), np.zeros_like(A)
    for t in range(len(Y)):
        h = np.tanh(A @ h + Y[t])
        hs[t] = h
        S += np.outer(h, Y[t])
    return S, hs


def sums_of_states_before(A, Y, v):
    h, S = v, np.zeros_like(A)
    for t in range(3, len(Y)):
        S = S + np.outer(Y[t - 2], h)
        h = np.tanh(A @ h + Y[t])
    return S, h


def transposed_sums(A, Y, v):
    h, S, T = v, np.ones_like(A), np.zeros_like(A)
    for t in range(len(Y) - 1, -1, -1):
        h = np.tanh(A @ h + Y[t])
        S += np.outer(h, 2 * Y[t]).T
        T += np.outer(-h, h)
    return S, T, h


@pytest.mark.parametrize("function", [sums_of_states, sums_of_states_before, transposed_sums],
                         ids=lambda f: f.__name__)
def test_sums_that_a_user_wrote(function):
    before, after = distributed(function, A, Y, V)
    assert products_in_loops(before) > 0 == products_in_loops(after), after


def read_in_the_loop(A, Y, v):
    h, S = v, np.zeros_like(A)
    for t in range(len(Y)):
        h = np.tanh(S @ h + Y[t])
        S += np.outer(h, Y[t])
    return S


def set_again(A, Y, v):
    h, S = v, np.zeros_like(A)
    for t in range(len(Y)):
        h = np.tanh(A @ h + Y[t])
        S += np.outer(h, Y[t])
        if h[0] > 0.5:
            S = np.zeros_like(A)
    return S


def small_sums(A, Y, v):
    """A product of two columns: what would be stored is larger."""
    H, S = np.outer(v, v), np.zeros((2, 2))
    for t in range(len(Y)):
        H = np.tanh(A @ H + Y[t])
        S += H[:2] @ H[:, :2]
    return S


def rows_that_are_overwritten(A, Y, v):
    h, hs, S = v, np.zeros_like(Y), np.zeros_like(A)
    for t in range(len(Y)):
        h = np.tanh(A @ h + Y[t])
        hs[t // 2] = h
        S += np.outer(h, Y[t])
    return S, hs


@pytest.mark.parametrize("function", [read_in_the_loop, set_again, small_sums], ids=lambda f: f.__name__)
def test_other_sums_stay(function):
    before, after = distributed(function, A, Y, V)
    assert products_in_loops(after) == products_in_loops(before) > 0, after


def test_rows_that_are_overwritten_are_not_read():
    before, after = distributed(rows_that_are_overwritten, A, Y, V)
    assert products_in_loops(before) > 0 == products_in_loops(after), after


def test_sums_stay_in_order_where_that_is_asked_for():
    compiler.reorder_sums = False
    try:
        before, after = distributed(sums_of_states, A, Y, V)
    finally:
        compiler.reorder_sums = True
    assert products_in_loops(after) == products_in_loops(before) > 0
