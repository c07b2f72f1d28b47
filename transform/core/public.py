"""The public subclasses of `CompileError`: each is also the exception that Python or NumPy would raise."""

from __future__ import annotations

import re

import numpy as np

from .errors import CompileError, InternalError


class CompileTypeError(CompileError, TypeError):
    """An operand or argument of a wrong type."""


class CompileValueError(CompileError, ValueError):
    """Shapes that do not match, and other arguments with a valid type and an invalid value."""


class CompileIndexError(CompileError, IndexError):
    """A static index out of bounds, or more indices than axes."""


class CompileAxisError(CompileValueError, CompileIndexError, np.exceptions.AxisError):
    """An axis that the array does not have."""


class CompileLinAlgError(CompileValueError, np.linalg.LinAlgError):
    """A matrix that is not square, or no matrix."""


class CompileKeyError(CompileError, KeyError):
    """A key that the dict does not have."""


class CompileAttributeError(CompileError, AttributeError):
    """An attribute that the object does not have."""


class CompileNameError(CompileError, NameError):
    """A name that is not defined."""


class CompileZeroDivisionError(CompileError, ZeroDivisionError):
    """A static number divided by zero."""


class CompileOverflowError(CompileError, OverflowError):
    """A static number that does not fit its type."""


class CompileImportError(CompileError, ImportError):
    """A module, or a name of a module, that can't be imported."""


PUBLIC = {
    TypeError: CompileTypeError,
    np.exceptions.AxisError: CompileAxisError,
    np.linalg.LinAlgError: CompileLinAlgError,
    ValueError: CompileValueError,
    IndexError: CompileIndexError,
    KeyError: CompileKeyError,
    AttributeError: CompileAttributeError,
    NameError: CompileNameError,
    ZeroDivisionError: CompileZeroDivisionError,
    OverflowError: CompileOverflowError,
    ImportError: CompileImportError,
}
NAMED = {
    base.__name__: base
    for base in (
        *PUBLIC,
        UnboundLocalError,
        ModuleNotFoundError,
        np.linalg.LinAlgError,
        np.exceptions.DTypePromotionError,
        UnicodeEncodeError,
        UnicodeDecodeError,
    )
}
NAMED |= {"UFuncTypeError": TypeError, "_UFuncNoLoopError": TypeError}
PREFIX = re.compile(r"(\w+(?:Error|Iteration)): ")
SHOWN = "recto"

for cls in (CompileError, InternalError, *PUBLIC.values()):
    cls.__module__ = SHOWN  # where users import them from


def kind_of(error: CompileError) -> type[Exception] | None:
    """The exception of Python or NumPy that the error stands for: it says so, or its message begins with it."""
    named = PREFIX.match(error.message)
    return error.kind or (NAMED.get(named[1]) if named else None)


def public(error: CompileError) -> CompileError:
    """The error as users see it, in place of the classes by which the compiler tells its errors apart."""
    kind = kind_of(error)
    cls = next((PUBLIC[base] for base in PUBLIC if kind and issubclass(kind, base)), CompileError)
    if kind is None and type(error) in (CompileError, *PUBLIC.values()):
        return error
    shown = cls(PREFIX.sub("", error.message, 1) if cls is not CompileError else error.message, error.hint)
    shown.spans, shown.origin = error.spans, error.origin
    return shown
