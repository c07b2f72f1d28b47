"""Tidy tracebacks: errors of public functions without Recto's own frames, as exceptions of documented
classes.
"""

import functools
import types
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)


class Style(NamedTuple):
    """`shown(error)` is the error to be raised in place of one; `tidy(error)` takes frames out of its traceback."""

    shown: Callable[[Exception], Exception]
    tidy: Callable[[BaseException], None]


style = Style(lambda error: error, lambda error: None)


def raise_by(shown: Callable[[Exception], Exception], tidy: Callable[[BaseException], None]) -> None:
    """Set how errors are raised."""
    global style
    style = Style(shown, tidy)


def with_tidy_errors(function: F) -> F:
    """A function that raises tidy errors."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            try:
                raise style.shown(error)
            except Exception as final:
                style.tidy(final)
                raise  # the frame that raises again is not put into the traceback

    return cast(F, call)


def tidied_class(cls: C) -> C:
    """The class, whose methods raise tidy errors."""
    for name, member in list(vars(cls).items()):
        if isinstance(member, types.FunctionType):
            setattr(cls, name, with_tidy_errors(member))
    return cls
