"""Array dependence: a value that is said to be held in an array is there, on random loops over arrays."""
import dataclasses

import numpy as np
import pytest
from hypothesis import HealthCheck, event, given, settings
from strategies import randoms

from recto.transform import primitives as prim
from recto.transform.analysis.affine import constant
from recto.transform.analysis.array_dependence import TapeElision, starts_of
from recto.transform.ir.builder import Builder
from recto.transform.ir.evaluate import evaluate
from recto.transform.ir.program import Const, Type
from recto.transform.reader import read

F64, I64 = np.dtype(float), np.dtype(np.int64)
SIZE, LO, HI, WIDEST = 13, 4, 9, 2
thorough = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))


class Bodies:
    """Random bodies of loops over i: they read and write windows of two arrays at i + c, 2 * i - c or c."""

    def __init__(self, random):
        self.random = random

    def program(self):
        b = Builder()
        self.i = b.parameter(Type(I64), "i")
        self.held = b.parameter(Type(F64, (SIZE,)), "held")  # an invariant
        arrays = [b.parameter(Type(F64, (SIZE,)), name) for name in ("x", "y")]
        values = [b.lift(np.full(WIDEST, 0.5))]
        for _ in range(self.random.randint(1, 7)):
            k = self.random.randrange(2)
            n = self.random.randint(1, WIDEST)
            at = self.index(b)
            if self.random.random() < 0.5:
                source = self.random.choice([*arrays, arrays[k], self.held])
                read_ = prim.dynamic_slice(source, at, sizes=(n,), drop=())
                values.append(read_)
                continue
            fitting = [v for v in values if v.shape == (n,)] or [b.lift(np.ones(n))]
            written = prim.sin(self.random.choice(fitting)) + self.random.choice((0.0, 1.0))
            arrays[k] = prim.update_slice(arrays[k], written, at, sizes=(n,), drop=())
            values.append(written)
        if self.random.random() < 0.2:
            arrays.reverse()
        return b.finish(arrays, "body")

    def index(self, b):
        """In range for all i from LO to HI - 1."""
        kind = self.random.choice(("near", "near", "near", "twice", "fixed"))
        if kind == "near":
            return self.i + self.random.randint(-3, 3)
        if kind == "twice":
            return self.i * 2 - self.random.randint(HI - 4, 2 * LO)
        return b.lift(np.asarray(self.random.randint(0, SIZE - WIDEST)))


def run(body, step):
    """Starts, what every iteration computes (all values by name, with the index), and the arrays at the end."""
    rng = np.random.default_rng(0)
    held, *carry = (rng.standard_normal(SIZE) for _ in range(3))
    start, rounds = carry, []
    names = [v for call in body.body for v in call.outputs]
    whole = dataclasses.replace(body, results=(*body.results, *names))
    for i in range(LO, HI)[::step]:
        x, y, *values = evaluate(whole, i, held, *carry)
        rounds.append({"i": np.asarray(i)} | {v.name: value for v, value in zip(names, values)})
        carry = [x, y]
    return start, rounds, carry


def position(call, values):
    """Where a call reads or writes, given the values of an iteration."""
    (start,) = starts_of(call)
    return int(start.value if isinstance(start, Const) else values[start.name])


@pytest.mark.parametrize("step", (1, -1))
@thorough
@given(randoms)
def test_values_are_held_where_it_says(step, random):
    body = Bodies(random).program()
    kept = TapeElision(body, 1, step, (constant(LO), constant(HI - 1)))
    start, rounds, end = run(body, step)
    for name in kept.candidates():
        found = kept.place(name)
        if found is None:
            continue
        held, call, select = found
        assert select is None
        event("as it began" if held.begins else "as it ends")
        array = (start if held.begins else end)[held.carry]
        for values in rounds:
            at = position(call, values)
            assert np.array_equal(array[at : at + values[name].size], values[name]), f"{name} of\n{body}"


BODY = '''
from recto.transform import primitives as prim
def body(i: "i64[]", x: "f64[9]"):
    near = prim.{near}
    value = prim.dynamic_slice(x, {read}, drop=(0,), sizes=(1,))
    new = prim.sin(value)
    x_1 = prim.update_slice(x, new, {write}, drop=(0,), sizes=(1,))
    return x_1
'''


@pytest.mark.parametrize("near, read_at, write_at, value, new", [
    ("sub(i, 1)", "near", "i", "end", "end"),  # y[i] = sin(y[i - 1])
    ("add(i, 1)", "near", "i", "begin", "end"),  # y[i] = sin(y[i + 1]): read before it is overwritten
    ("add(i, 1)", "i", "i", "begin", "end"),  # y[i] = sin(y[i])
    ("add(i, 1)", "i", "near", "end", "end"),  # y[i + 1] = sin(y[i])
    ("mul(i, 0)", "i", "near", None, None),  # y[0] = sin(y[i]): y[0] is read in the round 0, later overwritten
    ("mul(i, i)", "near", "i", None, "end"),  # not affine
])
def test_where_the_values_of_a_recurrence_are(near, read_at, write_at, value, new):
    kept = TapeElision(read(BODY.format(near=near, read=read_at, write=write_at)), 0, 1, (constant(0), constant(7)))
    for name, where in (("value", value), ("new", new)):
        found = kept.place(name)
        assert (None if found is None else "begin" if found[0].begins else "end") == where
