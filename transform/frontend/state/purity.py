"""Purity: which host functions without a library entry may be evaluated while compiling, on static arguments."""

from __future__ import annotations

import builtins
import inspect
import sys
import types
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...library import protocol
from .diagnostics import HIDDEN_STATE, NEW_OBJECT, UNKNOWN
from ..outside.kinds import TRUSTED
from ..outside.other_libraries import instead_of
from .values import describe

IMMUTABLE = (str, bytes, range, int, float, complex, frozenset, tuple, slice, type, np.generic, np.dtype)
GENERATORS = frozenset(["rng", "random_state", "seed"])
HIDDEN = ("random", "secrets", "numpy.random")
IMPURE = frozenset(
    """
    open input eval exec compile locals globals vars dir id hash breakpoint __import__ delattr exit quit
    memoryview
    load loadtxt genfromtxt fromfile fromregex save savetxt savez savez_compressed memmap
    seterr seterrcall setbufsize set_printoptions shares_memory may_share_memory
""".split()
)


def check_pure(function: Any) -> None:
    """Refuse what may not be computed while compiling: effects, hidden state, unknown functions."""
    if not callable(function):
        raise CompileError(f"TypeError: {describe(function)} is not callable")
    refuse_hidden_state(function)
    module = (getattr(function, "__module__", None) or "").split(".")[0]
    known = module in TRUSTED and getattr(function, "__name__", "") not in IMPURE
    if not known and not has_plain_owner(function):
        raise unknown(full_name(function))


def unknown(name: str, given: str = "") -> CompileError:
    """The error for a function that the compiler does not know, with what does the same."""
    error = UNKNOWN.error(name=name)
    error.message += f" for {given}" if given else ""
    error.hint = instead_of(name)
    return error


def has_plain_owner(function: Any) -> bool:
    """Whether it is a method of an immutable value, or of a class that is known: int.from_bytes, not
    datetime.now."""
    owner = getattr(function, "__self__", None)
    if isinstance(owner, type):
        return owner.__module__.split(".")[0] in TRUSTED
    return isinstance(owner, IMMUTABLE) or is_static_method(function)


def is_static_method(function: Any) -> bool:
    """Whether it is one of the class of an immutable value: str.maketrans."""
    name, _, method = getattr(function, "__qualname__", "").partition(".")
    owner = getattr(builtins, name, None)
    return (
        owner in STATIC_OWNERS and vars(owner).get(method) is not None and getattr(owner, method) is function
    )


STATIC_OWNERS = (str, bytes)


def refuse_hidden_state(function: Any) -> None:
    """Random numbers of Python and NumPy come from a state that a compiled function can't keep."""
    owner = getattr(function, "__self__", None)
    home = function if owner is None or isinstance(owner, types.ModuleType) else type(owner)
    module = public(getattr(home, "__module__", None) or "")
    if module in HIDDEN:
        raise HIDDEN_STATE.error(name=f"{module}.{function.__name__}")
    if draws(function):
        raise HIDDEN_STATE.error(name=full_name(function))


def draws(function: Any) -> bool:
    """Whether a function of SciPy's draws random numbers, from a generator that it may be given."""
    home = getattr(function, "__module__", None) or type(function).__module__
    if home.partition(".")[0] != "scipy" or isinstance(function, type):
        return False
    try:
        names = inspect.signature(function).parameters
    except (TypeError, ValueError):  # of some functions in C
        return False
    return getattr(function, "__name__", "") == "rvs" or not GENERATORS.isdisjoint(names)


def full_name(function: Any) -> str:
    """The user's name for a host function."""
    name = getattr(function, "__qualname__", None) or getattr(function, "__name__", type(function).__name__)
    if getattr(builtins, name, None) is function:
        return name
    module = next(
        (
            m
            for m in ("numpy", "scipy.special")
            if isinstance(function, np.ufunc) and getattr(sys.modules.get(m), name, None) is function
        ),
        None,
    )
    if module is not None:
        return f"{module}.{name}"
    owner = getattr(function, "__self__", None)
    home = sys.modules.get(public(type(owner).__module__)) if owner is not None else None
    called = (
        [n for n, value in vars(home).items() if value is owner] if isinstance(home, types.ModuleType) else []
    )
    if called:  # scipy.stats.norm.logpdf
        return f"{home.__name__}.{called[0]}.{function.__name__}"
    return ".".join(filter(None, [public(getattr(function, "__module__", None) or ""), name]))


def public(module: str) -> str:
    """A module's name without its private parts: scipy.optimize for scipy.optimize._minimize."""
    return ".".join(p for p in module.split(".") if not p.startswith("_"))


def check_plain_class(cls: type) -> None:
    """Refuse classes whose objects are not made by running their __new__ and __init__ alone."""
    read = cls.__new__ is object.__new__ or isinstance(cls.__new__, types.FunctionType)
    own = type(cls).__call__ is not type.__call__ and protocol(type(cls), "__call__") is type(cls).__call__
    if not read or own:
        raise NEW_OBJECT.error(name=cls.__name__)
