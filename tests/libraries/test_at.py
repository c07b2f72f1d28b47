"""`x.at[index].add(v)` in compiled code: a copy with elements changed, equal indices each by itself."""
import numpy as np
import pytest

import recto

X, M = np.array([0.5, 2.0, -1.0, 4.0]), np.arange(1.0, 13.0).reshape(3, 4)
AT = np.array([0, 2, 0])


def changed(x, change):
    copy = np.copy(x)
    change(copy)
    return copy


# name -> (with .at, in NumPy)
ROWS = {
    "set": (lambda x: x.at[1].set(5.0), lambda x: np.concatenate([x[:1], np.array([5.0]), x[2:]])),
    "set of a mask": (lambda x: x.at[x > 1].set(0.0), lambda x: np.where(x > 1, 0.0, x)),
    "add to a slice": (lambda x: x.at[1:].add(x[0]), lambda x: np.concatenate([x[:1], x[1:] + x[0]])),
    "add": (lambda x: x.at[AT].add(x[:3], unique_indices=False),
            lambda x: changed(x, lambda c: np.add.at(c, AT, x[:3]))),
    "subtract": (lambda x: x.at[AT].subtract(x[1]), lambda x: changed(x, lambda c: np.subtract.at(c, AT, x[1]))),
    "multiply": (lambda x: x.at[AT].multiply(x[1]), lambda x: x * np.array([1, 0, 0, 0]) * x[1] ** 2 +
                 x * np.array([0, 0, 1, 0]) * x[1] + x * np.array([0, 1, 0, 1])),
    "divide": (lambda x: x.at[AT].divide(x[1]), lambda x: x / (np.array([1, 0, 0, 0]) * x[1] ** 2 +
               np.array([0, 0, 1, 0]) * x[1] + np.array([0, 1, 0, 1]))),
    "power": (lambda x: x.at[1].power(3), lambda x: x * np.array([1, 0, 1, 1]) + x ** 3 * np.array([0, 1, 0, 0])),
    "min": (lambda x: x.at[AT].min(0.25), lambda x: np.where(np.array([1, 0, 1, 0]) == 1, np.minimum(x, 0.25), x)),
    "max": (lambda x: x.at[:2].max(1.0), lambda x: np.concatenate([np.maximum(x[:2], 1.0), x[2:]])),
    "apply": (lambda x: x.at[::2].apply(np.sin), lambda x: np.where(np.arange(4) % 2 == 0, np.sin(x), x)),
    "get": (lambda x: x.at[AT].get(), lambda x: x[AT]),
    "clip": (lambda x: x.at[9].add(x[0], mode="clip"), lambda x: np.concatenate([x[:3], x[3:] + x[0]])),
    "negative": (lambda x: x.at[np.array([-1, -9])].set(7.0, mode="clip"),
                 lambda x: np.concatenate([np.array([7.0]), x[1:3], np.array([7.0])])),
}


@pytest.mark.parametrize("name", ROWS)
def test_values_derivatives_and_batches_are_those_of_numpy_code(name):
    function, plain = ROWS[name]
    x = X.copy()
    np.testing.assert_allclose(recto.jit(function)(x), plain(X), 1e-12)
    np.testing.assert_array_equal(x, X)                         # the argument is as it was
    np.testing.assert_allclose(recto.jacrev(function)(X), recto.jacrev(plain)(X), 1e-12, 1e-12)
    np.testing.assert_allclose(recto.vmap(function)(M), [plain(row) for row in M], 1e-12)


def test_updates_out_of_range_are_dropped():
    update = recto.jit(lambda x, i: x.at[i].add(1.0))
    np.testing.assert_array_equal(update(X, 2), X + np.array([0, 0, 1, 0]))
    np.testing.assert_array_equal(update(X, 9), X)


def test_the_gradient_reads_like_that_of_an_assignment():
    source = recto.grad(lambda x: np.sum(x.at[1:].multiply(x[0]) ** 2)).source(X)
    assert [line.strip() for line in source.splitlines()][-5:] == [
        "x_bar = 2 * x_1", "x_part_bar = x_bar[1:] @ x[1:]", "x_bar[1:] *= x[0]", "x_bar[0] += x_part_bar",
        "return x_bar"]


@pytest.mark.parametrize("function, words", [
    (lambda x: x.at[AT].apply(np.sin), "takes integers and slices"),
    (lambda x: x.at[AT].get(mode="fill"), "fill value"),
    (lambda x: x.at[1:].set(0.0, mode="clip"), "takes one integer"),
    (lambda x: x.at[0].set(0.0, mode="wrap"), "the mode of x.at"),
    (lambda x: x.at[0].set(0.0, sorted=True), "the keywords of x.at"),
    (lambda x: x.astype(int).at[0].divide(2), "takes arrays of floats")])
def test_what_is_not_supported_is_refused(function, words):
    with pytest.raises((recto.CompileError, ValueError, TypeError), match=words):
        recto.jit(function)(X)
