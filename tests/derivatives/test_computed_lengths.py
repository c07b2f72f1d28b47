"""Derivatives where arrays, lists, dicts and sets of computed length are arguments, or given besides the value."""
import collections

import numpy as np
import pytest

import recto

X = np.array([0.1, 0.5, 0.7, 0.2])


class Log:
    def __init__(self, first):
        self.first, self.values = first, []


def chosen(x):
    p = x[x > 0.3]
    return np.sum(p * p), p


def listed(x):
    p = [v * x[0] for v in x if v > 0.3]
    return sum(p), (p, {"count": len(p)}, tuple(p))


def by_keys(x):
    sums = {}
    for v in x:
        sums[int(v * 4)] = sums.get(int(v * 4), 0.0) + v
    return sum(v ** 2 for v in sums.values()), sums


def keys_seen(x):
    return np.sum(x * x), {int(v * 4) for v in x}


def counted(x):
    return np.sum(x * x), collections.Counter(int(v * 4) for v in x)


def grouped(x):
    groups = [[], []]
    for v in x:
        groups[int(v > 0.3)].append(v)
    return sum(groups[1]) * x[0], groups


def logged(x):
    log = Log(x[0])
    for v in x:
        if v > 0.3:
            log.values.append(v)
    return sum(log.values) * x[0], vars(log)


def as_numbers(value):
    """Numbers of NumPy's and arrays in place of Recto's, all of them comparable."""
    if isinstance(value, dict):
        return {k: as_numbers(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_numbers(v) for v in value]
    return value if isinstance(value, set) else np.asarray(value).tolist()


@pytest.mark.parametrize("function", [chosen, listed, by_keys, keys_seen, counted, grouped, logged])
def test_what_is_given_besides_has_its_length(function):
    value, aux = function(X)
    want = recto.jacfwd(lambda x: function(x)[0])(X)
    x_dot = np.array([0.3, -1.0, 0.4, 2.0])
    (got, given), gradient = recto.value_and_grad(function, has_aux=True)(X)
    pushed = recto.jvp(function, (X,), (x_dot,), has_aux=True)
    pulled = recto.vjp(function, X, has_aux=True)
    jacobians = [form(function, has_aux=True)(X) for form in (recto.jacfwd, recto.jacrev)]
    for number in (got, pushed[0], pulled[0]):
        np.testing.assert_allclose(np.asarray(number), value)
    for derivative in (gradient, *pulled[1](1.0), *(j for j, _ in jacobians)):
        np.testing.assert_allclose(np.asarray(derivative), np.asarray(want), atol=1e-12)
    np.testing.assert_allclose(float(pushed[1]), np.asarray(want) @ x_dot)
    for found in (given, pushed[2], pulled[2], *(aux for _, aux in jacobians)):
        assert str(as_numbers(found)) == str(as_numbers(aux))


def twice_what_is_given(x):
    gradient, values = recto.grad(listed, has_aux=True)(x)
    return gradient, len(values[0]), [2 * v for v in values[0]]


def test_what_is_given_besides_is_computed_with():
    gradient, count, doubled = recto.jit(twice_what_is_given)(X)
    assert int(count) == 2 and np.allclose(doubled, [0.1, 0.14])


def squares(values):
    total = 0.0
    for v in values:
        total += v * v
    return total


def of_a_mask(x):
    gradient = recto.grad(lambda p: np.sum(p ** 2) * len(p))(x[x > 0.3])
    return gradient, len(gradient), np.sum(gradient)


def of_a_slice_of_rows(x):
    n = int(np.sum(x > 0.3))
    return recto.grad(lambda p: np.sum(p[0] * np.sum(p[1:])))(np.outer(x, x)[1:n + 1, :n])


def of_lists(x):
    product = lambda p, q: sum(p) * len(q) * sum(q)
    return recto.grad(product, argnums=(0, 1))([v for v in x if v > 0.3], [v for v in x if v < 0.6])


def within_another(x):
    n = int(np.sum(x > 0.3))
    return recto.grad(lambda q: np.sum(recto.grad(lambda p: np.sum(p ** 3))(q[:n])))(x)


WANTED = {of_a_mask: ([2.0, 2.8], 2, 4.8), of_a_slice_of_rows: [[0.42, 0.42], [0.3, 0.3]],
          of_lists: ([2.4, 2.4], [3.6, 3.6, 3.6]), within_another: [0.6, 3.0, 0.0, 0.0]}


@pytest.mark.parametrize("function", WANTED)
def test_gradient_has_the_length_of_the_argument(function):
    got, want = recto.jit(function)(X), WANTED[function]
    for g, w in zip(got, want, strict=True):
        np.testing.assert_allclose(np.asarray(g), w)


def test_gradient_of_a_list_that_is_one_array():
    values = list(np.linspace(0.0, 1.0, 50))
    got = recto.jit(lambda values: recto.grad(squares)(values))(values)
    assert type(got) is list and np.allclose(got, 2 * np.array(values))


REFUSED = {
    "jvp": lambda x: recto.jvp(np.sum, (x[x > 0.3],), (x[x < 0.3],)),
    "vjp": lambda x: recto.vjp(np.sum, x[x > 0.3])[0],
    "linearize": lambda x: recto.linearize(np.sum, x[x > 0.3])[0],
    "jacfwd": lambda x: recto.jacfwd(np.sum)(x[x > 0.3]),
    "jacrev": lambda x: recto.hessian(np.sum)(x[x > 0.3]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_tangents_of_slices_are_refused(name):
    with pytest.raises(recto.CompileError, match=f"{name} with respect to a slice of computed length"):
        recto.jit(REFUSED[name])(X)
