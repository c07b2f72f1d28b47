"""Errors of the methods of `Array` are raised without the frames inside them, where the facade says how."""
import functools
import types
from collections.abc import Callable
from typing import Any


def nothing(error: BaseException) -> None:
    """Leave an error as it is."""


tidy: Callable[[BaseException], None] = nothing


def tidy_by(function: Callable[[BaseException], None]) -> None:
    """Set what takes frames out of the traceback of an error."""
    global tidy
    tidy = function


def tidied(cls: type) -> type:
    """The class, whose methods raise tidy errors."""
    for name, member in list(vars(cls).items()):
        if isinstance(member, types.FunctionType):
            setattr(cls, name, _tidied(member))
    return cls


def _tidied(method: Callable) -> Callable:
    @functools.wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except Exception as error:
            tidy(error)
            raise                   # the frame that raises again is not put into the traceback
    return call
