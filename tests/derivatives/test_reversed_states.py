"""Printed gradients of loops whose states are asked for again: short, run in NumPy alone, and are read back.

Where nothing bounds the rounds, the states are on a list, also of a loop of its own where the two sweeps are in
different branches. Where they are bounded, but a tape would be beyond the limit, a helper computes them again.
"""
import ast
import inspect
import itertools
import re

import numpy as np
import pytest

import recto
from recto.transform.core.printed_helpers import REVERSED_STATES


def newton(x, a):
    while np.max(np.abs(x * x - a)) > 1e-9:
        x = 0.5 * (x + a / x)
    return np.sum(x)


def counted(x, a):
    for i in range(int(a[0])):
        x = np.sin(x * 1.3) + 0.1 * i * a
    return np.sum(x ** 2)


def two_states(x, a):
    y = x
    while np.sum(x) < 50.0:
        x, y = y + a, x * 1.1 + 0.5 * np.sin(y)
    return np.sum(x * y)


def nested(x, a):
    total = 0.0
    while total < 3.0:
        k = 0
        while k < total + 2:
            x = np.cos(x * 0.7) + 0.3 * a
            k += 1
        total += np.mean(x * x)
    return total


def leaves_early(x, a):
    while True:
        x = x + 0.3 * np.cos(0.5 * x) * a
        if x[0] > 2.0:
            return np.sum(x * x)
        if x[1] > 3.0:
            break
    return np.sum(x)


def under_a_branch(x, a):
    if a[1] > 1.0:
        while np.sum(x) < 9.0:
            x = x * x * 0.9 + a
    return np.sum(x * x)


def rows_written_in_place(x, a):
    u = np.zeros((4, 3))
    u[0] = x
    k = 0
    while np.sum(u[0]) < 6.0:
        u[(k + 1) % 4] = np.sin(u[k % 4]) + a
        u[0] += 0.1 * u[(k + 1) % 4]
        k += 1
    return np.sum(u * u)


def long(x, a):
    for i in range(300):
        x = np.sin(x * 1.3) + 0.1 * a
    return np.sum(x ** 2)


def long_with_a_break(x, a):
    for i in range(300):
        x = np.sin(x * 1.3) + 0.1 * a
        if np.sum(x) > 3.2:
            break
    return np.sum(x ** 2)


LISTED = [newton, counted, two_states, nested, leaves_early, under_a_branch, rows_written_in_place]
HELPED = [long, long_with_a_break]
FUNCTIONS = [*LISTED, *HELPED]
X, A = np.array([1.5, 2.0, 0.7]), np.array([3.0, 1.4, 2.5])


def run(source, path):
    """The last function of a file, which imports NumPy alone."""
    path.write_text(source)
    imported = {a.name for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Import) for a in n.names}
    assert imported == {"numpy"}
    space = {}
    exec(compile(source, str(path), "exec"), space)
    return [v for k, v in space.items() if callable(v) and k.startswith("grad")][-1]


@pytest.fixture(autouse=True)
def small_tapes():
    before = recto.config.tape_limit
    recto.config.update("tape_limit", 1000)
    yield
    recto.config.update("tape_limit", before)


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_printed_runs_alone_is_read_back_and_right(f, tmp_path):
    gradient = recto.grad(f, argnums=(0, 1))
    source = gradient.source(X, A)
    assert ("in reversed_states(" in source) == (f in HELPED) == (lists(source) == 0)
    assert "snapshots" not in source
    printed = run(source, tmp_path / "printed.py")
    given = X.copy(), A.copy()
    again = recto.jit(printed)
    for bar, mine, read in zip(gradient(X, A), printed(*given), again(X, A), strict=True):
        np.testing.assert_allclose(mine, bar, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(read, bar, rtol=1e-9, atol=1e-12)
    np.testing.assert_array_equal(given, (X, A))                # what the caller gave is as it was
    assert "iterate(" in str(again.program(X, A))
    for k, step in itertools.product(range(3), (0, 1)):
        if f is counted and step:
            continue
        e = [np.zeros(3), np.zeros(3)]
        e[step][k] = 1e-6
        ahead, behind = f(X + e[0], A + e[1]), f(X - e[0], A - e[1])
        assert gradient(X, A)[step][k] == pytest.approx((ahead - behind) / 2e-6, rel=1e-5, abs=1e-6)


def lists(source):
    return len(re.findall(r"in reversed\((states|\w+_saved)", source))


def code(source):
    return [line for line in source.splitlines() if line.strip() and not line.strip().startswith("#")]


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_few_lines_beyond_the_body(f):
    """Beyond the helper, and the function once for each sweep, and for the step if that stands alone."""
    source = recto.grad(f, argnums=(0, 1)).source(X, A)
    helper = code(REVERSED_STATES) if f in HELPED else []
    assert source.count("def reversed_states(") == (f in HELPED)
    times = 3 if f in (*HELPED, under_a_branch) else 2
    assert len(code(source)) - len(helper) - times * len(code(inspect.getsource(f))) <= 12


@pytest.mark.parametrize("f", LISTED, ids=lambda f: f.__name__)
def test_read_back_it_is_printed_with_lists_again(f, tmp_path):
    source = recto.grad(f, argnums=(0, 1)).source(X, A)
    again = recto.jit(run(source, tmp_path / "printed.py")).source(X, A)
    assert lists(again) == lists(source) and "reversed_states" not in again
    assert len(code(again)) <= len(code(source)) + 1


def test_the_helper_gives_every_state_once_and_holds_few():
    space = {}
    exec(REVERSED_STATES, space)
    held, most, calls = 0, 0, 0

    class State:
        """Counts how many there are at a time."""
        def __init__(self, k):
            nonlocal held, most
            self.k, held = k, held + 1
            most = max(most, held)

        def __del__(self):
            nonlocal held
            held -= 1

    def step(state):
        nonlocal calls
        calls += 1
        return State(state.k + 1)

    for rounds, limit in ((0, 2), (1, 3), (5, 8), (999, 1002), (1001, 1005), (4321, 1010)):
        held = most = calls = 0
        first = State(0)
        assert [s.k for s in space["reversed_states"](step, first, rounds)] == list(reversed(range(rounds)))
        assert most <= limit and calls <= 2 * max(rounds, 1)


def test_states_of_several_parts_and_of_one():
    space = {}
    exec(REVERSED_STATES, space)
    found = list(space["reversed_states"](lambda i, x: (i + 1, 2 * x), (0, 1.0), 4))
    assert found == [(3, 8.0), (2, 4.0), (1, 2.0), (0, 1.0)]
    assert list(space["reversed_states"](lambda x: x + 1, 5, 3)) == [7, 6, 5]


def test_another_function_of_that_name_is_only_a_function(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def reversed_states(step, state, rounds):\n    return [step(state)] * rounds\n\n"
                    "def f(x):\n    total = 0.0\n    for s in reversed_states(lambda v: v * 2, x, 3):\n"
                    "        total += s\n    return total\n")
    space = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    assert float(recto.jit(space["f"])(1.5)) == 9.0
