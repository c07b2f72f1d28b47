"""Reverse mode through loops of unknown or great length, at every small combination of trip count and buffer size."""
import re

import numpy as np
import pytest

import recto
from recto import transform
from recto.transform.passes.autodiff import checkpointing, loop_adjoint as rounds_module
from recto.transform import settings
from recto.transform.passes.autodiff.checkpointing import with_checkpoints
from recto.transform.passes.autodiff.jvp import jvp
from recto.transform.passes.autodiff.vjp import vjp


def endless(x, n):
    i = 0
    while i < n:
        x = np.sin(x * 1.3 + 0.1 * i)
        i += 1
    return x


def by_twos(x, n):
    for i in range(1, n, 2):
        x = np.sin(x * 1.3 + 0.1 * i)
    return x


def backwards(x, n):
    for i in range(n, 0, -3):
        x = np.sin(x * 1.3 + 0.1 * i)
    return x


def in_place(x, n):
    a = np.zeros(6)
    a[0] = x[0]
    i = 0
    while i < n:
        a[(i + 1) % 6] = np.sin(a[i % 6] * a[(i + 3) % 6] + x[i % 3])
        i += 1
    return a


def nested(x, n):
    y = x
    for i in range(n):
        k = 0
        while k < i % 4:
            y = np.sin(y * 1.1 + 0.1 * k) + 0.01 * x
            k += 1
    return y


def leaves_early(x, n):
    for i in range(n):
        x = x + 0.3 * np.cos(x)
        if x[0] > 1.2:
            x = x * x
            break
    return x


def counts_from_where_it_is_told(x, n):
    """Two counters, one from a value that is not constant: both follow from the number of the round."""
    i, j = n - 3, 2
    while i < 2 * n and x[0] < 1e6:
        x = np.sin(x * 1.2 + 0.01 * i) + 0.1 * np.cos(x + j)
        i += 2
        j += 1
    return x


FLOAT, INT = np.dtype(float), np.dtype(np.int64)


def programs(f):
    """Its Program, and those of forward and reverse mode with respect to x."""
    x = transform.Argument(transform.Type(FLOAT, (3,)), True, "x", (0,))
    n = transform.Argument(transform.Type(INT, (), True), False, "n", (1,))
    program = transform.read(f, [x, n], {}, f.__name__).program
    pulled = transform.optimise(with_checkpoints(transform.check(vjp(program, [True, False])[0])))
    return program, jvp(program, [True, False])[0], pulled


def gap(all_three, n):
    """|<bars, J dots> - <J'bars, dots>|"""
    program, pushed, pulled = all_three
    x, dots = np.array([0.3, -0.7, 1.1]), np.array([0.2, 0.5, -0.3])
    bars = np.random.default_rng(n).normal(size=program.result_types[0].shape)
    out, out_dot = transform.evaluate(pushed, x, np.asarray(n), dots)
    again, x_bar = transform.evaluate(pulled, x, np.asarray(n), bars)
    assert np.array_equal(out, again)
    return abs(np.sum(bars * out_dot) - np.sum(x_bar * dots))


@pytest.mark.parametrize("slots, room, spare", [(2, 2, 3), (4, 2, 3), (2, 6, 2), (4, 4, 1), (2, 2, 40)])
@pytest.mark.parametrize("f", [endless, by_twos, backwards, in_place, nested, leaves_early,
                               counts_from_where_it_is_told])
def test_every_trip_count_in_small_buffers(monkeypatch, f, slots, room, spare):
    made = checkpointing.Plan.__init__

    def small(self, *given):
        made(self, *given)
        self.slots, self.capacity, self.spare, self.exact = slots, room, spare, False
    monkeypatch.setattr(checkpointing.Plan, "__init__", small)
    three = programs(f)
    for n in (*range(26), 61, 64, 65, 130):
        assert gap(three, n) < 1e-12, n


@pytest.mark.parametrize("f", [endless, by_twos, backwards, in_place, nested, leaves_early,
                               counts_from_where_it_is_told])
def test_buffers_of_the_usual_size(f):
    three = programs(f)
    for n in (0, 1, 5, 300):
        assert gap(three, n) < 1e-12, n


def long(x):
    for i in range(23):
        x = np.sin(x * 1.3 + 0.1 * i)
    return x


@pytest.mark.parametrize("room", [2, 3, 4, 8, 30])
def test_known_lengths_beyond_the_tape(monkeypatch, room):
    """The tape is declared too long: snapshots in segments that fit."""
    monkeypatch.setattr(settings, "tape_limit", 0)
    monkeypatch.setattr(rounds_module, "FEW", 0)
    monkeypatch.setattr(checkpointing, "between", lambda count: room)
    x = transform.Argument(transform.Type(FLOAT, (3,)), True, "x", (0,))
    program = transform.read(long, [x], {}, "long").program
    asking = transform.check(vjp(program, [True])[0])
    pulled = transform.check(with_checkpoints(asking))
    assert "prim.iterate(" in str(asking)
    assert "prim.iterate(" not in str(pulled) and ("x_snapshots" in str(pulled) or room >= 23)
    given, bars, step = np.array([0.3, -0.7, 1.1]), np.array([1.0, 2.0, -1.0]), 1e-6
    _, x_bar = transform.evaluate(pulled, given, bars)
    for k, e in enumerate(np.eye(3)):
        difference = np.sum(bars * (long(given + step * e) - long(given - step * e))) / (2 * step)
        assert x_bar[k] == pytest.approx(difference, rel=1e-6, abs=1e-9)


def test_linear_bodies_keep_nothing():
    def decay(x, n):
        while n > 0:
            x = 0.5 * x
            n -= 1
        return x
    assert "x_snapshots" not in str(programs(decay)[2]) and "x_snapshots" in str(programs(endless)[2])


def unfolded(x, c, n):
    i = 0
    while i < n:
        x = np.sin(x * c)
        i += 1
    return np.sum(x)


def of_the_index(x, c, n):
    s = 0.0
    for i in range(n):
        t = x
        while t < 10.0:
            t = t * t + i * c
        s = s + t
    return s


@pytest.mark.parametrize("function, state", [(unfolded, "x"), (of_the_index, "t")])
def test_explain_tells_how_many_snapshots_the_program_has_room_for(function, state):
    gradient = recto.grad(function, argnums=(0, 1))
    (room,) = re.findall(rf"snapshots of {state} \(capacity (\d+)\)", gradient.explain(2.0, 1.3, 5))
    assert f"tensor<{room}xf64>" in gradient.stablehlo(2.0, 1.3, 5)


def test_explain_names_what_is_kept_where_nothing_needs_the_state():
    explained = recto.grad(of_the_index, argnums=(0, 1)).explain(2.0, 1.0, 5)
    lines = [line for line in explained.split("\n") if "iterations at a time" in line]
    assert len(lines) == 2 and "from the index alone" in lines[1] and "snapshots of " not in lines[1]
