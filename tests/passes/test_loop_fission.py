"""Loops over parts of arrays that become array operations, one for each write: known kernels, and random loops over
rows, columns, triangles and diagonals, with infinities and NaNs among the numbers."""
import numpy as np
import pytest

import recto
from recto.transform import evaluate
from recto.transform.ir.program import check
from recto.transform.passes.vectorize.counted_loops import with_array_loops

from .written_loops import agree_with_python

N = 7
RNG = np.random.default_rng(5)
A, B, C = (RNG.normal(size=(N, N)) for _ in range(3))
U, V = RNG.normal(size=N), RNG.normal(size=N)


def loops(program):
    """How many loops are run where all numbers are finite."""
    return sum(loops_of(call) for call in program.body)


def loops_of(call):
    if call.primitive.name == "cond" and call.param("branches")[1].name == "one_by_one":
        return loops(call.param("branches")[0])
    return (call.primitive.name == "fori_loop") + sum(map(loops, call.programs()))


def covariance(data):
    found = np.zeros((N, N))
    for i in range(N):
        found[i, i:] = data[:, i] @ data[:, i:]
        found[i:, i] = found[i, i:]
    return found


def rank_two_update(a, b, c):
    c = c.copy()
    for i in range(N):
        c[i, :i + 1] *= 1.2
        for k in range(N):
            c[i, :i + 1] += 1.5 * (a[:i + 1, k] * b[i, k] + b[:i + 1, k] * a[i, k])
    return c


def symmetric_product(a, b, c):
    c = c.copy()
    for i in range(N):
        for j in range(N):
            c[:i, j] += 1.5 * b[i, j] * a[i, :i]
            c[i, j] = 1.2 * c[i, j] + 1.5 * b[i, j] * a[i, i] + 1.5 * (b[:i, j] @ a[i, :i])
    return c


def triangular_product(a, b):
    b = b.copy()
    for i in range(N):
        for j in range(N):
            b[i, j] += a[i + 1:, i] @ b[i + 1:, j]
    return b


def triangular_product_from_below(a, b):
    b = b.copy()
    for i in range(N - 1, -1, -1):
        b[i] = a[i, :i + 1] @ b[:i + 1]
    return b


def shifted_and_scaled(x):
    x = x.copy()
    for i in range(N - 1):
        x[i] = x[i + 1] - x[i]
        x[i] = 0.5 * x[i]
    return x


def diagonal_and_rest(a, u):
    c = np.zeros((N, N))
    for i in range(N):
        c[i, i] = u[i]
        c[i, :i] = a[i, :i] @ a[:i, :i]
        c[i, i + 1:] -= a[i + 1:, i]
    return c


def two_arrays(a, u):
    x, y = u.copy(), np.zeros(N)
    for i in range(1, N - 1):
        y[i] = x[i + 1] * a[i, i]
        x[i] = y[i] + u[i - 1]
    return x + y


KERNELS = [(covariance, (A,), 0, 0), (rank_two_update, (A, B, C), 0, 0), (symmetric_product, (A, B, C), 0, 0),
           (triangular_product, (A, B), 0, 0), (triangular_product_from_below, (A, B), 0, 0),
           (shifted_and_scaled, (U,), 0, 1), (diagonal_and_rest, (A, U), 1, 3), (two_arrays, (A, U), 0, 1)]


@pytest.mark.parametrize(("function", "arguments", "left", "gradient_left"), KERNELS)
def test_kernels(function, arguments, left, gradient_left):
    gradient = recto.grad(lambda *a: np.sum(function(*a) ** 2), argnums=tuple(range(len(arguments))))
    for transformed, most in ((recto.jit(function), left), (gradient, gradient_left)):
        program = transformed.program(*arguments)
        found = check(with_array_loops(program))
        assert loops(found) <= most, found
        for special in (0.0, -0.0, np.inf, np.nan):
            for k, a in enumerate(arguments):
                changed = a.copy()
                changed[(2, 4)[:a.ndim]] = special
                given = [*arguments[:k], changed, *arguments[k + 1:]]
                with np.errstate(all="ignore"):
                    values, expected = evaluate(found, *given), evaluate(program, *given)
                for value, want in zip(values, expected, strict=True):
                    np.testing.assert_allclose(value, want, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("function", [covariance, rank_two_update, symmetric_product, triangular_product])
def test_compiled(function):
    arguments = (A, B, C)[:function.__code__.co_argcount]
    np.testing.assert_allclose(recto.jit(function)(*arguments), function(*arguments), rtol=1e-12)
    broken = arguments[0].copy()
    broken[4, 2] = np.inf
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(recto.jit(function)(broken, *arguments[1:]), function(broken, *arguments[1:]))


def prefix_sums(u, v):
    s = 0.0
    y = np.zeros(N)
    for i in range(N):
        s += u[i] * v[i]
        y[i] = s
    return y


def columns_over_rows(a):
    c = a.copy()
    for i in range(N):
        c[i, :] = c[:, i] + 1.0
    return c


def both_orders(u):
    x = u.copy()
    for i in range(1, N - 1):
        x[i] = 2.0
        x[N - 1 - i] = u[i]
    return x


def forward_substitution(a, u):
    x = u.copy()
    for i in range(N):
        x[i] = (x[i] - a[i, :i] @ x[:i]) / (a[i, i] + 9.0)
    return x


STAY = [(prefix_sums, (U, V)), (columns_over_rows, (A,)), (both_orders, (U,)), (forward_substitution, (A, U))]


@pytest.mark.parametrize(("function", "arguments"), STAY)
def test_iterations_that_depend_on_each_other_stay(function, arguments):
    program = recto.jit(function).program(*arguments)
    found = with_array_loops(program)
    assert loops(found) == 1
    (value,) = evaluate(found, *arguments)
    np.testing.assert_allclose(value, function(*arguments), rtol=1e-12)


SLICES = [":i", ":i + 1", "i:", "i + 1:", ":"]


class Writer:
    """Writes a function of tables and lines with a loop over parts of them."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.indices = ["i"]

    def pick(self, *options):
        return options[self.rng.integers(len(options))]

    def index(self):
        i = self.pick(*self.indices)
        return self.pick(i, i, i, i, f"{i} + 1", f"{i} - 1", f"{N - 1} - {i}", "3")

    def table(self):
        return self.pick("a", "b", "c", "d")

    def line(self, part):
        """A line of numbers of the length that a slice has."""
        table, index = self.table(), self.index()
        return self.pick(f"{table}[{index}, {part}]", f"{table}[{part}, {index}]", f"{self.pick('u', 'v')}[{part}]")

    def number(self):
        part = self.pick(*SLICES)
        return self.pick(f"{self.table()}[{self.index()}, {self.index()}]", f"u[{self.index()}]", "1.5", "1.5",
                         f"({self.line(part)} @ {self.line(part)})")

    def value(self, part, depth=1):
        if depth and self.rng.random() < 0.5:
            return f"({self.value(part, 0)} {self.pick('+', '-', '*', '*')} {self.value(part, 0)})"
        inner = self.pick(*SLICES)
        table, index = self.table(), self.index()
        return self.pick(self.line(part), self.line(part), f"{self.number()} * {self.line(part)}",
                         f"({table}[{index}, {inner}] @ {self.table()}[{inner}, {part}])",
                         f"({table}[{part}, {inner}] @ {self.line(inner)})")

    def target(self, part):
        table, index = self.pick("c", "c", "d"), self.index()
        return self.pick(f"{table}[{index}, {part}]", f"{table}[{part}, {index}]", f"u[{part}]")

    def statement(self):
        part = self.pick(*SLICES)
        if self.rng.random() < 0.25:
            target = self.pick(f"c[{self.index()}, {self.index()}]", f"u[{self.index()}]")
            return f"{target} {self.pick('=', '+=', '-=')} {self.number()} * {self.number()}"
        if self.rng.random() < 0.15:
            other = self.pick(*SLICES)
            return f"c[{part}, {other}] += np.outer({self.line(part)}, {self.line(other)})"
        # a product: NumPy copies overlapping views in the wrong order where a row is assigned to a column
        return f"{self.target(part)} {self.pick('=', '=', '+=', '-=', '*=')} 1.0 * {self.value(part)}"

    def text(self):
        bounds = self.pick(f"range(1, {N - 1})", f"range({N - 2}, 0, -1)")
        lines = ["def f(a, b, c, d, u, v):", f"    for i in {bounds}:"]
        pad = "        "
        if self.rng.random() < 0.3:
            lines += [f"{pad}{self.statement()}" for _ in range(self.rng.integers(0, 2))]
            lines.append(f"{pad}for j in range(1, {N - 1}):")
            pad += "    "
            self.indices.append("j")
        lines += [f"{pad}{self.statement()}" for _ in range(self.rng.integers(1, 4))]
        return "\n".join([*lines, "    return c, d, u", ""])


def run_random(seed, folder):
    """How many loops are gone from a random function that gives what Python gives."""
    rng = np.random.default_rng(seed)
    given = [0.5 * rng.normal(size=shape) for shape in [(N, N)] * 4 + [N] * 2]
    if seed % 3 == 0:
        where = given[rng.integers(6)]
        where[tuple(rng.integers(N, size=where.ndim))] = (np.inf, -np.inf, np.nan)[rng.integers(3)]
    path = folder / f"triangular_{seed}.py"
    program, found = agree_with_python(Writer(seed).text(), path, given, rtol=1e-8, atol=1e-9)
    return loops(program) - loops(found)


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_random_loops_over_triangles(first, tmp_path):
    gone = [run_random(seed, tmp_path) for seed in range(first, first + 20)]
    assert sum(gone) > 0
