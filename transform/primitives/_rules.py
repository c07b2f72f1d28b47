"""What families of primitives share: type rules, batching rules, lowering pieces."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..build import broadcast_to
from ..dtypes import kind
from ..errors import CompileError
from ..program import Type

BOOL = np.dtype(bool)


def equal_types(*types: Type) -> Type:
    """All operands of one dtype and shape (strict); weak if all of them are."""
    first = types[0]
    for other in types[1:]:
        if not first.matches(other):
            what = "shapes" if first.shape != other.shape else "dtypes"
            raise CompileError(f"{what} differ: " + " and ".join(map(str, types)))
    return first if all(t.weak for t in types) or not first.weak else first.update(weak=False)


def same(*types: Type, **_: Any) -> Type:
    return equal_types(*types)


def inexact(*types: Type, **_: Any) -> Type:
    """As `same`, for floating and complex operands only."""
    out = equal_types(*types)
    if kind(out.dtype) not in "fc":
        raise CompileError(f"floating operands are needed, not {out}")
    return out


def predicate(*types: Type, **_: Any) -> Type:
    """Elementwise, bool result."""
    return equal_types(*types).update(dtype=BOOL, weak=False)


def pointwise(primitive: Any, n: int, operands: tuple, batched: tuple[bool, ...], **params: Any) -> Any:
    """Batching of elementwise primitives: the unbatched operands are broadcast along the batch axis."""
    return primitive(*(x if b else broadcast_to(x, (n, *x.shape)) for x, b in zip(operands, batched)), **params)


def add_batch_axis(x: Any, n: int, batched: bool) -> Any:
    """x with the batch axis first, broadcast where it has none."""
    return x if batched else broadcast_to(x, (n, *x.shape))


def all_batched(n: int, operands: tuple, batched: tuple[bool, ...]) -> tuple:
    return tuple(add_batch_axis(x, n, b) for x, b in zip(operands, batched))


def normalize_axis(axis: int, ndim: int, what: str = "axis") -> int:
    if not -ndim <= axis < ndim:
        raise CompileError(f"{what} {axis} is out of range for an array of {ndim} dimensions")
    return axis % ndim
