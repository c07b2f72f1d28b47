"""Sorts that are native functions give NumPy's stable order, bit for bit: also of zeros, and of NaNs with a payload."""
from __future__ import annotations

import numpy as np
import pytest

from recto import runtime
from recto.transform import lowered, primitives as prim
from recto.transform.lower.native import nests
from recto.transform.lower.native.scalars import LLVM

from .construct import array, fori, program, read_row, write_row
from .harness import run

pytest.importorskip("llvmlite")
DTYPES = [np.dtype(name) for name in LLVM]
SHAPES = [((1,), 0), ((2,), 0), ((257,), 0), ((5000,), 0), ((3, 70), 1), ((70, 3), 0), ((2, 65, 4), 1), ((4, 1, 3), 1)]
SORTS = {"sort": np.sort, "argsort": np.argsort}


@pytest.fixture
def everywhere(monkeypatch):
    """Kernels also where they do not pay."""
    monkeypatch.setattr(nests, "saved_by_sort", lambda call: np.inf)


def sample(dtype, shape, seed=0):
    """Elements of all magnitudes and few values: ties, ends of the range, infinities, zeros and NaNs of either sign."""
    rng, size = np.random.default_rng(seed), int(np.prod(shape))
    if dtype == bool:
        return rng.random(shape) < 0.5
    bits = rng.integers(0, 256, (size, dtype.itemsize), np.uint8).view(dtype).reshape(shape)
    few = np.array(special(dtype), dtype)[rng.integers(0, len(special(dtype)), shape)]
    return np.where(rng.random(shape) < 0.5, bits, few)


def special(dtype):
    if dtype.kind == "f":
        tiny = np.finfo(dtype).smallest_subnormal
        return [0.0, -0.0, 1.5, -1.5, np.inf, -np.inf, np.nan, -np.nan, tiny, -tiny, np.finfo(dtype).max]
    return [0, 1, 2, np.iinfo(dtype).min, np.iinfo(dtype).max]


def bits(x):
    return x.view(f"u{x.dtype.itemsize}")


def sorted_natively(name, x, axis):
    p = program(lambda v: (getattr(prim, name)(v, axis=axis),), array(*x.shape, dtype=x.dtype))
    text = lowered(p, native=True).text
    assert "@recto_native_" in text and "stablehlo.sort" not in text
    return run(runtime.compile(text), [x])[0]


@pytest.mark.parametrize("shape, axis", SHAPES)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("name", SORTS)
def test_is_the_stable_order(name, dtype, shape, axis, everywhere):
    x = sample(dtype, shape)
    wanted = SORTS[name](x, axis, kind="stable")
    given = sorted_natively(name, x, axis)
    assert given.dtype == wanted.dtype and (bits(given) == bits(wanted)).all()


@pytest.mark.parametrize("name", SORTS)
@pytest.mark.parametrize("few", [1, 255, 256, 70_000])
def test_digits_that_all_elements_share(name, few, everywhere):
    x = np.random.default_rng(few).integers(0, few, 3000)
    assert (sorted_natively(name, x, 0) == SORTS[name](x, kind="stable")).all()


@pytest.mark.parametrize("name", SORTS)
def test_rows_that_a_loop_overwrites(name, everywhere):
    """Also in a loop, which carries the array."""
    x = np.random.default_rng(1).standard_normal((5, 300))

    def turn(i, rows, found):
        return rows, write_row(found, getattr(prim, name)(read_row(rows, i), axis=0), i)

    dtype = x.dtype if name == "sort" else np.dtype(np.int64)
    p = program(lambda a, b: fori(0, 5, [a, b], turn), array(5, 300), array(5, 300, dtype=dtype))
    given = run(runtime.compile(lowered(p, native=True).text), [x, np.zeros((5, 300), dtype)])[1]
    assert (given == SORTS[name](x, axis=1, kind="stable")).all()


@pytest.mark.parametrize(
    "shape, dtype, native",
    [((10_000,), "f8", True), ((100, 8), "f8", False), ((20,), "f8", False), ((100, 50), "u1", True),
     ((0, 500), "f8", False), ((10_000,), "c16", False), ((10_000,), "f2", False)],
)
def test_where_it_pays(shape, dtype, native):
    p = program(lambda v: (prim.sort(v, axis=len(shape) - 1),), array(*shape, dtype=dtype))
    assert ("@recto_native_" in lowered(p, native=True).text) is native
    assert "@recto_native_" not in lowered(p).text
