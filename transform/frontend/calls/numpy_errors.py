"""Error diagnosis: decide whether an exception in a library implementation is the user's error, by calling
NumPy on sample values of the same types.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ...core.dtypes import is_supported
from ...core.errors import CompileError
from ...library import HOST, METHODS
from ..python_errors import NoExample, sample_value
from ..state.values import DynamicText, External, raised_by

SEQUENCES = (list, tuple, dict, set, frozenset, range, str, bytes, DynamicText)


def diagnose(host: Any, args: list, kwargs: dict, error: Exception) -> Exception:
    """The user's error in NumPy's words, if NumPy refuses such arguments too; else the error itself, ours."""
    if "array is too big" in str(error):  # no array of these sizes can be addressed
        return CompileError(f"{type(error).__name__}: {error}")
    try:
        function, given, named = host_function_of(host), sample_value(args), sample_value(kwargs)
    except NoExample:
        return error
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = function(*given, **named)
    except Exception as verdict:
        return CompileError(f"{type(verdict).__name__}: {verdict}")
    return unsupported_result(function, result) or error


def check_numbers(function: Any, args: list, kwargs: dict) -> None:
    """Raises CompileError if a function of Python's that takes numbers is given a sequence, and raises TypeError:
    abs([x]), math.sqrt((x,)). (NumPy would make an array of it.)"""
    values = [*args, *kwargs.values()]
    held = [v.unread if isinstance(v, External) else v for v in values]
    if any(isinstance(v, SEQUENCES) for v in held):
        check_as_python(function, args, kwargs)


def check_as_python(function: Any, args: list, kwargs: dict) -> None:
    """Raises CompileError if a function of Python's raises TypeError for values of these types."""
    try:
        given, named = sample_value(args), sample_value(kwargs)
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            function(*given, **named)
    except NoExample:
        return
    except TypeError as error:
        raise raised_by(error) from None
    except Exception:  # of the numbers that stand for the others
        return


def unsupported_result(function: Any, result: Any) -> CompileError | None:
    """The user's error where NumPy gives what compiled code can't hold: dates, texts, objects."""
    dtype = getattr(result, "dtype", None)
    if not isinstance(dtype, np.dtype) or is_supported(dtype):
        return None
    return CompileError(
        f"{function.__name__} gives an array of dtype {dtype}, which compiled code can't hold",
        "arrays hold booleans, integers, floats or complex numbers",
        kind=TypeError,
    )


def host_function_of(host: Any) -> Any:
    """The host function that an implementation stands for."""
    for function, entry in HOST.items():
        if entry is host:
            return function
    for name, entry in METHODS.items():
        if entry is host:
            return getattr(np.ndarray, name)
    raise NoExample


def called_by(host: Any) -> Any:
    """A function that calls the host function which an implementation stands for."""
    return lambda *args, **kwargs: host_function_of(host)(*args, **kwargs)
