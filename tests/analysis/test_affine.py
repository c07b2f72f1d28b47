"""Affine forms and windows: what they say holds for all values of the indices, by enumeration."""
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import randoms

from recto.transform import primitives as prim
from recto.transform.analysis.affine import (
    Region,
    Window,
    affine,
    apart,
    constant,
    follow,
    least,
    minus,
    plus,
    symbol,
    times,
    translate_symbols,
    window_of,
)
from recto.transform.ir.builder import Builder
from recto.transform.ir.evaluate import evaluate
from recto.transform.ir.program import Type

NAMES = ("i", "j", "k")
I64 = np.dtype(np.int64)
small = st.integers(-3, 3)
forms = st.builds(lambda c, ns: sum_of(c, dict(zip(NAMES, ns))), small, st.tuples(small, small, small))


def sum_of(const, factors):
    form = constant(const)
    for name, n in factors.items():
        form = plus(form, symbol(name), n)
    return form


def value(form, at):
    return form.const + sum(n * at[name] for name, n in form.terms)


@st.composite
def domains(draw, names=NAMES):
    """Ranges of indices, each between forms of those before it: rectangles, triangles, now and then nothing."""
    ranges, before = [], []
    for name in names:
        low, high = (sum_of(draw(small), {b: draw(st.integers(-1, 1)) for b in before}) for _ in range(2))
        ranges.append((name, low, high))
        before.append(name)
    return tuple(ranges)


def points(ranges, at=None):
    """All values of the indices."""
    at = at or {}
    if not ranges:
        yield at
        return
    (name, low, high), *others = ranges
    for n in range(value(low, at), value(high, at) + 1):
        yield from points(others, {**at, name: n})


@given(forms, forms, small, st.tuples(small, small, small))
def test_arithmetic_of_forms(a, b, n, numbers):
    at = dict(zip(NAMES, numbers))
    assert value(plus(a, b, n), at) == value(a, at) + n * value(b, at)
    assert value(minus(a, b), at) == value(a, at) - value(b, at) and value(times(a, n), at) == n * value(a, at)
    assert minus(a, a) == constant(0) and plus(a, b) == plus(b, a)


@given(forms, domains())
def test_no_value_lies_below_the_least(form, ranges):
    found = least(form, ranges)
    values = [value(form, at) for at in points(ranges)]
    assert found is not None and all(v >= found for v in values)


@given(forms, st.tuples(small, small, small), st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)))
def test_the_least_value_over_a_box_is_taken(form, lows, lengths):
    ranges = tuple((name, constant(lo), constant(lo + n)) for name, lo, n in zip(NAMES, lows, lengths))
    assert least(form, ranges) == min(value(form, at) for at in points(ranges))


def test_without_a_bound_there_is_no_least_value():
    ranges = (("i", constant(0), None),)
    assert least(symbol("i"), ranges) == 0
    assert least(times(symbol("i"), -1), ranges) is None and least(symbol("j"), ranges) is None


@given(forms)
def test_forms_in_other_words(form):
    names = {"i": "b", "j": "a", "k": "c"}
    moved = translate_symbols(form, names)
    assert moved == sum_of(form.const, {names[n]: f for n, f in form.terms})
    assert translate_symbols(plus(form, symbol("else")), names) is None and translate_symbols(None, names) is None


@settings(max_examples=80, deadline=None)
@given(randoms)
def test_followed_forms_are_what_calls_compute(random):
    b = Builder()
    values = [b.parameter(Type(I64), name) for name in NAMES]
    for _ in range(random.randint(1, 12)):
        x, y = random.choice(values), random.choice([*values, b.lift(np.asarray(random.randint(-3, 3)))])
        pair = random.choice([(x, y), (y, x)])
        name = random.choice(("add", "sub", "mul", "neg", "copy", "maximum"))
        values.append(getattr(prim, name)(*(pair if name in ("add", "sub", "mul", "maximum") else pair[:1])))
    program = b.finish(values[len(NAMES):], "f")
    env = {name: symbol(name) for name in NAMES}
    for call in program.body:
        follow(call, env)
    known = [(k, env[r.name]) for k, r in enumerate(program.results) if getattr(r, "name", None) in env]
    for _ in range(5):
        at = {name: random.randint(-9, 9) for name in NAMES}
        results = evaluate(program, *at.values())
        for k, form in known:
            assert results[k] == value(form, at)
    products = [c.outputs[0].name for c in program.body if c.primitive.name == "maximum"]
    assert not set(products) & set(env)


starts = st.builds(lambda c, n: plus(constant(c), symbol("i"), n), st.integers(0, 8), st.integers(-1, 2))
windows = st.lists(st.tuples(starts, st.integers(1, 3)), min_size=1, max_size=2)


@given(windows, windows, st.integers(0, 3))
def test_windows_apart_share_no_cell(one, other, rounds):
    """Cells of a window of round i and of one of round i' > i, whatever the rounds."""
    axes = min(len(one), len(other))
    later = [(at_a_later_round(s), n) for s, n in other]
    a, b = (Window(tuple((s, plus(s, constant(n))) for s, n in w[:axes]), ()) for w in (one, later))
    ranges = (("i", constant(0), constant(rounds)), ("later", constant(1), constant(3)))
    if apart(a, b, ranges):
        for at in points(ranges):
            assert not cells(a, at) & cells(b, at)
    assert not apart(a, a, ranges)


def at_a_later_round(form):
    """A form of i, some rounds later."""
    return plus(form, symbol("later"), dict(form.terms).get("i", 0))


def cells(window, at):
    return set(itertools.product(*(range(value(lo, at), value(hi, at)) for lo, hi in window.axes)))


def test_windows_apart_in_later_rounds():
    row = lambda form: Window(((form, plus(form, constant(1))),), ())
    i, ranges = symbol("i"), (("i", constant(0), None), ("later", constant(1), None))
    assert apart(row(i), row(plus(i, symbol("later"))), ranges)
    assert not apart(row(i), row(minus(i, symbol("later"))), ranges[:1])
    assert apart(row(i), row(minus(i, symbol("later"))), ranges)
    assert not apart(Window(((None, None),), ()), row(i), ranges)


@pytest.mark.parametrize("n", (0, 2, 4))
def test_windows_of_reads_and_writes(n):
    b = Builder()
    x, i = b.parameter(Type(np.dtype(float), (5, 3)), "x"), b.parameter(Type(I64), "i")
    zero = np.asarray(0)
    row = prim.dynamic_slice(x, i, zero, sizes=(1, 3), drop=(0,))
    new = prim.update_slice(x, row, i, zero, sizes=(1, 3), drop=(0,))
    part = prim.slice_(x, starts=(1, 0), limits=(4, 2), strides=(1, 1), drop=())
    program = b.finish([row, new, part], "f")
    env = {"i": symbol("i")}
    positions, at = np.arange(15.0).reshape(5, 3), {"i": n}
    read, written, sliced = (window_of(call, env, ()) for call in program.body)
    rows, _, corner = evaluate(program, positions, n)
    for window, got in ((read, rows), (sliced, corner)):
        assert {3 * r + c for r, c in cells(window, at)} == set(got.ravel())
    assert written == read and window_of(program.body[0], {}, ()).axes[0] == (None, None)
    half = sliced.narrowed(Region(((0, constant(1), constant(2)),)), (0, 1))
    assert cells(half, at) == {(2, 0), (2, 1)}


def test_only_integers_have_forms():
    b = Builder()
    assert affine(b.lift(np.asarray(4)).atom, {}) == constant(4)
    assert affine(b.lift(np.asarray(4.0)).atom, {}) is None
    assert affine(b.parameter(Type(I64), "n").atom, {}) is None
