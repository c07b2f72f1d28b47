"""Signatures of the transformations for type checkers: a transformed function has the parameters of its function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, TypeVar, overload

import numpy as np

from .._convention.methods import P, R

if TYPE_CHECKING:
    from .jit import Function

Ufunc = np.ufunc
M = TypeVar("M", bound="classmethod | staticmethod")

Numbers = int | Sequence[int] | None
Names = str | Sequence[str] | None


class JitOptions(TypedDict, total=False):
    static_argnums: int | Sequence[int]
    static_argnames: str | Sequence[str]
    donate_argnums: int | Sequence[int]
    inline: bool
    device: Any
    in_shardings: Any
    out_shardings: Any


class Decorator(Protocol):
    """A transformation with its options given, that waits for the function."""

    @overload
    def __call__(self, function: Ufunc, /) -> Function[..., Any]: ...
    @overload
    def __call__(self, function: M, /) -> M: ...
    @overload
    def __call__(self, function: Callable[P, R], /) -> Function[P, R]: ...


class FunctionDecorator(Protocol):
    """The same, of functions alone."""

    def __call__(self, function: Callable[P, R], /) -> Function[P, R]: ...


class DerivativeDecorator(Protocol):
    def __call__(self, function: Callable[P, Any], /) -> Function[P, Any]: ...


class Derivative(Protocol):
    """grad, jacfwd, jacrev: the parameters of the function; what is returned has the structure of some of them."""

    __name__: str

    @overload
    def __call__(
        self,
        function: Ufunc,
        argnums: Numbers = None,
        has_aux: bool = False,
        argnames: Names = None,
        holomorphic: bool = False,
    ) -> Function[..., Any]: ...
    @overload
    def __call__(
        self,
        function: Callable[P, Any],
        argnums: Numbers = None,
        has_aux: bool = False,
        argnames: Names = None,
        holomorphic: bool = False,
    ) -> Function[P, Any]: ...
    @overload
    def __call__(
        self,
        *,
        argnums: Numbers = None,
        has_aux: bool = False,
        argnames: Names = None,
        holomorphic: bool = False,
    ) -> DerivativeDecorator: ...


class ValueDecorator(Protocol):
    def __call__(self, function: Callable[P, R], /) -> Function[P, tuple[R, Any]]: ...


class ValueAndDerivative(Protocol):
    """value_and_grad: the parameters of the function, and its value first."""

    __name__: str

    @overload
    def __call__(
        self,
        function: Ufunc,
        argnums: Numbers = None,
        has_aux: bool = False,
        argnames: Names = None,
        holomorphic: bool = False,
    ) -> Function[..., tuple[Any, Any]]: ...
    @overload
    def __call__(
        self,
        function: Callable[P, R],
        argnums: Numbers = None,
        has_aux: bool = False,
        argnames: Names = None,
        holomorphic: bool = False,
    ) -> Function[P, tuple[R, Any]]: ...
    @overload
    def __call__(
        self,
        *,
        argnums: Numbers = None,
        has_aux: bool = False,
        argnames: Names = None,
        holomorphic: bool = False,
    ) -> ValueDecorator: ...
