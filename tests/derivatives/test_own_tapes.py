"""Loops that read what they need from the arrays they leave behind, or must not: every small combination of offsets.

The gradient is held to forward mode, which keeps no tapes, through the NumPy interpreter.
"""
import itertools
import linecache

import numpy as np
import pytest

import corpus
from recto import transform
from recto.transform.passes.autodiff.jvp import jvp
from recto.transform.passes.autodiff.vjp import vjp

FLOAT = np.dtype(float)

ONE = """
def f(x):
    a = x.copy()
    for i in range({lo}, {hi}, {step}):
        a[i + {w}] = np.sin(a[i + {r}] * a[i + {q}])
    return a
"""
TWICE = """
def f(x):
    a = x.copy()
    for i in range(2, 9):
        t = a[i + {r}]
        a[i + {w}] = np.sin(t)
        u = a[i + {q}] * t
        a[i + {v}] = np.cos(u)
    return a
"""
NEST = """
def f(x):
    a = x.reshape(4, 4).copy()
    for i in range({i0}, {i1}):
        for j in range({j0}, {j1}):
            a[{w}] = a[{w}] * a[{r}] + np.sin(a[{q}])
    return a.ravel()
"""
ROWS = """
def f(x):
    a = x.reshape(4, 4).copy()
    for i in range(1, 3):
        a[i + {w}] = np.sin(a[i + {r}]) * a[i + {q}, 1]
        a[{v}, 2] = a[i, 0] * a[i, 1]
    return a.ravel()
"""


def read(template, **values):
    """The Program of a function of 16 numbers with these offsets."""
    text = template.format(**values)
    name = f"<offsets {template[:0]}{sorted(values.items())} {hash(template)}>"
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    space = {"np": np}
    exec(compile(text, name, "exec"), space)
    size = 16 if "reshape" in template else 12
    argument = transform.Argument(transform.Type(FLOAT, (size,)), True, "x", (0,))
    return transform.optimise(transform.read(space["f"], [argument], {}, "f").program)


def gap(program):
    """|<bars, J dots> - <J'bars, dots>|, relative."""
    rng = np.random.default_rng(3)
    (kind,) = program.parameter_types
    x, dots, bars = (rng.uniform(0.5, 1.5, kind.shape) for _ in range(3))
    _, pushed = transform.evaluate(jvp(program, [True])[0], x, dots)
    _, pulled = transform.evaluate(transform.check(vjp(program, [True])[0]), x, bars)
    return abs(np.sum(bars * pushed) - np.sum(pulled * dots)) / (1 + abs(np.sum(bars * pushed)))


def tapes(program):
    return str(vjp(program, [True])[0]).count("_saved")


OFFSETS = (-2, -1, 0, 1, 2)


@pytest.mark.parametrize("step", [1, 2, -1, -3])
def test_one_write_a_round(step):
    lo, hi = (2, 10) if step > 0 else (9, 1)
    for w, r, q in itertools.product(OFFSETS, repeat=3):
        if not corpus.tried(f"once: {step} {w} {r} {q}", 3):
            continue
        assert gap(read(ONE, lo=lo, hi=hi, step=step, w=w, r=r, q=q)) < 1e-12, (w, r, q)


@pytest.mark.parametrize("w", OFFSETS)
def test_two_writes_a_round(w):
    for v, r, q in itertools.product(OFFSETS, repeat=3):
        if not corpus.tried(f"twice: {w} {v} {r} {q}", 3):
            continue
        assert gap(read(TWICE, w=w, v=v, r=r, q=q)) < 1e-12, (v, r, q)


CELLS = ("i, j", "j, i", "i - 1, j", "i, j - 1", "i - 1, j + 1", "j, i - 1", "i, i", "j, j", "i - 1, 3 - j")


@pytest.mark.parametrize("bounds", [("1", "4", "1", "3"), ("1", "4", "1", "i"), ("1", "4", "i", "3"),
                                    ("1", "3", "i + 1", "4"), ("1", "4", "1", "i + 1")], ids=" ".join)
def test_nests(bounds):
    names = dict(zip(("i0", "i1", "j0", "j1"), bounds))
    for w, r, q in itertools.product(CELLS[:5], CELLS, CELLS[::2]):
        if not corpus.tried(f"nests: {bounds} {w} {r} {q}", 6):
            continue
        assert gap(read(NEST, w=w, r=r, q=q, **names)) < 1e-12, (w, r, q)


def test_rows():
    for w, r, q, v in itertools.product((-1, 0, 1), (-1, 0, 1), (-1, 0, 1), (0, 1, 3)):
        assert gap(read(ROWS, w=w, r=r, q=q, v=v)) < 1e-12, (w, r, q, v)


def test_recurrences_keep_no_tape():
    assert tapes(read(ONE, lo=2, hi=10, step=1, w=0, r=-1, q=-2)) == 0
    assert tapes(read(ONE, lo=9, hi=1, step=-1, w=0, r=1, q=2)) == 0
    assert tapes(read(ONE, lo=2, hi=10, step=1, w=0, r=0, q=-1)) == 0           # a[i] is as the loop found it
    assert tapes(read(ONE, lo=2, hi=10, step=1, w=1, r=0, q=2)) == 0            # so is a[i + 2]
    assert tapes(read(TWICE, w=1, v=-1, r=-1, q=0)) > 0         # what is between two writes is not to be had any more


def test_what_an_earlier_sweep_wrote_is_taped():
    """The array is neither as the loop found it nor as it leaves it."""
    program = read("""
def f(x):
    a = x.copy()
    for t in range(3):
        for i in range(1, 8):
            a[i] = np.sin(a[i] * a[i - 1])
    return a
""")
    assert tapes(program) > 0
    assert gap(program) < 1e-12


def test_triangular_nests_keep_no_tape():
    def cholesky(a):
        lower = a.copy()
        for i in range(4):
            for j in range(i):
                for k in range(j):
                    lower[i, j] -= lower[i, k] * lower[j, k]
                lower[i, j] /= lower[j, j]
            for k in range(i):
                lower[i, i] -= lower[i, k] * lower[i, k]
            lower[i, i] = np.sqrt(lower[i, i])
        return lower

    def right_looking(a):
        lower = a.copy()
        for k in range(4):
            lower[k, k] = np.sqrt(lower[k, k])
            for i in range(k + 1, 4):
                lower[i, k] = lower[i, k] / lower[k, k]
            for j in range(k + 1, 4):
                for i in range(j, 4):
                    lower[i, j] -= lower[i, k] * lower[j, k]
        return lower
    argument = transform.Argument(transform.Type(FLOAT, (4, 4)), True, "a", (0,))
    for f in (cholesky, right_looking):
        program = transform.optimise(transform.read(f, [argument], {}, "f").program)
        assert tapes(program) == 0
        rng = np.random.default_rng(0)
        half, dots, bars = (rng.normal(size=(4, 4)) for _ in range(3))
        x = half @ half.T + 4 * np.eye(4)
        _, pushed = transform.evaluate(jvp(program, [True])[0], x, dots)
        _, pulled = transform.evaluate(vjp(program, [True])[0], x, bars)
        assert np.sum(bars * pushed) == pytest.approx(np.sum(pulled * dots), rel=1e-11)
