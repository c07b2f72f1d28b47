"""Gradients of functions on slices read as a person would write them: no masks, no whole axes where slices serve."""
import numpy as np
import pytest

import recto
from benchmarks import windows_kernels as kernels

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


CASES = {
    "durbin": (kernels.durbin, (0.3 * VECTOR, RNG.normal(size=6)), [
        "y_saved[k - 1, :k] = y[:k]", "alpha_bar_1[:k] += (alpha_bar_1[:k] * -t_saved[k - 1])[::-1]"]),
    "gram_schmidt": (kernels.gram_schmidt, (SQUARE, TALL @ TALL.T), [
        "a_saved[k, :, k + 1:] = a[:, k + 1:]", "a_bar[:, k + 1:] += np.outer(q[:, k], t_bar)"]),
    "cholesky": (kernels.cholesky, (POSITIVE, SQUARE), [
        "t = matrix[j:, j] - left[j:, :j] @ left[j, :j]", "left[j:, j] = t", "t_saved[j, j:] = t"]),
    "eliminated": (kernels.lu, (POSITIVE, SQUARE), ["chosen_saved[k, k + 1:] = a_part"]),
    "triangle_times": (kernels.trmm, (SQUARE, TALL, TALL + 1.0), [
        "b_1[i, j] += a[i + 1:, i] @ b_1[i + 1:, j]", "b_bar[i + 1:, j] += b_bar[i, j] * a[i + 1:, i]"]),
    "sparse_product": (kernels.csr_product_by_slices, (
        RNG.normal(size=7), RNG.integers(0, 6, 7), np.array([0, 2, 2, 5, 7]), VECTOR), [
        "x_part = x[columns[starts[i]:starts[i + 1]]]",
        "np.add.at(x_bar, part, t_bar * values[starts[i]:starts[i + 1]])"]),
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
