"""Callable objects that bind as methods in a class, for type checkers too."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")


class Method(Generic[P, R]):
    """An object that is called like a function, so that in a class it is a method: `self` is the first argument."""

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Self: ...
    @overload
    def __get__(
        self: Method[Concatenate[Any, Q], R], instance: Any, owner: type | None = None
    ) -> Callable[Q, R]: ...

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        raise NotImplementedError
