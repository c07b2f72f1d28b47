"""What Python does with lists and iterators, on those whose number of items data decide: compiled and printed code
agree with Python on lists of no item, one, some and all, in values, containers and exceptions."""
import functools
import heapq
import itertools
import math
import operator
import random
import statistics

import numpy as np
import pytest

import recto

MODULES = {m.__name__: m for m in (functools, heapq, itertools, math, operator, random, statistics)} | {"np": np}
SOURCES = {"s": "s = [v for v in x if v > 1.5]", "mask": "s = x[x > 1.5]"}
INPUTS = [np.array(x) for x in (
    [3.0, 1.0, 2.5, -1.0, 7.0], [0.0, 1.0, 1.5, -1.0, -7.0], [1.0, 1.2, 2.5, -1.0, 0.0], [2.0, 4.0, 3.0, 8.0, 2.0])]

OF_LISTS = """
list(reversed(s))
[v for v in reversed(s)]
list(map(lambda v: v * 2, s))
[a * b for a, b in zip(s, x)]
[a * b for a, b in zip(s, s[1:])]
list(zip(s, s))
[i * v for i, v in enumerate(s)]
list(enumerate(s))
[*s, 0.0]
[0.0, *s, *s]
[0.0] + s
s + [0.0]
s * 2
2 * s
s * 0
[0.0] * len(s)
s == s
s == [2.5]
[2.5] == s
s != [3.0, 2.5, 7.0]
s < [3.0, 2.0]
s <= s
s > s[1:]
[2.5] >= s
math.prod(s)
math.prod(s, start=2.0)
math.fsum(s)
functools.reduce(lambda a, b: a * b, s)
functools.reduce(operator.add, s, 0.0)
statistics.mean(s)
statistics.fmean(s)
statistics.variance(s)
next(iter(s))
next(iter(s), -1.0)
next(v for v in s if v > 2.6)
next((v for v in s if v > 2.6), -1.0)
sorted(s)
sorted(s, reverse=True)
sorted(s, key=lambda v: -v)
sorted(s, key=lambda v: abs(v - 3.0), reverse=True)
sorted(s, key=lambda v: (v > 2.6, -v))
sorted(s, key=lambda v: (int(v) % 2, v))
sorted(zip(s, s[::-1]), key=lambda p: -p[1])
sorted([(int(v), v) for v in s], key=lambda p: -p[1])[:2]
sorted([(int(v), v) for v in s], key=lambda p: (p[0] % 2, p[1]), reverse=True)
list(itertools.accumulate(s))
list(itertools.accumulate(s, operator.mul, initial=2.0))
list(itertools.chain(s, s))
list(itertools.chain(s, [1.0]))
list(itertools.chain.from_iterable([s, [1.0]]))
list(itertools.pairwise(s))
[a - b for a, b in itertools.pairwise(s)]
list(itertools.islice(s, 2))
list(itertools.islice(s, 1, None, 2))
list(itertools.takewhile(lambda v: v > 2.6, s))
list(itertools.dropwhile(lambda v: v > 2.6, s))
list(itertools.starmap(operator.mul, zip(s, s)))
list(filter(lambda v: v > 2.6, s))
list(itertools.filterfalse(lambda v: v > 2.6, s))
dict(enumerate(s))
dict(zip(range(len(s)), s), **{})
{i: v for i, v in enumerate(s)}
{int(v) for v in s}
list(range(len(s)))
[s[i] for i in range(len(s))]
[s[i] for i in range(len(s) - 1, -1, -1)]
[max(a, b) for a, b in zip(s, reversed(s))]
[[a, 2 * a] for a in s]
[[(a, 2 * a)] for a in s]
heapq.nlargest(2, s)
heapq.nsmallest(2, s, key=lambda v: -v)
np.sum([s, s])
np.mean(np.array([s, s]), axis=0)
list(np.random.default_rng(3).permutation(s))
""".strip().split("\n")

OF_MASKS = """
list(s)
sorted(s)
list(reversed(s))
[a * b for a, b in zip(s, x)]
list(enumerate(s))
list(map(lambda v: v + 1, s))
next(iter(s), 0.0)
functools.reduce(lambda a, b: a - b, s, 1.0)
[*s]
statistics.fmean(s)
""".strip().split("\n")

STATEMENTS = {
    "s.sort(key=lambda v: -v)": "s",
    "s.sort(key=lambda v: v > 2.6, reverse=True)": "s",
    "del s[1:]": "s",
    "del s[-2:]": "s",
    "s[1:] = []": "s",
    "s[:1] = [9.0, 8.0]": "s",
    "s[:] = s[::-1]": "s",
    "s[1:-1] = s": "s",
    "a, *b = s": "a, b",
    "*a, b = s": "a, b",
    "a, *b, c = s": "a, b, c",
    "a, b, c = s": "a - b * c",
    "it = iter(s); a = next(it); b = sum(it)": "a, b",
    "it = iter(s); a = next(it, 0.0); b = next(it, 0.0); c = list(it)": "a, b, c",
    "s *= 2": "s",
    "s[0], s[-1] = s[-1], s[0]": "s",
    "s[-1] = 4.0": "s",
    "t = s; t[0] = 9.0; u = s.copy(); u[0] = 1.0": "s, t, u",
    "random.Random(3).shuffle(s)": "s",
    "np.random.default_rng(3).shuffle(s)": "s",
    "a = random.Random(3).sample(s, 1)": "a",
    "a = random.Random(3).choices(s, k=3)": "a",
    "a = random.Random(3).choice(s)": "a",
    "a = np.random.default_rng(3).choice(s)": "a",
}
CASES = [("s", "", e) for e in OF_LISTS] + [("mask", "", e) for e in OF_MASKS]
CASES += [("s", statement, value) for statement, value in STATEMENTS.items()]


def made(source, statement, value, tmp_path):
    """The function with that text, from a file."""
    lines = ["def f(x):", *(f"    {line}" for line in (SOURCES[source], statement, f"return {value}") if line)]
    path = tmp_path / "given.py"
    path.write_text("\n".join(lines) + "\n")
    space = dict(MODULES)
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space["f"]


def outcome(function, x):
    try:
        return plain(function(x.copy()))
    except Exception as error:
        return next(c.__name__ for c in type(error).__mro__ if c.__module__ in ("builtins", "statistics"))


def plain(value):
    """Containers as they are, numbers rounded. (A dict's keys may be NumPy's.)"""
    match value:
        case list() | tuple():
            return type(value)(map(plain, value))
        case dict():
            return {plain(k): plain(v) for k, v in value.items()}
        case set():
            return set(map(plain, value))
    array = np.asarray(value)
    return array.astype(float).round(9).tolist()


@pytest.mark.xla
@pytest.mark.parametrize("source, statement, value", CASES, ids=lambda v: str(v))
def test_computed_lists_are_lists(source, statement, value, tmp_path):
    function = made(source, statement, value, tmp_path)
    compiled = recto.jit(function)
    text = compiled.source(INPUTS[0])
    space = {}
    exec(text, space)
    for x in INPUTS:
        wanted = outcome(function, x)
        assert outcome(compiled, x) == wanted, x
        assert outcome(space["f"], x) == wanted, (x, text)


@pytest.mark.xla
@pytest.mark.parametrize("value", [
    "sum(a * b for a, b in zip(s, s[1:]))", "sum(list(itertools.accumulate(s)))", "math.prod(s)",
    "functools.reduce(lambda a, b: a * b, s, 1.0)", "sum(sorted(s, key=lambda v: -v)[:2])", "sum((s * 2)[1:])",
    "math.fsum([*s, s[0]])", "sum(a * a for a in [0.5] + s)", "statistics.variance(s)"])
def test_their_derivatives_are_those_of_the_numbers(value, tmp_path):
    function = made("s", "", value, tmp_path)
    x = INPUTS[0]
    steps = 1e-6 * np.eye(len(x))
    wanted = [(function(x + d) - function(x - d)) / 2e-6 for d in steps]
    gradient = recto.grad(function)
    np.testing.assert_allclose(gradient(x), wanted, rtol=1e-6, atol=1e-7)
    space = {}
    exec(gradient.source(x), space)
    np.testing.assert_allclose(space["grad_f"](x), wanted, rtol=1e-6, atol=1e-7)


@pytest.mark.xla
def test_two_lists_in_one_function_have_keys_of_unlike_types(tmp_path):
    function = made("s", "", "sorted(s, key=lambda v: -v), sorted(s, key=lambda v: int(v) % 3)", tmp_path)
    assert outcome(recto.jit(function), INPUTS[0]) == outcome(function, INPUTS[0])


def test_a_number_of_items_that_an_argument_decides_is_static():
    assert recto.jit(lambda n: sum(list(range(n))))(4) == 6
    assert recto.jit(lambda n: len([0.0] * n))(4) == 4


@pytest.mark.xla
@pytest.mark.parametrize("function", [
    lambda i, x: np.bincount([0, 1, 1], x), lambda i, x: np.bincount([i[0], i[2]]),
    lambda i, x: np.bincount(i.tolist()), lambda i, x: np.unique([i[0], i[1], 3]),
    lambda i, x: np.nonzero([x[0] > 2, x[1] > 2])[0], lambda i, x: np.bincount([i[0], i[1]], [x[0], x[1]])])
def test_lists_are_counted_as_arrays_are(function):
    i, x = np.array([3, 1, 3]), np.array([3.0, 1.0, 0.5])
    wanted, found = function(i, x), recto.jit(function)(i, x)
    assert wanted.dtype == found.dtype
    np.testing.assert_array_equal(found, wanted)
