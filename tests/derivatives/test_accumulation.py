"""How cotangents meet: signs outermost, one accumulator for a matrix and its transpose, windows that are set."""
import re

import numpy as np
import pytest

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


FUNCTIONS = [filter_step, gates, differences, entropy, products, inverses]


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
    source, _ = printed(gates)
    assert re.search(r"z_bar\[2:\] -?= ", source) and re.search(r"z_bar\[:2\] = ", source), source


@pytest.mark.xla
@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_what_is_printed_is_what_is_compiled(f):
    compiled = recto.grad(f, argnums=(0, 1, 2))(A, S, X)
    for one, other in zip(compiled, printed(f)[1](A.copy(), S.copy(), X.copy()), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-12)
