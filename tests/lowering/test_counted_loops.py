"""A counted loop makes the turns of `range`, whatever its bounds; its text does not depend on how many they are."""
from __future__ import annotations

import numpy as np
import pytest

from recto.transform.ir.evaluate import evaluate
from recto.transform import lowered

from .construct import I64, array, fori, program, while_
from .harness import compiled, run

BOUNDS = [(lo, hi) for lo in (-3, 0, 1, 4) for hi in (-4, 0, 1, 2, 5)]
STEPS = (1, 2, 3, 7, -1, -2, -3)


def digits(i, s):
    """A number that tells which turns were made, in order."""
    return [s * 16.0 + (i + 8)]


def expected(lo, hi, step):
    total = 0.0
    for i in range(lo, hi, step):
        total = total * 16.0 + (i + 8)
    return total


@pytest.mark.parametrize("step", STEPS)
def test_known_bounds(step):
    p = program(lambda s: tuple(fori(lo, hi, [s], digits, step)[0] for lo, hi in BOUNDS), array())
    assert [float(r) for r in run(compiled(p), [np.float64(0)])] == [expected(lo, hi, step) for lo, hi in BOUNDS]


@pytest.mark.parametrize("step", STEPS)
def test_bounds_known_when_it_runs(step):
    integer = array(dtype=I64)
    exe = compiled(program(lambda lo, hi, s: fori(lo, hi, [s], digits, step), integer, integer, array()))
    for lo, hi in BOUNDS:
        assert float(run(exe, [np.int64(lo), np.int64(hi), np.float64(0)])[0]) == expected(lo, hi, step)


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8", "uint32"])
def test_bounds_of_any_integer_type(dtype):
    t = array(dtype=dtype)
    p = program(lambda lo, hi, s: fori(lo, hi, [s], lambda i, s: [s * 2.0 + 1.0], 3), t, t, array())
    arguments = [np.asarray(1, dtype), np.asarray(11, dtype), np.float64(0)]
    assert float(run(compiled(p), arguments)[0]) == float(evaluate(p, *arguments)[0]) == 15.0


def test_steps_beyond_what_the_type_holds():
    ends = lambda s: (s.builder.lift(np.int8(100)), s.builder.lift(np.int8(120)))
    count = lambda s: fori(*ends(s), [s], lambda i, s: [s + 1.0], 15)
    assert float(run(compiled(program(count, array())), [np.float64(0)])[0]) == 2.0


@pytest.mark.parametrize("step", (1, 2, 3, -1, -2))
def test_while_that_counts(step):
    """XLA's own count of such turns is wrong where the step does not divide the distance (openxla/xla#48454)."""
    def count(lo, hi, s):
        bound = s.builder.lift(np.int64(hi))
        go = (lambda i, s: i < bound) if step > 0 else (lambda i, s: i > bound)
        return while_([s.builder.lift(np.int64(lo)), s], go, lambda i, s: [i + step, *digits(i, s)])[1]
    p = program(lambda s: tuple(count(lo, hi, s) for lo, hi in BOUNDS), array())
    assert [float(r) for r in run(compiled(p), [np.float64(0)])] == [expected(lo, hi, step) for lo, hi in BOUNDS]


def test_text_is_the_same_for_ten_turns_and_a_million():
    text = lambda n: lowered(program(lambda a: fori(0, n, [a], lambda i, a: [a + 1.0]), array(64))).text
    assert text(10).replace("dense<10>", "dense<1000000>") == text(1000000)
