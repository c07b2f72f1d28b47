"""Masks are printed as the slices that they stand for, in functions and in their derivatives."""
import numpy as np
import pytest
import recto
from recto.testing import check_grads
from recto.transform import numpy_source
from recto.transform.ir.evaluate import evaluate
from recto.transform.reader import read

RNG = np.random.default_rng(5)
SQUARE = RNG.normal(size=(6, 6))
POSITIVE = SQUARE @ SQUARE.T + 6 * np.eye(6)
LOWER = np.tril(SQUARE) + 3 * np.eye(6)
VECTOR = RNG.normal(size=6)


def solve(lower, b):
    x = np.zeros_like(b)
    for i in range(len(b)):
        x[i] = (b[i] - lower[i, :i] @ x[:i]) / lower[i, i]
    return x


def cholesky(a):
    left = np.zeros_like(a)
    for j in range(len(a)):
        left[j, j] = np.sqrt(a[j, j] - np.sum(left[j, :j] ** 2))
        for i in range(j + 1, len(a)):
            left[i, j] = (a[i, j] - left[i, :j] @ left[j, :j]) / left[j, j]
    return left


def eliminated(a):
    a = a.copy()
    for k in range(len(a) - 1):
        a[k + 1:, k] /= a[k, k]
        a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])
    return a


def durbin(r):
    y = np.zeros_like(r)
    y[0], alpha, beta = -r[0], -r[0], 1.0
    for k in range(1, len(r)):
        beta *= 1.0 - alpha * alpha
        alpha = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / beta
        y[:k] += alpha * np.flip(y[:k])
        y[k] = alpha
    return y


CASES = {
    "solve": (solve, (LOWER, VECTOR), ["lower[i, :i] @ x[:i]"]),
    "cholesky": (cholesky, (POSITIVE,), ["np.sum(left[j, :j] ** 2)", "left[i, :j] @ left[j, :j]"]),
    "durbin": (durbin, (0.3 * VECTOR,), ["@ y[:k]", "y[:k] += alpha * y[:k][::-1]"]),
    "eliminated": (eliminated, (POSITIVE,), ["a[k + 1:, k] = ", "a[k + 1:, k + 1:] -= np.outer("]),
}


@pytest.mark.parametrize("name", CASES)
def test_a_function_reads_as_it_was_written(name):
    function, arguments, parts = CASES[name]
    source = recto.jit(function).source(*arguments)
    assert [p for p in parts if p not in source] == []
    space = {}
    exec(source, space)
    np.testing.assert_allclose(space[name](*arguments), function(*arguments), rtol=1e-12)


@pytest.mark.parametrize("name, parts", [
    ("solve", ["x_bar[:i] -= ", "lower_bar[i, :i] -= "]),
    ("cholesky", ["left_bar[j, :j] -= ", "left_bar[i, :j] -= "])])
def test_a_derivative_works_on_the_slices_and_saves_nothing(name, parts):
    """What a slice reads is left alone until the loop ends: the array is its own tape."""
    function, arguments, _ = CASES[name]
    gradient = recto.grad(lambda *a: np.sum(function(*a) ** 2))
    source = gradient.source(*arguments)
    assert [p for p in parts if p not in source] == []
    assert "_saved" not in source
    space = {}
    exec(source, space)
    printed = next(v for k, v in space.items() if k.startswith("grad_"))
    np.testing.assert_allclose(printed(*arguments), np.asarray(gradient(*arguments)), rtol=1e-10)


@pytest.mark.xla
@pytest.mark.parametrize("name", CASES)
def test_derivatives_to_second_order(name):
    function, arguments, _ = CASES[name]
    check_grads(lambda *a: np.sum(function(*a) ** 2), arguments, order=2)


def test_what_lies_outside_never_reaches_a_result_or_a_derivative():
    def f(x, s):
        total = 0.0
        for i in range(1, len(x)):
            total += np.sum(s / x[:i]) + np.prod(np.log(x[:i]) * s)
        return total
    x = np.array([1.5, 2.0, 3.0, np.nan])       # the last is never read; 1 / 0 and log(0) stand where nothing counts
    value, (x_bar, s_bar) = recto.value_and_grad(f, argnums=(0, 1))(x, 2.0)
    assert np.isfinite(float(value)) and np.isfinite(float(s_bar))
    assert np.isfinite(np.asarray(x_bar)).all() and np.asarray(x_bar)[-1] == 0
    np.testing.assert_allclose(float(value), f(x, 2.0), rtol=1e-12)


def test_a_length_that_text_would_have_to_mention_is_not_invented():
    """Where the text needs the length of a part, masks are printed instead."""
    def f(x, n):
        part = x[:n[0]]
        return np.concatenate([part, part * 2.0])
    arguments = VECTOR, np.array([4])
    source = recto.jit(f).source(*arguments)
    assert "Length" not in source and "1000000" not in source
    space = {}
    exec(source, space)
    np.testing.assert_allclose(space["f"](*arguments), f(*arguments))


@pytest.mark.parametrize("number", [90_000_017, 90_000_017.0, 100_000_000, 190_000_017])
def test_a_number_of_the_user_changes_nothing(number):
    """Computed lengths are no numbers in the types of a program that is being printed."""
    def f(lower, x):
        y = np.zeros(len(x))
        for i in range(len(x)):
            y[i] = lower[i, :i] @ x[:i]
        return y + number
    source = recto.jit(f).source(LOWER, VECTOR)
    assert "y[i] = lower[i, :i] @ x[:i]" in source and str(number) in source, source


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int64"])
def test_positions_that_the_type_of_a_bound_does_not_hold(dtype):
    """300 - n is computed in integers that hold it."""
    def f(x, bounds):
        n = bounds[0]
        x[:n] = x[:n][::-1] * 2
        return np.sum(x ** 2)
    x, bounds, space = np.linspace(-1, 1, 300), np.array([7], dtype), {}
    exec(recto.grad(f).source(x, bounds), space)
    x_bar, after = space["grad_f"](x.copy(), bounds)
    np.testing.assert_allclose(x_bar, np.where(np.arange(300) < 7, 8 * x, 2 * x))
    f(x, bounds)
    np.testing.assert_allclose(after, x)


@pytest.mark.parametrize("rows", ["0", "n_2"])
def test_a_maximum_of_no_rows_of_which_only_a_slice_is_read(rows):
    """It says where it begins, and has the length of the slice."""
    program = read(f'''
from recto.transform import primitives as prim
def f(x: "f64[3,4]", y: "f64[4]", n: "i64[]"):
    n_1 = prim.maximum(n, 0)
    n_2 = prim.minimum(n_1, 4)
    first = prim.select_region(x, prim.const(-prim.inf, "f64[3,4]"), 0, {rows}, axes=(0,))
    most = prim.reduce_max(first, axes=(0,))
    a = prim.select_region(most, prim.const(0.0, "f64[4]"), 0, n_2, axes=(0,))
    b = prim.select_region(y, prim.const(0.0, "f64[4]"), 0, n_2, axes=(0,))
    product = prim.mul(a, b)
    z = prim.select_region(product, prim.const(0.0, "f64[4]"), 0, n_2, axes=(0,))
    return z,
''')
    source, space = numpy_source(program), {}
    assert ", :n], axis=0, initial=-np.inf)" in source
    exec(source, space)
    for n in range(-1, 6):
        arguments = SQUARE[:3, :4], VECTOR[:4], n
        np.testing.assert_array_equal(space["f"](*arguments), evaluate(program, *arguments)[0])


def test_a_maximum_of_a_part_of_equal_numbers():
    """It is that number only if there is something in the part."""
    def f(x, bounds):
        y = np.full(4, 2.0)
        return np.max(y[:bounds[0]], initial=-np.inf), np.min(y[:bounds[0]], initial=9.0)
    source, space = recto.jit(f).source(VECTOR, np.array([2])), {}
    exec(source, space)
    for n in (0, 1, -4):
        assert space["f"](VECTOR, np.array([n])) == f(VECTOR, np.array([n])), source
