"""Rules shared by families of primitives: type rules, batching rules, pieces of lowering."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.dtypes import bfloat16, kind
from ..core.errors import CompileError
from ..ir.builder import TABLE, broadcast_to
from ..ir.program import Type

BOOL = np.dtype(bool)


def equal_types(*types: Type) -> Type:
    """All operands of one dtype and shape (strict); weak if all of them are."""
    first = types[0]
    if all([t is first for t in types]):
        return first
    for other in types[1:]:
        if not first.matches(other):
            what = "shapes" if first.shape != other.shape else "dtypes"
            kind_of = ValueError if first.shape != other.shape else TypeError
            raise CompileError(f"{what} differ: " + " and ".join(map(str, types)), kind=kind_of)
    return first if all(t.weak for t in types) or not first.weak else first.update(weak=False)


def same(*types: Type, **_: Any) -> Type:
    return equal_types(*types)


def inexact(*types: Type, **_: Any) -> Type:
    """As `same`, for floating and complex operands only."""
    out = equal_types(*types)
    if kind(out.dtype) not in "fc":
        raise CompileError(f"floating operands are needed, not {out}", kind=TypeError)
    return out


def floating(*types: Type, **_: Any) -> Type:
    """As `same`, for real floating operands only."""
    out = equal_types(*types)
    if kind(out.dtype) != "f":
        raise CompileError(f"real floating operands are needed, not {out}", kind=TypeError)
    return out


def numbers(*types: Type, **_: Any) -> Type:
    """As `same`, but not for bool, of which NumPy takes no sign, difference, quotient or power."""
    out = equal_types(*types)
    if out.dtype == BOOL:
        raise CompileError(
            f"numbers are needed, not {out}",
            "use & | ^ ~ with bool, or convert with .astype(int)",
            kind=TypeError,
        )
    return out


def real_numbers(*types: Type, **_: Any) -> Type:
    """As `numbers`, but not for complex operands either."""
    out = numbers(*types)
    if kind(out.dtype) == "c":
        raise CompileError(f"real operands are needed, not {out}", kind=TypeError)
    return out


def integers(*types: Type, **_: Any) -> Type:
    out = equal_types(*types)
    if kind(out.dtype) not in "iu":
        raise CompileError(f"integers are needed, not {out}", kind=TypeError)
    return out


def bits(*types: Type, **_: Any) -> Type:
    """As `same`, for integers and bool."""
    out = equal_types(*types)
    if kind(out.dtype) not in "biu":
        raise CompileError(f"integer or bool operands are needed, not {out}", kind=TypeError)
    return out


def predicate(*types: Type, **_: Any) -> Type:
    """Elementwise, bool result; weak (a Python bool) if all operands are."""
    return equal_types(*types).update(dtype=BOOL)


def pointwise(
    primitive: Any, n: int, operands: tuple[Any, ...], batched: tuple[bool, ...], **params: Any
) -> Any:
    """Batching of elementwise primitives: the unbatched operands are broadcast along the batch axis."""
    return primitive(
        *(x if b else broadcast_to(x, (n, *x.shape)) for x, b in zip(operands, batched)), **params
    )


def add_batch_axis(x: Any, n: int, batched: bool) -> Any:
    """x with the batch axis first, broadcast where it has none."""
    return x if batched else broadcast_to(x, (n, *x.shape))


def all_batched(n: int, operands: tuple[Any, ...], batched: tuple[bool, ...]) -> tuple[Any, ...]:
    return tuple(add_batch_axis(x, n, b) for x, b in zip(operands, batched))


def full(x: Any, value: Any) -> np.ndarray:
    """A constant of the shape and dtype of x. (x * 0 would be NaN where x is not finite.)"""
    return np.broadcast_to(np.asarray(value, x.dtype), x.shape)


def normalize_axis(axis: int, ndim: int, what: str = "axis") -> int:
    if not -ndim <= axis < ndim:
        raise CompileError(
            f"{what} {axis} is out of range for an array of {ndim} dimensions", kind=np.exceptions.AxisError
        )
    return axis % ndim


def known_axes(x: Type, axes: tuple[int, ...]) -> tuple[int, ...]:
    """The axes, which must be distinct axes of x in ascending order."""
    if sorted(set(axes)) != list(axes) or not all(0 <= a < x.ndim for a in axes):
        raise CompileError(f"axes {list(axes)} are no axes of {x}", kind=np.exceptions.AxisError)
    return axes


@dataclasses.dataclass(frozen=True)
class PerOperand:
    """The derivative rules of a primitive of any number of operands: `rule(k)` gives that of operand k, or None."""

    rule: Callable[[int], Callable[..., Any] | None]

    def __getitem__(self, k: int) -> Callable[..., Any] | None:
        return self.rule(k)


def window(x: Any, bounds: dict[int, tuple[int, ...]]) -> Any:
    """x[start:limit:stride] along the axes given, all of the others."""
    ranges = [(*bounds.get(k, (0, n)), 1)[:3] for k, n in enumerate(x.shape)]
    if all(r == (0, n, 1) for r, n in zip(ranges, x.shape)):
        return x
    starts, limits, strides = zip(*ranges)
    return TABLE["slice_"](x, starts=starts, limits=limits, strides=strides, drop=())


def tuple_text(items: Any) -> str:
    """The items as Python writes a tuple."""
    items = tuple(map(str, items))
    return f"({', '.join(items)}{',' * (len(items) == 1)})"


def dtype_text(dtype: Any) -> str:
    """The dtype as source: np.float32; ml_dtypes.bfloat16, which NumPy lacks."""
    dtype = np.dtype(dtype)
    return f"ml_dtypes.{dtype.name}" if dtype == bfloat16 else f"np.{dtype.name}"
