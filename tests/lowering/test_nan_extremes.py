"""A NaN wins over all numbers, also in arrays that XLA would give to a library which passes over it."""

from __future__ import annotations

import numpy as np
import pytest

import recto

SHAPES = [(5000,), (16384,), (16, 1024), (1024, 16), (300, 300), (4, 64, 64), (100, 7, 9), (20000, 3)]
OF_ONE_AXIS = {
    "rectified": lambda x: np.maximum(x, 0).sum(),
    "least": lambda x: np.minimum(x, 0).sum(),
    "clipped": lambda x: np.clip(x, 0, 2).sum(),
    "scaled": lambda x: np.max(2 * x),
    "of sines": lambda x: np.max(np.sin(x)),
    "norm": lambda x: np.linalg.norm(x, np.inf),
    "range": np.ptp,
    "first": np.argmax,
    "last": np.argmin,
    "reduced": np.maximum.reduce,
    "single": lambda x: x.astype(np.float32).max(),
    "half": lambda x: x.astype(np.float16).max(),
    "rows": lambda x: x.reshape(10, -1).max(axis=1),
    "columns": lambda x: x.reshape(10, -1).min(axis=0),
    "rows first": lambda x: x.reshape(2, -1).argmax(axis=1),
    "without": np.nanmax,
    "in a loop": lambda x: [np.max(x * k) for k in range(3)],
}


def with_nan(shape, dtype, where):
    x = np.random.default_rng(7).normal(size=shape).astype(dtype)
    flat = x.reshape(-1)
    if where == "somewhere":
        flat[:: flat.size // 50] = np.nan
    elif where == "behind":
        flat[-1] = np.nan
    else:
        flat[:] = np.inf
        flat[0] = np.nan
    return x


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", ["f8", "f4", "f2"])
def test_reductions_over_any_axes(shape, dtype):
    axes = [None, *range(len(shape)), *([(0, len(shape) - 1)] if len(shape) > 1 else [])]
    both = recto.jit(lambda x: [(x.min(axis=axis), x.max(axis=axis)) for axis in axes])
    for where in ("somewhere", "behind", "beside infinity"):
        x = with_nan(shape, dtype, where)
        for axis, found in zip(axes, both(x)):
            for ours, name in zip(found, ("min", "max")):
                np.testing.assert_array_equal(ours, getattr(x, name)(axis=axis), err_msg=f"{name} {axis} {where}")


@pytest.mark.parametrize("name", OF_ONE_AXIS)
def test_what_is_made_of_them(name):
    f = OF_ONE_AXIS[name]
    for x in (with_nan((20000,), "f8", "somewhere"), np.random.default_rng(3).normal(size=20000)):
        np.testing.assert_allclose(recto.jit(f)(x), f(x), rtol=1e-12)


def test_batches():
    x = with_nan((6000,), "f8", "behind")
    batch = np.stack([x, np.arange(6000.0)])
    found = recto.vmap(lambda row: (np.max(row), np.argmax(row)))(batch)
    np.testing.assert_array_equal(found[0], batch.max(axis=1))
    np.testing.assert_array_equal(found[1], batch.argmax(axis=1))


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "u1", "c16", "?"])
@pytest.mark.parametrize("size", [16384, 20000, 66666])
def test_places_of_extremes(dtype, size):
    rng = np.random.default_rng(size)
    x = np.round(3 * rng.normal(size=size))
    for y in (x, np.full(size, 2.0), np.where(np.arange(size) == size - 1, 100.0, x)):
        y = (y > 2.5) if dtype == "?" else np.abs(y).astype(dtype) if dtype == "u1" else y.astype(dtype)
        for f in (np.argmax, np.argmin):
            assert int(recto.jit(lambda y, f=f: f(y))(y)) == f(y)
