"""Products of transposed arrays take them as they lie; large products are not computed inside of what reduces them."""
import numpy as np
import pytest

import recto
from recto.transform import evaluate
from recto.transform.analysis.def_use import maker, makers
from recto.transform.ir.program import check, subprograms, walk
from recto.transform.lower.in_place.materialization import LARGE, is_identity_call, materialize_shared_values
from recto.transform.lower.products import with_direct_products

A, B = np.random.default_rng(1).normal(size=(2, 4, 3))
T = np.random.default_rng(2).normal(size=(2, 3, 4, 5))
x, y = A[0], A[:, 0]


def transposed_in_a_loop(A, y, n):
    for _ in range(n):
        y = y + A @ (A.T @ y)
    return y


@pytest.mark.parametrize(("function", "arguments"), [
    (lambda A, y: A.T @ y, (A, y)),
    (lambda A, y: y @ A.T.T, (A, y)),
    (lambda A, B: A.T @ B, (A, B)),
    (lambda A, B: A @ B.T, (A, B)),
    (lambda A, B: A.T @ B[:, :1], (A, B)),
    (lambda A, y: np.sin(A).T @ y, (A, y)),
    (transposed_in_a_loop, (A, y, np.array(3))),
    (lambda T: T.swapaxes(1, 2) @ T, (T[0],)),
    (lambda T, v: np.transpose(T, (0, 2, 1)) @ v, (T[0], np.ones(4))),
])
def test_no_transposed_array_is_multiplied(function, arguments):
    program = recto.jit(function).program(*arguments)
    new = check(with_direct_products(program))
    np.testing.assert_allclose(evaluate(new, *arguments)[0], evaluate(program, *arguments)[0], rtol=1e-12)
    for inner in subprograms(new):
        for call in inner.body:
            transposed = call.primitive.name == "dot" and any(maker(o, makers(inner.body), "transpose")
                                                              for o in call.operands)
            assert not transposed


def test_a_product_whose_axes_would_change_their_order_stays():
    program = recto.jit(lambda T, v: np.transpose(T, (1, 0, 2)) @ v).program(T[0], np.ones(5))
    assert with_direct_products(program) is program


@pytest.mark.xla
def test_gradients_of_products_are_as_of_plain_code():
    f = lambda A, y: np.sum((A.T @ y) ** 2)
    for found, expected in zip(recto.grad(f, argnums=(0, 1))(A, y), (2 * np.outer(y, A.T @ y), 2 * A @ (A.T @ y))):
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def relu(x):
    return np.maximum(x, 0)


def largest(x):
    return np.max(x + 1, axis=-1)


SIZE = round(LARGE ** (1 / 3)) + 1


@pytest.mark.parametrize("function", [
    lambda A, B: np.max(A @ B, axis=-1),
    lambda A, B: np.sum(relu(A @ B + B[0])),
    lambda A, B: largest(relu(A @ B)),
    lambda A, B: np.sum(np.exp(A @ B)[None] @ B[:, :2]),
])
def test_what_reduces_a_large_product_waits_for_it(function):
    for size, kept in ((SIZE, 1), (SIZE // 4, 0)):
        square = np.ones((size, size))
        program = materialize_shared_values(recto.jit(function).program(square, square))
        assert sum(map(is_identity_call, walk(program))) == kept


def test_other_reductions_wait_for_nothing():
    big = np.ones((SIZE, SIZE))
    for function in (lambda A, B: A @ B + np.sum(A), lambda A, B: np.cumsum(A @ B, axis=0)):
        assert not any(map(is_identity_call, walk(materialize_shared_values(recto.jit(function).program(big, big)))))
