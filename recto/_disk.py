"""The disk cache of calls: from a function's code and a call's types straight to the executable, without reading any
source.

An entry is found by the code of the function and the types and static values of the call. It lists what was read from
outside (helpers, globals, closure cells, attributes) with fingerprints, and holds the executable; it is used only if
all of those are the same now. Several entries may share a key (other values of a global): they are kept as a list.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import linecache
import os
import pickle
import sys
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

from recto import runtime, transform
from recto.transform import Argument, Instance, Path, Reading
from recto.transform.dtypes import canonical

from . import _places
from ._arguments import is_array
from ._contents import NAMED, Unstable, code_fingerprint, fingerprint, is_plain
from ._places import Places, references, same

__all__ = ["Record", "call_key", "find", "keep", "noted", "references"]

KEPT = 4                # entries under one key
STATIC = (str, bytes, int, float, complex, slice, frozenset, types.MethodType, functools.partial, *NAMED)


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
    assumed: tuple = ()             # guards that hold as long as a process runs
    same: tuple = ()                # which of the objects that the guards find are one


# -- keys ------------------------------------------------------------------------------------------------------------

def describe(value: Any) -> str:
    """The abstract arguments of a call as text: types for leaves, fingerprints for static values."""
    match value:
        case Argument():
            return f"{value.type}{value.type.weak}{value.array}{value.name}"
        case dict():
            order = "" if type(value) is dict else "in order"
            return order + "{" + ",".join(f"{fingerprint(k)}:{describe(v)}" for k, v in value.items()) + "}"
        case list() | tuple():
            kind = "" if type(value) in (list, tuple) else fingerprint(type(value))
            return f"{kind}{type(value).__name__}({','.join(map(describe, value))})"
        case Instance():
            return f"{fingerprint(value.cls)}{describe(value.attributes)}"
    try:
        return fingerprint(value)
    except Unstable:
        if isinstance(value, STATIC):
            raise
        return f"object:{fingerprint(type(value))}"     # its attributes are guarded one by one


@functools.cache
def version() -> str:
    """Changes with every change of the compiler."""
    parts = [sys.version, np.__version__, transform.__file__]
    for package in (transform, runtime, sys.modules["recto"]):
        for folder, _, files in sorted(os.walk(os.path.dirname(package.__file__))):
            for name in sorted(files):
                if name.endswith(".py"):
                    status = os.stat(os.path.join(folder, name))
                    parts.append(f"{name}{status.st_size}{status.st_mtime_ns}")
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def call_key(function: Any, entered: Any, options: Any, static: Any) -> str | None:
    """The key of a call; None if the function or a static argument is the same in no other process."""
    given = _places.objects_in([entered.args, entered.kwargs], Path(("argument", None)))
    try:
        parts = (version(), fingerprint(function.__wrapped__), describe(entered.args), describe(entered.kwargs),
                 repr(options), str(sorted(map(str, static))), str(transform.settings),
                 str(same([value for _, value in given if not isinstance(value, (Argument, Instance))])))
    except Unstable:
        return None
    return "call-" + runtime.executable_key("\0".join(parts), ())


# -- entries ---------------------------------------------------------------------------------------------------------

def find(key: str | None, known: dict[Any, Any]) -> Record | None:
    """The record under a key whose guards hold now."""
    for blob in _blobs(key):
        try:
            record = _places.read(blob, known)
            if holds(record) and fits(record):
                return record
        except Exception:       # another version's, or it refers to what is no longer there: no match
            continue
    return None


def holds(record: Record) -> bool:
    """Is what was read from outside still the same, and are the same objects one?"""
    expected = (*record.guards, *record.assumed)
    values = [transform.fetch(path) for path, _ in expected]
    if any(fingerprint(value) != text for value, (_, text) in zip(values, expected)):
        return False
    return tuple(same(list(objects(dict(zip([path for path, _ in expected], values)))))) == record.same


def objects(found: dict[Path, Any]) -> Iterator[Any]:
    """The objects at the paths of guards; where only the class of one is guarded, itself."""
    for path, value in found.items():
        if path.steps and path.steps[-1] == ("attribute", "__class__"):
            yield transform.fetch(Path(path.root, path.steps[:-1]))
        elif not is_plain(value) and not isinstance(value, types.MethodType):
            yield value


def fits(record: Record) -> bool:
    """Do the outside arrays have the types that the executable was made for?"""
    arrays = [transform.fetch(path) for path in record.used]
    if not all(is_array(a) and not isinstance(a, (np.ma.MaskedArray, np.matrix)) for a in arrays):
        return False
    return all(tuple(a.shape) == p.shape and canonical(a.dtype) == p.dtype for a, p in zip(arrays, record.parameters))


def _blobs(key: str | None) -> list[bytes]:
    payload = runtime.default_store().get(key) if key else None
    try:
        return pickle.loads(payload) if payload else []
    except Exception:
        return []


def keep(key: str | None, record: Record, known: dict[Any, Any], reading: Reading | None = None) -> None:
    """Write a record; nothing where it refers to objects that other processes can't find."""
    store = runtime.default_store()
    if key is None or store.folder is None:
        return
    places = Places(known)
    if reading is not None:
        places.note_all({**reading.guards, **reading.assumed})
        if not all(is_own(f) or places.knows(f) and is_current(f.__code__) for f in reading.functions):
            return
    blob = _places.written(record, places)
    if blob is not None:
        store.put(key, pickle.dumps([blob, *_blobs(key)[:KEPT - 1]]))


def noted(reading: Reading) -> dict[str, Any]:
    """What a record says of the outside. Raises Unstable."""
    guards, assumed = ([(path, fingerprint(value)) for path, value in found.items()]
                       for found in (reading.guards, reading.assumed))
    one = tuple(same(list(objects({**reading.guards, **reading.assumed}))))
    return {"guards": guards, "assumed": tuple(assumed), "same": one}


# -- functions that were read ----------------------------------------------------------------------------------------

def is_own(function: types.FunctionType) -> bool:
    """Is it code of recto?"""
    return function.__globals__.get("__name__", "").startswith("recto.")


def is_current(code: types.CodeType) -> bool:
    """Is the source that is read what this code was made from? (A file may be edited after it was imported.)"""
    return code_fingerprint(code) in _codes_in(tuple(linecache.getlines(code.co_filename)), code.co_filename)


@functools.lru_cache(64)
def _codes_in(lines: tuple[str, ...], filename: str) -> frozenset[str]:
    """Fingerprints of all code in a file."""
    try:
        codes = [compile("".join(lines), filename, "exec", dont_inherit=True)]
    except (SyntaxError, ValueError):
        return frozenset()
    for code in codes:
        codes += [c for c in code.co_consts if isinstance(c, types.CodeType)]
    return frozenset(map(code_fingerprint, codes))
