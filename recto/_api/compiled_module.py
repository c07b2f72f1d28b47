"""Modules with the functions of a host module, each compiled on first use for the types of its arguments."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from recto import runtime, transform
from recto.transform.core.spelling import no_attribute

from .._boundary.tracebacks import boundary, tidy
from .._convention.methods import P, R
from .._dispatch.config import config
from .._dispatch.options import Options
from .jit import Function, jit


def mirror(
    names: dict[str, Any], host: types.ModuleType, make: Callable[[Callable[..., Any]], Function] = jit
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a module with these names, where `host`'s functions are found compiled."""

    @boundary
    def find(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {names['__name__']!r} has no attribute {name!r}")
        function = getattr(host, name, names)
        if function is names:
            raise no_attribute(names["__name__"], name, listed())
        if not callable(function) or isinstance(function, type):
            return function
        compiled = names[name] = make(function)
        return compiled

    def listed() -> list[str]:
        return sorted({*names, *(n for n in dir(host) if not n.startswith("_"))})

    return find, listed


class Eager(Function[P, R]):
    """A function of NumPy's on Recto's arrays: of small ones NumPy computes it, of others a compiled program does.

    What compiled code does not know, or what gives arrays whose size depends on data, NumPy computes for all sizes.
    Inside compiled code it is the function of NumPy's, read like all others.
    """

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        function = self.__wrapped__
        if config.indirect or (values := self.on_host(args, kwargs)) is None:
            return super().__call__(*args, **kwargs)
        try:
            return runtime.boxed(function(*values[0], **values[1]), type(function) is np.ufunc)
        except Exception as error:  # as in `boundary`, which would cost a call more
            tidy(error)
            raise

    def on_host(self, args: tuple, kwargs: dict) -> tuple[list, dict] | None:
        """The arguments as NumPy's values, if NumPy is what computes."""
        if (values := runtime.small_values(args, kwargs)) is not None:
            return None if self.writes else values
        return runtime.small_values(args, kwargs, None) if self.is_numpys_alone else None

    @functools.cached_property
    def writes(self) -> bool:
        """Whether it changes an argument."""
        return self.__wrapped__ in runtime.MUTATORS

    @functools.cached_property
    def is_numpys_alone(self) -> bool:
        return transform.by_host_alone(self.__wrapped__)


def eager(function: Callable[P, R], *static: int) -> Eager[P, R]:
    """A function of NumPy's; `static`: the positions of arguments that are known while compiling."""
    return Eager(function, Options(static_argnums=static))


class AsArray(Eager):
    """`asarray`, which gives the same object for an array of Recto's, as NumPy's does for one of NumPy's."""

    def __call__(self, a: Any, dtype: Any = None, **kwargs: Any) -> Any:
        copy = kwargs.get("copy")
        if type(a) is runtime.Array and not copy and (dtype is None or np.dtype(dtype) == a.dtype):
            return a
        if copy is not None and not copy:
            raise ValueError("Unable to avoid copy while creating an array as requested.")
        return super().__call__(a, dtype, **kwargs)


def as_array(function: Callable[..., Any]) -> AsArray:
    return AsArray(function, Options())
