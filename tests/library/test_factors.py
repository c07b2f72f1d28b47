"""Factorisations of which only the product is unique, and functions that take what another one gave."""
import numpy as np
import pytest
from scipy import linalg

from recto.transform.ir.builder import Builder
from recto.transform.ir.evaluate import evaluate
from recto.transform.library import HOST, HOST_BY_NAME
from recto.transform.ir.program import Type, check

from .compare import expect_same
from .rows import POSITIVE_DEFINITE, SQUARE, STACK, V


def run(function, *inputs):
    builder = Builder()
    syms = [builder.parameter(Type(x.dtype, x.shape)) for x in inputs]
    out = function(*syms)
    return evaluate(check(builder.finish(out if isinstance(out, tuple) else [out], "f")), *inputs)


@pytest.mark.parametrize("uplo", ["L", "U"])
@pytest.mark.parametrize("matrix", [POSITIVE_DEFINITE, STACK + STACK.transpose(0, 2, 1)])
def test_eigh_diagonalises(matrix, uplo):
    values, vectors = run(lambda a: HOST[np.linalg.eigh](a, uplo), matrix)
    expect_same(vectors * values[..., None, :] @ np.swapaxes(vectors, -1, -2), matrix)
    expect_same(values, np.linalg.eigvalsh(matrix))


def test_eig_diagonalises_and_is_complex():
    values, vectors = run(lambda a: HOST[np.linalg.eig](a), SQUARE)
    assert values.dtype == np.complex128
    expect_same(SQUARE @ vectors, vectors * values)


@pytest.mark.parametrize("lower", [True, False])
def test_cho_solve(lower):
    host = lambda a, b: HOST_BY_NAME["scipy.linalg.cho_solve"](HOST_BY_NAME["scipy.linalg.cho_factor"](a, lower), b)
    expect_same(*run(host, POSITIVE_DEFINITE, V[:4]),
                linalg.cho_solve(linalg.cho_factor(POSITIVE_DEFINITE, lower), V[:4]))


@pytest.mark.parametrize("trans", [0, 1, 2])
@pytest.mark.parametrize("right", [V[:4], np.stack([V[:4], V[1:]], 1)])
def test_lu_solve(trans, right):
    host = lambda a, b: HOST_BY_NAME["scipy.linalg.lu_solve"](HOST_BY_NAME["scipy.linalg.lu_factor"](a), b, trans)
    expect_same(*run(host, SQUARE, right), linalg.lu_solve(linalg.lu_factor(SQUARE), right, trans))
