"""XLA's known wrong answers: the lowering must avoid each; it is good to know which of them this jaxlib still gives.

`test_lowering_…` fails if what Recto emits is wrong. `test_xla_…` only reports: an expected failure means that XLA is
still wrong and the precaution is still needed.
"""
from __future__ import annotations

import random
import time

import numpy as np
import pytest

from .construct import I64, array, fori, program, read, write
from .harness import compiled, run
from .shapes import SHAPES
from recto.runtime import compile
from recto.transform import primitives as prim
from recto.transform.ir.evaluate import evaluate

STILL = "XLA still computes this wrongly"


def report(right: bool) -> None:
    if not right:
        pytest.xfail(STILL)


def agree(p, *arguments) -> bool:
    return all(np.array_equal(w, g) for w, g in zip(evaluate(p, *arguments), run(compiled(p), arguments), strict=True))


# -- openxla/xla#49176: an update by a shifted slice of its own operand, then a reshape -------------------------------

SHIFT = """
func.func public @main(%x: tensor<8x16xf64>) -> (tensor<1x8x16xf64>) {
  %one = stablehlo.constant dense<1> : tensor<i64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %base = stablehlo.add %x, %x : tensor<8x16xf64>
  %u = stablehlo.slice %base [0:7, 0:16] : (tensor<8x16xf64>) -> tensor<7x16xf64>
  %y = stablehlo.dynamic_update_slice %base, %u, %one, %zero :
    (tensor<8x16xf64>, tensor<7x16xf64>, tensor<i64>, tensor<i64>) -> tensor<8x16xf64>
  %r = stablehlo.reshape %y : (tensor<8x16xf64>) -> tensor<1x8x16xf64>
  return %r : tensor<1x8x16xf64>
}"""


def test_xla_reshape_of_a_shift():
    x = np.arange(128.0).reshape(8, 16)
    want = 2 * x
    want[1:] = want[:-1].copy()
    report(np.array_equal(run(compile(SHIFT), [x])[0], want[None]))


def window(x, axis, start, size):
    starts, limits = [0] * x.ndim, list(x.shape)
    starts[axis], limits[axis] = start, start + size
    return {"starts": tuple(starts), "limits": tuple(limits), "strides": (1,) * x.ndim, "drop": ()}


@pytest.mark.parametrize("shape", [(128,), (8, 16), (16, 8), (4, 4, 8)])
def test_lowering_of_reshapes_of_a_shift(shape):
    def shift(x):
        base = x * 2.0
        put = lambda to, start: prim.put_slice(base, prim.slice_(base, **window(base, 0, start, shape[0] - 1)),
                                               **window(base, 0, to, shape[0] - 1))
        forms = [(1, *shape), (*shape, 1), (shape[0], 1, *shape[1:]), (x.size,)]
        return tuple(prim.reshape(put(to, start), shape=form) for form in forms for to, start in ((1, 0), (0, 1)))
    assert agree(program(shift, array(*shape)), np.arange(np.prod(shape), dtype=float).reshape(shape))


class Shifts:
    """A random program of shifted updates and reshapes, in a loop or not."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.shape = self.random.choice([(24,), (8, 6), (4, 3, 5), (2, 12)])

    def reshaped(self, x):
        forms = [(1, *x.shape), (*x.shape, 1), (x.size,), (x.shape[0], 1, *x.shape[1:]), (2, x.size // 2)]
        return prim.reshape(x, shape=self.random.choice(forms))

    def shifted(self, x):
        axis = self.random.randrange(x.ndim)
        n = x.shape[axis]
        if n < 2:
            return x
        size = self.random.randint(1, n - 1)
        start, to = self.random.randint(0, n - size), self.random.randint(0, n - size)
        u = prim.slice_(x, **window(x, axis, start, size))
        u = prim.flip(u, axes=(axis,)) if self.random.random() < 0.3 else u
        if self.random.random() < 0.5:
            return prim.put_slice(x, u, **window(x, axis, to, size))
        starts = [np.int64(to if a == axis else 0) for a in range(x.ndim)]
        sizes = tuple(size if a == axis else m for a, m in enumerate(x.shape))
        return prim.update_slice(x, u, *starts, sizes=sizes, drop=())

    def __call__(self, x):
        if self.random.random() < 0.4:
            x = fori(0, 2, [x + 1.0], lambda i, x: [prim.reshape(self.reshaped(self.shifted(x)), shape=self.shape)])[0]
        for _ in range(self.random.randint(1, 3)):
            x = self.shifted(x)
            x = self.reshaped(x) if self.random.random() < 0.5 else x
        return self.reshaped(x)


@pytest.mark.parametrize("seed", range(8))
def test_lowering_of_random_shifts(seed):
    cases = [Shifts(16 * seed + k) for k in range(16)]
    p = program(lambda *xs: tuple(case(x) for case, x in zip(cases, xs)), *(array(*case.shape) for case in cases))
    assert agree(p, *(np.arange(np.prod(case.shape), dtype=float).reshape(case.shape) for case in cases))


# -- openxla/xla#48454: the count of turns where the step does not divide the distance ---------------------------------

COUNT = """
func.func public @main(%x: tensor<f64>) -> (tensor<f64>) {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %end = stablehlo.constant dense<1> : tensor<i64>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i64>, tensor<f64> cond {
    %p = stablehlo.compare LT, %i, %end : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %two = stablehlo.constant dense<2> : tensor<i64>
    %j = stablehlo.add %i, %two : tensor<i64>
    %t = stablehlo.add %s, %s : tensor<f64>
    stablehlo.return %j, %t : tensor<i64>, tensor<f64>
  }
  return %r#1 : tensor<f64>
}"""


def test_xla_count_of_turns():
    report(float(run(compile(COUNT), [np.float64(3)])[0]) == 6.0)


def test_lowering_of_steps_beyond_the_end():
    double = lambda i, s: [s + s]
    assert agree(program(lambda s: fori(0, 1, [s], double, 2), array()), np.float64(3))
    found = program(lambda s, n: fori(n * 0, n * 0 + 1, [s], double, 2), array(), array(dtype=I64))
    assert agree(found, np.float64(3), np.int64(5))


# -- openxla/xla#49121: windows of windows that reach out of range -----------------------------------------------------

NESTED = """
func.func public @main(%x: tensor<10xf64>, %i: tensor<i64>, %j: tensor<i64>) -> (tensor<1xf64>) {
  %w = stablehlo.dynamic_slice %x, %i, sizes = [4] : (tensor<10xf64>, tensor<i64>) -> tensor<4xf64>
  %r = stablehlo.dynamic_slice %w, %j, sizes = [1] : (tensor<4xf64>, tensor<i64>) -> tensor<1xf64>
  return %r : tensor<1xf64>
}"""
PLACES = [(9, 0), (3, 5), (6, 0), (-2, 1), (2, -7)]


def test_xla_window_of_a_window():
    exe = compile(NESTED)
    given = [float(run(exe, [np.arange(10.0), np.int64(i), np.int64(j)])[0][0]) for i, j in PLACES]
    report(given == [6.0, 6.0, 6.0, 1.0, 2.0])


@pytest.mark.parametrize("places", PLACES)
def test_lowering_of_a_window_of_a_window(places):
    part = lambda x, i, j: read(prim.dynamic_slice(x, i, sizes=(4,), drop=()), j)
    column = lambda x: prim.reshape(x, shape=(10, 1))
    rows = lambda x, i, j: read(prim.dynamic_slice(column(x), i, np.int64(0), sizes=(4, 1), drop=()), j, 0)
    both = program(lambda x, i, j: (part(x, i, j), rows(x, i, j)), array(10), array(dtype=I64), array(dtype=I64))
    assert agree(both, np.arange(10.0), *map(np.int64, places))


# -- openxla/xla#40101 (jaxlib 0.11.1): every update in a loop costs as much as the whole array ------------------------

@pytest.mark.parametrize("name", ["recurrence", "tape", "reverse_sweep"])
def test_lowering_of_updates_costs_what_the_update_costs(name):
    p, arguments, _, turns = SHAPES[name](400_000)
    exe = compiled(p)
    started = time.perf_counter()
    run(exe, arguments)
    assert time.perf_counter() - started < 4e-6 * turns, "one turn copies the whole array"


# -- a read of the old version after a write: never `xla_cpu_copy_insertion_use_region_analysis` -----------------------

def test_lowering_of_old_versions():
    """The program on which that option gave wrong numbers."""
    def outer(i, a, b, s):
        b = b + 2.0
        b, = fori(1, 3, [b], lambda j, b: [write(b, s, j)])
        return [write(a, read(b, i), i + 1), b, s + 1.0]
    p = program(lambda a, b, s: fori(0, 6, [a, b, s], outer), array(40), array(40), array())
    assert agree(p, np.arange(40.0), np.arange(40.0)[::-1].copy(), np.float64(7))
