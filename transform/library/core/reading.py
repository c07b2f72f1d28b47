"""Host functions replaced by plain Python that is read in their place: some of NumPy's, and SciPy's, without
importing SciPy.

    @read_as("scipy.integrate.odeint")
    def odeint(func, y0, t, args=(), …): …

The function has the host function's signature and returns what that returns. A name leads through public modules,
objects and classes: "scipy.stats.norm.logpdf" (a method of an object), "scipy.interpolate.PPoly.__call__".
"""

from __future__ import annotations

import importlib
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...core.errors import CompileError
from .table import entered_name, implements

LIBRARIES = {
    "scipy": "recto.scipy.host",  # library -> the module whose import fills the table
    "statistics": f"{__package__.rpartition('.')[0]}.plain.statistics",
    "queue": f"{__package__.rpartition('.')[0]}.plain.queues",
    "numpy.testing": f"{__package__.rpartition('.')[0]}.plain.assertions",
    "numpy.ma": f"{__package__.rpartition('.')[0]}.plain.masked.functions",
}
READ: dict[str, "Read"] = {}  # "scipy.integrate.odeint" -> what is read
BY_LAST_NAME: dict[str, list[str]] = {}  # "odeint" -> the full names that end so


def unsupported(message: str) -> None:
    """Refuses what the plain Python can't do, where a call asks for it: a CompileError at the user's line."""
    raise NotImplementedError(message)


@implements(f"{__name__}.unsupported", static=("message",))
def refused(message: str) -> None:
    raise CompileError(message)


class Read(NamedTuple):
    """The replacement of a host object: a function or class of plain Python, and its arguments before the
    caller's; host_if_static: see `read_as`."""

    function: Callable
    first: tuple = ()
    host_if_static: bool = False


def read_as(*names: str, first: tuple = (), host_if_static: bool = False) -> Callable:
    """Enter a function or class that is read in place of the host's functions of these names. `host_if_static`: the
    host's function is called, while compiling, if nothing dynamic goes in."""

    def enter(function: Callable) -> Callable:
        for name in names:
            if name in READ:
                raise TypeError(f"{name} is entered twice")
            READ[name] = Read(function, first, host_if_static)
            last = name.removesuffix(".fget").rpartition(".")[2]  # a property's function has its name
            BY_LAST_NAME.setdefault(last, []).append(name)
        return function

    return enter


READ_IF: dict[Any, tuple[Callable, Callable]] = {}  # host function -> when it is read, and what is read


def read_if(host: Any, condition: Callable) -> Callable:
    """Enter a function that is read in place of a host function of the table where condition(*args, **kwargs) holds,
    of the abstract arguments of a call."""

    def enter(function: Callable) -> Callable:
        READ_IF[host] = condition, function
        return function

    return enter


LATE: dict[str, Callable] = {}  # "scipy.linalg.qr" -> when it is read, though the table knows the function
READ_LATE: dict[str, Callable] = {}  # "scipy.linalg.qr" -> what is read then, entered by a module loaded late


def read_late_if(name: str, condition: Callable) -> None:
    """Enter a function of the table that is read where condition(*args, **kwargs) holds, by `read_late`."""
    LATE[name] = condition


def read_late(name: str) -> Callable:
    """Enter what is read in place of a function of the table, as `read_late_if` says."""

    def enter(function: Callable) -> Callable:
        if name not in LATE:
            raise TypeError(f"nothing says when {name} is read")
        READ_LATE[name] = function
        return function

    return enter


def find_read_if(function: Any, args: Sequence, kwargs: Mapping) -> Callable | None:
    """The function that is read in place of a host function for these arguments; None if nothing is."""
    if function in READ_IF:
        condition, plain = READ_IF[function]
        return plain if condition(*args, **kwargs) else None
    name = entered_name(function)
    if name not in LATE or not LATE[name](*args, **kwargs):
        return None
    fill(name.partition(".")[0])
    return READ_LATE[name]


def fill(library: str) -> bool:
    """Load what is known of a library; false if nothing is."""
    if library in LIBRARIES:
        importlib.import_module(LIBRARIES[library])
    return library in LIBRARIES or library == "numpy"


def find_read(value: Any) -> Read | None:
    """The replacement that is read for a host function, method, class or callable object; None if there is
    none."""
    home = home_of(value)
    if not isinstance(home, str) or not fill(library_of(home)):
        return None
    last = getattr(value, "__name__", None)
    names = BY_LAST_NAME.get(last, ()) if isinstance(last, str) else READ
    return next((READ[name] for name in names if is_same(resolve(name), value)), None)


def library_of(home: str) -> str:
    parts = [part.strip("_") for part in home.split(".")[:2]]
    return next((name for name in ("numpy.ma", "numpy.testing") if parts == name.split(".")), parts[0])


def home_of(value: Any) -> Any:
    """The module of a function or object. NumPy's ufuncs do not know theirs, which may be SciPy's."""
    if isinstance(value, np.ufunc):
        return (
            "scipy.special"
            if getattr(sys.modules.get("scipy.special"), value.__name__, None) is value
            else None
        )
    return getattr(value, "__module__", None)


def resolve(name: str) -> Any:
    """The present object of that full name; None if its module is not loaded."""
    parts = name.split(".")
    count = next((k for k in range(len(parts) - 1, 0, -1) if ".".join(parts[:k]) in sys.modules), 0)
    found = sys.modules.get(".".join(parts[:count]))
    for part in parts[count:]:
        found = getattr(found, part, None)
    return found


def is_same(found: Any, value: Any) -> bool:
    """Whether these are one function, or one method of objects that are alike."""
    if not isinstance(found, types.MethodType) or not isinstance(value, types.MethodType):
        return found is value
    return found.__func__ is value.__func__ and alike(found.__self__, value.__self__)


def alike(one: Any, other: Any) -> bool:
    """Whether these are one object, or copies of one distribution. (A frozen distribution has a copy of its
    own.)"""
    parts = lambda x: [getattr(x, name, None) for name in ("name", "a", "b")]
    return (
        one is other or type(one) is type(other) and parts(one)[0] is not None and parts(one) == parts(other)
    )
