"""May-alias analysis of arrays: two root arrays that may share memory are each other's `shadows`.

An array that comes out of joining two paths may alias the arrays of both, and all that those may alias. A
write invalidates the arrays that may alias the written one (`Interpreter.overwrite`); a relation that is
added later detects this by the version, which `watch` remembers.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ...core.errors import Span
from .trail import ALIASES, Trail
from .values import Array, Poison

if TYPE_CHECKING:
    from ..interpreter import Interpreter


def arrays_may_alias(a: Any, b: Any) -> bool:
    """May two arrays share memory?"""
    if not isinstance(a, Array) or not isinstance(b, Array):
        return False
    a, b = a.root, b.root
    return a is b or any(s is b for s in a.shadows) or any(s is a for s in b.shadows)


def add_may_alias(a: Array, b: Array) -> None:
    """Two new arrays may be the same memory."""
    if a is not b and not arrays_may_alias(a, b):
        a.shadows += (b,)
        b.shadows += (a,)


def may_be(trail: Trail, array: Array, other: Array) -> None:
    """A new array may share memory with one that there is."""
    array.shadows = tuple({id(r): r for r in (*array.shadows, other.root, *other.root.shadows)}.values())
    array.which = None
    consistent(trail, [array])


def number_array(interp: Interpreter, array: Array) -> Array:
    """A new array, whose memory gets the next number."""
    array.which = interp.binary("Add", interp.registers["memory"], 1)
    interp.trail.write(interp.registers, "memory", array.which)
    return array


@contextlib.contextmanager
def without_number(interp: Interpreter) -> Iterator[None]:
    """What is made inside is not seen outside, or is an array that has a number."""
    follows, interp.follows = interp.follows, False
    try:
        yield
    finally:
        interp.follows = follows


def written_since(span: Span | None) -> Poison:
    return Poison(
        "this array may share memory with another one that was written since",
        "copy it with .copy() where it gets its name",
        span,
    )


def consistent(trail: Trail, arrays: Iterable[Array]) -> None:
    """Joined arrays hold what the memory does that they may be: only writes from here on count, on either side."""
    for array in arrays:
        array.watch = tuple((s, s.version) for s in array.shadows)
        for other in array.shadows:
            if not any(s is array for s in other.shadows):
                trail.touch(other, ALIASES)
                other.shadows += (array,)
                other.watch += ((array, array.version),)
