"""What to try each primitive on: indexing, linear algebra, Fourier transforms, convolutions and windows."""
from __future__ import annotations

import numpy as np

from ._row import ALL, COMPLEX, NUMBERS, WIDE, Data, between, distinct, few, normal, row, whole


def apart(*shape: int) -> Data:
    """Numbers at least 0.25 from each other and from those of `distinct`."""
    draw = distinct(*shape).draw
    return Data(lambda rng, shape: draw(rng, shape) + 0.25, shape)


# -- windows: static -------------------------------------------------------------------------------------------------

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

# -- windows: dynamic ------------------------------------------------------------------------------------------------

for shape, sizes, drop in (((5,), (1,), (0,)), ((5,), (3,), ()), ((5,), (1,), ()), ((4, 6), (1, 6), (0,)), ((4, 6), (4, 1), (1,)),
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

# -- index arrays ----------------------------------------------------------------------------------------------------

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
row("scatter_mul", np.array([2.0, 0.0, 3.0]), np.array([0.0, 5.0, 0.0, 0.0, 2.0, 3.0]), np.array([0, 0, 1, 2, 2, 1]), axes=(0,))
for name in ("scatter_min", "scatter_max"):
    row(name, np.array([1.0, np.nan, 3.0]), np.array([np.nan, 2.0, 5.0, -1.0]), np.array([0, 1, 2, 2]), axes=(0,), derivative=False)
