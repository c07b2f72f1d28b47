"""Variables that each iteration sets anew may be of another shape or kind before the loop."""
from __future__ import annotations

import gast
import numpy as np
import pytest

import recto
from recto.transform.frontend.definite_assignment import overwritten_by_iteration


def shorter(x):
    r = np.ones(3)
    for v in x:
        r = np.array([v, v])
    return r.sum()


def shorter_list(x):
    r = [1.0, 2.0, 3.0]
    for v in x:
        r = [v, v]
    return sum(r)


def longer_list(x):
    r = [1.0, 2.0, 3.0]
    for v in x:
        r = [v, v]
        r.append(v)
        r.append(2 * v)
    return sum(r)


def number_before(x):
    r = 0
    for v in x:
        r = np.array([v, v])
    return r.sum()


def text_before(x):
    r = "none"
    for v in x:
        r = v
    return r


def fewer_axes(x):
    r = np.zeros((2, 2))
    for v in x:
        r = np.array([v, v])
    return r.sum()


def other_dtype(x):
    r = np.zeros(3, int)
    for v in x:
        r = np.array([v, v, v])
    return r.sum()


def keys_before(x):
    r = {}
    for v in x:
        r = {"a": v}
    return r["a"]


def nested(x):
    r = []
    for v in x:
        r = [v, [v, v]]
    return r[1][0]


def added_to(x):
    """Each round reads what it has set itself."""
    r = [1.0, 2.0, 3.0]
    for v in x:
        r = [v]
        r += [v, v, v]
    return sum(r)


def left(x):
    r, t = np.zeros(3), 0.0
    for v in x:
        r = np.array([v, v])
        if v > 0.5:
            break
        t += r[0]
    return t + r.sum()


def chosen(x):
    """One of two lists of unlike lengths, in each round."""
    r = [0.1, 0.2, 0.3]
    for v in x:
        r = [v, 1.0]
        if v > 0:
            r = sorted([v, 2.0, 3.0])
    return sum(r)


def sometimes(x):
    r = [1.0, 2.0, 3.0]
    for v in x:
        if v > 0:
            r = [v, v]
    return sum(r)


def sometimes_sorted(x):
    r, t = [1.0, 2.0, 3.0], 0.0
    q = [1.0, 2.0]
    for v in x:
        if t < 1.0:
            r = sorted(q)
        t += q[0]
        if v < 0.5:
            q += [v, 1.0]
    return t + sum(r) + sum(q)


def rebound(x):
    """The list that is joined with another one behind a branch is written, and read in the next round."""
    q = [0.0, 1.0, 2.0, 3.0]
    for v in x:
        if v < 0.5:
            q = q[:3] + q[3:]
        if v > 0:
            q.append(v)
    return sum(q)


FUNCTIONS = (
    shorter, shorter_list, longer_list, number_before, text_before, fewer_axes, other_dtype, keys_before, nested,
    added_to, left, chosen, sometimes, sometimes_sorted, rebound,
)


@pytest.mark.xla
@pytest.mark.parametrize("size", (1, 5, 40))
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_values_are_pythons(function, size):
    x = np.random.default_rng(size).normal(size=size)
    compiled, space = recto.jit(function), {}
    exec(compiled.source(x), space)
    assert np.isclose(float(compiled(x)), function(x), rtol=1e-12)
    assert np.isclose(float(space[function.__name__](x)), function(x), rtol=1e-12)


def test_nothing_is_padded():
    assert "np.pad" not in recto.jit(shorter).source("f64[40]")


LOOPS = {  # body -> of r, s and t those that each iteration overwrites
    "r = v": "r",
    "t = r; r = v": "t",
    "r = v; t = r; s += 1": "rt",
    "r = v; r += 1": "r",
    "r += 1": "",
    "if v: r = 1\n  else: r = 2": "r",
    "if v: r = 1": "",
    "if v: continue\n  r = 1": "",
    "r = 1\n  if v: break\n  s = 2": "r",
    "r = [r for k in v]": "",
    "r = 1; t = [r for k in v]": "rt",
    "r = (lambda: s)(); s = 2": "r",
    "del r\n  r = 1": "",
    "while v:\n   r = 1": "",
    "r = 1\n  while r: r = 2": "r",
    "r, s = s, v": "r",
}


@pytest.mark.parametrize("body", LOOPS)
def test_what_an_iteration_overwrites(body):
    function = gast.parse(f"def f(x, r, s, t):\n for v in x:\n  {body}\n return r, s, t").body[0]
    found = overwritten_by_iteration(function, function.body[0])
    assert found & {"r", "s", "t"} == set(LOOPS[body])
