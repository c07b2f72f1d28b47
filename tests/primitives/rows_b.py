"""What to try each primitive on: indexing, linear algebra, Fourier transforms, convolutions and windows."""
from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from recto.transform.core import sparsity

from ._row import ALL, BOOL, COMPLEX, FLOATS, INTEGERS, NUMBERS, WIDE, Data, distinct, few, normal, row, whole


def apart(*shape: int) -> Data:
    """Numbers at least 0.25 from each other and from those of `distinct`."""
    draw = distinct(*shape).draw
    return Data(lambda rng, shape: draw(rng, shape) + 0.25, shape)


# -- windows: static -----------------------------------------------------------------------------------------------

for shape, starts, limits, strides, drop in (
        ((5,), (1,), (4,), (1,), ()),
        ((5,), (0,), (5,), (2,), ()),
        ((6,), (1,), (6,), (3,), ()),
        ((5,), (2,), (3,), (1,), (0,)),
        ((5,), (4,), (5,), (1,), (0,)),
        ((5,), (2,), (2,), (1,), ()),
        ((4, 6), (1, 0), (3, 6), (1, 2), ()),
        ((4, 6), (0, 0), (4, 6), (1, 1), ()),
        ((4, 6), (2, 0), (3, 6), (1, 1), (0,)),
        ((4, 6), (0, 5), (4, 6), (1, 1), (1,)),
        ((4, 6), (0, 1), (4, 6), (3, 2), ()),
        ((2, 3, 4), (1, 0, 3), (2, 3, 4), (1, 2, 1), (0, 2)),
        ((1, 3), (0, 0), (1, 1), (1, 1), (0, 1))):
    window = dict(starts=starts, limits=limits, strides=strides, drop=drop)
    sizes = [-(-(b - a) // s) for a, b, s in zip(starts, limits, strides)]
    part = [n for a, n in enumerate(sizes) if a not in drop]
    row("slice_", normal(*shape), dtypes=("float64", "complex64", "int8", "bool"), **window)
    row("put_slice", normal(*shape), normal(*part), dtypes=("float64", "complex64", "int8", "bool"), **window)
row("slice_", normal(), starts=(), limits=(), strides=(), drop=())
row("put_slice", np.zeros(()), normal(), starts=(), limits=(), strides=(), drop=())
row("slice_", normal(4, 6), dtypes=ALL, starts=(1, 1), limits=(3, 6), strides=(1, 2), drop=())
row("put_slice", normal(4, 6), normal(2, 3), dtypes=ALL, starts=(1, 1), limits=(3, 6), strides=(1, 2), drop=())
row("put_slice", normal(200, 100), normal(198, 98), starts=(1, 1), limits=(199, 99), strides=(1, 1), drop=())

# -- windows: dynamic -----------------------------------------------------------------------------------------------

for shape, sizes, drop in (
        ((5,), (1,), (0,)), ((5,), (3,), ()), ((5,), (1,), ()), ((4, 6), (1, 6), (0,)), ((4, 6), (4, 1), (1,)),
        ((4, 6), (1, 1), (0, 1)), ((4, 6), (2, 3), ()), ((4, 6), (1, 3), (0,)), ((4, 6), (4, 6), ()),
        ((3, 4, 5), (3, 1, 2), (1,)), ((3, 4, 5), (1, 4, 1), (0, 2)), ((3, 4, 5), (2, 4, 2), ())):
    part = [n for a, n in enumerate(sizes) if a not in drop]
    safe = [whole(0, n - k + 1) for n, k in zip(shape, sizes)]
    row("dynamic_slice", normal(*shape), *safe, dtypes=("float64", "complex64"), sizes=sizes, drop=drop)
    row("update_slice", normal(*shape), normal(*part), *safe, dtypes=("float64", "complex64"), sizes=sizes, drop=drop)
    wild = [whole(-2, 7, dtype="int32") for _ in shape]
    row("dynamic_slice", normal(*shape), *wild, skip=("shown",), sizes=sizes, drop=drop)
    row("update_slice", normal(*shape), normal(*part), *wild, skip=("shown",), sizes=sizes, drop=drop)
fixed = np.array(1), np.array(0)
row("dynamic_slice", normal(4, 6), *fixed, constants=(1, 2), sizes=(2, 6), drop=())
row("update_slice", normal(4, 6), normal(6), *fixed, constants=(2, 3), sizes=(1, 6), drop=(0,))
row("dynamic_slice", normal(), sizes=(), drop=())
row("dynamic_slice", normal(200, 6), whole(0, 255, dtype="uint8"), whole(-9, 9, dtype="int8"), dtypes=ALL,
    skip=("shown",), sizes=(3, 1), drop=(1,))
row("update_slice", normal(200, 6), normal(3), whole(0, 255, dtype="uint8"), whole(-9, 9, dtype="int64"), dtypes=ALL,
    skip=("shown",), sizes=(3, 1), drop=(1,))

# -- index arrays ---------------------------------------------------------------------------------------------------

SCATTERS = ("scatter", "scatter_add", "scatter_mul", "scatter_min", "scatter_max")
for shape, index, where in (
        ((5,), (3,), dict(axes=(0,))),
        ((5,), (), dict(axes=(0,))),
        ((5,), (1,), dict(axes=(0,))),
        ((5,), (0,), dict(axes=(0,))),
        ((5,), (2, 4), dict(axes=(0,))),
        ((4, 3), (6,), dict(axes=(0,))),
        ((4, 3), (6,), dict(axes=(1,))),
        ((4, 3), (6,), dict(axes=(1,), at=1)),
        ((4, 3), (2, 2), dict(axes=(0, 1))),
        ((4, 3), (3,), dict(axes=(1, 0))),
        ((2, 3, 4), (5,), dict(axes=(0, 2))),
        ((2, 3, 4), (2, 2), dict(axes=(1, 2), at=1)),
        ((2, 3, 4), (5,), dict(axes=(2, 1), at=1)),
        ((2, 3, 4), (5,), dict(axes=(0, 1), at=1)),
        ((2, 3, 4), (5,), dict(axes=(1,), at=2)),
        ((2, 4), (2, 3), dict(axes=(1,), batch=1)),
        ((2, 4), (2,), dict(axes=(1,), batch=1)),
        ((2, 3, 4), (2, 5), dict(axes=(1,), batch=1)),
        ((2, 3, 4), (2, 5), dict(axes=(2,), batch=1)),
        ((2, 3, 4), (2, 2, 2), dict(axes=(2,), batch=1, at=1)),
        ((2, 3, 4), (2, 3, 2), dict(axes=(2,), batch=2)),
        ((2, 3, 4), (2, 3), dict(axes=(2, 1), batch=1))):
    batch, at = where.get("batch", 0), where.get("at", 0)
    rest = tuple(n for a, n in enumerate(shape) if a >= batch and a not in where["axes"])
    part = shape[:batch] + rest[:at] + index[batch:] + rest[at:]
    safe = [whole(0, shape[a], *index) for a in where["axes"]]
    row("gather", normal(*shape), *safe, dtypes=("float64", "complex64", "int8"), **where)
    for name in SCATTERS:
        row(name, distinct(*shape), apart(*part), *safe, dtypes=("float64", "int32"), **where)
    for mode in ("clip", "drop"):
        wild = [whole(-3, shape[a] + 3, *index, dtype="int32") for a in where["axes"]]
        row("gather", normal(*shape), *wild, skip=("shown",), mode=mode, **where)
        for name in SCATTERS:
            row(name, distinct(*shape), apart(*part), *wild, skip=("shown",), mode=mode, **where)
row("gather", normal(200, 3), whole(0, 200, 40, dtype="uint8"), dtypes=ALL, axes=(0,))
for name in SCATTERS:
    row(name, few(6, 2), few(20, 2), whole(0, 6, 20), dtypes=NUMBERS if name != "scatter" else ALL,
        derivative=name not in ("scatter_min", "scatter_max"), axes=(0,), normwise=True)
row("scatter_mul", np.array([2.0, 0.0, 3.0]), np.array([0.0, 5.0, 0.0, 0.0, 2.0, 3.0]), np.array([0, 0, 1, 2, 2, 1]),
    axes=(0,))
for name in ("scatter_min", "scatter_max"):
    row(name, np.array([1.0, np.nan, 3.0]), np.array([np.nan, 2.0, 5.0, -1.0]), np.array([0, 1, 2, 2]), axes=(0,),
        derivative=False)

# -- linear algebra -------------------------------------------------------------------------------------------------
#    Eigenvectors and singular vectors have a sign (if complex, a phase), which NumPy's LAPACK and XLA's choose
#    differently: test_linalg.py looks at what does not depend on it.

INEXACT = WIDE + COMPLEX


@dataclasses.dataclass(frozen=True)
class Matrices(Data):
    """Matrices made from normal ones."""
    change: Callable[[np.ndarray], np.ndarray] = np.asarray

    def array(self, rng: np.random.Generator, dtype: Any) -> np.ndarray:
        return self.change(super().array(rng, np.result_type(dtype, np.float64))).astype(dtype)


def definite(*shape: int) -> Data:
    """Hermitian and positive definite."""
    change = lambda x: x @ np.swapaxes(x, -1, -2).conj() + shape[-1] * np.eye(shape[-1])
    return Matrices(normal(*shape).draw, shape, change=change)


def regular(*shape: int) -> Data:
    """Far from singular."""
    return Matrices(normal(*shape).draw, shape, change=lambda x: x + 2 * shape[-1] * np.eye(shape[-1]))


for shape in ((4, 4), (2, 3, 3), (1, 1)):
    row("cholesky", definite(*shape), dtypes=INEXACT, ulps=64, normwise=True)
    row("eigh", definite(*shape), dtypes=INEXACT, ulps=256, normwise=True, vectors=False)
    row("eigh", definite(*shape), dtypes=WIDE, skip=("xla",), vectors=True)
    row("eigh", definite(*shape), dtypes=COMPLEX, derivative=False, skip=("xla",), vectors=True)
    row("eig", definite(*shape), dtypes=INEXACT, ulps=256, normwise=True, vectors=False)
    row("eig", normal(*shape), dtypes=INEXACT, skip=("xla",), vectors=True)
    row("solve", regular(*shape), normal(*shape[:-1], 2), dtypes=INEXACT, ulps=256, normwise=True, transpose=False)
    row("solve", regular(*shape), normal(*shape[:-1], 2), dtypes=INEXACT, ulps=256, normwise=True, transpose=True)
    row("inv", regular(*shape), dtypes=INEXACT, ulps=256, normwise=True)
    row("det", normal(*shape), dtypes=INEXACT, ulps=256, normwise=True)
    row("slogdet", normal(*shape), dtypes=INEXACT, ulps=256, normwise=True)
    for lower in (True, False):
        for transpose_a in (True, False):
            for unit in (True, False):
                row("triangular_solve", regular(*shape), normal(*shape[:-1], 2), dtypes=INEXACT, ulps=256,
                    normwise=True, lower=lower, transpose_a=transpose_a, unit_diagonal=unit)
for shape in ((20, 20), (2, 17, 17)):
    for lower in (True, False):
        for transpose_a in (True, False):
            row("triangular_solve", regular(*shape), normal(*shape[:-1], 1), dtypes=INEXACT, ulps=256, normwise=True,
                lower=lower, transpose_a=transpose_a, unit_diagonal=False)
for shape in ((4, 4), (5, 3), (3, 5), (2, 3, 3), (2, 4, 3)):
    row("lu", normal(*shape), dtypes=INEXACT, ulps=256, normwise=True, skip=("shown",))
    row("svd", normal(*shape), dtypes=INEXACT, ulps=256, normwise=True, full_matrices=False, compute_uv=False)
    row("svd", normal(*shape), dtypes=WIDE, skip=("xla",), full_matrices=False, compute_uv=True)
    row("svd", normal(*shape), dtypes=COMPLEX, derivative=False, skip=("xla",), full_matrices=False, compute_uv=True)
    row("qr", normal(*shape), dtypes=INEXACT, ulps=256, normwise=True, mode="reduced")
for shape in ((4, 4), (5, 3), (3, 5), (3, 0), (0, 3)):
    row(
        "qr",
        normal(*shape),
        dtypes=INEXACT,
        ulps=256,
        normwise=True,
        mode="complete",
        derivative=shape[0] <= shape[1],
    )
    row("svd", normal(*shape), dtypes=INEXACT, derivative=False, skip=("xla",), full_matrices=True, compute_uv=True)
row("lu", normal(3, 0), skip=("shown",))
row("cholesky", normal(0, 0))
for transpose in (False, True):
    row("solve", regular(4, 4), normal(4), dtypes=INEXACT, ulps=256, normwise=True, transpose=transpose)
row("solve", normal(0, 0), normal(0, 2), transpose=False)
row("cholesky", np.stack([np.eye(3), -np.eye(3)]), derivative=False, skip=("shown",))
row("solve", np.stack([np.eye(3), np.ones((3, 3))]), np.ones((2, 3, 1)), derivative=False, skip=("shown",),
    transpose=False)
row("inv", normal(0, 0))
row("inv", np.stack([np.eye(3), np.ones((3, 3))]), derivative=False, skip=("shown",))
row("det", np.array([[1.0, 2.0], [2.0, 4.0]]), zeros=False)
row("det", np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [5.0, 7.0, 9.0]]), zeros=False, ulps=256, normwise=True)
row("slogdet", np.array([[1.0, 1.0], [1.0, 1.0]]), derivative=False)

# -- Fourier transforms ---------------------------------------------------------------------------------------------

for n in (1, 2, 5, 6, 16):
    for lead in ((), (2, 3)):
        row("fft", normal(*lead, n), dtypes=COMPLEX, ulps=64, normwise=True, kind="fft", length=n)
        row("fft", normal(*lead, n), dtypes=COMPLEX, ulps=64, normwise=True, kind="ifft", length=n)
        row("fft", normal(*lead, n), dtypes=WIDE, ulps=64, normwise=True, kind="rfft", length=n)
        row("fft", normal(*lead, n // 2 + 1), dtypes=COMPLEX, ulps=64, normwise=True, kind="irfft", length=n)

# -- convolutions and windows ---------------------------------------------------------------------------------------

for x, w, strides, padding, lhs, rhs, groups in (
        ((2, 3, 9), (4, 3, 3), (1,), ((0, 0),), (1,), (1,), 1),
        ((1, 2, 9), (4, 1, 3), (2,), ((1, 2),), (1,), (1,), 2),
        ((2, 4, 9), (6, 2, 2), (2,), ((-1, 3),), (2,), (3,), 2),
        ((2, 3, 6, 7), (4, 3, 3, 2), (1, 1), ((0, 0), (0, 0)), (1, 1), (1, 1), 1),
        ((2, 3, 6, 7), (4, 3, 3, 2), (2, 3), ((1, 1), (0, 2)), (1, 1), (1, 1), 1),
        ((1, 4, 5, 5), (4, 1, 3, 3), (1, 1), ((1, 1), (1, 1)), (1, 1), (1, 1), 4),
        ((2, 2, 5, 4), (3, 2, 3, 3), (1, 2), ((2, 1), (3, 0)), (2, 1), (1, 2), 1),
        ((1, 2, 4, 4, 4), (2, 2, 2, 2, 2), (1, 2, 1), ((0, 0), (1, 0), (0, 1)), (1, 1, 1), (1, 1, 2), 1),
        ((2, 3), (4, 3), (), (), (), (), 1),
        ((2, 3, 2), (4, 3, 3), (1,), ((0, 0),), (1,), (1,), 1),
        ((0, 3, 5), (4, 3, 3), (1,), ((0, 0),), (1,), (1,), 1)):
    fits = "shown" if 0 in x or x[-1] < w[-1] else ""   # NumPy has no windows of larger size than the array
    row("conv", normal(*x), normal(*w), dtypes=("float64", "float32", "complex128", "int32"), ulps=64, normwise=True,
        skip=(fits,), strides=strides, padding=padding, lhs_dilation=lhs, rhs_dilation=rhs, groups=groups)
row("conv", normal(2, 3, 9), normal(4, 3, 3), dtypes=("float16", "bfloat16", "complex64", "int8", "int64", "uint8"),
    ulps=64, normwise=True, skip=("shown",), strides=(1,), padding=((1, 1),), lhs_dilation=(1,), rhs_dilation=(1,),
    groups=1)

for shape, window, strides, padding, dilation in (
        ((9,), (3,), (1,), ((0, 0),), (1,)),
        ((9,), (3,), (2,), ((1, 2),), (1,)),
        ((9,), (2,), (3,), ((0, 0),), (3,)),
        ((9,), (3,), (1,), ((-1, -2),), (1,)),
        ((9,), (2,), (2,), ((4, 5),), (1,)),
        ((6, 7), (2, 3), (2, 1), ((0, 0), (1, 1)), (1, 2)),
        ((2, 3, 6, 6), (1, 1, 2, 2), (1, 1, 2, 2), ((0, 0),) * 4, (1, 1, 1, 1)),
        ((3,), (5,), (1,), ((0, 0),), (1,)),
        ((), (), (), (), ())):
    where = dict(window=window, strides=strides, padding=padding, dilation=dilation)
    where["skip"] = ("shown",) if shape == (3,) else ()
    inside = padding != ((4, 5),)                       # else some windows hold nothing but padding
    row("reduce_window_sum", normal(*shape), dtypes=("float64", "complex64", "int8", "int64"), normwise=True, ulps=16,
        **where)
    for name in ("reduce_window_max", "reduce_window_min", "window_argmax", "window_argmin"):
        row(name, distinct(*shape), dtypes=("float64", "int16", "uint8"), derivative=inside, **where)
for name in ("reduce_window_max", "reduce_window_min", "window_argmax", "window_argmin"):
    row(
        name,
        few(40),
        dtypes=FLOATS + INTEGERS + BOOL,
        derivative=False,
        window=(5,),
        strides=(2,),
        padding=((2, 2),),
        dilation=(1,),
    )
    row(
        name,
        np.array([1.0, np.nan, 2.0, 3.0, np.inf, -np.inf, -np.inf]),
        derivative=False,
        window=(2,),
        strides=(1,),
        padding=((1, 0),),
        dilation=(1,),
    )

# -- slices of computed length --------------------------------------------------------------------------------------

for lo, hi in ((0, 5), (2, 4), (3, 3), (4, 2), (-3, 9)):
    row("inside", np.array(lo), np.array(hi), size=5)
    row("select_region", normal(5), normal(5), np.array(lo), np.array(hi), axes=(0,))
    row("select_region", normal(3, 5), normal(3, 5), np.array(lo), np.array(hi), axes=(1,))
row("inside", whole(0, 4, dtype="uint8"), whole(-2, 9, dtype="int32"), size=6)
row("select_region", normal(4, 5, 2), normal(4, 5, 2), whole(0, 2), whole(1, 4), whole(-2, 4, dtype="int32"),
    whole(2, 9, dtype="uint8"), axes=(0, 1))
row("select_region", normal(6), normal(6), whole(0, 4, dtype="uint8"), whole(-2, 9, dtype="int32"), axes=(0,),
    dtypes=ALL)
for by in (0, 2, -3, 5, -9):
    row("shift", normal(5), np.array(by), axis=0, size=5)
    row("shift", normal(3, 5, 2), np.array(by, np.int32), axis=1, size=4)
row("shift", normal(4, 3), whole(-3, 4), axis=0, size=7, dtypes=ALL)
row("shift", normal(4, 3), whole(-3, 4), axis=1, size=2, dtypes=("float32", "complex128"))
nothing = np.zeros(0, np.int64)
row("gather", np.zeros(0), nothing, axes=(0,))
row("gather", normal(3, 0), nothing, axes=(1,))
row("scatter", np.zeros(0), np.zeros(0), nothing, axes=(0,))
row("scatter", normal(3), np.zeros(0), nothing, axes=(0,))
for mode in ("drop", "skip"):
    row(
        "gather",
        normal(5),
        np.array([0, 4, 5, 5]),
        axes=(0,),
        mode=mode,
        **({"skip": ("shown",)} if mode == "drop" else {}),
    )
    row("scatter", normal(5), normal(4), np.array([0, 4, 5, 5]), axes=(0,), mode=mode,
        **({"skip": ("shown",)} if mode == "drop" else {}))

behind = np.array([0, 4, 5, 3, 6])      # the last element, or behind the end
for x, u, indices, where in (
        ((3, 5), (3, 5), [behind], dict(axes=(1,), at=1)),
        ((5, 3), (5, 3), [behind], dict(axes=(0,))),
        ((2, 5, 3), (2, 5, 3), [behind], dict(axes=(1,), at=1)),
        ((5, 3), (3, 5), [behind], dict(axes=(0,), at=1)),
        ((4, 5), (5,), [np.array([3, 4, 0, 1, 2]), behind], dict(axes=(0, 1))),
        ((4, 2, 5), (5, 2), [np.array([3, 4, 0, 1, 2]), behind], dict(axes=(0, 2))),
        ((2, 5), (2, 5), [np.stack([behind, behind[::-1]])], dict(axes=(1,), batch=1)),
        ((2, 5, 3), (2, 5, 3), [np.stack([behind, behind[::-1]])], dict(axes=(1,), batch=1)),
        ((2, 3, 5), (2, 3, 5), [np.stack([behind, behind[::-1]])], dict(axes=(2,), batch=1, at=1)),
        ((2, 5, 3), (2, 3, 5), [np.stack([behind, behind[::-1]])], dict(axes=(1,), batch=1, at=1)),
        ((2, 5), (2, 5, 1), [np.stack([behind, behind[::-1]])[:, :, None]], dict(axes=(1,), batch=1))):
    row("gather", normal(*x), *indices, mode="skip", **where)
    row("scatter", normal(*x), normal(*u), *indices, mode="skip", **where)
    row("scatter_add", normal(*x), normal(*u), *indices, mode="skip", **where)

# -- sparse matrices -----------------------------------------------------------------------------------------------

CSR = sparsity.make("csr", (4, 3), (5,), np.array([0, 2, 1, 0, 1], np.int32), np.array([0, 2, 3, 3, 5], np.int32))
COO = sparsity.make("coo", (2, 3), (4,), np.array([0, 0, 1, 0], np.int32), np.array([1, 1, 2, 0], np.int32))
for pattern, nnz in ((CSR, 5), (CSR.T, 5), (COO, 4)):
    m, n = pattern.shape
    row("sparse_dot", normal(nnz), normal(n), dtypes=("float64", "complex64", "int32"), normwise=True, pattern=pattern)
    row("sparse_dot", normal(nnz), normal(n, 2), normwise=True, pattern=pattern)
    row("sparse_dot", normal(2, nnz), normal(2, n, 3), normwise=True, pattern=pattern)
    row("sampled_dot", normal(m), normal(n), dtypes=("float64", "int32"), pattern=pattern)
    row("sampled_dot", normal(2, m, 3), normal(2, n, 3), normwise=True, pattern=pattern, lead=1)
    row("sparse_dense", normal(nnz), dtypes=("float64", "complex128", "int32"), pattern=pattern)
    row("sparse_dense", normal(2, nnz), pattern=pattern)
    row("sparse_entries", normal(m, n), dtypes=("float64", "bool"), pattern=pattern)
    row("sparse_entries", normal(2, m, n), pattern=pattern)
SQUARE = sparsity.make("csc", (3, 3), (6,), np.array([0, 1, 1, 2, 0, 2], np.int32), np.array([0, 2, 4, 6], np.int32))
NUMBERS_OF_SQUARE = np.array([4.0, 1.0, 5.0, -1.0, 2.0, 6.0])
for pattern in (SQUARE, SQUARE.T):
    row("sparse_solve", NUMBERS_OF_SQUARE, normal(3), ulps=64, normwise=True, pattern=pattern)
    row("sparse_solve", NUMBERS_OF_SQUARE, normal(3, 2), ulps=64, normwise=True, pattern=pattern)
row("sparse_solve", np.stack([NUMBERS_OF_SQUARE] * 2), normal(2, 3), ulps=64, normwise=True, pattern=SQUARE)
row("sparse_solve", NUMBERS_OF_SQUARE, normal(3, 2), ulps=64, normwise=True, pattern=SQUARE.T, factors=True)
row("sparse_solve", NUMBERS_OF_SQUARE, normal(3), ulps=64, normwise=True, pattern=SQUARE, order="NATURAL")
