"""Loops whose rounds are independent become array operations: random members of each family; others stay loops."""
import itertools

import numpy as np
import pytest

import recto
from recto.transform import evaluate
from recto.transform.core.dtypes import settings
from recto.transform.ir.program import check, walk
from recto.transform.passes.vectorize.counted_loops import with_array_loops

from .written_loops import agree_with_python, written

SIZES = {"i": 5, "j": 6, "k": 7, "l": 8}
RNG = np.random.default_rng(11)


def loops(program):
    return sum(call.primitive.name == "fori_loop" for call in walk(program))


def agree(function, *arguments, left=0, gradient_left=0):
    """The values of a function and of its gradient stay; so many loops are left in either."""
    numbers = [k for k, a in enumerate(arguments) if np.asarray(a).dtype.kind == "f"]
    functions = [(recto.jit(function), left)]
    if numbers and gradient_left is not None:
        functions.append((recto.grad(lambda *a: np.sum(function(*a) ** 2), argnums=tuple(numbers)), gradient_left))
    for transformed, most in functions:
        program = transformed.program(*arguments)
        found = check(with_array_loops(program))
        for value, expected in zip(evaluate(found, *arguments), evaluate(program, *arguments), strict=True):
            np.testing.assert_allclose(value, expected, rtol=1e-12, atol=1e-12)
            np.testing.assert_array_equal(np.signbit(value) & (value == 0), np.signbit(expected) & (expected == 0))
        assert loops(found) <= most, found
    return found


def nest(order, out, first, second, scalars=""):
    """Source of out[...] += first[...] * second[...] in loops in some order."""
    lines = [f"{'    ' * (k + 1)}for {name} in range({SIZES[name]}):" for k, name in enumerate(order)]
    item = lambda array, axes: f"{array}[{', '.join(axes)}]" if axes else array
    update = f"{item('C', out)} += {item('A', first)} * {item('B', second)}{scalars}"
    start = f"    C = np.zeros({tuple(SIZES[a] for a in out)})" if out else "    C = 0.0"
    return "\n".join(["def f(A, B, s):", start, *lines, "    " * (len(order) + 1) + update, "    return C"])


CONTRACTIONS = [("ij", "ik", "kj"), ("ij", "ki", "kj"), ("i", "ij", "j"), ("", "i", "i"), ("ijl", "ik", "kjl"),
                ("ij", "ikj", "k"), ("ij", "ikl", "lkj"), ("il", "ij", "jl")]


@pytest.mark.parametrize(("out", "first", "second"), CONTRACTIONS)
def test_products_in_any_order_of_loops(out, first, second, tmp_path):
    axes = sorted(set(out + first + second))
    orders = list(itertools.permutations(axes))
    for n in RNG.permutation(len(orders))[:3]:
        function = written(nest(orders[n], out, first, second, [" * s", ""][n % 2]), tmp_path / f"nest_{n}.py")
        A, B = (RNG.normal(size=[SIZES[a] for a in which]) for which in (first, second))
        summed = set(first + second) - set(out)
        found = agree(function, A, B, 1.5, gradient_left=None if len(summed) > 1 else len(axes))
        assert found is not None
        (value,) = evaluate(with_array_loops(recto.jit(function).program(A, B, 1.5)), A, B, 1.5)
        np.testing.assert_allclose(value, np.einsum(f"{first},{second}->{out}", A, B) * (1.5 if n % 2 == 0 else 1))


x, A, B = RNG.normal(size=9), RNG.normal(size=(7, 6)), RNG.normal(size=(6, 8))


def elements(x):
    y = np.zeros(9)
    for i in range(9):
        y[i] = x[i] * np.sin(x[i]) + i
    return y


def backwards(x):
    y = x.copy()
    for i in range(7, 1, -1):
        y[i] = 2 * y[i] + x[i + 1]
    return y


def chosen(x):
    y = np.zeros(9)
    for i in range(9):
        if x[i] > 0:
            y[i] = np.sqrt(x[i])
        elif x[i] < -1:
            y[i] += x[i] ** 2
    return y


def stencil(A):
    y = A.copy()
    for i in range(1, 6):
        for j in range(1, 5):
            y[i, j] = 0.25 * (A[i - 1, j] + A[i + 1, j] + A[i, j - 1] + A[i, j + 1])
    return y


def rows(A, B):
    y = np.zeros((7, 8))
    for i in range(7):
        for k in range(6):
            y[i, :] += A[i, k] * B[k]
    return y


def triangle(A):
    y = np.zeros((7, 7))
    for i in range(7):
        for k in range(6):
            y[i, :i + 1] += A[i, k] * A[:i + 1, k]
    return y


def several(A, x):
    y, z, s = np.zeros(7), np.zeros(6), np.zeros((7, 6))
    for i in range(7):
        for j in range(6):
            y[i] += A[i, j] * x[j]
            z[j] -= A[i, j] * x[i]
            s[i, j] = A[i, j] / (1 + x[j] ** 2)
    return np.sum(y) + np.sum(z * x[:6]) + np.sum(s)


def zeros_of_either_sign(x):
    y = -np.zeros(9)
    for i in range(9):
        if x[i] > 0:
            y[i] += 0.0
    return y


def turned(A, x):
    y, z, s = np.zeros(9), x.copy(), np.zeros((6, 6))
    for i in range(1, 7):
        y[8 - i] = np.sin(x[i]) * x[8 - i]
        z[7 - i] += x[i]
        s += np.outer(A[7 - i], A[i])
    return np.sum(np.outer(y, z)) * s


def in_steps(A, x):
    for _ in range(3):                      # a round needs the one before: this loop stays
        y = np.zeros(7)
        for i in range(7):
            for j in range(6):
                y[i] += A[i, j] * x[j]
        x = np.sin(y)[:6]
    return x


@pytest.mark.parametrize(("function", "arguments", "left", "gradient_left"), [
    (elements, (x,), 0, 0), (backwards, (x,), 0, 0), (chosen, (x,), 0, 0), (stencil, (A,), 0, 0), (rows, (A, B), 0, 0),
    (triangle, (A,), 0, 2), (several, (A, x), 0, 1), (zeros_of_either_sign, (x,), 0, 0), (in_steps, (A, x[:6]), 1, 2),
    (turned, (A, x), 0, 0),
])
def test_independent_rounds(function, arguments, left, gradient_left):
    agree(function, *arguments, left=left, gradient_left=gradient_left)


def running(x):
    y = x.copy()
    for i in range(1, 9):
        y[i] = y[i - 1] + x[i]
    return y


def seidel(A):
    y = A.copy()
    for i in range(1, 6):
        for j in range(1, 5):
            y[i, j] = 0.25 * (y[i - 1, j] + y[i + 1, j] + y[i, j - 1] + y[i, j + 1])
    return y


def reads_what_it_adds_to(x):
    y = x.copy()
    for i in range(8):
        y[0] += y[i] * x[i + 1]
    return y


def adds_twice_what_it_has(x):
    y = x.copy()
    for i in range(1, 9):
        y[i - 1] += x[i]
        y[i] += y[i - 1]
    return y


def diagonal(A):
    y = A.copy()
    for i in range(1, 6):
        y[i, i] = y[i - 1, i - 1] * 2
    return y


def mirrored(x):
    y = x.copy()
    for i in range(9):
        y[8 - i] = y[i] + 1
    return y


def same_place(x):
    y = x.copy()
    for i in range(9):
        y[3] = x[i] * 2
    return y


def sine_of_the_sum(x):
    s = 0.0
    for i in range(9):
        s = np.sin(s) + x[i]
    return s


def plain_sum(x):
    s = 0.0
    for i in range(9):
        s += x[i]
    return s


@pytest.mark.parametrize(("function", "argument"), [
    (running, x), (seidel, A), (reads_what_it_adds_to, x), (adds_twice_what_it_has, x), (diagonal, A), (mirrored, x),
    (same_place, x), (sine_of_the_sum, x), (plain_sum, x),
])
def test_rounds_that_depend_on_each_other_stay(function, argument):
    found = with_array_loops(recto.jit(function).program(argument))
    assert loops(found) >= 1
    agree(function, argument, left=9, gradient_left=9)


def test_integers_are_not_multiplied_as_matrices():
    found = with_array_loops(recto.jit(rows).program(np.ones((7, 6), int), np.ones((6, 8), int)))
    assert not any(call.primitive.name == "dot" for call in walk(found))


def test_sums_keep_their_order_on_request(monkeypatch):
    program = recto.jit(rows).program(A, B)
    monkeypatch.setattr(settings, "reorder_sums", False)
    assert loops(with_array_loops(program)) == 2
    assert loops(with_array_loops(recto.jit(elements).program(x))) == 0


@pytest.mark.xla
@pytest.mark.parametrize(("function", "arguments"), [(rows, (A, B)), (several, (A, x)), (chosen, (x,)), (seidel, (A,))])
def test_compiled(function, arguments):
    np.testing.assert_allclose(recto.jit(function)(*arguments), function(*arguments), rtol=1e-12)


class Writer:
    """Writes a function of two lines a, b and a table M with loops that may or may not depend on their rounds."""

    def __init__(self, seed):
        self.rng, self.lines = np.random.default_rng(seed), ["def f(a, b, M):", "    s = 0.5"]

    def pick(self, *options):
        return options[self.rng.integers(len(options))]

    def place(self, indices):
        return self.pick(*indices) + self.pick("", "", "", " + 1", " - 1")

    def item(self, indices):
        if self.rng.random() < 0.4 and len(indices) > 1:
            i, j = self.rng.permutation(indices)[:2] if self.rng.random() < 0.3 else indices[:2]
            return f"M[{self.pick(i, i, i + ' - 1', i + ' + 1')}, {self.pick(j, j, j + ' - 1')}]"
        return f"{self.pick('a', 'b')}[{self.pick(self.place(indices), self.place(indices), '3')}]"

    def value(self, indices, depth=2):
        if depth == 0 or self.rng.random() < 0.3:
            return self.pick(self.item(indices), self.item(indices), self.item(indices), "s", "0.5", indices[0])
        x, y = (self.value(indices, depth - 1) for _ in range(2))
        return self.pick(f"({x} + {y})", f"{x} * {y}", f"{x} * {y}", f"({x} - {y})", f"np.sin({x})")

    def statement(self, indices, pad):
        target = self.pick(self.item(indices), self.item(indices), "s")
        plain = f"{target} {self.pick('=', '+=', '+=', '-=')} {self.value(indices)}"
        if self.rng.random() < 0.2:
            self.lines += [f"{pad}if {self.item(indices)} > 0:", f"{pad}    {plain}"]
            if self.rng.random() < 0.5:
                self.lines += [f"{pad}else:", f"{pad}    {self.item(indices)} += {self.value(indices, 1)}"]
        else:
            self.lines.append(pad + plain)

    def loops(self, indices, pad):
        name = "ijk"[len(indices)]
        self.lines.append(f"{pad}for {name} in {self.pick('range(1, 6)', 'range(1, 6)', 'range(5, 0, -1)')}:")
        inner = [*indices, name]
        deeper = len(inner) < 3 and self.rng.random() < 0.6
        for part in range(self.rng.integers(1, 3)):
            if deeper and part == 0:
                self.loops(inner, pad + "    ")
            else:
                self.statement(inner, pad + "    ")

    def text(self):
        for _ in range(self.rng.integers(1, 3)):
            self.loops([], "    ")
        return "\n".join([*self.lines, "    return a + 0.0, b + 0.0, M + 0.0, s + a[0]", ""])


def run_random(seed, folder):
    """How many loops are gone from a random function that gives what Python gives."""
    given = [0.5 * np.random.default_rng(seed).normal(size=shape) for shape in (8, 8, (8, 8))]
    path = folder / f"random_{seed}.py"
    program, found = agree_with_python(Writer(seed).text(), path, given, rtol=1e-9, atol=1e-12)
    return loops(program) - loops(found)


@pytest.mark.parametrize("first", range(0, 60, 12))
def test_random_loops(first, tmp_path):
    gone = [run_random(seed, tmp_path) for seed in range(first, first + 12)]
    assert sum(gone) > 0


def very_long(x):
    for k in range(10 ** 13):
        x = x * 0.5 + k
    return x


def test_long_loops_cost_nothing_to_look_at():
    program = recto.jit(very_long).program(1.0)
    assert with_array_loops(program) is program
