"""May-alias analysis of arrays: two root arrays that may share memory are each other's `may_aliases`.

An array that comes out of joining two paths may alias the arrays of both, and all that those may alias. A
write invalidates the arrays that may alias the written one (`Interpreter.overwrite`); a relation that is
added later detects this by the version, which `watch` remembers. If one of these is read, the function is read again
with a number for each memory: a write changes the array with the same number then, as it is known while running.
(Alias pairs, flow-sensitive: compare Choi, Burke and Carini, "Efficient flow-sensitive interprocedural
computation of pointer-induced aliases and side effects", 1993.)

    z = x if s > 0 else y               z = np.where(s > 0, x, y); of_z = 1 if s > 0 else 2
    z[0] = 1.0                    ⇒     z[0] = 1.0; x = np.where(of_z == 1, z, x); y = np.where(of_z == 2, z, y)
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.dtypes import canonical
from ...core.errors import CompileError, Span
from ...ir.builder import Builder, Sym, broadcast_to
from ...ir.evaluate import evaluate
from ...ir.program import Type
from ...primitives import select
from .trail import ALIASES, CONTENT, Trail
from .values import Array, Poison

if TYPE_CHECKING:
    from ..interpreter import Interpreter


def arrays_may_alias(a: Any, b: Any) -> bool:
    """Whether two arrays may share memory."""
    if not isinstance(a, Array) or not isinstance(b, Array):
        return False
    a, b = a.root, b.root
    return a is b or any(s is b for s in a.may_aliases) or any(s is a for s in b.may_aliases)


def add_may_alias(a: Array, b: Array) -> None:
    """Two new arrays may be the same memory."""
    if a is not b and not arrays_may_alias(a, b):
        a.may_aliases += (b,)
        b.may_aliases += (a,)


def may_be(trail: Trail, array: Array, other: Array) -> None:
    """A new array may share memory with one that there is."""
    array.may_aliases = tuple(
        {id(r): r for r in (*array.may_aliases, other.root, *other.root.may_aliases)}.values()
    )
    array.which = None
    consistent(trail, [array])


def number_array(interp: Interpreter, array: Array) -> Array:
    """A new array, whose memory gets the next number."""
    array.which = interp.binary("Add", interp.registers["memory"], 1)
    interp.trail.write(interp.registers, "memory", array.which)
    return array


def write_beside(interp: Interpreter, other: Array, array: Array, new: Sym) -> None:
    """The content of an array behind a write to one that it may be: by the numbers of their memories, if
    these are followed. Else it can't be read any more."""
    interp.trail.touch(other, CONTENT)
    if other.which is None or array.which is None or not isinstance(other.sym, Sym):
        other.sym = Poison(
            "this array may share memory with another one that was written",
            f"copy one of them with .copy() (the write is at {interp.span})",
            interp.span,
            aliases=True,
        )
        return
    builder = interp.builder
    if other.type != array.type:  # so they are two
        return
    if isinstance(other.which, Sym) or isinstance(array.which, Sym):
        same = builder.lift(interp.sym(other.which)) == interp.sym(array.which)
        whole = broadcast_to(same, other.type.shape)
        other.sym = select(whole, builder.lift(new), builder.lift(other.sym))
    elif other.which == array.which:
        other.sym = new


@contextlib.contextmanager
def without_number(interp: Interpreter) -> Iterator[None]:
    """Read without numbers of memories: an array made inside is not seen outside, or has a number."""
    follows, interp.follows = interp.follows, False
    try:
        yield
    finally:
        interp.follows = follows


@contextlib.contextmanager
def numbered_apart(interp: Interpreter, given: Iterable[Any]) -> Iterator[None]:
    """A function is read into a Program of its own: the arrays that it is given and those that it makes have numbers
    that none outside has. (The numbers of 32 bits are too few for that.)"""
    if not interp.follows or canonical(np.int64).itemsize < 8:
        with without_number(interp):
            yield
        return
    before, start = interp.registers["memory"], interp.trail.serial << 32
    for k, array in enumerate(a for a in given if isinstance(a, Array)):
        array.which = start - 1 - k
    interp.registers["memory"] = start
    try:
        yield
    finally:
        interp.registers["memory"] = before


def is_stale(root: Array, version_of: Callable[[Array], int]) -> bool:
    """Whether one of the arrays that it may be was written since both were last consistent. (Not where their
    memories have numbers: it is written with them.)"""
    return any(
        version_of(other) != version and (root.which is None or other.which is None)
        for other, version in root.watch
    )


def written_since(span: Span | None) -> Poison:
    return Poison(
        "this array may share memory with another one that was written since",
        "copy it with .copy() where it is assigned",
        span,
        aliases=True,
    )


def consistent(trail: Trail, arrays: Iterable[Array]) -> None:
    """Joined arrays hold what the memory does that they may be: only writes from here on count, on either side."""
    for array in arrays:
        array.watch = tuple((s, s.version) for s in array.may_aliases)
        for other in array.may_aliases:
            if not any(s is array for s in other.may_aliases):
                trail.touch(other, ALIASES)
                other.may_aliases += (array,)
                other.watch += ((array, array.version),)


# -- np.shares_memory ------------------------------------------------------------------------------------------


def overlap(name: str) -> Callable:
    """np.shares_memory, and np.may_share_memory, which compares the first and the last element only."""

    def answer(interp: Interpreter, a: Any, b: Any, max_work: Any = None) -> bool:
        a, b = (interp.settled(v) for v in (a, b))
        if not isinstance(a, Array) or not isinstance(b, Array):
            if hasattr(a, "extents") or hasattr(b, "extents"):
                raise CompileError(f"np.{name}: not supported for a slice of computed length")
            return False  # numbers and lists have no memory of NumPy's
        if not arrays_may_alias(a, b):
            return False
        one, other = places_in_root(interp, a), places_in_root(interp, b)
        if one is None or other is None or a.root is not b.root:
            raise CompileError(f"the result of np.{name} depends on data", "copy one of the arrays: x.copy()")
        if not one.size or not other.size:
            return False
        if name == "may_share_memory":
            return bool(one.min() <= other.max() and other.min() <= one.max())
        return bool(np.isin(one, other).any())

    return answer


def places_in_root(interp: Interpreter, array: Array) -> np.ndarray | None:
    """The place in the memory of each element of a view; None if it is not known."""
    root, lenses = array.root, []
    if array.dtype != root.dtype:
        return None
    while array.base is not None:
        lenses.append(array.lens)
        array = array.base
    builder = Builder(interp.builder)
    found = builder.parameter(Type(np.dtype(np.int64), root.shape), "places")
    for lens in reversed(lenses):
        found = lens.get(found)
    if builder.captured:
        return None
    program = builder.finish([found], "places")
    return evaluate(program, np.arange(root.size).reshape(root.shape))[0]
