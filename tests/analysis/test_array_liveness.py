"""Array liveness: what loops compute stays the same without the writes that are said to be dead."""
import numpy as np
import pytest
from hypothesis import HealthCheck, event, given, settings
from strategies import randoms

from passes.equal import assert_equal
from recto.transform import primitives as prim
from recto.transform.analysis.array_liveness import dead_writes
from recto.transform.ir.builder import Builder
from recto.transform.ir.loop_builder import append_cond
from recto.transform.ir.program import Type, walk
from recto.transform.passes.simplify.dead_writes import without_dead_writes
from recto.transform.reader import read

from lowering.construct import fori

F64, I64 = np.dtype(float), np.dtype(np.int64)
SIZE, LO, HI = 12, 3, 9
thorough = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))


class Loops:
    """Random nests of loops that read and write one array, of which at most one element is read behind them, and sum
    what they read."""

    def __init__(self, random):
        self.random = random

    def program(self):
        b = Builder()
        y, k = b.parameter(Type(F64, (SIZE,)), "y"), b.parameter(Type(I64), "k")
        zero = b.lift(np.asarray(0.0))
        total, y = self.loop([zero, y], [k], 0)
        if self.random.random() < 0.5:
            total = total + self.part(y, [b.lift(np.asarray(self.random.randint(0, SIZE - 1)))])
        return b.finish([total], "f")

    def loop(self, carry, indices, depth):
        step = self.random.choice((1, -1, 2))
        lo, hi = (LO, HI) if step > 0 else (HI - 1, LO - 1)
        body = lambda i, total, y: self.block(total, y, [i, *indices], depth)
        return fori(lo, hi, carry, body, step)

    def block(self, total, y, indices, depth):
        b = total.builder
        indices = [b.lift(i) for i in indices]
        for _ in range(self.random.randint(1, 4)):
            kind = self.random.choice(("read", "read", "write", "write", "add", "old", "loop", "branch"))
            old = y
            if kind == "read":
                total = total + self.part(y, indices)
            if kind in ("write", "old"):
                y = self.written(y, total * self.random.choice((0.0, 0.5)) + 1.0, indices)
            if kind == "old":  # of what was there before the write
                total = total + self.part(old, indices)
            if kind == "add":
                at = self.index(indices)
                y = self.write(y, prim.dynamic_slice(y, at, sizes=(1,), drop=(0,)) + 0.25, at)
            if kind == "loop" and depth < 1:
                total, y = self.loop([total, y], indices, depth + 1)
            if kind == "branch":
                asked = total > 1.5
                first, other = self.index(indices), self.index(indices)
                value = total * 0.5
                (y,) = append_cond(
                    b, asked, lambda inner: [self.write(inner.lift(y), inner.lift(value), inner.lift(first))],
                    lambda inner: [self.write(inner.lift(y), inner.lift(value), inner.lift(other))
                                   if self.random.random() < 0.5 else inner.lift(y)])
        return total, y

    def part(self, y, indices):
        return prim.dynamic_slice(y, self.index(indices), sizes=(1,), drop=(0,)) * self.random.choice((1.0, -2.0))

    def written(self, y, value, indices):
        return self.write(y, value, self.index(indices))

    def write(self, y, value, at):
        return prim.update_slice(y, value, at, sizes=(1,), drop=(0,))

    def index(self, indices):
        i = self.random.choice(indices[:-1] * 3 + indices[-1:])
        return i if i is indices[-1] else i + self.random.randint(-3, 3)


@thorough
@given(randoms)
def test_results_stay_the_same(random):
    program = Loops(random).program()
    given_ = without_dead_writes(program)
    event("shorter" if given_ is not program else "the same")
    y = np.random.default_rng(0).standard_normal(SIZE)
    for k in (0, 5):
        assert_equal(program, given_, y, np.asarray(k))


NEST = '''
from recto.transform import primitives as prim
def f(y: "f64[6,6]", x: "f64[6]", n: "i64[]"):
    def body(i: "i64[]", n: "i64[]", total: "f64[]", y: "f64[6,6]", x: "f64[6]"):
        def body(j: "i64[]", i: "i64[]", n: "i64[]", total: "f64[]", y: "f64[6,6]", x: "f64[6]"):
            before = prim.sub(j, 1)
            above = prim.sub(i, 1)
            part = prim.dynamic_slice(y, {read}, drop=(0, 1), sizes=(1, 1))
            y_1 = prim.update_slice(y, 0.5, {write}, drop=(0, 1), sizes=(1, 1))
            x_j = prim.dynamic_slice(x, {row}, drop=(0,), sizes=(1,))
            x_1 = prim.update_slice(x, part, j, drop=(0,), sizes=(1,))
            total_1 = prim.add(total, part)
            total_2 = prim.add(total_1, x_j)
            return total_2, y_1, x_1
        total, y, x = prim.fori_loop({inner}, i, n, total, y, x, body=body, invariant=2, step={step})
        return total, y, x
    total, y_1, x_1 = prim.fori_loop(1, 6, n, 0.0, y, x, body=body, invariant=1, step=1)
    return total
'''


@pytest.mark.parametrize("reads, writes, row, down, dead", [
    ("i, j", "i, j", "j", False, {"y_1"}),  # x[j] is read in the next row
    ("i, j", "i, j", "i", False, {"y_1"}),
    ("i, before", "i, j", "j", False, set()),
    ("i, before", "i, j", "j", True, {"y_1"}),  # the row is walked backwards
    ("above, j", "i, j", "j", True, set()),
    ("i, j", "above, j", "j", False, {"y_1"}),  # never read again
    ("i, j", "n, j", "j", False, set()),  # in some row
    ("j, i", "i, j", "j", False, set()),
])
def test_elements_of_a_matrix(reads, writes, row, down, dead):
    inner, step = ("5, 0", -1) if down else ("1, 6", 1)
    program = read(NEST.format(read=reads, write=writes, row=row, inner=inner, step=step))
    found = [w.outputs[0].name for k in (1, 2) for w in dead_writes(program.body[-1], k)]
    assert set(found) == dead
    y, x = np.random.default_rng(0).standard_normal((6, 6)), np.arange(6.0)
    for n in (1, 4):
        assert_equal(program, without_dead_writes(program), y, x, np.asarray(n))


def test_an_array_that_is_read_behind_the_loop_is_written():
    text = NEST.format(read="i, j", write="i, j", row="j", inner="1, 6", step=1)
    program = read("return total, y_1".join(text.rsplit("return total", 1)))
    assert without_dead_writes(program) == program


def test_the_adjoint_of_a_loop_that_sets_each_element_once():
    import recto

    def smoothed(x):
        y = np.zeros_like(x)
        for i in range(1, len(x) - 1):
            y[i] = x[i - 1] * x[i + 1]
        return np.sum(y ** 2)

    gradient = recto.grad(smoothed)
    loops = [c for c in walk(gradient.program("f64[7]")) if c.primitive.name == "fori_loop" and c.param("step") < 0]
    (back,) = loops
    assert len(back.outputs) == 1  # x_bar alone is carried
    assert "= 0\n" not in gradient.source("f64[7]")
    x = np.linspace(-1, 1, 7)
    slopes = [(smoothed(x + h) - smoothed(x - h)) / 2e-6 for h in 1e-6 * np.eye(7)]
    np.testing.assert_allclose(gradient(x), slopes, rtol=1e-6, atol=1e-8)
