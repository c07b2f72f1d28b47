"""`Array`: NumPy's array interface to a device buffer that may still be under computation.

The buffer is immutable; in-place writes make a new one and rebind. So slices are copies, not views: writing
into `x[1:]` does not change `x`. Reading any value waits for it. Outside compiled functions, what computes is
NumPy, on the host, or a compiled function, where an operand lies elsewhere: see `host_functions`.
"""

import functools
import importlib
import math
import operator
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from .. import _xla
from ..device import buffers
from ..device.client import address_of
from ..device.sharding import sharding_of
from ..frames import tidied_class
from .at import At
from .boxed import element, on_host
from .host_functions import call, compute, mutate, namespace, unwrap, wrap
from .methods import Methods
from .operators import Operators

CONVERSIONS = frozenset(
    {np.atleast_1d, np.atleast_2d, np.atleast_3d}
)  # give NumPy's arrays, as `np.asarray` does
DLPACK = {"cuda": 2, "metal": 8, "rocm": 10}  # numbers of DLPack for kinds of devices; others have 12
MUTATORS = frozenset({np.copyto, np.put, np.place, np.putmask, np.fill_diagonal, np.put_along_axis})


@tidied_class
class Array(Operators, Methods):
    """An array on a device with the protocol of `np.ndarray`. `Array(buffer)` is internal: see `device_put`."""

    __slots__ = ()

    # --- what it is -------------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        seen = self.seen
        return self.buf.aval.shape if seen is None else seen.shape

    @shape.setter
    def shape(self, value: Any) -> None:
        self.become(self.reshape(value))

    @property
    def dtype(self) -> np.dtype:
        seen = self.seen
        return self.buf.aval.dtype if seen is None else seen.dtype

    @property
    def weak_type(self) -> bool:
        """Whether it is of a Python number's type, which gives way to that of any array."""
        return self.seen is None and self.buf.aval.weak_type

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.size * self.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        return self.read().strides

    @property
    def flags(self) -> Any:
        """The flags of the host view, which is read-only (writes to the `Array` rebind)."""
        return self.read().flags

    @property
    def data(self) -> memoryview:
        return self.read().data

    @property
    def base(self) -> None:
        """An Array owns its buffer."""
        return None

    # --- where it is ------------------------------------------------------------------------------

    @property
    def device(self) -> Any:
        """The device that holds it."""
        return buffers.device_of(self.buf)

    def devices(self) -> set[Any]:
        """All devices that hold a part of it."""
        return set(_xla.devices_of(self.buf))

    @property
    def sharding(self) -> Any:
        """The layout of the array on its devices."""
        return sharding_of(self.buf)

    @property
    def is_fully_addressable(self) -> bool:
        """Whether all devices that hold a part of it belong to this process."""
        return buffers.is_addressable(self.buf)

    @property
    def is_fully_replicated(self) -> bool:
        """Whether every one of its devices has the whole array."""
        return sharding_of(self.buf).is_fully_replicated

    @property
    def addressable_shards(self) -> list["Shard"]:
        """The part of each device of this process, in order of their ids."""
        return [Shard(device, index, Array(part)) for device, index, part in buffers.shards(self.buf)]

    def to_device(self, device: Any, /, *, stream: Any = None) -> "Array":
        """The same array on another device (or with another sharding)."""
        return Array(buffers.move(self.buf, device))

    def block_until_ready(self) -> "Array":
        """Wait until it is computed. Raises what its computation raised."""
        if self.seen is None:
            buffers.block([self.buf])
        return self

    def is_ready(self) -> bool:
        """Whether it can be read without waiting."""
        return self.seen is not None or self.buf.is_ready()

    def delete(self) -> None:
        """Free the memory now; any later use raises RuntimeError."""
        self.buf.delete()

    def is_deleted(self) -> bool:
        """Whether it has been deleted, or donated to a compiled function."""
        if self.seen is None:
            return self.buf.is_deleted()
        held = self.held
        return held is not None and held.is_deleted()

    # --- NumPy's protocols ------------------------------------------------------------------------

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """A read-only view where possible; a writeable copy if `copy` is true."""
        value = self.read()
        value = np.asarray(value).view() if value.base is None else value  # whose flag can't be set
        if copy is False and dtype is not None and np.dtype(dtype) != value.dtype:
            raise ValueError("Unable to avoid copy while creating an array as requested.")
        return np.array(value, dtype) if copy else value if dtype is None else value.astype(dtype, copy=False)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if method == "__call__":
            return call(Array, ufunc, *inputs, **kwargs)
        if method == "at" and isinstance(inputs[0], Array):
            return mutate(inputs[0], ufunc.at, *inputs[1:])
        return compute(Array, getattr(ufunc, method), inputs, kwargs)

    def __array_function__(
        self, function: Any, types: Any, args: tuple[Any, ...], kwargs: dict[Any, Any]
    ) -> Any:
        if function in MUTATORS and args and isinstance(args[0], Array):
            return mutate(args[0], function, *args[1:], **kwargs)
        if function in CONVERSIONS:
            return function(*unwrap(args), **kwargs)
        return call(Array, function, *args, **kwargs)

    def __array_namespace__(self, api_version: str | None = None) -> Any:
        """The functions of the array API standard for it: `recto.numpy`."""
        if api_version not in (None, "2021.12", "2022.12", "2023.12", "2024.12"):
            raise ValueError(f"version {api_version!r} of the array API standard is not supported")
        return namespace()

    def __jax_array__(self) -> Any:
        """The array with which JAX's functions, which ask for it, compute: an array of JAX's."""
        return importlib.import_module("jax.numpy").asarray(np.asarray(self))

    def __dlpack__(
        self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
    ) -> Any:
        """Export, zero copy unless `copy`. Raises BufferError for dtypes that DLPack does not know."""
        source = self.copy() if copy else self
        source.block_until_ready()
        try:
            return _xla.to_dlpack(source.buf)
        except _xla.Failure as error:
            raise BufferError(str(error)) from None

    def __buffer__(self, flags: int) -> memoryview:
        """Python's buffer protocol, read-only (from Python 3.12 on; before, `memoryview(np.asarray(x))`)."""
        return np.asarray(self).data

    def __dlpack_device__(self) -> tuple[int, int]:
        kind, number = address_of(self.device)
        return (1, 0) if kind == "cpu" else (DLPACK.get(kind, 12), number)

    # --- indexing ---------------------------------------------------------------------------------

    def __getitem__(self, index: Any) -> "Array":
        if type(index) is int and (found := element(Array, self.read()[index])) is not None:
            return found
        return call(Array, "getitem", self, index, on_host=lambda x, i: np.asarray(x)[i])

    def __setitem__(self, index: Any, value: Any) -> None:
        new = call(Array, "setitem", self, index, value, on_host=_updated_copy)
        self.become(new if self.is_on_host() else Array(buffers.move(new.buf, buffers.place_of(self.buf))))

    @property
    def at(self) -> At:
        """Updated copies, as in `x.at[index].add(v)`."""
        return At(self)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self) -> Iterator["Array"]:
        if not self.shape:
            raise TypeError("iteration over a 0-d array")
        rows = self.read()
        single = rows.ndim == 1 and len(rows) and element(Array, rows[0]) is not None
        return map(functools.partial(on_host if single else wrap, Array), rows)

    def __contains__(self, value: Any) -> bool:
        return unwrap(value) in self.read()

    # --- as a Python value ------------------------------------------------------------------------

    def __bool__(self) -> bool:
        return bool(self.read())

    def __int__(self) -> int:
        return int(self.read())

    def __float__(self) -> float:
        return float(self.read())

    def __complex__(self) -> complex:
        return complex(self.read())

    def __index__(self) -> int:
        return operator.index(self.read())

    def __round__(self, digits: int | None = None) -> Any:
        """As of a NumPy scalar: an int without digits. Raises TypeError if not 0-d."""
        if self.shape:
            raise TypeError("only 0-d arrays can be rounded with round(); use np.round")
        return round(self.item(), digits)

    def __format__(self, spec: str) -> str:
        if not (spec or self._is_readable()):
            return str(self)
        return format(self.item() if not self.shape else self.read(), spec)

    def _is_readable(self) -> bool:
        """Whether all parts of it are in this process."""
        return self.seen is not None or buffers.is_readable(self.buf)

    def __str__(self) -> str:
        if not self._is_readable():
            return f"Array(<parts in other processes>, shape={self.shape}, dtype={self.dtype})"
        return str(self.read())

    def __repr__(self) -> str:
        """`Array([1., 2.], dtype=float64)`"""
        if self.is_deleted():
            return f"Array(<deleted>, shape={self.shape}, dtype={self.dtype})"
        if not self._is_readable():
            return str(self)
        text = np.array2string(self.read(), separator=", ", prefix="Array(", suffix=",")
        shape = f"shape={self.shape}, " if self.size == 0 else ""
        return f"Array({text}, {shape}dtype={self.dtype})"

    # --- copies -----------------------------------------------------------------------------------

    def __copy__(self) -> "Array":
        return self.copy()

    def __deepcopy__(self, memo: dict[Any, Any]) -> "Array":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (np.array(self.read()), self.weak_type)


class Shard(NamedTuple):
    """The part of an array that a device holds: `array[index]`."""

    device: Any
    index: tuple[slice, ...]  # type: ignore[assignment]  # hides tuple.index, as in JAX
    data: Array


def _updated_copy(array: Any, index: Any, value: Any) -> np.ndarray:
    draft = np.array(array)
    draft[index] = value
    return draft


def _unpickle(value: np.ndarray, weak: bool) -> Array:
    return Array(buffers.put(value, weak=weak))
