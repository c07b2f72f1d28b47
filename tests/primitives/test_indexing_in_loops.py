"""Reads, writes and factorisations are lowered otherwise within loops: XLA agrees with NumPy there too."""
from __future__ import annotations

import numpy as np
import pytest

from recto.runtime import default_platform
from recto.runtime.device import buffers
from recto.runtime.compilation import executable
from recto.transform.ir.builder import Builder
from recto.transform.ir.evaluate import evaluate
from recto.transform.library.numpy.indexing import getitem, setitem
from recto.transform import lowered
from recto.transform import primitives as prim
from recto.transform.ir.program import Program, Type, check

INT = Type(np.dtype(np.int64))


def five_times(step, *arrays: np.ndarray) -> Program:
    """for i in range(5): x = step(i, x, *rest), where x is the first array."""
    outer, inner = Builder(), Builder()
    x, *rest = (outer.parameter(Type(a.dtype, a.shape)) for a in arrays)
    i, *fixed = inner.parameter(INT), *(inner.parameter(r.type) for r in rest)
    body = inner.finish([step(i, inner.parameter(x.type), *fixed)], "body")
    out = prim.fori_loop(np.int64(0), np.int64(5), *rest, x, body=body, step=1, invariant=len(rest))
    return check(outer.finish(out, "f"))


def agree(step, *arrays: np.ndarray) -> None:
    program = five_times(step, *arrays)
    wanted, = evaluate(program, *arrays)
    got, = executable.compile(lowered(program, platform=default_platform()).text).run([buffers.put(a) for a in arrays])
    np.testing.assert_allclose(buffers.host(got), wanted, rtol=1e-12, atol=1e-12)


def numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(0).normal(size=shape)


S = np.s_


@pytest.mark.parametrize(
    "axes, at, mode", [((0,), 0, "clip"), ((1,), 1, "clip"), ((1,), 0, "drop"), ((1, 0), 0, "clip")]
)
@pytest.mark.parametrize("shape", [(3,), (2, 2), (40,), (1,), ()])
def test_gathers(axes, at, mode, shape):
    index = np.random.default_rng(1).integers(-2, 9, size=shape)

    def step(i, x, j):
        read = prim.gather(x, *[j] * len(axes), axes=axes, at=at, mode=mode)
        return setitem(x, (i, i), prim.reduce_sum(read, axes=tuple(range(read.ndim))) * 0.1)
    agree(step, numbers(6, 7), index)


@pytest.mark.parametrize("name", ["scatter", "scatter_add", "scatter_max"])
@pytest.mark.parametrize("count", [1, 3, 40])
def test_scatters(name, count):
    index = np.random.default_rng(1).integers(-2, 60, size=count)
    step = lambda i, x, j: getattr(prim, name)(x, getitem(x, slice(0, count)) * 0.5, j + i, axes=(0,))
    agree(step, numbers(50), index)


@pytest.mark.parametrize("shape, target, sources", [
    ((2000,), S[1:-1], [S[:-2], S[2:]]),
    ((2000,), S[1:-1], [S[1:-1]]),
    ((50, 60), S[1:-1, 1:-1], [S[:-2, 1:-1], S[2:, 1:-1], S[1:-1, :-2], S[1:-1, 2:]]),
    ((50, 60), S[2:-1], [S[1:-2], S[:-3]]),
    ((2000,), S[::2], [S[1::2]]),
    ((2000,), S[3:90:3], [S[:29]]),
    ((50, 60), S[1::2, ::3], [S[::2, :20]]),
    ((2000,), S[5:8], [S[:3]]),
])
def test_stencils(shape, target, sources):
    def step(i, x):
        return setitem(x, target, sum(getitem(x, s) for s in sources[1:]) * 0.3 + getitem(x, sources[0]))
    agree(step, numbers(*shape))


@pytest.mark.parametrize("size", [3, 20])
def test_linear_algebra(size):
    def step(i, x, a):
        x = prim.solve(a, x, transpose=False)
        q, r = prim.qr(a + prim.reduce_sum(x, axes=(0, 1)), mode="reduced")
        return x + prim.dot(
            q, prim.dot(r, x, contract=((1,), (0,)), batch=((), ())), contract=((1,), (0,)), batch=((), ())
        )
    agree(step, numbers(size, 1), numbers(size, size) + 4 * size * np.eye(size))
