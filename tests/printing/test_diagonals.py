"""np.diag of a matrix is a view that can't be written: what is printed writes to neither while the other is wanted."""
import itertools

import corpus
import numpy as np
import pytest

import recto
from recto import transform
from recto.transform.passes.autodiff.jvp import jvp
from recto.transform.passes.autodiff.vjp import vjp


def kept(a, b, k):
    t = a @ b
    d = np.diag(t, k)
    t = t * b
    return d, t


def kept_by_a_view(a, b, k):
    t = np.sin(a)
    d = np.diag(t, k)[::-1]
    t = t + b
    t = np.exp(t)
    return t, d


def written(a, b, k):
    d = np.diag(np.sin(a), k)
    d = d * 2.0
    return d + b[0, 0]


def written_item(a, b, k):
    d = np.diag(a - b, k).copy()
    d[0] = 5.0
    return d, np.diag(d)


def of_a_vector(a, b, k):
    v = np.cos(a[0])
    m = np.diag(v)
    m = m * 2.0
    m[0, 1] = 3.0
    v = v - 1.0
    return m, v


def singular_vectors(a, b, k):
    """The derivative of svd takes a diagonal of a matrix that it goes on to scale."""
    _, s, vt = np.linalg.svd(a)
    return np.abs(vt @ b), s


def scaled_diagonal(a, b, k):
    """The diagonal of a factor is read and, in the derivative, added to: as a view and as a matrix of zeros."""
    factor = np.linalg.cholesky(a @ a.T + 3 * np.eye(3))
    d = np.diag(factor)
    factor = factor @ b
    return np.log(d), factor


def likelihood(a, b, k):
    factor = np.linalg.cholesky(a @ a.T + 3 * np.eye(3))
    alpha = np.linalg.solve(factor.T, np.linalg.solve(factor, b[0]))
    return 0.5 * b[0] @ alpha + np.sum(np.log(np.diag(factor)))


def diagonal_only(a, b, k):
    return np.where(np.eye(3, dtype=bool), a @ b, 0.0), np.where(np.eye(3, k=1, dtype=bool), a, 0.0)


FUNCTIONS = [kept, kept_by_a_view, written, written_item, of_a_vector, singular_vectors, scaled_diagonal, likelihood,
             diagonal_only]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("k", [0, 1, -1])
def test_functions_and_derivatives_printed_compute_the_same(function, k):
    rng = np.random.default_rng(k + 1)
    a, b = rng.normal(size=(2, 3, 3))
    made = corpus.read(corpus.Case(function, (a, b, k)))
    program, leaves = made.program, [np.asarray(x) for x in made.operands]
    derivatives = [transform.optimise(mode(program, [x.dtype == float for x in leaves])[0]) for mode in (jvp, vjp)]
    for p in (program, *derivatives):
        more = [rng.normal(size=q.type.shape) for q in p.parameters[len(leaves):]]
        space = {}
        exec(transform.numpy_source(p), space)
        found = space[p.name](*(x.copy() for x in (*leaves, *more)))
        wanted = transform.evaluate(p, *leaves, *more)
        for x, y in itertools.zip_longest(found if isinstance(found, tuple) else (found,), wanted):
            np.testing.assert_allclose(x, y, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("types", [("f64[3,3]", "f64[3]"), ("f64[n,n]", "f64[n]")])
def test_the_adjoint_of_a_cholesky_factor_reads_as_in_a_book(types):
    """Murray (2016), "Differentiation of the Cholesky decomposition": no masks, no triangle of a factor."""

    def nll(covariance, y):
        factor = np.linalg.cholesky(covariance)
        alpha = np.linalg.solve(factor.T, np.linalg.solve(factor, y))
        return 0.5 * y @ alpha + np.sum(np.log(np.diag(factor)))

    text = recto.grad(nll).source(*types)
    assert "np.where" not in text and "triu" not in text and "arange" not in text, text
    assert text.count("np.tril") == 2 and "np.linalg.solve(factor.T, " in text, text
