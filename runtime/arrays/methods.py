"""Methods and attributes that `Array` shares with ndarray, with ndarray's signatures.

Where NumPy has a function of the same meaning (`np.sum` for `x.sum`) that function is the key in the table of
`host_functions`. Methods that work in place in NumPy rebind the buffer.
"""

from collections.abc import Callable
from typing import Any, Literal, Protocol, Self, TypeVar, overload

import numpy as np

from ..device import buffers
from ..frames import tidied_class
from .boxed import Boxed
from .host_functions import call, mutate, rebind, unwrap, wrap

S = TypeVar("S", bound=Boxed)
Casting = Literal["no", "equiv", "safe", "same_kind", "unsafe"]


class Shared(Protocol):
    """A method that takes what NumPy's function takes, and gives an array."""

    @overload
    def __get__(self, array: None, owner: type) -> Callable[..., Any]: ...
    @overload
    def __get__(self, array: S, owner: type[S] | None = None) -> Callable[..., S]: ...


def _as(function: Any) -> Shared:
    """The method whose first argument is the array, all else as in the NumPy function."""

    def method(self: Boxed, *args: Any, **kwargs: Any) -> Any:
        return call(type(self), function, self, *args, **kwargs)

    method.__name__, method.__doc__ = function.__name__, f"As `np.{function.__name__}`."
    return method


def _shape_of(args: tuple[Any, ...]) -> Any:
    """`x.reshape(2, 3)` and `x.reshape((2, 3))` mean the same."""
    return args[0] if len(args) == 1 else args


@tidied_class
class Methods(Boxed):
    """Reductions, shapes, selection, conversion, and the in-place methods."""

    __slots__ = ()

    sum, prod, mean, std, var = map(_as, (np.sum, np.prod, np.mean, np.std, np.var))
    max, min, argmax, argmin = map(_as, (np.max, np.min, np.argmax, np.argmin))
    any, all, cumsum, cumprod = map(_as, (np.any, np.all, np.cumsum, np.cumprod))
    argsort, argpartition, searchsorted = map(_as, (np.argsort, np.argpartition, np.searchsorted))
    take, repeat, choose, clip = map(_as, (np.take, np.repeat, np.choose, np.clip))
    nonzero: Any = _as(np.nonzero)  # an array for each axis
    diagonal, trace, dot, round = map(_as, (np.diagonal, np.trace, np.dot, np.round))
    conj = conjugate = _as(np.conjugate)
    squeeze, swapaxes, ravel = map(_as, (np.squeeze, np.swapaxes, np.ravel))

    def compress(self, condition: Any, axis: int | None = None, out: Any = None) -> Self:
        """As `np.compress`."""
        return call(type(self), np.compress, condition, self, axis=axis, out=out)

    def reshape(self, *shape: Any, **kwargs: Any) -> Self:
        """The same elements in another shape; one dimension may be -1."""
        return call(type(self), np.reshape, self, _shape_of(shape), **kwargs)

    def transpose(self, *axes: Any) -> Self:
        """Axes permuted; reversed if none are given."""
        return call(type(self), np.transpose, self, _shape_of(axes) if axes else None)

    def flatten(self, order: str = "C") -> Self:
        """One-dimensional copy."""
        return call(type(self), np.ravel, self, order=order)

    def astype(
        self, dtype: Any, order: str = "K", casting: Casting = "unsafe", subok: bool = True, copy: bool = True
    ) -> Self:
        """The same values as another dtype. Raises TypeError where `casting` forbids it."""
        if not np.can_cast(self.dtype, dtype, casting):
            raise TypeError(
                f"Cannot cast array data from {self.dtype!r} to {np.dtype(dtype)!r} "
                f"according to the rule '{casting}'"
            )
        return call(type(self), "astype", self, dtype, on_host=lambda x, dtype: np.asarray(x).astype(dtype))

    def copy(self, order: str = "C") -> Self:
        """A copy with a buffer of its own: donating one leaves the other alive."""
        return type(self)(buffers.put(self.read(), buffers.place_of(self.buf), self.buf.aval.weak_type))

    def view(self, dtype: Any = None, type: Any = None) -> Self:
        """A *copy* of the same bytes read as another dtype."""
        return wrap(self.__class__, self.read().view(*(() if dtype is None else (dtype,))))

    def fill(self, value: Any) -> None:
        """Set every element (rebinds)."""
        mutate(self, np.ndarray.fill, value)

    def sort(
        self, axis: int = -1, kind: str | None = None, order: Any = None, *, stable: bool | None = None
    ) -> None:
        """Sort in place (rebinds)."""
        new = call(type(self), np.sort, self, axis=axis, kind=kind, order=order, stable=stable).buf
        self.become(type(self)(buffers.move(new, buffers.place_of(self.buf))))

    def partition(self, kth: Any, axis: int = -1, kind: str = "introselect", order: Any = None) -> None:
        """Partition in place (rebinds)."""
        mutate(self, np.ndarray.partition, kth, axis, kind, order)

    def put(self, indices: Any, values: Any, mode: str = "raise") -> None:
        """Set elements by flat index (rebinds)."""
        mutate(self, np.ndarray.put, indices, values, mode)

    def resize(self, *shape: Any, refcheck: bool = True) -> None:
        """Another shape in place (rebinds); new elements are zero."""
        draft = np.array(self.read())
        draft.resize(_shape_of(shape), refcheck=False)
        rebind(self, draft)

    def byteswap(self, inplace: bool = False) -> Self:
        """The bytes of each element reversed."""
        swapped = self.read().byteswap()
        if not inplace:
            return wrap(type(self), swapped)
        rebind(self, swapped)
        return self

    def item(self, *args: Any) -> Any:
        """One element as a Python number."""
        return self.read().item(*unwrap(args))

    def tolist(self) -> Any:
        """Nested lists of Python numbers; a number if 0-d."""
        return self.read().tolist()

    def tobytes(self, order: Literal["C", "F", "A", "K"] = "C") -> bytes:
        return self.read().tobytes(order)

    def tofile(self, file: Any, sep: str = "", format: str = "%s") -> None:
        """As `np.ndarray.tofile`."""
        self.read().tofile(file, sep, format)

    def dumps(self) -> bytes:
        """Pickled as an ndarray."""
        return np.array(self.read()).dumps()

    def dump(self, file: Any) -> None:
        """Pickled as an ndarray into a file."""
        np.array(self.read()).dump(file)

    def setflags(self, write: bool | None = None, align: bool | None = None, uic: bool | None = None) -> None:
        """Only what is true already is accepted. Raises ValueError otherwise."""
        if write is False or align is False or uic:
            raise ValueError("a recto.Array is always writeable and aligned")

    # --- attributes -------------------------------------------------------------------------------

    @property
    def T(self) -> Self:
        return call(type(self), np.transpose, self)

    @property
    def mT(self) -> Self:
        return call(type(self), np.matrix_transpose, self)

    @property
    def real(self) -> Self:
        return call(type(self), np.real, self)

    @real.setter
    def real(self, value: Any) -> None:
        mutate(self, vars(np.ndarray)["real"].__set__, value)

    @property
    def imag(self) -> Self:
        return call(type(self), np.imag, self)

    @imag.setter
    def imag(self, value: Any) -> None:
        mutate(self, vars(np.ndarray)["imag"].__set__, value)

    @property
    def flat(self) -> Any:
        """A read-only iterator over NumPy scalars; assign to `x.flat` to write."""
        return self.read().flat

    @flat.setter
    def flat(self, value: Any) -> None:
        mutate(self, vars(np.ndarray)["flat"].__set__, value)
