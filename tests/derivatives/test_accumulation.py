"""How cotangents meet: signs outermost, one accumulator for a matrix and its transpose, windows that are set."""
import linecache
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import randoms

import recto

RANDOM = np.random.default_rng(3)
A, B, S = RANDOM.normal(size=(4, 4)), RANDOM.normal(size=(4, 3)), RANDOM.normal(size=(4, 4)) + 4 * np.eye(4)
X = RANDOM.normal(size=4)


def filter_step(A, S, x):
    P = np.eye(4)
    total = 0.0
    for _ in range(3):
        P = A @ P @ A.T + S
        e = x - A @ x
        total += e @ np.linalg.solve(P @ P.T + S, e) + np.log(np.linalg.det(P @ P.T + S @ S.T))
    return total


def gates(A, S, x):
    h = x
    for _ in range(3):
        z = A @ h
        h = np.tanh(z[:2]).sum() * h - np.sin(z[2:]).sum() * (S @ h)
    return np.sum(h)


def differences(A, S, x):
    r = S @ x - np.mean(S @ x)
    return np.sum((r - A @ r) ** 2) / np.sum(r ** 2)


def entropy(A, S, x):
    p = np.exp(A @ x)
    p = p / np.sum(p)
    return -np.sum(p * np.log(p)) + np.sum(np.log(np.abs(S @ x)))


def products(A, S, x):
    C = -(A @ S) + (S - A.T @ A).T
    return np.sum(C @ (-x)) + x @ (C.T @ x)


def inverses(A, S, x):
    logarithms = np.log(np.linalg.det(S)) + np.linalg.slogdet(S @ S.T)[1]
    return logarithms + np.sum(np.linalg.inv(S) @ x) + np.linalg.det(A[:2, :2])




def parts(A, S, x):
    z = A @ x
    return np.sin(z[:1]).sum() * z[2:].sum() + np.sum(S @ x)


FUNCTIONS = [filter_step, gates, differences, entropy, products, inverses, parts]


def printed(f):
    source = recto.grad(f, argnums=(0, 1, 2)).source(A, S, X, comments="none")
    names: dict = {}
    exec(source, names)
    return source, names["grad_" + f.__name__]


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_gradients_are_limits_of_differences(f):
    found, h = printed(f)[1](A.copy(), S.copy(), X.copy()), 1e-6
    for k, gradient in enumerate(found):
        args = [A, S, X]
        direction = RANDOM.normal(size=args[k].shape)
        moved = [[a + sign * h * direction if j == k else a for j, a in enumerate(args)] for sign in (1, -1)]
        np.testing.assert_allclose(np.sum(gradient * direction), (f(*moved[0]) - f(*moved[1])) / (2 * h), rtol=1e-5)


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_signs_stand_outermost(f):
    source, _ = printed(f)
    assert not re.search(r"(np\.sum|np\.mean|np\.outer|solve)\([^()]*-\w+_bar|@ -\w+_bar|\+= -", source), source


def test_a_matrix_and_its_transpose_have_one_accumulator():
    source, _ = printed(filter_step)
    assert "transpose" not in source and source.count("np.linalg.solve") == 2        # forwards and backwards


def test_windows_that_hold_zeros_are_set():
    source, _ = printed(parts)
    assert re.search(r"z_bar\[2:\] -?= ", source) and re.search(r"z_bar\[:1\] = ", source), source


def test_parts_that_make_up_an_array_are_concatenated():
    source, _ = printed(gates)
    assert re.search(r"z_bar = np\.concatenate\(\(", source) and "z_bar[" not in source, source


@pytest.mark.xla
@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_what_is_printed_is_what_is_compiled(f):
    compiled = recto.grad(f, argnums=(0, 1, 2))(A, S, X)
    for one, other in zip(compiled, printed(f)[1](A.copy(), S.copy(), X.copy()), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-12)


# -- like terms, halves and factors ------------------------------------------------------------------------------------


class Products:
    """Random sums of products of numbers, x, y and scalars of these, roots and quotients: what cancels or meets."""

    def __init__(self, random):
        self.random = random

    def text(self):
        terms = [self.term() for _ in range(self.random.randint(1, 4))]
        return " + ".join(f"np.sum({t})" for t in terms)

    def term(self):
        factors = [self.factor() for _ in range(self.random.randint(1, 4))]
        if self.random.random() < 0.4:
            factors.append(self.random.choice(("0.5", "-0.5", "2", "0.25", "(-1)", "3")))
        self.random.shuffle(factors)
        text = " * ".join(factors)
        return f"({text}) / {self.factor()}" if self.random.random() < 0.3 else text

    def factor(self):
        name = self.random.choice(("x", "y", "s"))
        root = f"np.sqrt(np.sum({name} ** 2))"
        return self.random.choice((name, name, name, f"{name} ** 2", f"np.sqrt({name})", root, f"(-{name})",
                                   f"np.log({name})"))


@settings(max_examples=60, deadline=None)
@given(randoms, st.booleans())
def test_random_sums_of_products(random, in_a_loop):
    body = Products(random).text()
    lines = [f"    for _ in range(2):\n        total = total + {body}" if in_a_loop else f"    total = {body}"]
    text = "\n".join(["import numpy as np", "def f(x, y, s):", "    total = 0.0", *lines, "    return total"])
    space: dict = {}
    linecache.cache[f"<{hash(text)}>"] = (len(text), None, text.splitlines(True), f"<{hash(text)}>")
    exec(compile(text, f"<{hash(text)}>", "exec"), space)
    values = np.array([0.7, 1.3, 2.1]), np.array([1.9, 0.6, 1.1]), 1.4
    gradient = recto.grad(space["f"], argnums=(0, 1, 2))
    source = gradient.source(*values)
    exec(source, space)
    for found in (gradient(*values), space["grad_f"](*values)):
        for k, bar in enumerate(found):
            for j in np.ndindex(np.shape(values[k])):
                h = np.zeros(np.shape(values[k]))
                h[j] = 1e-6
                ends = [space["f"](*values[:k], values[k] + sign * h, *values[k + 1:]) for sign in (1, -1)]
                slope = (ends[0] - ends[1]) / 2e-6
                assert np.asarray(bar)[j] == pytest.approx(slope, rel=2e-5, abs=1e-6), f"{text}\n{source}"


@pytest.mark.parametrize("body, printed", [
    ("np.sum(-0.5 * x * x)", "-x"),
    ("np.sum(x * x * x)", "3 * (x * x)"),
    ("0.01 * x @ x", "0.02 * x"),
    ("0.5 * np.sum(x ** 2)", "x"),
    ("np.sqrt(np.sum(x ** 2))", "x"),
    ("np.mean((x - 1) ** 2)", "0.5 * (x - 1)"),
])
def test_numbers_and_halves_meet(body, printed):
    space: dict = {}
    text = f"import numpy as np\ndef f(x):\n    return {body}\n"
    linecache.cache[f"<{body}>"] = (len(text), None, text.splitlines(True), f"<{body}>")
    exec(compile(text, f"<{body}>", "exec"), space)
    last = recto.grad(space["f"]).source("f64[4]").splitlines()[-1]
    assert last.endswith(printed) and "(2 *" not in last, last
