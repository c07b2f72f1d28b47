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

LIBRARIES = {"jax": "recto._jax"}  # library -> the module whose import enters what is known of it
FINDERS: dict[str, Callable[[], Iterator[tuple[Any, Any]]]] = {}
# the package of an object or its class -> library
HOMES = {"jax": "jax", "jaxlib": "jax", "ml_dtypes": "jax"}


class Known(NamedTuple):
    """The synonyms found in a library while a number of modules were loaded: id -> the object and its
    meaning. (The object is held, so that no other gets its id.)"""

    library: Any
    modules: int
    found: dict[int, tuple[Any, Any]]


KNOWN: dict[str, Known] = {}


def synonyms(library: str) -> Callable:
    def enter(find: Callable) -> Callable:
        FINDERS[library] = find
        return find

    return enter


def library_of(value: Any) -> str | None:
    """The library with synonyms that an object may be of, if the process has loaded it."""
    home = value.__globals__.get("__name__") if isinstance(value, types.FunctionType) else None
    for module in (home, getattr(value, "__module__", None), type(value).__module__):
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
    return compiled_by_library(value) if found is None else found[1]


def compiled_by_library(value: Any) -> Any:
    """The function of the user's, or of another library, behind what `jax.jit` makes of it; any other object itself."""
    function = getattr(value, "__wrapped__", None)
    compiled = type(value).__module__.partition(".")[0] == "jaxlib"
    if not compiled or not isinstance(function, types.FunctionType):  # others have a derivative of their own
        return value
    return value if (function.__globals__.get("__name__") or "").split(".")[0] in HOMES else function


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


READ = ("jax.example_libraries",)  # written with the library's public functions alone
