"""The disk cache of calls: maps a function's code and a call's types to an executable, without reading any source.

An entry is found by the code of the function and the types and static values of the call. It lists what was read from
outside (helpers, globals, closure cells, attributes) with fingerprints, and holds the executable; it is used only if
all of those are the same now. Several entries may share a key (other values of a global): they are kept as a list.

A record is JSON (`encoding.py`), followed by the executable. Reading one makes the values of a table of forms and
follows paths through what is stored (`path_lookup.py`): it imports, calls and runs nothing that a file could choose.
The executable is machine code, for which the folder's owner answers (runtime/compilation/ownership.py).
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import os
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from recto import runtime, transform
from recto.transform import Argument, Instance, Path, Reading, Slot
from recto.transform.core.dtypes import canonical

from .._convention.arguments import is_array
from . import object_paths as _places
from .encoding import ROOTS, Unwritable
from .fingerprints import NAMED, Unstable, fingerprint, is_plain
from .object_paths import Places, Reader, Writer, references, same
from .validation import is_sound

__all__ = ["Record", "call_key", "find", "keep", "note_outside", "references"]

KEPT = 4  # entries under one key
STATIC = (str, bytes, int, float, complex, slice, frozenset, types.MethodType, functools.partial, *NAMED)


@dataclasses.dataclass
class Record:
    """The record of one signature. `static` and `frozen`: places that had to become static; then there is no
    executable."""

    guards: list[tuple[Path, str]]
    captures: list[Path]
    static: frozenset = frozenset()
    frozen: frozenset = frozenset()
    executable: bytes = b""
    parameters: tuple = ()
    used: tuple = ()  # captured paths that this signature uses
    results: tuple = ()
    structure: Any = None  # described tree, or an Epilogue
    count: int = 0
    donated: tuple = ()
    same: tuple = ()  # which of the objects that the guards find are one
    ordered: bool = False
    fields_alone: bool = False


# -- keys ------------------------------------------------------------------------------------------------------------


def describe(value: Any) -> str:
    """The abstract arguments of a call as text: types for leaves, fingerprints for static values."""
    match value:
        case Argument():
            return (
                f"{value.type}{value.type.weak}{value.array}{value.name}{[k.__name__ for k in value.listed]}"
            )
        case dict():
            order = "" if type(value) is dict else "in order"
            return order + "{" + ",".join(f"{fingerprint(k)}:{describe(v)}" for k, v in value.items()) + "}"
        case list() | tuple():
            kind = "" if type(value) in (list, tuple) else fingerprint(type(value))
            return f"{kind}{type(value).__name__}({','.join(map(describe, value))})"
        case Instance():
            return f"{fingerprint(value.cls)}{describe(value.attributes)}"
        case Slot():
            return f"slot:{fingerprint(type(value.value))}"  # what the object holds is guarded part by part
    try:
        return fingerprint(value)
    except Unstable:
        if isinstance(value, STATIC):
            raise
        return f"object:{fingerprint(type(value))}"  # its attributes are guarded one by one


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
        parts = (
            version(),
            fingerprint(function.__wrapped__),
            describe(entered.args),
            describe(entered.kwargs if function.takes_any else dict(sorted(entered.kwargs.items()))),
            repr(options),
            str(sorted(map(str, static))),
            str(transform.settings),
            str(runtime.settings),
            str(runtime.compiles_kernels()),
            str(same([value for _, value in given if not isinstance(value, Instance)])),
        )
    except Unstable:
        return None
    kind = runtime.platform_key(runtime.current_device())
    return "call-" + runtime.executable_key("\0".join(parts), kind)


# -- entries ---------------------------------------------------------------------------------------------------------


def find(key: str | None, known: dict[Any, Any]) -> Record | None:
    """The record under a key whose guards hold now."""
    for blob in _blobs(key):
        try:
            record = read(blob, known)
            if record is not None:
                return record
        except Exception:  # another version's, or it refers to what is no longer there: no match
            continue
    return None


def read(blob: bytes, known: dict[Any, Any]) -> Record | None:
    """A record, if its guards hold; they are read and tested one after the other."""
    header, executable = pieces(blob)
    fields = json.loads(header)
    reader = Reader(fields.pop("objects"), known)
    expected, values = [], {}
    for data in fields.pop("guards"):
        path, text = reader.read(data)
        values[path] = reader.look(path)
        if fingerprint(values[path]) != text:
            return None
        expected.append((path, text))
    record = Record(
        executable=executable, guards=expected, **{name: reader.read(data) for name, data in fields.items()}
    )
    if tuple(same(list(objects(values, reader.look)))) != record.same or not fits(record, reader.look):
        return None
    return record if is_sound(record, known) else None


def objects(values: dict[Path, Any], look: Callable[[Path], Any] = transform.fetch) -> Iterator[Any]:
    """The objects at the paths of guards; where only the class of one is guarded, itself."""
    for path, value in values.items():
        if path.steps and path.steps[-1] == ("attribute", "__class__"):
            yield look(Path(path.root, path.steps[:-1]))
        elif not is_plain(value) and not isinstance(value, (types.MethodType, transform.Snapshot)):
            yield value


def fits(record: Record, look: Callable[[Path], Any]) -> bool:
    """Whether the outside arrays have the types that the executable was made for."""
    arrays = [look(path) for path in record.used]
    if not all(is_array(a) and not is_special(a) for a in arrays):
        return False
    return all(
        tuple(a.shape) == p.shape and canonical(a.dtype) == p.dtype for a, p in zip(arrays, record.parameters)
    )


def is_special(array: Any) -> bool:
    """Whether it is a masked array or a matrix. (numpy.ma takes long to import, and no array is masked
    before.)"""
    return isinstance(array, np.matrix) or "numpy.ma" in sys.modules and isinstance(array, np.ma.MaskedArray)


def keep(key: str | None, record: Record, known: dict[Any, Any], reading: Reading | None = None) -> None:
    """Write a record; nothing where it refers to objects that other processes can't find."""
    store = runtime.default_store()
    if key is None or not store.is_on:
        return
    places = Places(known)
    if reading is not None:
        from recto.transform.core.source import is_exact  # gast: not where an entry is found

        places.note_all(reading.guards)
        if not all(is_own(f) or places.knows(f) and is_exact(f) for f in reading.functions):
            return
        if any(step == "array" for path in reading.captures for step, _ in path.steps):
            return  # to convert another library's arrays would run its code
    blob = write_record(record, places)
    if blob is not None:
        before = [b for b in _blobs(key) if b != blob]
        store.put(key, b"".join(map(with_length, [blob, *before[: KEPT - 1]])))


def write_record(record: Record, places: Places) -> bytes | None:
    """None where the record refers to what other processes can't find."""
    writer = Writer(places)
    fields = {f.name: getattr(record, f.name) for f in dataclasses.fields(record) if f.name != "executable"}
    try:
        guards = [writer.write(v) for v in fields.pop("guards")]
        header = {
            "guards": guards,
            **{name: writer.write(v) for name, v in fields.items()},
            "objects": writer.ways,
        }
        return with_length(json.dumps(header, separators=(",", ":")).encode()) + record.executable
    except (Unwritable, AttributeError, TypeError, ValueError, RecursionError):
        return None


def with_length(content: bytes) -> bytes:
    return len(content).to_bytes(8, "little") + content


def pieces(content: bytes) -> tuple[bytes, bytes]:
    """The content that `with_length` made, and the bytes that follow it. Raises ValueError if that is not all
    there."""
    end = 8 + int.from_bytes(content[:8], "little")
    if not 8 <= end <= len(content):
        raise ValueError("cut off")
    return content[8:end], content[end:]


def _blobs(key: str | None) -> list[bytes]:
    rest, found = runtime.default_store().get(key) if key else None, []
    while rest:
        try:
            blob, rest = pieces(rest)
        except ValueError:
            return []
        found.append(blob)
    return found


def note_outside(reading: Reading) -> dict[str, Any]:
    """The record's notes on outside values. Raises Unstable."""
    if any(path.root[0] not in ROOTS for path in reading.guards):
        raise Unstable("which of several objects are the same")
    guards = [(path, fingerprint(value)) for path, value in reading.guards.items()]
    return {"guards": guards, "same": tuple(same(list(objects(reading.guards))))}


# -- functions that were read ----------------------------------------------------------------------------------------


def is_own(function: types.FunctionType) -> bool:
    """Whether it is code of recto."""
    return function.__globals__.get("__name__", "").startswith("recto.")
