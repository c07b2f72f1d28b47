"""`grad`, `value_and_grad`, `jvp`: derivatives as compiled functions; `.source()` prints them."""
from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from ._checked import checked
from ._jit import Function, Options, jit_of


class Derivative:
    """A function to be differentiated, as the front end reads it."""

    def __init__(self, function: Callable, argnums: int | tuple[int, ...], has_aux: bool, with_value: bool):
        functools.update_wrapper(self, function, updated=())
        self.__wrapped__, self.argnums, self.has_aux, self.with_value = function, argnums, has_aux, with_value
        self.__name__ = ("value_and_grad_" if with_value else "grad_") + getattr(function, "__name__", "f")

    def __recto_call__(self, interp: Any, args: list, kwargs: dict) -> Any:
        from recto.transform.frontend.derivatives import value_and_grad
        value, gradient = value_and_grad(interp, self.__wrapped__, args, kwargs, self.argnums, self.has_aux)
        if self.with_value:
            return value, gradient
        return (gradient, value[1]) if self.has_aux else gradient

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return _derive(self.__wrapped__, self.argnums, self.has_aux, self.with_value)(*args, **kwargs)


class Pushed:
    """jvp of a function, as the front end reads it: called with primals and tangents."""

    def __init__(self, function: Callable):
        self.__wrapped__ = function
        self.__name__ = getattr(function, "__name__", "f") + "_jvp"

    def __recto_call__(self, interp: Any, args: list, kwargs: dict) -> Any:
        from recto.transform.frontend.derivatives import push_forward
        return push_forward(interp, self.__wrapped__, *args)

    def __call__(self, primals: tuple, tangents: tuple) -> Any:
        return _pushed(self.__wrapped__)(primals, tangents)


def _derive(function: Callable, argnums: int | Sequence[int], has_aux: bool, with_value: bool) -> Function:
    numbers = argnums if isinstance(argnums, int) else tuple(argnums)
    return jit_of(Derivative(function, numbers, has_aux, with_value), Options())


@checked
def grad(function: Callable, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Any:
    """The gradient of a function that returns one real number, compiled.

    Args:
        function: returns a scalar (or (scalar, aux) with `has_aux`).
        argnums: the positional argument (or several) to differentiate with respect to; containers of arrays are fine.

    Raises:
        CompileError: integer inputs, results that are no scalar, reverse mode through a `while` loop (not there yet).

    >>> import numpy as np, recto
    >>> recto.grad(lambda x: np.sum(x ** 2))(np.array([1.0, 2.0]))
    Array([2., 4.], dtype=float64)
    """
    return _derive(function, argnums, has_aux, False)


@checked
def value_and_grad(function: Callable, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Any:
    """As `grad`, with the value: (value, gradient).

    >>> import numpy as np, recto
    >>> value, gradient = recto.value_and_grad(np.sin)(0.0)
    >>> float(value), float(gradient)
    (0.0, 1.0)
    """
    return _derive(function, argnums, has_aux, True)


@checked
def jvp(function: Callable, primals: tuple | list, tangents: tuple | list) -> Any:
    """The value of a function and its derivative along tangents of its arguments: (value, tangent).

    >>> import recto
    >>> value, tangent = recto.jvp(lambda x: x ** 3, (2.0,), (1.0,))
    >>> float(value), float(tangent)
    (8.0, 12.0)
    """
    return _pushed(function)(tuple(primals), tuple(tangents))


@functools.lru_cache(256)
def _pushed(function: Callable) -> Function:
    return jit_of(Pushed(function), Options())


def _read_derivative(with_value: bool) -> Callable:
    def read(function: Any, argnums: Any = 0, has_aux: bool = False) -> Derivative:
        return Derivative(function, argnums, has_aux, with_value)
    return read


grad.__recto_reading__ = _read_derivative(False)
value_and_grad.__recto_reading__ = _read_derivative(True)
