"""Attributes of functions: counters, caches, what was seen first. Values, and what is left, are Python's."""
import copy

import numpy as np
import pytest

import recto

X = np.array([1.0, 2.0, 3.0])


def cost(x):
    cost.calls += 1
    if x[0] > 2.0:
        cost.last = x.sum()
        cost.worst = max(cost.worst, x[0])
    return (x ** 2).sum()


def minimised(x):
    total = 0.0
    for k in range(20):
        total += cost(x + k)
    return total


def fibonacci(n):
    if n not in fibonacci.known:
        fibonacci.known[n] = n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)
    return fibonacci.known[n]


def remembered(x):
    return fibonacci(12) * x[0]


def seen_first(x):
    if not hasattr(seen_first, "first"):
        seen_first.first = x.copy()
    return np.sum(x - seen_first.first)


def of_an_inner_function(x):
    def scaled(v):
        scaled.calls += 1
        scaled.log.append(v)
        return v * scaled.factor
    scaled.calls, scaled.log, scaled.factor = 0, [], 2.0
    total = 0.0
    for v in x:
        total += scaled(v)
    if scaled.calls > 2:
        scaled.factor = 3.0
    return total + scaled(x[0]), scaled.calls, len(scaled.log), scaled.factor


def fresh():
    cost.calls, cost.last, cost.worst, fibonacci.known = 0, None, 0.0, {}
    vars(seen_first).pop("first", None)


def state():
    found = [copy.deepcopy(vars(f)) for f in (cost, fibonacci, seen_first)]
    return recto.tree.map(lambda v: np.asarray(v).tolist() if isinstance(v, (np.ndarray, np.generic)) else v, found)


@pytest.mark.xla
@pytest.mark.parametrize("function", [minimised, remembered, seen_first, of_an_inner_function],
                         ids=lambda f: f.__name__)
def test_calls_are_pythons(function):
    runs = []
    for run in (function, recto.jit(function)):
        fresh()
        runs.append([(recto.tree.map(float, run(x)), state()) for x in (X, X + 5.0, X)])
    assert str(runs[0]) == str(runs[1])


@pytest.mark.xla
def test_a_gradient_counts_calls():
    fresh()
    cost.last = 0.0
    found = recto.grad(minimised)(X)
    np.testing.assert_allclose(found, sum(2 * (X + k) for k in range(20)))
    assert cost.calls == 20


def test_what_is_printed_says_what_changes():
    fresh()
    source = recto.jit(minimised).source(X)
    names = {}
    exec(source, names)
    total, changed = names["minimised"](0, 0.0, X.copy())
    assert total == minimised(X) and changed["cost.calls"] == cost.calls and changed["cost.worst"] == cost.worst


def test_an_attribute_that_is_not_there():
    def inner(x):
        def f(v):
            return v
        f.a = 1.0
        return f.b + x

    with pytest.raises(recto.CompileError, match="has no attribute b"):
        recto.jit(inner).program(X)
