"""The operators of `Array`: each is a NumPy ufunc, called by way of `host_functions`.

In-place operators rebind the buffer of an array of one or more dimensions, as NumPy would write into it. A
0-d array is treated as NumPy treats its scalars: `s += 1` makes a new one, so that another name for the old
value keeps it.
"""

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np

from ..device.client import has_other_devices
from ..frames import tidied_class
from .boxed import Boxed, small
from .host_functions import call, wrap


def _defers(self: Boxed, other: Any, ufunc: Callable[..., Any]) -> bool:
    """Leave it to the other operand? Where it asks for that, and in `[0] * n`, which NumPy's integers repeat."""
    if getattr(type(other), "__array_ufunc__", NotImplemented) is None:
        return True
    if ufunc is not np.multiply or not isinstance(other, (str, bytes, list, tuple)):
        return False
    return self.shape == () and self.dtype.kind in "iu"


S = TypeVar("S", bound=Boxed)
NUMBERS = frozenset((bool, int, float, complex))


def _seen(self: Boxed, other: Any) -> Any:
    """The value on the host of the other operand, if both are there and NumPy is what computes; else None."""
    if self.seen is None or has_other_devices():
        return None
    return other if type(other) in NUMBERS else other.seen if type(other) is type(self) else None


def _boxed(kind: type[Boxed], found: Any) -> Any:
    """The results of a ufunc as `Array`s."""
    boxed = small(kind, found, True) if type(found) is not tuple else None
    return wrap(kind, found, True) if boxed is None else boxed


def _binary(ufunc: Callable[..., Any], on_host: Callable[..., Any] | None = None) -> Callable[[S, Any], S]:
    at_once = on_host or ufunc

    def method(self: Boxed, other: Any) -> Any:
        if (value := _seen(self, other)) is not None:
            return _boxed(type(self), at_once(self.seen, value))
        return (
            NotImplemented
            if _defers(self, other, ufunc)
            else call(type(self), ufunc, self, other, on_host=on_host)
        )

    return method


def _reflected_method(ufunc: Callable[..., Any]) -> Callable[[S, Any], S]:
    def method(self: Boxed, other: Any) -> Any:
        if (value := _seen(self, other)) is not None:
            return _boxed(type(self), ufunc(value, self.seen))
        return NotImplemented if _defers(self, other, ufunc) else call(type(self), ufunc, other, self)

    return method


def _in_place(ufunc: Callable[..., Any]) -> Callable[[S, Any], S]:
    def method(self: Boxed, other: Any) -> Any:
        result = call(type(self), ufunc, self, other)
        return _store(self, result, ufunc.__name__) if self.shape else result

    return method


def _store(target: Boxed, result: Any, name: str) -> Boxed:
    """Rebind with NumPy's rules for in-place operators: the same shape, and a cast within the same kind."""
    old, new = target, result
    if new.shape != old.shape:
        raise ValueError(
            f"non-broadcastable output operand with shape {old.shape} doesn't match "
            f"the broadcast shape {new.shape}"
        )
    if not np.can_cast(new.dtype, old.dtype, "same_kind"):
        raise TypeError(
            f"Cannot cast ufunc '{name}' output from {new.dtype!r} to {old.dtype!r} "
            f"with casting rule 'same_kind'"
        )
    target.become(result if new.dtype == old.dtype else result.astype(old.dtype))
    return target


def _unary(ufunc: Callable[..., Any]) -> Callable[[S], S]:
    def method(self: Boxed) -> Any:
        return call(type(self), ufunc, self)

    return method


@tidied_class
class Operators(Boxed):
    """Arithmetic, comparison and bitwise operators, reflected and in place, elementwise with broadcasting."""

    __slots__ = ()
    __array_priority__ = 1000

    __neg__, __pos__ = _unary(np.negative), _unary(np.positive)
    __abs__, __invert__ = _unary(np.absolute), _unary(np.invert)

    __lt__, __le__ = _binary(np.less), _binary(np.less_equal)
    __gt__, __ge__ = _binary(np.greater), _binary(np.greater_equal)
    if TYPE_CHECKING:  # of other classes they give bool

        def __eq__(self, other: object) -> Self: ...  # type: ignore[override]
        def __ne__(self, other: object) -> Self: ...  # type: ignore[override]
    else:
        __eq__ = _binary(np.equal, operator.eq)
        __ne__ = _binary(np.not_equal, operator.ne)

    __add__, __radd__, __iadd__ = _binary(np.add), _reflected_method(np.add), _in_place(np.add)
    __sub__, __rsub__, __isub__ = _binary(np.subtract), _reflected_method(np.subtract), _in_place(np.subtract)
    __mul__, __rmul__, __imul__ = _binary(np.multiply), _reflected_method(np.multiply), _in_place(np.multiply)
    __truediv__, __rtruediv__ = _binary(np.true_divide), _reflected_method(np.true_divide)
    __itruediv__ = _in_place(np.true_divide)
    __floordiv__, __rfloordiv__ = _binary(np.floor_divide), _reflected_method(np.floor_divide)
    __ifloordiv__ = _in_place(np.floor_divide)
    __mod__, __rmod__, __imod__ = (
        _binary(np.remainder),
        _reflected_method(np.remainder),
        _in_place(np.remainder),
    )
    __divmod__: Callable[..., Any] = _binary(np.divmod)  # a pair
    __rdivmod__: Callable[..., Any] = _reflected_method(np.divmod)
    __pow__, __rpow__, __ipow__ = _binary(np.power), _reflected_method(np.power), _in_place(np.power)
    __matmul__, __rmatmul__, __imatmul__ = (
        _binary(np.matmul),
        _reflected_method(np.matmul),
        _in_place(np.matmul),
    )
    __and__, __rand__ = _binary(np.bitwise_and), _reflected_method(np.bitwise_and)
    __iand__ = _in_place(np.bitwise_and)
    __or__, __ror__, __ior__ = (
        _binary(np.bitwise_or),
        _reflected_method(np.bitwise_or),
        _in_place(np.bitwise_or),
    )
    __xor__, __rxor__ = _binary(np.bitwise_xor), _reflected_method(np.bitwise_xor)
    __ixor__ = _in_place(np.bitwise_xor)
    __lshift__, __rlshift__ = _binary(np.left_shift), _reflected_method(np.left_shift)
    __ilshift__ = _in_place(np.left_shift)
    __rshift__, __rrshift__ = _binary(np.right_shift), _reflected_method(np.right_shift)
    __irshift__ = _in_place(np.right_shift)

    def __hash__(self) -> int:
        """A 0-d array hashes as its value, as a NumPy scalar does. Raises TypeError for others, as ndarray
        does.
        """
        if self.shape:
            raise TypeError(f"unhashable type: '{type(self).__name__}' (only 0-d arrays are hashable)")
        return hash(self.read().item())
