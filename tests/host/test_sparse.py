"""Sparse matrices of SciPy: classes of results, gradients of their pattern, patterns that change, printed source."""
import gc

import numpy as np
import pytest
from scipy import sparse

import corpus
import recto
from recto.transform.core.sparsity import pattern_of
from recto.transform.primitives.linear_algebra.sparse import mark

from .rows_of_sparse import OTHER, STIFF, TWICE, A, D, X, Y

ARRAY = sparse.csr_array(A)
RESULTS = [
    (lambda a: 2.0 * a, A), (lambda a: a.T, A), (lambda a: a + OTHER, A), (lambda a: a.T @ OTHER, A),
    (lambda a: a.tocsc(), A), (lambda a: a.multiply(a), A.tocsc()), (lambda a: a.tocsr(), TWICE),
    (lambda a: -a, A.todia()), (lambda a: a * 2.0, A.tobsr((2, 3))), (lambda a: a * a, ARRAY), (lambda a: a[1:], A),
    (lambda a: a.astype(np.float32), A), (lambda a: sparse.hstack([a, a]), A), (lambda a: abs(a), A.tocoo()),
    (lambda a: sparse.csr_matrix((a.data, a.indices, a.indptr), a.shape), A),
    (lambda d: sparse.spdiags(d, 0, 4, 4, "csr"), D), (lambda d: sparse.eye(4, format="csr") * d[1], D)]


@pytest.mark.parametrize("function, argument", RESULTS)
def test_results_are_scipys(function, argument):
    wanted, got = function(argument), corpus.run_interpreted(corpus.Case(function, (argument,)))
    assert (type(got), got.shape, got.dtype) == (type(wanted), wanted.shape, wanted.dtype)
    np.testing.assert_allclose(got.toarray(), wanted.toarray(), rtol=1e-13)


def misfit(a, x):
    return np.sum(np.sin(a @ x) * (a.T @ (a @ x)).sum())


@pytest.mark.xla
@pytest.mark.parametrize("a", [A, A.tocsc(), TWICE, sparse.csr_array(A)])
def test_a_gradient_has_the_pattern_and_its_source_needs_no_recto(a):
    found = recto.grad(misfit, argnums=(0, 1))
    a_bar, x_bar = found(a, X)
    assert type(a_bar) is type(a) and pattern_of(a_bar) is pattern_of(a)
    space: dict = {}
    text = found.source(a, X)
    exec(text, space)
    printed = space["grad_misfit"](a, X)
    np.testing.assert_allclose(printed[0].data, a_bar.data, rtol=1e-12)
    np.testing.assert_allclose(printed[1], x_bar, rtol=1e-12)
    assert "recto" not in text and "pattern" not in text
    step, change = 1e-6, np.cos(np.arange(a.nnz))
    moved = [misfit(type(a)((a.data + s * change, *index_arrays(a)), shape=a.shape), X) for s in (step, -step)]
    np.testing.assert_allclose(np.sum(a_bar.data * change), (moved[0] - moved[1]) / (2 * step), rtol=1e-6)


def index_arrays(a):
    return ((a.row, a.col),) if a.format == "coo" else (a.indices, a.indptr)


def test_the_gradient_of_a_product_reads_as_one_writes_it():
    text = recto.grad(lambda x: np.sum(np.sin(A @ x))).source(X)
    assert "found = A @ x" in text and "return A.T @ found_bar" in text


@pytest.mark.xla
def test_patterns_keep_their_names_when_others_are_gone():
    """A new pattern took the number of the last, once an older one was collected."""
    older, kept = (pattern_of(sparse.csr_matrix(np.eye(31)[:, k:])) for k in (1, 2))
    marks = mark(older), mark(kept)
    del older
    gc.collect()
    newer = [pattern_of(sparse.csr_matrix(np.eye(31)[:, k:])) for k in (3, 4)]
    assert len({marks[1], *map(mark, newer)}) == 3


def test_another_pattern_is_another_program():
    """Also where the index arrays are changed in place, and where only a part of the matrix differs."""
    product = recto.jit(lambda a, x: a @ x)
    a = A.copy()
    for change in (lambda: None, lambda: a.indices.__setitem__(slice(0, 1), (a.indices[0] + 1) % 3)):
        change()
        np.testing.assert_allclose(product(a, X), a @ X, rtol=1e-13)
    wider = sparse.csr_matrix((a.data, a.indices, a.indptr), shape=(4, 5))
    np.testing.assert_allclose(product(wider, np.ones(5)), wider @ np.ones(5), rtol=1e-13)


held = A.copy()


@pytest.mark.xla
def test_a_matrix_outside_of_the_function_is_seen_as_it_is(monkeypatch):
    product = recto.jit(lambda x: held @ x)
    np.testing.assert_allclose(product(X), held @ X, rtol=1e-13)
    held.data[:] *= 2.0
    np.testing.assert_allclose(product(X), held @ X, rtol=1e-13)
    monkeypatch.setitem(globals(), "held", OTHER)
    np.testing.assert_allclose(product(X), OTHER @ X, rtol=1e-13)


@pytest.mark.xla
def test_numbers_are_written_and_batched():
    def double(a):
        a.data *= 2.0
        return a.sum()
    ours, theirs = A.copy(), A.copy()
    np.testing.assert_allclose(recto.jit(double)(ours), double(theirs), rtol=1e-13)
    np.testing.assert_array_equal(ours.data, theirs.data)
    many = np.stack([X, -X, 2 * X])
    np.testing.assert_allclose(recto.vmap(lambda a, x: a @ x, in_axes=(None, 0))(A, many), (A @ many.T).T, rtol=1e-13)
    solved = recto.vmap(lambda d: sparse.linalg.spsolve(sparse.diags(d, format="csc") + STIFF, Y))(np.stack([D, 2 * D]))
    np.testing.assert_allclose(solved[1], np.linalg.solve(np.diag(2 * D) + STIFF.toarray(), Y), rtol=1e-12)


@pytest.mark.xla
def test_large_and_singular_systems_are_solved_as_scipy_solves_them():
    """To the bit, by an order of columns that is asked for too; where splu raises, the solution is NaN."""
    large = sparse.spdiags(np.stack([-np.ones(5000), np.full(5000, 4.0), -1.5 * np.ones(5000)]), [-1, 0, 1], 5000, 5000)
    x = np.sin(np.arange(5000.0))
    for a in (large.tocsr(), large.tocsc()):
        for order in ("COLAMD", "MMD_AT_PLUS_A"):
            solved = recto.jit(lambda a, x, order=order: sparse.linalg.spsolve(a, x, order))
            np.testing.assert_array_equal(solved(a, x), sparse.linalg.spsolve(a, x, order))
    factors = recto.jit(lambda a, x: sparse.linalg.splu(a).solve(x))
    np.testing.assert_array_equal(factors(large.tocsc(), x), sparse.linalg.splu(large.tocsc()).solve(x))
    of_diagonal = recto.vmap(lambda d: sparse.linalg.splu(sparse.diags(d, format="csc")).solve(Y))
    found = of_diagonal(np.stack([D, D * np.array([1, 0, 1, 1])]))
    np.testing.assert_allclose(found[0], Y / D, rtol=1e-15)
    assert np.all(np.isnan(found[1]))


def test_the_gradient_of_a_solution_solves_one_transposed_system():
    text = recto.grad(lambda a, y: np.sum(np.sin(sparse.linalg.spsolve(a, y))), argnums=(0, 1)).source(STIFF, Y)
    assert text.count("spsolve(A.T, ") + text.count("spsolve(a.T, ") == 1 and "recto" not in text


REFUSED = [
    *[(of_dense, "the sparsity pattern of a dense array is not static") for of_dense in (
        lambda a, x: sparse.csr_matrix(a.toarray()).indices, lambda a, x: sparse.csr_matrix(a.toarray()) + a,
        lambda a, x: a.T @ sparse.coo_matrix(a.toarray()), lambda a, x: a + sparse.csc_array(a.toarray()),
        lambda a, x: sparse.hstack([sparse.csr_matrix(a.toarray()), a]),
        lambda a, x: sparse.linalg.spsolve(sparse.csr_matrix(np.outer(x, x)), x))],
    (lambda a, x: sparse.csr_matrix(np.outer(x, x)), "can't leave compiled code"),
    (lambda a, x: sparse.csgraph.connected_components(a[:3]), "pass A.toarray()"),
    (lambda a, x: a == a, "compare A.data"), (lambda a, x: a > x[0], "compare A.data"),
    (lambda a, x: np.multiply(a, a), "can't be passed to a NumPy function"),
    (lambda a, x: np.asarray(a), "NumPy function"),
    (lambda a, x: a + x[0], "A.toarray()"), (lambda a, x: a.nonzero(), "places that are stored"),
    (lambda a, x: a / a, "divided by numbers alone"),
    (lambda a, x: a.power(0), "would be dense"), (lambda a, x: list(a), "A[[i]]"),
    (lambda a, x: sparse.csr_matrix((x, (x.astype(int), x.astype(int)))), "must be known while compiling"),
    (lambda a, x: recto.vmap(lambda b: b * 2.0)(a), "in_axes=None"),
    (lambda a, x: recto.vmap(lambda c: c * a)(x), "vmap of a function that returns a Pattern")]


@pytest.mark.parametrize("function, says", REFUSED)
def test_what_depends_on_data_is_refused(function, says):
    with pytest.raises(recto.CompileError) as error:
        recto.jit(function)._reading((A, X), {})
    assert says in f"{error.value} {error.value.hint}"
