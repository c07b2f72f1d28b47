"""Gradients of functions on slices read as a person would write them: no masks, no whole axes where slices serve."""
import numpy as np
import pytest

import recto
from slice_kernels import KERNELS

RNG = np.random.default_rng(7)
SQUARE, TALL = RNG.normal(size=(6, 6)), RNG.normal(size=(6, 3))
POSITIVE = SQUARE @ SQUARE.T + 6 * np.eye(6)
VECTOR = RNG.normal(size=6)


def run_source(source, arguments):
    """The results of the last function of a text, as a tuple."""
    space = {}
    exec(source, space)
    name = source.rsplit("\ndef ", 1)[1].split("(")[0]
    found = space[name](*[np.copy(x) for x in arguments])
    return found if isinstance(found, tuple) else (found,)


def durbin(r, weights):
    n = r.shape[0]
    y = np.zeros_like(r)
    y[0], alpha, beta = -r[0], -r[0], 1.0
    for k in range(1, n):
        beta *= 1.0 - alpha * alpha
        alpha = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / beta
        y[:k] += alpha * np.flip(y[:k])
        y[k] = alpha
    return np.sum(weights * y)


def gram_schmidt(matrix, weights):
    a, n = matrix.copy(), matrix.shape[1]
    q, r = np.zeros_like(matrix), np.zeros((n, n))
    for k in range(n):
        r[k, k] = np.sqrt(np.sum(a[:, k] ** 2))
        q[:, k] = a[:, k] / r[k, k]
        r[k, k + 1:] = q[:, k] @ a[:, k + 1:]
        a[:, k + 1:] -= np.outer(q[:, k], r[k, k + 1:])
    return np.sum(weights * q) + np.sum(r)


def cholesky(matrix, weights):
    n = matrix.shape[0]
    left = np.zeros_like(matrix)
    for j in range(n):
        left[j:, j] = matrix[j:, j] - left[j:, :j] @ left[j, :j]
        left[j:, j] /= np.sqrt(left[j, j])
    return np.sum(weights * left)


def lu(matrix, weights):
    a, n = matrix.copy(), matrix.shape[0]
    for k in range(n - 1):
        a[k + 1:, k] /= a[k, k]
        a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])
    return np.sum(weights * a)


def trmm(a, b, weights):
    b = b.copy()
    for i in range(b.shape[0]):
        for j in range(b.shape[1]):
            b[i, j] += a[i + 1:, i] @ b[i + 1:, j]
    return np.sum(weights * (1.5 * b))


def csr_product_by_slices(values, columns, starts, x):
    n = starts.shape[0] - 1
    y = np.zeros(n)
    for i in range(n):
        row = slice(starts[i], starts[i + 1])
        y[i] = values[row] @ x[columns[row]]
    return np.sum(y * y)


CASES = {
    "durbin": (durbin, (0.3 * VECTOR, RNG.normal(size=6)), [
        "y_saved[k - 1, :k] = y[:k]", "alpha_bar_1[:k] += (alpha_bar_1[:k] * -t_saved[k - 1])[::-1]"]),
    "gram_schmidt": (gram_schmidt, (SQUARE, TALL @ TALL.T), [
        "a_saved[k, :, k + 1:] = a[:, k + 1:]", "a_bar[:, k + 1:] += np.outer(q[:, k], t_bar)"]),
    "cholesky": (cholesky, (POSITIVE, SQUARE), [
        "t = matrix[j:, j] - left[j:, :j] @ left[j, :j]", "left[j:, j] = t", "t_saved[j, j:] = t"]),
    "eliminated": (lu, (POSITIVE, SQUARE), ["chosen_saved[k, k + 1:] = a_part"]),
    "triangle_times": (trmm, (SQUARE, TALL, TALL + 1.0), [
        "b_1[i, j] += a[i + 1:, i] @ b_1[i + 1:, j]", "b_bar[i + 1:, j] += b_bar[i, j] * a[i + 1:, i]"]),
    "sparse_product": (csr_product_by_slices, (
        RNG.normal(size=7), RNG.integers(0, 6, 7), np.array([0, 2, 2, 5, 7]), VECTOR), [
        "x_part = x[columns[starts[i]:starts[i + 1]]]",
        "np.add.at(x_bar, part, y_bar[i] * values[starts[i]:starts[i + 1]])"]),
}


@pytest.mark.parametrize("name", CASES)
def test_a_gradient_works_on_slices(name):
    function, arguments, parts = CASES[name]
    floats = tuple(k for k, x in enumerate(arguments) if x.dtype.kind == "f")
    gradient = recto.jit(recto.grad(function, argnums=floats))
    source = gradient.source(*arguments)
    assert "where" not in source and "arange" not in source and "take" not in source
    for part in parts:
        assert part in source, source
    for mine, compiled in zip(run_source(source, arguments), gradient(*arguments)):
        np.testing.assert_allclose(mine, compiled, rtol=1e-12, atol=1e-14)


MASKED = {"LDL", "Gram–Schmidt", "sparse, by rows"}           # printed with masks so far: right, but not as one would


@pytest.mark.parametrize("name", KERNELS)
def test_printed_gradients_of_slices_compute_the_same(name):
    """A family of functions; most of their gradients have no masks."""
    function, arguments = KERNELS[name]
    floats = tuple(k for k, x in enumerate(arguments) if x.dtype.kind == "f")
    gradient = recto.jit(recto.grad(function, argnums=floats))
    source = gradient.source(*arguments)
    assert ("np.where" in source) == (name in MASKED), source
    for printed, compiled in zip(run_source(source, arguments), gradient(*arguments)):
        np.testing.assert_allclose(printed, compiled, rtol=1e-9, atol=1e-12)


def test_two_parts_of_a_row_that_is_saved():
    """What two later loops read differs: the row is saved as a whole."""
    def f(x):
        total, v = 0.0, x.copy()
        for k in range(1, len(x)):
            v[:k] *= np.sin(v[:k])
            total += np.sum(v[:k]) * np.prod(v[k:])
        return total

    gradient = recto.jit(recto.grad(f))
    found, = run_source(gradient.source(VECTOR), (VECTOR,))
    np.testing.assert_allclose(found, gradient(VECTOR), rtol=1e-12)
    recto.testing.check_grads(f, (VECTOR,), modes=["rev"])


def test_a_number_that_is_not_finite_stays_beside_no_slice():
    """The factor of a slice is infinite: what is beside of the slice is not touched."""
    def f(x, c):
        y = np.ones_like(x)
        for k in range(3):
            y[:k + 1] += c * x[:k + 1]
        return y

    for c in (np.inf, np.nan, 2.0):
        expected = f(VECTOR, c)
        for found in (recto.jit(f)(VECTOR, c), run_source(recto.jit(f).source(VECTOR, c), (VECTOR, c))[0]):
            np.testing.assert_array_equal(found, expected)
        gradient = recto.jit(recto.grad(lambda x, c: np.sum(f(x, c)[3:])))
        for found in (gradient(VECTOR, c), run_source(gradient.source(VECTOR, c), (VECTOR, c))[0]):
            np.testing.assert_array_equal(found[3:], np.zeros(3))
