"""`host`, `pure_callback`, `io_callback`: Python functions that compiled code calls on the host."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, overload

import numpy as np

from .._boundary.argument_checks import check_arguments
from .._convention.methods import Method, P, R
from .._convention.transformation import call_by_rule, rules

if TYPE_CHECKING:
    from recto.transform import Interpreter


class ShapeDtypeStruct:
    """The shape and dtype of an array, without the array.

    >>> import numpy as np, recto
    >>> recto.ShapeDtypeStruct((2, 3), np.float64)
    ShapeDtypeStruct(shape=(2, 3), dtype=float64)
    """

    sharding: Any = None
    weak_type = False

    def __init__(self, shape: Sequence[int], dtype: Any, *, sharding: Any = None, weak_type: bool = False):
        self.shape, self.dtype = tuple(map(int, shape)), np.dtype(dtype)
        self.sharding, self.weak_type = sharding, weak_type

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return int(np.prod(self.shape, dtype=int))

    def __repr__(self) -> str:
        return f"ShapeDtypeStruct(shape={self.shape}, dtype={self.dtype.name})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ShapeDtypeStruct) and (self.shape, self.dtype) == (other.shape, other.dtype)

    def __hash__(self) -> int:
        return hash((self.shape, self.dtype))


class HostFunction(Method[P, R]):
    """A function that compiled code calls on the host. Outside compiled code it is the function itself."""

    def __init__(self, function: Callable[P, R], result: Any, pure: bool, vectorized: bool):
        functools.update_wrapper(self, function, updated=())
        self.__wrapped__ = self.function = function
        self.result, self.pure, self.vectorized = result, pure, vectorized

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.function(*args, **kwargs)

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        return rules("host_functions").bind_host(interp, self, args, kwargs)


class HostDecorator(Protocol):
    """`host` with its options given, that waits for the function."""

    def __call__(self, function: Callable[P, R], /) -> HostFunction[P, R]: ...


@overload
def host(
    function: Callable[P, R], *, result: Any = None, pure: bool = False, vectorized: bool = False
) -> HostFunction[P, R]: ...
@overload
def host(*, result: Any = None, pure: bool = False, vectorized: bool = False) -> HostDecorator: ...


@check_arguments
def host(
    function: Callable[..., Any] | None = None,
    *,
    result: Any = None,
    pure: bool = False,
    vectorized: bool = False,
) -> Any:
    """Let compiled code call a Python function as it is: a decorator.

    The function is called with NumPy arrays and Python numbers, in the order of the program, and with everything that
    it reads and changes. Its results are checked against what is declared.

    Args:
        result: what it gives: "f64[3,4]", "i64", float, int, a dtype, anything with a shape and a dtype, or containers
            of these; None for nothing. A function of the arguments (which have a shape and a dtype) may say it.
        pure: it only computes: calls may be left out, moved, or made more than once.
        vectorized: under `vmap`, a pure function takes the whole batch, whose axis comes first in all arguments and
            results; else it is called once for each lane.

    Raises:
        TypeError: when called, if the function gives something else than was declared.

    Derivatives: a function that gives floating numbers has none, unless `recto.custom_jvp` or `recto.custom_vjp`
    around a pure one says what it is.

    >>> import numpy as np, recto
    >>> table = {1: 10.0, 2: 20.0}
    >>> @recto.host(result=float)
    ... def look_up(k):
    ...     return table[k]
    >>> @recto.jit
    ... def total(ks):
    ...     s = 0.0
    ...     for k in ks:
    ...         s += look_up(int(k))
    ...     return s
    >>> float(total(np.array([1, 2, 2])))
    50.0
    """
    if function is None:
        return functools.partial(host, result=result, pure=pure, vectorized=vectorized)
    return HostFunction(function, result, pure, vectorized)


@check_arguments
def pure_callback(callback: Callable[..., Any], result_shape_dtypes: Any, *args: Any, **kwargs: Any) -> Any:
    """callback(*args, **kwargs) on the host, for a function that only computes.

    Args:
        result_shape_dtypes: what it gives, as `result` of `recto.host`.
        vmap_method: "sequential" (once for each lane), "expand_dims" or "broadcast_all" (once, with the batch).

    >>> import numpy as np, recto
    >>> f = recto.jit(lambda x: recto.pure_callback(np.sin, recto.ShapeDtypeStruct(x.shape, x.dtype), x))
    >>> f(np.zeros(2))
    Array([0., 0.], dtype=float64)
    """
    for name in ("vmap_method", "vectorized", "sharding"):
        kwargs.pop(name, None)
    return callback(*args, **kwargs)


@check_arguments
def io_callback(callback: Callable[..., Any], result_shape_dtypes: Any, *args: Any, **kwargs: Any) -> Any:
    """callback(*args, **kwargs) on the host, in the order of the program; what it gives is declared as in `host`.

    >>> import numpy as np, recto
    >>> seen = []
    >>> def note(x):
    ...     seen.append(float(x))
    ...     return len(seen)
    >>> f = recto.jit(lambda x: recto.io_callback(note, int, x.sum()))
    >>> int(f(np.ones(2))), seen
    (1, [2.0])
    """
    for name in ("ordered", "sharding"):
        kwargs.pop(name, None)
    return callback(*args, **kwargs)


call_by_rule("bind_pure_callback", pure_callback)
call_by_rule("bind_io_callback", io_callback)
