"""The epilogue of a call: build its result from an executable's outputs (structure, written-back arguments,
exceptions).
"""

from __future__ import annotations

import types
import weakref
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from recto import runtime, transform
from recto.runtime import Array, Unfinished, pytree
from recto.transform import (
    AnotherSize,
    CompileError,
    Cut,
    FromHeap,
    Instance,
    Out,
    Outer,
    Path,
    Payload,
    Perhaps,
    Reading,
    Unless,
    Worded,
)

from recto.transform.core.errors import SAYINGS, STREAM

from .arguments import at
from .heaps import Heaps
from .objects import has_apart_keys
from .stores import (
    SKIPPED,
    Stores,
    counted_part,
    cut_on_host,
    homes,
    nested_containers,
    present,
    fill_in_text,
)
from .tree_classes import put_together

NOTHING: Mapping[Path, Any] = types.MappingProxyType({})
PLAIN_CONTAINERS = (list, tuple, dict)
ATOMS = (bool, int, float, complex, str, bytes, np.generic, np.dtype)  # they hold no objects of the user's


class Epilogue:
    """The work behind a call: raise what the program raised, write mutated arguments back, build the result."""

    def __init__(self, reading: Reading):
        self.structure, self.contents, self.behind = reading.structure, reading.contents, reading.behind
        self.places = reading.places
        self.errors, self.payload, self.prints = reading.errors, reading.payload, reading.prints
        self.captures, self.overwritten = reading.captures, reading.overwritten
        self.given = [home.path for home in homes([self.structure, reading.heaps]) if isinstance(home, Outer)]
        self.stores = Stores(reading.stores, reading.met, reading.heaps) if reading.stores else None
        self.heaps = reading.heaps
        self.sized = any(error[0] is AnotherSize for error in reading.errors)

    def __call__(self, results: tuple, args: tuple, kwargs: dict) -> Any:
        if self.sized:
            self.check_sizes(results[self.behind :])
        located = self.stores.located(args, kwargs) if self.stores else ()
        given = {path: transform.fetch(path) for path in self.given} if self.given else NOTHING
        if self.contents or self.overwritten:
            self.write_back(args, kwargs, results)
        heaps = Heaps(self.heaps, lambda part: rebuild(part, results, given, heaps))
        if self.stores:
            self.stores.apply(located, results, heaps)
        if self.errors:
            self.raise_error(results[self.behind :])
        if self.prints:
            results[-1].block_until_ready()
        return rebuild(self.structure, results, given, heaps)

    def write_back(self, args: tuple, kwargs: dict, results: tuple) -> None:
        targets = [
            *[at(args, kwargs, place) for place in self.places],
            *[transform.fetch(path) for path, _ in self.overwritten],
        ]
        if any([isinstance(t, np.ndarray) and t.flags.writeable and overlaps_itself(t) for t in targets]):
            raise CompileError(
                "an array that the function writes has elements that share memory", "pass a copy of it"
            )
        for target in targets:
            if not isinstance(target, (np.ndarray, Array)):
                raise CompileError(
                    f"the function writes into an argument of class {type(target).__name__}",
                    "pass an array: np.asarray(x)",
                )
        if len(args) != 1 or args[0] is not targets[0] or kwargs or self.captures:
            check_apart(targets, args, kwargs, [transform.fetch(path) for path in self.captures])
        contents = [*self.contents, *[number for _, number in self.overwritten]]
        for target, result in zip(targets, [results[k] for k in contents], strict=True):
            if isinstance(target, np.ndarray):
                runtime.write_back(target, result.buf)
            else:
                target.become(result)

    def check_sizes(self, results: tuple) -> None:
        """Another size than the program is for ends the call before anything is changed."""
        code = int(np.asarray(results[0]))
        if code and self.errors[code - 1][0] is AnotherSize:
            try:
                self.raise_error(results)
            except AnotherSize as error:
                drawn = [v for r, v in zip(self.payload, results[1:]) if r[0] == STREAM]
                error.streams = [int(np.asarray(handle)) for handle in drawn]
                said = [v for r, v in zip(self.payload, results[1:]) if r == SAYINGS]
                error.said = int(np.asarray(said[0])) if said else 0
                lists = [a for cls, a, _ in self.errors if cls is AnotherSize and isinstance(a, tuple)]
                error.beside = frozenset([key for key, size in lists if size == error.size])
                raise

    def raise_error(self, results: tuple) -> None:
        code = int(np.asarray(results[0]))
        if not code:
            return
        exception, arguments, span = self.errors[code - 1]
        if isinstance(arguments, Payload):
            error = arguments.raised(exception, dict(zip(self.payload, map(np.asarray, results[1:]))))
        else:
            error = exception(*arguments)
        if span is not None:
            error.add_note(span.excerpt())
        raise error


def check_apart(targets: list, args: tuple, kwargs: dict, captured: list) -> None:
    """Refuse a call where a written array shares memory with another: the program is for arrays apart.

    Nothing has been written yet. `captured` are the outside arrays that the function reads.
    """
    given = pytree.leaves((args, kwargs), is_leaf=lambda x: isinstance(x, dict) and has_apart_keys(x))
    arrays = [x for x in (*given, *captured) if isinstance(x, (np.ndarray, Array))]
    if len(arrays) < 2:
        return
    for target in targets:
        if sum([overlap(target, other) for other in arrays]) > 1:
            raise CompileError(
                "an array that the function writes shares memory with another argument",
                "pass a copy of one of them",
            )


def overlaps_itself(x: np.ndarray) -> bool:
    """Whether two elements of an array may be the same memory. (as_strided, broadcast_to)"""
    if x.flags.c_contiguous or x.size <= 1:
        return False
    axes = sorted((abs(stride), size) for stride, size in zip(x.strides, x.shape) if size > 1)
    reach = x.itemsize
    for stride, size in axes:
        if stride < reach:
            return True
        reach = stride * (size - 1) + reach
    return False


def overlap(x: Any, y: Any) -> bool:
    if x is y or not (isinstance(x, np.ndarray) and isinstance(y, np.ndarray)):
        return x is y
    try:
        return np.may_share_memory(x, y) and np.shares_memory(x, y, max_work=10_000)
    except np.exceptions.TooHardError:
        return True


def heaps_of(reading: Reading, results: Sequence) -> Heaps:
    """The objects in heaps that a call returns."""
    heaps = Heaps(reading.heaps, lambda part: rebuild(part, results, NOTHING, heaps))
    return heaps


def result_of(reading: Reading, results: Sequence, heaps: Heaps | None = None) -> Any:
    """The result of a call, from the results of the program and the objects that it has stored."""
    return rebuild(reading.structure, results, NOTHING, heaps or heaps_of(reading, results))


def rebuild(
    structure: Any, results: Sequence, given: Mapping[Path, Any] = NOTHING, heaps: Heaps | None = None
) -> Any:
    """The result with its arrays put in, the caller's own objects (`given`), and those of heaps."""
    if type(structure) is Out:
        return results[structure.number]
    inside = lambda part: rebuild(part, results, given, heaps)
    match structure:
        case Outer():
            return given[structure.path]
        case Cut():
            return cut(structure, results)
        case Worded():
            return fill_in_text(structure, results)
        case Unless():
            return inside(structure.value if results[structure.flag.number] else structure.otherwise)
        case dict():
            return present({k: inside(v) for k, v in structure.items()})
        case list() | tuple():
            items = [inside(v) for v in structure]
            return type(structure)(*items) if hasattr(structure, "_fields") else type(structure)(items)
        case Instance():
            return put_together(
                structure.cls, present({k: inside(v) for k, v in structure.attributes.items()})
            )
        case FromHeap() if heaps is not None:
            return heaps.pick(structure)
        case Perhaps():
            return inside(structure.value) if results[structure.flag.number] else SKIPPED
        case set():  # the user may change it
            return set(structure)
    return structure


def cut(structure: Cut, results: list) -> Any:
    """A result of computed length: as much of it as counts."""
    if structure.stored:
        return cut_on_host(structure, results)
    part = counted_part(structure, results)
    if not structure.listed:
        return runtime.asarray(part)
    kinds = (list, *structure.kinds)
    if part.ndim != len(kinds):
        return nested_containers(part, kinds, runtime.asarray)
    items = iter(runtime.scalars(part))
    return nested_containers(part, kinds, lambda _: next(items))


def is_simple(structure: Any) -> bool:
    """Whether C++ can build this result: containers of arrays and constants, dict keys in sorted order."""
    match structure:
        case Out():
            return True
        case dict():
            return in_order(structure) and all(map(is_simple, structure.values()))
        case list() | tuple():
            return all(map(is_simple, structure))
        case Instance() | Cut() | Unless() | Perhaps() | Outer() | Worded() | FromHeap():
            return False
    return structure is None or isinstance(structure, ATOMS)


def in_order(keys: Iterable) -> bool:
    """Whether the keys are sorted already, as C++ sorts them. Keys of several types can't be compared."""
    try:
        return list(keys) == sorted(keys)
    except TypeError:
        return False


def is_plain(reading: Reading) -> bool:
    """Whether there is nothing to do on the host behind a call."""
    busy = reading.mutated or reading.errors or reading.prints or reading.changes_outside
    return not busy and is_simple(reading.structure)


class Finish:
    """A reference to the epilogue of a result, kept in its tree. C++ keeps the tree, and no garbage is found
    through that: so it does not keep the epilogue, which knows the user's function.
    """

    def __init__(self, epilogue: Epilogue):
        self.epilogue = weakref.ref(epilogue)

    def __call__(self, results: tuple, args: tuple, kwargs: dict) -> Any:
        return self.epilogue()(results, args, kwargs)


def described_results(reading: Reading) -> Any:
    """The result's tree as the disk cache keeps it: the user's own, or one that is finished on the host."""
    return (
        pytree.describe(pytree.structure(with_leaves(reading.structure)))
        if is_plain(reading)
        else Epilogue(reading)
    )


def structure_of(described: Any, count: int) -> Any:
    """The tree that C++ unflattens the results into. An epilogue has to be kept as long as the tree is used."""
    if isinstance(described, Epilogue):
        return pytree.structure(Unfinished(Finish(described), [0] * count))
    return pytree.rebuild(described)


def with_leaves(structure: Any) -> Any:
    match structure:
        case Out() | None:
            return 0 if structure is not None else None
        case dict():
            return {k: with_leaves(v) for k, v in structure.items()}
        case list() | tuple():
            items = [with_leaves(v) for v in structure]
            return type(structure)(*items) if hasattr(structure, "_fields") else type(structure)(items)
    return pytree.Constant(structure)
