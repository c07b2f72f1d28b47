"""reduce, accumulate and reduceat of every binary ufunc, with all their arguments."""
import linecache

import numpy as np
import pytest

import recto
from recto.transform import evaluate
from recto.transform.library.numpy.ufuncs import LOOPS

from .expressions import laws_hold, same_as_numpy

RNG = np.random.default_rng(4)
UFUNCS = sorted({u.__name__ for u in LOOPS if (u.nin, u.nout, u.signature) == (2, 1, None)} - {"ldexp"})
LONG = {"subtract", "divide", "power", "bitwise_xor", "gcd", "fmax", "hypot", "not_equal", "arctan2"}


def arrays(size):
    whole = RNG.integers(1, 6, (size, 3))
    return {"float64": RNG.random((size, 3)) + 0.5, "int64": whole, "int8": whole.astype(np.int8), "bool": whole > 3}


def written(call):
    """def f(x, mask): return …"""
    text, name = f"def f(x, mask):\n    return {call}\n", f"fold {call}"
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    space = {"np": np}
    exec(compile(text, name, "exec"), space)
    return space["f"]


def check(call, x, mask=None):
    """The same as NumPy: values, dtypes, exceptions."""
    f = written(call)
    mask = np.zeros(0, bool) if mask is None else mask
    try:
        with np.errstate(all="ignore"):
            want = f(x, mask)
    except (TypeError, ValueError) as error:
        with pytest.raises(TypeError if isinstance(error, TypeError) else ValueError):
            recto.jit(f).program(x, mask)
        return
    with np.errstate(all="ignore"):
        found, *_ = evaluate(recto.jit(f).program(x, mask), x, mask)     # powers have an error behind it
    assert found.dtype == want.dtype, (call, x.dtype, found.dtype, want.dtype)
    rough = {"rtol": {"float16": 1e-2, "float32": 1e-6}.get(want.dtype.name, 1e-12)}
    np.testing.assert_allclose(found, want, err_msg=f"{call} of {x.dtype}", equal_nan=True, **rough)


# (Along an axis that lies in one piece NumPy's np.power.reduce and np.arctan2.reduce give, on some processors, what is
# not the last of their accumulate: axes here are the other one.)

@pytest.mark.parametrize("name", UFUNCS)
@pytest.mark.parametrize("size", [1, 5, 21])
def test_folds_are_numpys(name, size):
    for x in arrays(size).values() if size < 10 or name in LONG else ():
        check(f"np.{name}.reduce(x)", x)
        check(f"np.{name}.accumulate(x)", x)
        check(f"np.{name}.reduce(x, axis=0, keepdims=True)", x)


@pytest.mark.parametrize("name", UFUNCS)
def test_arguments(name):
    x, mask = RNG.integers(1, 6, (5, 3)), RNG.random((5, 3)) > 0.4
    check(f"np.{name}.reduce(x, initial=3)", x)
    check(f"np.{name}.reduce(x, where=mask)", x, mask)
    check(f"np.{name}.reduce(x, where=mask, initial=2)", x, mask)
    check(f"np.{name}.reduce(x, dtype=np.float32)", x)
    check(f"np.{name}.reduce(x, axis=(0, 1))", x)
    check(f"np.{name}.reduce(x[:0])", x)
    if name not in ("power", "arctan2"):
        check(f"np.{name}.reduceat(x, [0, 3, 2], axis=0)", x)
    check(f"np.{name}.accumulate(x, axis=1)", x)


def quotients(x):
    return np.sum(np.divide.reduce(x) + np.subtract.accumulate(x) ** 2)


@pytest.mark.parametrize("size", [4, 15])
def test_folds_have_derivatives(size):
    x, h = RNG.random((size, 3)) + 0.5, 1e-6
    gradient = recto.grad(quotients)
    (found,) = evaluate(gradient.program(x), x)
    direction = RNG.normal(size=x.shape)
    slope = (quotients(x + h * direction) - quotients(x - h * direction)) / (2 * h)
    np.testing.assert_allclose(np.sum(found * direction), slope, rtol=1e-5)


SEGMENTS = sorted(set(UFUNCS) - {"power", "arctan2"})       # (see above)


@pytest.mark.parametrize("name", SEGMENTS)
def test_segments_at_computed_indices(name):
    x = RNG.integers(1, 6, (5, 3))
    for call in (f"np.{name}.reduceat(x, at)", f"np.{name}.reduceat(x * 0.5, at % 3, axis=1)",
                 f"np.{name}.reduceat(x > 2, at[:2])"):
        same_as_numpy(call, x=x, at=np.array([0, 3, 3, 1, 4]))


@pytest.mark.parametrize("name", ["add", "maximum", "subtract"])
@pytest.mark.parametrize("is_sorted", [True, False])
def test_segments_are_read_once(name, is_sorted):
    """Many segments of a long array: each takes as long as it is, not as long as the array."""
    x, at = RNG.integers(-9, 9, 200_000), RNG.integers(0, 200_000, 2_000)
    at = np.sort(at) if is_sorted else at % 1000
    reduceat = getattr(np, name).reduceat
    assert (np.asarray(recto.jit(lambda x, at: reduceat(x, at))(x, at)) == reduceat(x, at)).all()


def test_segments_need_a_vector_of_integers():
    for at in (1, np.array([0.0]), np.array([[0]])):
        same_as_numpy("np.add.reduceat(x, at)", x=np.arange(4.0), at=at)


@pytest.mark.parametrize("call", ["np.{add|multiply|maximum|logaddexp|divide}.reduceat(x, at)",
                                  "np.add.reduceat(x, at % 3, axis=1)"])
def test_laws_of_segments(call):
    laws_hold(call, x=RNG.random((5, 3)) + 0.5, at=np.array([0, 3, 3, 1, 4]))
