"""The disk cache of calls: from a function's code and a call's types straight to the executable, without reading any
source.

An entry is found by the code of the function and the types and static values of the call. It lists what the function
read
from outside (helpers, globals, attributes) with fingerprints, and holds the executable; it is used only if all of those
are the same now. Several entries may share a key (other values of a global): they are kept as a list.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import io
import os
import pickle
import sys
import types
from typing import Any

import numpy as np

from recto import runtime, transform
from recto.transform import Argument, Instance, Path, Reading
from recto.transform.dtypes import canonical


KEPT = 4                # entries under one key
PLAIN = (bool, int, float, complex, str, bytes, type(None), np.generic, np.dtype, slice, range)


class Unstable(Exception):
    """A value that can't be recognised in another process."""


@dataclasses.dataclass
class Record:
    """What is kept for one signature. `static` and `frozen`: places that had to become static; then there is no
    executable."""
    guards: list[tuple[Path, str]]
    captures: list[Path]
    static: frozenset = frozenset()
    frozen: frozenset = frozenset()
    executable: bytes = b""
    parameters: tuple = ()
    used: tuple = ()                # captured paths that this signature uses
    results: tuple = ()
    structure: Any = None           # described tree, or an Epilogue
    count: int = 0
    donated: tuple = ()


# -- fingerprints ----------------------------------------------------------------------------------------------------

def code_parts(code: types.CodeType) -> tuple:
    """What a code object does and where it stands."""
    constants = tuple(
        code_parts(c) if isinstance(c, types.CodeType) else (type(c).__name__, repr(c)) for c in code.co_consts
    )
    return (code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags,
            code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount, code.co_filename, code.co_firstlineno,
            code.co_linetable)


@functools.lru_cache(4096)
def code_fingerprint(code: types.CodeType) -> str:
    return hashlib.sha256(repr(code_parts(code)).encode()).hexdigest()


def fingerprint(value: Any) -> str:
    """The same text in every process for the same value; raises Unstable where there is none."""
    value = getattr(value, "__recto_function__", value)
    if isinstance(value, PLAIN):
        return f"{type(value).__name__}:{value!r}"
    if hasattr(value, "__recto_always__") and hasattr(value, "rule"):
        return "transformation:" + identity(value)
    if isinstance(value, types.FunctionType):
        return "function:" + code_fingerprint(value.__code__)
    if isinstance(value, property):
        return "property:" + fingerprint(value.fget)
    if isinstance(value, (type, types.BuiltinFunctionType, np.ufunc, type(np.sum), types.ModuleType)):
        name = getattr(value, "__qualname__", getattr(value, "__name__", ""))
        return f"named:{getattr(value, '__module__', '')}.{name}"
    if isinstance(value, (tuple, list, frozenset)):
        items = [fingerprint(v) for v in value]
        return f"{type(value).__name__}:{sorted(items) if isinstance(value, frozenset) else items}"
    raise Unstable


def identity(function: Any) -> str:
    """What a function is in every process: its code and name; a derivative: what is done to which function."""
    if isinstance(function, types.FunctionType):
        return f"{code_fingerprint(function.__code__)} {function.__module__} {function.__qualname__}"
    if hasattr(function, "__recto_always__") and hasattr(function, "rule"):
        options = fingerprint(function.options)
        return f"{function.prefix}{function.rule}{options} of {identity(inner(function))}"
    return fingerprint(function)


def inner(function: Any) -> Any:
    """The function that a transformation or a compiled function is of."""
    function = getattr(function, "function", function) if hasattr(function, "__recto_always__") else function
    return getattr(function, "__recto_function__", function)


def describe(value: Any) -> str:
    """The abstract arguments of a call as text: types for leaves, fingerprints for static values."""
    match value:
        case Argument():
            return f"{value.type}{value.type.weak}{value.array}{value.name}"
        case dict():
            order = "" if type(value) is dict else "in order"
            return order + "{" + ",".join(f"{k!r}:{describe(v)}" for k, v in value.items()) + "}"
        case list() | tuple():
            return f"{type(value).__qualname__}({','.join(map(describe, value))})"
        case Instance():
            return f"{value.cls.__module__}.{value.cls.__qualname__}{describe(value.attributes)}"
    try:
        return fingerprint(value)
    except Unstable:        # an object whose attributes are guarded one by one
        return f"object:{type(value).__module__}.{type(value).__qualname__}"


@functools.cache
def version() -> str:
    """Changes with every change of the compiler."""
    parts = [sys.version, transform.__file__]
    for package in (transform, sys.modules["recto"]):
        for folder, _, files in sorted(os.walk(os.path.dirname(package.__file__))):
            for name in sorted(files):
                if name.endswith(".py"):
                    status = os.stat(os.path.join(folder, name))
                    parts.append(f"{name}{status.st_size}{status.st_mtime_ns}")
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def call_key(function: Any, entered: Any, options: Any, static: Any) -> str | None:
    """The key of a call; None if the function has no code of its own."""
    try:
        name = identity(function.__wrapped__)
    except Unstable:
        return None
    parts = (version(), name, describe(entered.args), describe(entered.kwargs), repr(options),
             str(sorted(map(str, static))), str(transform.settings))
    return "call-" + runtime.executable_key("\0".join(parts), ())


# -- pickling paths --------------------------------------------------------------------------------------------------

class _Pickler(pickle.Pickler):
    """Writes the function itself and the call's static arguments as references."""

    def __init__(self, file: Any, known: dict[int, Any]):
        super().__init__(file, protocol=5)
        self.known = known

    def persistent_id(self, obj: Any) -> Any:
        if isinstance(obj, transform.Space):
            name = obj.space.get("__name__")
            if sys.modules.get(name) is None or vars(sys.modules[name]) is not obj.space:
                raise pickle.PicklingError(name)
            return "space", name
        if isinstance(obj, types.ModuleType):
            return "module", obj.__name__
        return self.known.get(id(obj))


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: Any, known: dict[Any, Any]):
        super().__init__(file)
        self.known = known

    def persistent_load(self, pid: Any) -> Any:
        if pid[0] == "space":
            return transform.Space(vars(sys.modules[pid[1]]))
        return sys.modules[pid[1]] if pid[0] == "module" else self.known[pid]


def references(function: Any, args: tuple, kwargs: dict) -> dict[Any, Any]:
    """What a record may refer to by name: the function, those it is made of, and the call's arguments."""
    plain = function.__wrapped__
    found = {("function", 0): plain}
    while inner(plain) is not plain:
        plain = inner(plain)
        found["function", len(found)] = plain
    found.update({("argument", k): v for k, v in [*enumerate(args), *kwargs.items()] if not isinstance(v, PLAIN)})
    return found


# -- entries ---------------------------------------------------------------------------------------------------------

def find(key: str | None, known: dict[Any, Any]) -> Record | None:
    """The record under a key whose guards hold now."""
    for blob in _blobs(key):
        try:
            record = _Unpickler(io.BytesIO(blob), known).load()
            if all(fingerprint(transform.fetch(p)) == expected for p, expected in record.guards) and fits(record):
                return record
        except Exception:       # another version's, or it refers to what is no longer there: no match
            continue
    return None


def fits(record: Record) -> bool:
    """Do the outside arrays have the types that the executable was made for?"""
    arrays = [transform.fetch(path) for path in record.used]
    return all(tuple(a.shape) == p.shape and canonical(a.dtype) == p.dtype for a, p in zip(arrays, record.parameters))


def _blobs(key: str | None) -> list[bytes]:
    payload = runtime.default_store().get(key) if key else None
    try:
        return pickle.loads(payload) if payload else []
    except Exception:
        return []


def keep(key: str | None, record: Record, known: dict[Any, Any]) -> None:
    """Write a record; nothing where it refers to objects that other processes can't find."""
    store = runtime.default_store()
    if key is None or store.folder is None:
        return
    file = io.BytesIO()
    try:
        _Pickler(file, {id(v): k for k, v in known.items()}).dump(record)
    except (pickle.PicklingError, AttributeError, TypeError):
        return
    store.put(key, pickle.dumps([file.getvalue(), *_blobs(key)[:KEPT - 1]]))


def guards_of(reading: Reading) -> list[tuple[Path, str]]:
    return [(path, fingerprint(value)) for path, value in reading.guards.items()]
