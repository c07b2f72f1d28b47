"""Lists on which loops of unknown length put their states: the same values as in Python, and no bound is asked for."""
import numpy as np
import pytest

import recto
from recto import CompileError

X = np.array([1.5, 2.0, 0.3])
ROWS = []


def row(*args, program=True):
    """A function with arguments; program: is there `iterate` in its program?"""
    def add(function):
        ROWS.append(pytest.param(function, args, program, id=function.__name__))
        return function
    return add


@row(2.0, 1.0)
def one_number(a, x):
    xs = []
    while abs(x * x - a) > 1e-9:
        xs.append(x)
        x = 0.5 * (x + a / x)
    s = 0.0
    for v in reversed(xs):
        s = s * 0.5 + v
    return s, len(xs)


@row(2.0, 1.0)
def forwards(a, x):
    xs = []
    while abs(x * x - a) > 1e-9:
        xs.append(x)
        x = 0.5 * (x + a / x)
    x = len(xs) * 1.0
    for k, v in enumerate(reversed(xs)):
        x = x * 0.5 + v * k
    return x


@row(X, 0.1)
def no_round(x, rate):
    xs = []
    while np.max(x) > 5:
        xs.append(x)
        x = x - rate * x ** 3
    s = np.ones_like(x)
    for x in reversed(xs):
        s -= s * rate * (3 * x ** 2)
    return s


@row(X, 2.0, 0.7)
def state_of_three_kinds(y, end, k):
    t, h, tries = 0.0, 0.1, 0
    states = []
    while t < end:
        states.append((y, h, tries))
        k1 = -k * y
        k2 = -k * (y + h * k1)
        if np.sum((k2 - k1) ** 2) * h < 0.001:
            y = y + 0.5 * h * (k1 + k2)
            t += h
            h *= 1.2
        else:
            h *= 0.5
            tries += 1
        if t > 1.5:
            break
    s = 0.0
    for y, h, tries in reversed(states):
        s = s * 0.9 + np.sum(y) * h + tries
    return s


@row(X, 6)
def for_with_copies(x, n):
    states = []
    u = np.zeros(3)
    for i in range(1, n):
        states.append((i, x, u.copy()))
        u[i % 3] += x[0]
        x = np.sin(x) * i
        if x[0] > 100.0:
            continue
        u += 0.5
    s = 0.0
    for i, x, u in reversed(states):
        s = s * 0.5 + i * x.sum() + u.sum()
    return s, len(states)


@row(X, 9)
def for_with_break(x, n):
    xs = []
    for i in range(0, n, 2):
        xs.append(x)
        if np.sum(x) > 30:
            break
        x = x * 1.5 + i
    s = 0.0
    for v in reversed(xs):
        s = s / 2 + v[0]
    return s, len(xs)


@row(X, -3)
def for_of_no_round(x, n):
    xs = []
    for i in range(n):
        xs.append(x)
        x = x * i
    s = 0.0
    for v in reversed(xs):
        s = s / 2 + v[0]
    return s, len(xs)


@row(X, 0.45)
def returns_from_the_loop(x, a):
    xs = []
    while True:
        xs.append(x)
        if np.sum(x) > 40.0:
            return np.sum(x)
        x = x + a
        if x[0] > 3.0:
            break
    s = 0.0
    for v in reversed(xs):
        s = s / 2 + v[0]
    return s


@row(X, 4.0)
def nested(x, a):
    outer = []
    total = 0.0
    while total < a:
        outer.append((x, total))
        k = 0
        while k < total + 2:
            x = np.cos(x * 0.7) + 0.3
            k += 1
        total += np.mean(x * x)
    s = np.zeros(3)
    for x, total in reversed(outer):
        inner = []
        k = 0
        while k < total + 2:
            inner.append(x)
            x = np.cos(x * 0.7) + 0.3
            k += 1
        for v in reversed(inner):
            s = s * 0.9 + v
    return s


@row(2.0, 1.0)
def leaves_before_it_records(a, x):
    xs = []
    while True:
        error = abs(x * x - a)
        if error < 1e-9:
            break
        xs.append(x)
        x = 0.5 * (x + a / x)
    s = 0.0
    for v in reversed(xs):
        s = s * 0.5 + v
    return s, len(xs)


@row(2.0, 1.0)
def invariants_on_the_list(a, x):
    pairs = []
    while abs(x * x - a) > 1e-9:
        pairs.append((a, x))
        x = 0.5 * (x + a / x)
    s = 0.0
    for b, v in reversed(pairs):
        s = s * b + v
    return s


@row(X)
def static_at_first(x):
    xs = []
    h = 1.0
    while h > 1e-3:
        xs.append(x)
        x = x + np.cos(x)
        h = 0.5 * h * np.abs(np.sin(x[0]))
    s = 0.0
    for v in reversed(xs):
        s = s * 0.5 + v[0]
    return s


@row(X, program=False)
def static_length(x):
    xs = []
    k = 0
    while k < 4:
        xs.append(x)
        x = x + np.cos(x)
        k += 1
    s = np.zeros(len(xs))
    for v in reversed(xs):
        s = s * 0.5 + v[0]
    return s


# -- lists that are more, or hold what is written later: they stay what they were --------------------------------


@row(X, 7.0, program=False)
def read_by_an_index(x, end):
    xs = []
    while np.sum(x) < end:
        xs.append(x)
        x = x * 1.3
    return xs[-1] + len(xs)


@row(X, 7.0, program=False)
def one_array_again_and_again(x, end):
    xs = []
    u = x.copy()
    while np.sum(u) < end:
        xs.append(u)
        u += 0.5
    s = 0.0
    for v in reversed(xs):
        s = s * 0.5 + v[0]
    return s


@row(X, 7.0, program=False)
def written_through_another_name(x, end):
    xs = []
    u = x.copy()
    w = u
    while np.sum(u) < end:
        xs.append(u)
        w[0] += 0.5
    s = 0.0
    for v in reversed(xs):
        s = s * 0.5 + v[0]
    return s


@row(X, 7.0, program=False)
def not_in_every_round(x, end):
    xs = []
    while np.sum(x) < end:
        x = x + 0.5
        if x[0] > 2.2:
            continue
        xs.append(end)
    s = 0.0
    for v in reversed(xs):
        s = s * 0.5 + v
    return s


@row(X, 7.0, program=False)
def changed_before_it_is_recorded(x, end):
    xs = []
    while np.sum(x) < end:
        x = x + 0.5
        xs.append(x)
    s = 0.0
    for v in reversed(xs):
        s = s * 0.5 + v[0]
    return s


@row(X, 7.0, program=False)
def a_view_of_what_is_written(x, end):
    us = []
    u = x.copy()
    first = u[:1]
    while np.sum(u) < end:
        us.append(u.copy())
        u += 0.5 * first[0]
    s = 0.0
    for v in reversed(us):
        s = s * 0.5 + v[0]
    return s


@row(X, 7.0, program=False)
def a_row_on_a_list(x, end):
    us = []
    u = x.copy()
    parts = [u[:1], u[1:]]
    while np.sum(u) < end:
        us.append(u.copy())
        u += 0.5 * parts[1][0]
    s = 0.0
    for v in reversed(us):
        s = s * 0.5 + v[0]
    return s


@row(X, 7.0, program=False)
def goes_on_a_second_time(x, end):
    xs = []
    for _ in range(2):
        while np.sum(x) < end:
            xs.append(x)
            x = x * 1.3
        end += 5
    s = 0.0
    for v in reversed(xs):
        s = s * 0.5 + v[0]
    return s


def same(found, wanted):
    found, wanted = (v if isinstance(v, tuple) else (v,) for v in (found, wanted))
    for f, w in zip(found, wanted, strict=True):
        np.testing.assert_allclose(f, w, rtol=1e-12)


@pytest.mark.parametrize("function, args, program", ROWS)
def test_values_are_those_of_python(function, args, program):
    jitted = recto.jit(function)
    wanted = function(*args)
    try:
        same(jitted(*args), wanted)
    except CompileError:
        assert not program                      # it may be refused, and is never wrong
        return
    assert ("iterate(" in str(jitted.program(*args))) == program


@pytest.mark.parametrize("function, args, program", [p for p in ROWS if p.values[2] and p.id != "no_round"])
def test_gradients_are_differences(function, args, program):
    def first(*args):
        result = function(*args)
        return np.sum(result[0] if isinstance(result, tuple) else result)

    if function.__name__ == "for_of_no_round":
        return same(recto.grad(recto.jit(first))(*args), np.zeros(3))
    where = 1 if np.ndim(args[0]) == 0 else 0
    gradient = recto.grad(first, argnums=where)(*args)
    for k in range(np.size(args[where])):
        e = np.zeros(np.size(args[where]))
        e[k] = 1e-6
        at = lambda d: first(*[a + np.reshape(d, np.shape(a)) if j == where else a for j, a in enumerate(args)])
        assert np.ravel(gradient)[k] == pytest.approx((at(e) - at(-e)) / 2e-6, rel=1e-5, abs=1e-6)


def test_an_array_that_is_written_behind_the_loop_has_to_be_copied():
    def last_is_written(x):
        xs = []
        while True:
            xs.append(x)
            if np.sum(x) > 30.0:
                break
            x = x * 1.5
        x[0] = 100.0
        s = 0.0
        for v in reversed(xs):
            s = s * 0.5 + v[0]
        return s

    with pytest.raises(CompileError, match="written behind the loop"):
        recto.jit(last_is_written)(X.copy())


def test_what_a_round_prints_it_prints_once(capfd):
    def shown(x):
        xs = []
        while x < 10:
            xs.append(x)
            print("at", x)
            x = x * 2
        s = 0.0
        for v in reversed(xs):
            s = s * 0.5 + v
        return s

    assert recto.jit(shown)(3.0) == pytest.approx(shown(3.0))
    out = capfd.readouterr().out.split("\n")
    assert sorted(out) == sorted(["at 3.0", "at 6.0"] * 2 + [""])


def test_random_numbers_are_drawn_once():
    def walk(x, generator):
        xs = []
        while abs(x) < 3:
            xs.append(x)
            x = x + generator.normal()
        s = 0.0
        for v in reversed(xs):
            s = s * 0.5 + v
        return s

    mine, theirs = np.random.default_rng(5), np.random.default_rng(5)
    wanted = walk(0.0, theirs)
    try:
        assert recto.jit(walk)(0.0, mine) == pytest.approx(wanted)
    except CompileError:
        return
    assert mine.random() == theirs.random()


def test_a_generator_that_is_listed_draws_once():
    def positive(generator):
        for v in generator.normal(size=6):
            if v > 0:
                yield v, generator.integers(10)

    def listed(generator):
        return [v for v, _ in positive(generator)], list(positive(generator))

    mine, theirs = np.random.default_rng(5), np.random.default_rng(5)
    found, pairs = recto.jit(listed)(mine)
    wanted, their_pairs = listed(theirs)
    np.testing.assert_allclose(found, wanted)
    np.testing.assert_allclose(pairs, their_pairs)
    assert mine.random() == theirs.random()
