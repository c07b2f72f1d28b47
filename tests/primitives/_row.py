"""What a row of the tables is: a primitive, what to try it on, and which laws to hold it to.

    row("sin", normal(3, 4), dtypes=FLOATS + COMPLEX)
    row("pad", normal(3, 4), normal(), low=(1, 0), high=(0, -1), interior=(0, 2))
    row("searchsorted", ascending(5), normal(2, 3), side="left")

An operand is a description of random data (`normal`, `between`, `distinct` …), drawn in each of the row's dtypes, or
an array that is used as it is. Draws depend on the row alone, so that adding a row changes no other.
"""
from __future__ import annotations

import dataclasses
import zlib
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

FLOATS = ("float64", "float32", "float16", "bfloat16")
WIDE = ("float64", "float32")
COMPLEX = ("complex128", "complex64")
INTEGERS = ("int64", "int32", "int16", "int8", "uint64", "uint32", "uint16", "uint8")
BOOL = ("bool",)
NUMBERS = FLOATS + COMPLEX + INTEGERS
ALL = NUMBERS + BOOL
VARIANTS = 3

ROWS: list["Row"] = []


def dtype_of(name: Any) -> np.dtype:
    return np.dtype(ml_dtypes.bfloat16) if name == "bfloat16" else np.dtype(name)


@dataclasses.dataclass(frozen=True)
class Data:
    """Random data: `draw(rng, shape)` gives float64 values; `dtype` overrides that of the row."""
    draw: Callable[..., np.ndarray]
    shape: tuple[int, ...]
    dtype: Any = None

    def array(self, rng: np.random.Generator, dtype: Any) -> np.ndarray:
        dtype = dtype_of(self.dtype or dtype)
        if dtype == bool:
            return rng.random(self.shape) < 0.5
        if dtype.kind == "c":
            return np.asarray(self.draw(rng, self.shape) + 1j * self.draw(rng, self.shape), dtype)
        values = self.draw(rng, self.shape)
        if dtype.kind in "iu" and not self.dtype:
            values = np.rint(values * 4)
        return np.asarray(np.abs(values) if dtype.kind == "u" else values).astype(dtype)


@dataclasses.dataclass(frozen=True, eq=False)
class Row:
    """A primitive on given operands.

    variants     several draws of the operands; the first is the one most laws look at
    derivative   False: at a kink or an edge, where differences mean nothing
    ulps         how far XLA may be from NumPy, in units of the last place
    normwise     measure that against the largest element of the result (sums) instead of each its own
    zeros        zeros must agree in sign
    constants    positions of operands that are constants of the program
    skip         laws that it breaks with reason: "xla", "shown"
    """
    primitive: str
    variants: tuple[tuple[np.ndarray, ...], ...]
    params: dict[str, Any]
    derivative: bool
    ulps: float
    normwise: bool
    zeros: bool
    constants: tuple[int, ...]
    skip: tuple[str, ...]
    label: str

    operands = property(lambda self: self.variants[0])

    def __str__(self) -> str:
        return self.label


def row(primitive: str, *operands: Data | np.ndarray, dtypes: tuple[str, ...] = ("float64",), derivative: bool = True,
        ulps: float = 4, normwise: bool = False, zeros: bool = True, constants: tuple[int, ...] = (),
        skip: tuple[str, ...] = (), **params: Any) -> None:
    """Enter a primitive on these operands into the table, once for each dtype."""
    for dtype in dtypes:
        label = f"{primitive}-{dtype}-{sum(r.primitive == primitive for r in ROWS)}"
        identity = repr((primitive, dtype, [o.shape for o in operands], params))
        rng = np.random.default_rng(zlib.crc32(identity.encode()))
        variants = tuple(tuple(o.array(rng, dtype) if isinstance(o, Data) else np.asarray(o) for o in operands)
                         for _ in range(VARIANTS))
        ROWS.append(Row(primitive, variants, params, derivative, ulps, normwise, zeros, constants, skip, label))


# -- random data -------------------------------------------------------------------------------------------------

def normal(*shape: int) -> Data:
    return Data(lambda rng, shape: rng.normal(size=shape), shape)


def between(lo: float, hi: float, *shape: int) -> Data:
    return Data(lambda rng, shape: rng.uniform(lo, hi, size=shape), shape)


def distinct(*shape: int) -> Data:
    """Numbers at least 0.5 apart."""
    return Data(lambda rng, shape: rng.permutation(int(np.prod(shape))).reshape(shape) * 0.5 - 1.75, shape)


def few(*shape: int) -> Data:
    """Small whole numbers: many ties and zeros."""
    return Data(lambda rng, shape: rng.integers(-2, 3, size=shape) * 1.0, shape)


def ascending(*shape: int) -> Data:
    """Sorted along the last axis."""
    return Data(lambda rng, shape: np.sort(rng.normal(size=shape), axis=-1), shape)


def whole(lo: int, hi: int, *shape: int, dtype: Any = "int64") -> Data:
    """Integers lo … hi - 1 of one dtype, whatever that of the row."""
    return Data(lambda rng, shape: rng.integers(lo, hi, size=shape), shape, dtype)


def truth(*shape: int) -> Data:
    return Data(lambda rng, shape: rng.random(size=shape), shape, "bool")


# -- values at the edges of a dtype ------------------------------------------------------------------------------

def edge_values(dtype: Any) -> np.ndarray:
    dtype = dtype_of(dtype)
    if dtype == bool:
        return np.array([False, True])
    if dtype.kind == "c":
        parts = [0.0, -0.0, 1.0, -2.5, np.inf, np.nan]
        return np.array([complex(re, im) for re in parts for im in parts], dtype)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        small = (0, 1, 2, 3, 5, 7) if dtype.kind == "u" else (0, 1, -1, 2, 3, -3, 5, -7)
        return np.array([*small, info.min, info.max], dtype)
    return np.array([0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, -7.0, 100.0, -100.5, 1e-4, 3e4,
                     np.inf, -np.inf, np.nan], dtype)


def edges(primitive: str, count: int, dtypes: tuple[str, ...], ulps: float = 4, drop: Callable | None = None,
          **params: Any) -> None:
    """A primitive of `count` operands on all combinations of edge values, without those of which `drop` is true."""
    for dtype in dtypes:
        values = edge_values(dtype)
        grids = [g.ravel() for g in np.meshgrid(*[values] * count)] if count > 1 else [values]
        if drop is not None:
            grids = [g[~drop(*grids)] for g in grids]
        row(primitive, *grids, dtypes=(dtype,), derivative=False, ulps=ulps, **params)
