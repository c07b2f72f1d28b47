"""Backward loops set the parts of a cotangent that are zero so far, and add to the others."""
import itertools
import linecache
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import recto

NUMBER = itertools.count()
RANDOM = np.random.default_rng(8)


def written(text, name="f"):
    """The function of a text."""
    file = f"first_writes_{next(NUMBER)}.py"
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    space = {"np": np}
    exec(compile(text, file, "exec"), space)
    return space[name]


def difference(f, x, direction, h=1e-6):
    return (f(x + h * direction) - f(x - h * direction)) / (2 * h)


def checked(f, x):
    """The source of the gradient, which is the limit of differences."""
    gradient = recto.grad(f)
    source, names = gradient.source(x, comments="none"), {}
    exec(source, names)
    found = names["grad_" + f.__name__](x.copy())
    direction = RANDOM.normal(size=x.shape)
    np.testing.assert_allclose(np.sum(found * direction), difference(f, x, direction), rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(recto.transform.evaluate(gradient.program(x), x)[0], found, rtol=1e-12, atol=1e-14)
    return source


INDICES = ["range(2, 9)", "range(8, 1, -1)", "range(2, 9, 2)"]
READS = ["x[i]", "x[i + 1]", "x[i - 2]", "x[11 - i]", "x[0]", "x[i // 2]", "x[2 * i - 2]"]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(INDICES), st.lists(st.sampled_from(READS), min_size=1, max_size=3, unique=True),
       st.sampled_from(["s * np.sin({})", "s + np.sin({}) * s", "s + ({} if s > 0 else s)"]))
def test_sums_over_elements_and_their_neighbours(indices, reads, step):
    text = (f"def f(x):\n    s = x[5]\n    for i in {indices}:\n"
            f"        s = {step.format(' + '.join(reads))} + 0.3\n    return s\n")
    checked(written(text), RANDOM.normal(size=18))


def rows(x):
    h = x[0] * 0.1
    for t in range(len(x)):
        h = np.tanh(h + x[t])
    return h @ h


def neighbours(x):
    s = 0.0
    for i in range(1, len(x)):
        s += np.sin(x[i, 0] * x[i - 1, 1]) + x[i, 1]
    return s


def windows(x):
    s = 0.0
    for i in range(0, len(x) - 1, 2):
        s += np.sum(np.sin(x[i:i + 2] * s))
    return s


def in_a_branch(x):
    s = 1.0
    for i in range(len(x)):
        if x[i, 0] > 0:
            s *= np.cos(x[i, 1])
    return s


X = RANDOM.normal(size=(6, 3))


@pytest.mark.parametrize(("f", "set_", "added"), [(windows, r"x_bar\[i:i \+ 2\] = ", None),
                                                  (neighbours, r"x_bar\[i - 1, 1\] = ", r"x_bar\[i, 1\] \+= 1")],
                         ids=lambda f: getattr(f, "__name__", None))
def test_what_is_set_and_what_is_added_to(f, set_, added):
    source = checked(f, X)
    assert set_ is None or re.search(set_, source), source
    assert added is None or re.search(added, source), source


@pytest.mark.parametrize("f", [rows, in_a_branch], ids=lambda f: f.__name__)
def test_other_gradients_stay_right(f):
    checked(f, X)
