"""Sparse matrices of SciPy's as abstract values: instances of classes that stand for SciPy's.

Their numbers are an array, their pattern (core/sparsity.py) is static.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...core.registered import STRUCTURE
from ...core.sparsity import pattern_of
from ...ir.builder import Sym
from ...library import fill
from ..interpreter import Interpreter, operation
from ..outside.paths import Path
from ..state.values import Array, Instance

STANDING: dict[type, type] = {}  # by SciPy's classes; plain Python of SciPy enters them


def stands_for(original: type, cls: type) -> type:
    """Enter a class that is read in place of one of SciPy's."""
    cls.__recto_class__ = original  # type: ignore[attr-defined]
    STANDING[original], STRUCTURE[cls] = cls, frozenset(["pattern"])
    return cls


def standing_for(original: type) -> type:
    """The class that is read in place of one of SciPy's; any other itself."""
    if original not in STANDING:
        fill("scipy")
    return STANDING.get(original, original)


# Functions of NumPy that ask a sparse matrix for its method.
BY_COMPARISON = (np.sign, np.floor, np.ceil, np.trunc)  # which ask for no method
METHODS: dict[Any, str] = {
    np.abs: "__abs__",
    np.negative: "__neg__",
    np.conjugate: "conjugate",
    np.sum: "sum",
    np.mean: "mean",
    np.transpose: "transpose",
    np.diagonal: "diagonal",
}


def method_instead(function: Any, args: list) -> str | None:
    """The method that a function of NumPy means of a sparse matrix."""
    if not args or not isinstance(args[0], Instance) or args[0].cls not in STANDING.values():
        return None
    asks = isinstance(function, np.ufunc) and function.nin == 1 and function not in BY_COMPARISON
    name = METHODS.get(function) or (function.__name__ if asks else None)
    return name if name is not None and hasattr(args[0].cls, name) else None


@operation
def sparse_matrix(interp: Interpreter, value: Any, path: Path | None = None) -> Instance:
    """The abstract value of a matrix: of one from outside, whose numbers are passed at every call, or a constant."""
    pattern = pattern_of(value)
    if path is None:
        data = interp.array(np.array(value.data))
    else:
        interp.outside.guard(path.then("attribute", "__class__"), type(value))
        interp.outside.guard(path.then("pattern", None), pattern)
        data = interp.outside.capture(interp, value.data, path.then("attribute", "data"))
    return interp.trail.allocate(Instance(standing_for(type(value)), {"data": data, "pattern": pattern}))


def check_whole(value: Instance) -> Instance:
    """The object, whose numbers must be those of one matrix.

    Raises:
        CompileError: if they are those of a batch, or a part of them.
    """
    if value.cls in STANDING.values():
        data, pattern = value.attributes["data"], value.attributes["pattern"]
        if isinstance(data, (Array, Sym)) and data.shape != pattern.stored:
            raise CompileError(
                f"a batch of sparse matrices: numbers of shape {data.shape} for a pattern of "
                f"{pattern.stored}",
                "pass matrices with in_axes=None, map over A.data and make the "
                "matrix in the function, and return A.data or A.toarray()",
            )
    return value
