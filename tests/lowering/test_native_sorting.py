"""Sorts and selections that are native functions give NumPy's stable order, bit for bit: zeros and NaNs, too."""
from __future__ import annotations

import numpy as np
import pytest

from recto import runtime
from recto.transform import lowered, primitives as prim
from recto.transform.lower.native.sorts import sorting
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
    monkeypatch.setattr(sorting, "ns_of_xla", lambda call: np.inf)


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


# -- ranks of sorted rows ----------------------------------------------------------------------------------------------


@pytest.fixture
def selecting(everywhere, monkeypatch):
    """Selections also where they do not pay."""
    monkeypatch.setattr(sorting, "ns_of_selection", lambda call, ranks: 0.0)


def ranks_read(x, axis, reads):
    """Parts of the sorted rows, each a range of ranks, and the text."""
    def parts(v):
        ordered = prim.sort(v, axis=axis)
        return tuple([part(ordered, axis, ranks) for ranks in reads])

    text = lowered(program(parts, array(*x.shape, dtype=x.dtype)), native=True).text
    return run(runtime.compile(text), [x]), text


def part(x, axis, ranks):
    if isinstance(x, np.ndarray):
        return np.moveaxis(np.moveaxis(x, axis, 0)[ranks.start:ranks.stop:ranks.step], 0, axis)
    starts, limits, strides = [0] * x.ndim, list(x.shape), [1] * x.ndim
    starts[axis], limits[axis], strides[axis] = ranks.start, ranks.stop, ranks.step
    return prim.slice_(x, starts=tuple(starts), limits=tuple(limits), strides=tuple(strides), drop=())


def some_ranks(n, rng):
    """The ends, the middle, any, and neighbours."""
    starts = [0, n - 1, n // 2, int(rng.integers(n))]
    return [range(k, k + 1) for k in starts] + [range(n // 3, min(n // 3 + 4, n)), range(n // 2, n // 2 + 1)]


@pytest.mark.parametrize("shape, axis", SHAPES)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_selects_ranks_of_the_stable_order(dtype, shape, axis, selecting):
    x, reads = sample(dtype, shape, 1), some_ranks(shape[axis], np.random.default_rng(2))
    wanted = np.sort(x, axis, kind="stable")
    given, text = ranks_read(x, axis, reads)
    assert "@recto_native_" in text and "stablehlo.sort" not in text
    for ranks, found in zip(reads, given, strict=True):
        assert (bits(found) == bits(part(wanted, axis, ranks))).all()


@pytest.mark.parametrize("others", [-np.inf, np.inf, np.nan])
def test_samples_that_mislead(others, selecting):
    """The sample of a row, of equal distances, has none of the elements from which a rank is to be selected."""
    n = 4096
    x = np.random.default_rng(3).standard_normal(n)
    x[::16] = others
    for rank in (0, 1, 400, n // 2, n - 300, n - 1):
        [found], _ = ranks_read(x, 0, [range(rank, rank + 1)])
        assert (bits(found) == bits(np.sort(x, kind="stable")[[rank]])).all()


def test_every_second_rank(everywhere):
    x = np.random.default_rng(5).standard_normal(3000)
    [found, last], _ = ranks_read(x, 0, [range(0, 3000, 2), range(2999, 3000)])
    assert (found == np.sort(x)[::2]).all() and last == x.max()


@pytest.mark.parametrize("reads", [[range(30)], [range(2900, 3000)], [range(5), range(3, 9), range(2990, 3000)],
                                   [range(1000, 1001), range(1010, 1020), range(1019, 1030)], [range(3000)]])
def test_ranges_of_ranks(reads, selecting):
    x = np.random.default_rng(6).standard_normal(3000)
    for ranks, found in zip(reads, ranks_read(x, 0, reads)[0], strict=True):
        assert (found == np.sort(x)[ranks.start:ranks.stop]).all()


def test_all_else_is_sorted(everywhere):
    """Where more than slices reads the sorted array."""
    x = np.random.default_rng(4).standard_normal(5000)

    def f(v):
        ordered = prim.sort(v, axis=0)
        return part(ordered, 0, range(7, 8)), prim.reduce_sum(prim.mul(ordered, ordered), axes=(0,)), ordered

    first, _, ordered = run(runtime.compile(lowered(program(f, array(5000)), native=True).text), [x])
    assert first == np.sort(x)[7] and (ordered == np.sort(x)).all()


# -- where kernels pay -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shape, dtype, native",
    [((10_000,), "f8", True), ((100, 8), "f8", False), ((20,), "f8", False), ((100, 50), "u1", True),
     ((0, 500), "f8", False), ((10_000,), "c16", False), ((10_000,), "f2", False)],
)
def test_where_it_pays(shape, dtype, native):
    p = program(lambda v: (prim.sort(v, axis=len(shape) - 1),), array(*shape, dtype=dtype))
    assert ("@recto_native_" in lowered(p, native=True).text) is native
    assert "@recto_native_" not in lowered(p).text
