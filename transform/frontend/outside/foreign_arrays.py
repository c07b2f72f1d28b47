"""Arrays of other libraries: objects that convert to NumPy through __array__ and similar protocols.

They are data like arrays: converted at every call, never a constant. A library whose arrays have another
meaning than NumPy's (labels, units, sparse storage) is refused, because a conversion would lose it.
"""

from __future__ import annotations

import array
import functools
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...core.sparsity import is_sparse_class

CONVERTED = ("__array__", "__array_interface__", "__array_struct__")
PROTOCOLS = (*CONVERTED, "__dlpack__", "__cuda_array_interface__")
BUFFERS = (memoryview, array.array)  # Python's own, which have no such method
MEANING = ("__array_ufunc__", "__array_function__")  # whoever defines these computes in their own way
SPARSE = "scipy.sparse"
HINTS = {
    "pandas": "pass x.to_numpy()",
    "polars": "pass x.to_numpy()",
    "xarray": "pass x.to_numpy()",
    "scipy": "pass x.tocsr()",
    "cupy": "pass recto.from_dlpack(x)",
    "dask": "pass x.compute()",
}


def is_foreign(value: Any) -> bool:
    """Whether it is another library's array, to be converted or refused. (ndarrays and NumPy's scalars are
    none.)"""
    kind: Any = type(value)
    return _is_foreign_class(kind)


@functools.lru_cache(1024)
def _is_foreign_class(kind: Any) -> bool:
    if issubclass(kind, BUFFERS):
        return True
    own = kind.__module__ in ("builtins", "recto.runtime.arrays.array")
    if own or issubclass(kind, (np.ndarray, np.generic, type)):
        return False
    return (
        any(_has(kind, name) for name in PROTOCOLS)
        or str(kind.__module__).startswith(SPARSE)
        and not is_sparse_class(kind)
    )


def _has(kind: type, name: str) -> bool:
    return next((vars(cls)[name] for cls in kind.__mro__ if name in vars(cls)), None) is not None


def array_of(value: Any, name: str = "") -> np.ndarray:
    """The array that NumPy converts the object to, which must not be written.

    Args:
        name: what an error calls the value.

    Raises:
        CompileError: if the library's arrays mean something else, or there is no array of numbers to be had.
    """
    value = words_of(value)
    kind = type(value)
    if any(_has(kind, name) for name in MEANING) or str(kind.__module__).startswith(SPARSE):
        raise refusal(name, kind, "which is not an array with NumPy's meaning")
    try:
        converted = issubclass(kind, BUFFERS) or any(_has(kind, name) for name in CONVERTED)
        found = np.asarray(value) if converted else np.from_dlpack(value)
    except Exception as error:
        raise refusal(name, kind, f"which can't be converted to a NumPy array: {error}") from error
    if type(found) is not np.ndarray or found.dtype.hasobject:
        raise refusal(name, kind, "which is not an array of numbers for NumPy")
    view = found.view()
    view.flags.writeable = False
    return view


def words_of(value: Any) -> Any:
    """The words of a typed random key of JAX's, an array of 32-bit integers; any other value itself."""
    kind = type(value)
    typed = kind.__name__ == "PRNGKeyArray" and kind.__module__.partition(".")[0] == "jax"
    return value._base_array if typed and value._impl.name == "threefry2x32" else value


def refusal(name: str, kind: type, reason: str) -> CompileError:
    place = [part for part in str(kind.__module__).split(".") if not part.startswith("_")]
    hint = HINTS.get(place[0] if place else "", "pass an array: np.asarray(x), or recto.from_dlpack(x)")
    called = f"{name} is an object" if name else "an object"
    return CompileError(
        f"{called} of class {'.'.join([*place, kind.__name__])}, {reason}", hint, kind=TypeError
    )
