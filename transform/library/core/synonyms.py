"""Synonyms: library functions that mean the same as others, by identity; code that calls `jax.numpy.sum`
calls `np.sum`.

    @synonyms("jax")
    def find() -> Iterator[tuple[Any, Any]]: …          # (the library's object, what it means)

The library is never imported here: `find` looks at the modules that the user's process has loaded, and nothing of the
library is run. An object has a meaning only if it is the very object that is found, whatever its name.
"""

from __future__ import annotations

import importlib
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

LIBRARIES = {
    "jax": "recto._jax",
    "equinox": "recto._equinox",
}  # library -> the module whose import enters what is known of it
FINDERS: dict[str, Callable[[], Iterator[tuple[Any, Any]]]] = {}
HOMES = {
    "jax": "jax",
    "jaxlib": "jax",
    "ml_dtypes": "jax",
    "equinox": "equinox",
}  # the package of an object or its class -> library


class Known(NamedTuple):
    """The synonyms found in a library while a number of modules were loaded: id -> the object and its
    meaning. (The object is held, so that no other gets its id.)"""

    library: Any
    modules: int
    found: dict[int, tuple[Any, Any]]


KNOWN: dict[str, Known] = {}
CONVERSIONS: dict[str, Callable[[Any], Any]] = {}
CONVERTED: dict[int, tuple[Any, Any]] = {}  # id -> the object and what stands for it


def synonyms(library: str) -> Callable:
    def enter(find: Callable) -> Callable:
        FINDERS[library] = find
        return find

    return enter


def conversion(library: str) -> Callable:
    """A decorator: the function gives what stands for an object that the library has made of a function, or None."""

    def enter(convert: Callable) -> Callable:
        CONVERSIONS[library] = convert
        return convert

    return enter


def converted(library: str, value: Any) -> Any:
    if id(value) not in CONVERTED:
        made = CONVERSIONS[library](value) if library in CONVERSIONS else None
        if made is None:
            return None
        CONVERTED[id(value)] = value, made
    return CONVERTED[id(value)][1]


def library_of(value: Any) -> str | None:
    """The library with synonyms that an object may be of, if the process has loaded it."""
    home = value.__globals__.get("__name__") if isinstance(value, types.FunctionType) else None
    for module in (home, type(value).__module__, getattr(value, "__module__", None)):
        library = HOMES.get(module.partition(".")[0]) if isinstance(module, str) else None
        if library is not None and library in sys.modules:
            return library
    return None


def meaning(value: Any) -> Any:
    """The synonym of an object of a library; the object itself if it has none."""
    library = library_of(value)
    if library is None:
        return value
    found = known_synonyms(library).get(id(value))
    if found is not None:
        return found[1]
    made = converted(library, value)
    return compiled_by_library(value) if made is None else made


def original(value: Any) -> Any:
    """The object of a library that a function stands for, where compiled code returns it; others as they are."""
    for known in KNOWN.values():
        for theirs, means in known.found.values():
            if means is value:
                return theirs
    return next((theirs for theirs, means in CONVERTED.values() if means is value), value)


def protocol(cls: type, name: str) -> Any:
    """The method of a class at `__setattr__` and its like, or the one that stands for it."""
    return meaning(getattr(cls, name))


def speaks_jax(space: dict[str, Any]) -> bool:
    """Whether the globals are those of a module that imports JAX and not NumPy. Its arrays never change."""
    return "jax" in imported(space) and "numpy" not in imported(space)


def imported(space: dict[str, Any]) -> set[str]:
    """The packages whose modules are among the globals of a module."""
    return {
        value.__name__.partition(".")[0] for value in space.values() if isinstance(value, types.ModuleType)
    }


def compiled_by_library(value: Any) -> Any:
    """The function of the user's, or of another library, behind what `jax.jit` makes of it; any other object itself."""
    function = getattr(value, "__wrapped__", None)
    compiled = type(value).__module__.partition(".")[0] == "jaxlib"
    if not compiled or not isinstance(function, types.FunctionType):  # others have a derivative of their own
        return value
    own = HOMES.get((function.__globals__.get("__name__") or "").split(".")[0])
    return value if own == "jax" else function


def known_synonyms(library: str) -> dict[int, tuple[Any, Any]]:
    """… found again when more modules are loaded, which may be the library's."""
    now = sys.modules[library], len(sys.modules)
    before = KNOWN.get(library)
    if before is None or before.library is not now[0] or before.modules != now[1]:
        importlib.import_module(LIBRARIES[library])
        found: dict[int, tuple[Any, Any]] = {}
        for value, synonym in FINDERS[library]():
            found.setdefault(id(value), (value, synonym))
        KNOWN[library] = Known(now[0], len(sys.modules), found)
    return KNOWN[library].found


def unknown_name(value: Any) -> str | None:
    """The name of a function that is a library's own, and has no synonym; None for any other object. What its text
    says is the library's machinery, which is no code to read."""
    library = library_of(value)
    if library is None or meaning(value) is not value:
        return None
    home = getattr(value, "__globals__", {}).get("__name__") or type(value).__module__
    name = getattr(value, "__qualname__", None) or type(value).__name__
    public = (getattr(value, "__module__", None) or home).replace("jax._src.", "jax.")
    return f"{public}.{name}" if home.split(".")[0] in HOMES and not home.startswith(READ) else None


READ = ("jax.example_libraries", "equinox")  # written with public functions of JAX alone
