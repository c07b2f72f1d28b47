"""What derivative programs are made of: no forward sweep where none is needed, no tape where none is, nothing
copied."""

import itertools

import numpy as np
import pytest

import recto
from lowering.harness import copies, compiled
from recto import transform


def program(f, *args):
    return recto.grad(f).program(*args)


def loops(p):
    return sum(call.primitive.name.endswith("_loop") for call in transform.ir.program.walk(p))


def heat(u, target):
    u = u.copy()
    for _ in range(50):
        u[1:-1] += 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])
    return np.sum(u * target)


def recurrence(a):
    b = a.copy()
    for i in range(1, len(b)):
        b[i] = np.tanh(0.9 * b[i - 1] * b[i] + 0.1)
    return np.sum(b)


def energy(x):
    total = 0.0
    for i in range(1, len(x)):
        if x[i] > x[i - 1]:
            total += x[i] * x[i - 1]
        else:
            total -= x[i]
    return total


def swap(x, n):
    a, b = x.copy(), np.zeros_like(x)
    for i in range(1, n):
        b[i] = np.sin(a[i - 1]) * b[i - 1]
        a[i] = b[i] + a[i - 1] * a[i]
    return np.sum(a * b)


def endless(x):
    i = 0
    while np.sum(x * x) > 1e-3 and i < 10 ** 9:
        x = 0.99 * np.sin(x)
        i += 1
    return np.sum(x)


def seidel(a):
    a = a.copy()
    for _ in range(3):
        for i in range(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                a[i, j] = (a[i - 1, j] + a[i, j - 1] + a[i, j] + a[i, j + 1] + a[i + 1, j]) / 5.0
    return np.sum(a * a)


def cholesky(a):
    low = a.copy()
    for k in range(low.shape[0]):
        low[k, k] = np.sqrt(low[k, k])
        for i in range(k + 1, low.shape[0]):
            low[i, k] = low[i, k] / low[k, k]
        for j in range(k + 1, low.shape[0]):
            for i in range(j, low.shape[0]):
                low[i, j] -= low[i, k] * low[j, k]
    return np.sum(np.tril(low))


def triangular(matrix, b):
    x = np.zeros(len(b))
    for i in range(len(b)):
        rest = b[i]
        for j in range(i):
            rest -= matrix[i, j] * x[j]
        x[i] = rest / matrix[i, i]
    return np.sum(x)


def guarded(x, limit):
    a = x.copy()
    for i in range(1, len(a)):
        if a[i] > limit:
            a[i] = max(a[i], a[i - 1] * 1.5)
    return np.sum(a)


def rows_of_products(matrix, x):
    """The product with the transpose of a product: y = Aᵀ A x, row by row."""
    y = np.zeros(matrix.shape[1])
    for i in range(matrix.shape[0]):
        y += np.sum(matrix[i] * x) * matrix[i]
    return np.sum(y * y)


def early(x):
    s = 0.0
    for i in range(len(x)):
        s = s * x[i] + np.cos(s)
        if s > 1e6:
            return s
    return -s


def test_a_linear_program_has_no_forward_sweep():
    """The cotangent of u does not depend on u: the stencil is run backwards only."""
    assert loops(program(heat, "f64[64]", "f64[64]")) == 1
    assert loops(recto.value_and_grad(heat).program("f64[64]", "f64[64]")) == 2


def test_branches_on_inputs_need_no_forward_sweep():
    assert loops(program(energy, "f64[64]")) == 1


@pytest.mark.parametrize("f, args", [
    (heat, ("f64[64]", "f64[64]")), (energy, ("f64[64]",)), (seidel, ("f64[20,20]",)), (cholesky, ("f64[20,20]",)),
    (triangular, ("f64[20,20]", "f64[20]"))], ids=lambda v: getattr(v, "__name__", ""))
def test_no_tape(f, args):
    assert "_saved" not in recto.grad(f).source(*args)


@pytest.mark.xla
@pytest.mark.parametrize("f, args", [
    (recurrence, ("f64[4096]",)), (energy, ("f64[4096]",)), (swap, ("f64[4096]", 4000)), (seidel, ("f64[64,64]",)),
    (cholesky, ("f64[64,64]",)), (triangular, ("f64[64,64]", "f64[64]")), (early, ("f64[4096]",)),
    (guarded, ("f64[4096]", 0.5))],
    ids=lambda v: getattr(v, "__name__", ""))
def test_no_array_is_copied_in_a_loop(f, args):
    assert copies(compiled(program(f, *args)), 4096 * 8) == 0


def test_a_branch_saves_the_numbers_that_it_needs():
    """Not the array that it writes; and nothing is added to the whole of its cotangent."""
    text = recto.grad(guarded).source("f64[64]", 0.5)
    assert "dtype=bool" in text and "_saved = np.zeros(63)" not in text and "(63, 64)" not in text
    assert "a_bar += " not in text.replace("a_part_bar", "")


def test_a_number_is_saved_and_not_the_array_of_it():
    text = recto.grad(rows_of_products).source("f64[30,20]", "f64[20]")
    assert "(30, 20)" not in text


@pytest.mark.xla
def test_snapshots_are_not_copied_in_a_loop():
    """Nor the tape. (A segment begins with a copy of its state.)"""
    assert copies(compiled(program(endless, "f64[4096]")), 2 * 4096 * 8) == 0


def f(x):
    return np.sin(x) * x ** 2


# (sin(x) x²)' and so on
EXACT = [f, lambda x: np.cos(x) * x ** 2 + 2 * x * np.sin(x),
         lambda x: (2 - x ** 2) * np.sin(x) + 4 * x * np.cos(x),
         lambda x: (6 - x ** 2) * np.cos(x) - 6 * x * np.sin(x)]


def by_jvp(g):
    return lambda x: recto.jvp(g, (x,), (1.0,))[1]


def by_vjp(g):
    return lambda x: recto.vjp(g, x)[1](1.0)[0]


def by_linearize(g):
    return lambda x: recto.linearize(g, x)[1](1.0)


OPERATORS = {"grad": recto.grad, "jvp": by_jvp, "vjp": by_vjp, "linearize": by_linearize, "jacfwd": recto.jacfwd,
             "jacrev": recto.jacrev}


@pytest.mark.parametrize("names", [*itertools.product(OPERATORS, repeat=2), ("grad", "jvp", "jacrev"),
                                   ("jacfwd", "vjp", "linearize"), ("linearize", "grad", "jacfwd")], ids="-".join)
def test_all_compositions(names):
    g = f
    for name in names:
        g = OPERATORS[name](g)
    made = recto.jit(lambda x: g(x)).program("f64[]")
    (value,) = transform.evaluate(made, np.asarray(0.7))
    assert float(value) == pytest.approx(EXACT[len(names)](0.7), rel=1e-12)


@pytest.mark.parametrize(
    "names", list(itertools.product(("grad", "jvp", "jacfwd", "jacrev"), repeat=2)), ids="-".join
)
def test_compositions_with_vmap(names):
    outer, inner = names
    xs = np.array([0.2, 0.7, -1.1])
    for g in (
        recto.vmap(OPERATORS[outer](OPERATORS[inner](f))),
        recto.vmap(OPERATORS[outer](lambda x: OPERATORS[inner](f)(x))),
    ):
        (value,) = transform.evaluate(recto.jit(lambda x: g(x)).program("f64[3]"), xs)
        np.testing.assert_allclose(value, EXACT[2](xs), rtol=1e-12)
    total = (
        OPERATORS[inner](lambda x: np.sum(recto.vmap(OPERATORS[outer](f))(x)))
        if inner in ("grad", "jacrev")
        else None
    )
    if total is not None:
        (value,) = transform.evaluate(recto.jit(lambda x: total(x)).program("f64[3]"), xs)
        np.testing.assert_allclose(value, EXACT[2](xs), rtol=1e-12)
