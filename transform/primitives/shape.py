"""Primitives that move data without computing: all linear."""
from __future__ import annotations

import math

import numpy as np

from ..build import broadcast_to
from ..errors import CompileError
from ..primitive import Primitive
from ..program import Type
from ._lowering import i64s
from ._rules import all_batched


def tuple_text(shape) -> str:
    return "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"


# -- broadcast: axis k of x becomes axis axes[k] of the result -----------------------------------------------------

def broadcast_type(x: Type, *, shape: tuple[int, ...], axes: tuple[int, ...]) -> Type:
    if tuple(shape[a] for a in axes) != x.shape or sorted(axes) != list(axes):
        raise CompileError(f"{x} can't be broadcast to {list(shape)} along axes {list(axes)}")
    return Type(x.dtype, tuple(shape))


def broadcast_value(x, *, shape, axes):
    x = np.asarray(x)
    return np.broadcast_to(x.reshape([shape[a] if a in axes else 1 for a in range(len(shape))]), shape)


def broadcast_transpose(ct, x, *, shape, axes):
    from .reductions import reduce_sum
    return reduce_sum(ct, axes=tuple(a for a in range(len(shape)) if a not in axes))


def batch_broadcast(p, n, operands, batched, *, shape, axes):
    return p(*operands, shape=(n, *shape), axes=(0, *(a + 1 for a in axes)))


def show_broadcast(call) -> str:
    """NumPy aligns trailing axes: only a broadcast that doesn't needs its axes inserted."""
    params = dict(call.params)
    shape, axes = params["shape"], params["axes"]
    ndim = len(shape)
    if axes == tuple(range(ndim - len(axes), ndim)):
        return f"np.broadcast_to(_0, {tuple_text(shape)})"
    first = min(axes)
    index = ", ".join(":" if a in axes else "None" for a in range(first, ndim))
    return f"np.broadcast_to(_0[{index}], {tuple_text(shape)})"


broadcast = Primitive("broadcast", broadcast_value, broadcast_type,
                      lambda emit, x, *, out, shape, axes: emit("stablehlo.broadcast_in_dim", x, out=out, broadcast_dimensions=i64s(axes)),
                      batch_broadcast, "linear", transpose=(broadcast_transpose,), show=show_broadcast, foldable=False)


# -- reshape, transpose --------------------------------------------------------------------------------------------

def reshape_type(x: Type, *, shape: tuple[int, ...]) -> Type:
    if math.prod(shape) != x.size:
        raise CompileError(f"{x} can't be reshaped to {list(shape)}")
    return Type(x.dtype, tuple(shape))


reshape = Primitive("reshape", lambda x, *, shape: np.reshape(x, shape), reshape_type,
                    lambda emit, x, *, out, shape: emit("stablehlo.reshape", x, out=out),
                    lambda p, n, operands, batched, *, shape: p(*operands, shape=(n, *shape)), "linear",
                    transpose=(lambda ct, x, *, shape: reshape(ct, shape=x.shape),),
                    show=lambda call: f"_0.reshape{tuple_text(dict(call.params)['shape'])}")


def transpose_type(x: Type, *, axes: tuple[int, ...]) -> Type:
    if sorted(axes) != list(range(x.ndim)):
        raise CompileError(f"axes {list(axes)} are no permutation of the axes of {x}")
    return Type(x.dtype, tuple(x.shape[a] for a in axes))


def inverse(axes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(a) for a in np.argsort(axes))


def show_transpose(call) -> str:
    axes = dict(call.params)["axes"]
    return "_0.T" if axes == tuple(range(len(axes)))[::-1] else f"_0.transpose{tuple_text(axes)}"


transpose = Primitive("transpose", lambda x, *, axes: np.transpose(x, axes), transpose_type,
                      lambda emit, x, *, out, axes: emit("stablehlo.transpose", x, out=out, permutation=i64s(axes)),
                      lambda p, n, operands, batched, *, axes: p(*operands, axes=(0, *(a + 1 for a in axes))), "linear",
                      transpose=(lambda ct, x, *, axes: transpose(ct, axes=inverse(axes)),), show=show_transpose)


# -- concatenate, flip ---------------------------------------------------------------------------------------------

def concatenate_type(*types: Type, axis: int) -> Type:
    first = types[0]
    rest = lambda t: (t.dtype, t.shape[:axis] + t.shape[axis + 1:])
    if any(t.ndim != first.ndim or rest(t) != rest(first) for t in types):
        raise CompileError(f"can't concatenate along axis {axis}: " + " and ".join(map(str, types)))
    total = sum(t.shape[axis] for t in types)
    return Type(first.dtype, (*first.shape[:axis], total, *first.shape[axis + 1:]))
