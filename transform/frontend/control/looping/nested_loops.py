"""Loop nests: a loop over several axes becomes nested loops.

    for i, j in itertools.product(range(a), range(b)):  body
    =>  for i in range(a):  for j in range(b):  body

So `np.ndindex`, `np.ndenumerate`, and two or three items at once of `itertools.combinations`. The iterables are
evaluated once, before the loops. A body with a `break` stays in one loop.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from ....core.source import stored_names
from ....ir.builder import Sym
from ...expressions.iterables import counted_length, counted_range, iterate
from ...frame import Frame
from ...interpreter import Interpreter
from ...lists.growing import is_growing
from ...state.values import Array, Counted

FEW = 16  # rounds that are unrolled as before, where indices have to be known
ARRAY, RANGE, LENGTH = ".array", ".range", ".length"


def called_with(interp: Interpreter, frame: Frame, call: Any) -> tuple[Any, list] | None:
    """The function of this module that a loop calls, and its arguments; None if it is another one."""
    if (
        not isinstance(call, gast.Call)
        or call.keywords
        or any(isinstance(a, gast.Starred) for a in call.args)
        or not isinstance(call.func, (gast.Name, gast.Attribute))
    ):
        return None
    function = interp.evaluate(frame, call.func)
    if not any(function is known for known in AXES):
        return None
    return function, [interp.read(interp.evaluate(frame, a)) for a in call.args]


def as_nested_loops(
    interp: Interpreter, frame: Frame, node: gast.For, function: Any, args: list
) -> gast.For | None:
    """The loops inside each other; None where that is not another way to write it."""
    axes, only = AXES[function](interp, args), function is np.ndenumerate
    if axes is None or len(axes) < (1 if only else 2) or interp.failed:
        return None
    lengths = [counted_length(interp, axis) for axis in axes]
    known = all(isinstance(n, int) for n in lengths)
    if not only and known and (0 in lengths or np.prod(lengths) <= FEW):
        return None
    of_items = function is itertools.combinations and not isinstance(args[0], (range, Counted))
    loops = loops_of(node, len(axes), known, function, of_items)
    values = {
        ARRAY: copy_of_items(interp, args[0]) if of_items else args[0],
        RANGE: range,
        LENGTH: lengths[0],
    } | {axis_name(k): axis for k, axis in enumerate(axes)}
    frame.local = frame.local | frozenset([*values, *map(index_name, range(len(axes)))])
    for name, value in values.items():
        interp.trail.write(frame, name, value)
    return loops


def sizes_of_index(interp: Interpreter, args: list) -> list[Counted] | None:
    sizes = args[0] if len(args) == 1 and isinstance(args[0], tuple) else args
    whole = all(isinstance(n, int) or isinstance(n, Sym) and n.dtype.kind in "iu" for n in sizes)
    return [counted_range(interp, 0, n, 1) for n in sizes] if whole else None


def sizes_of_array(interp: Interpreter, args: list) -> list[Counted] | None:
    one = len(args) == 1 and isinstance(args[0], Array)
    return [counted_range(interp, 0, n, 1) for n in args[0].shape] if one else None


def ranges(interp: Interpreter, args: list) -> list[Counted] | None:
    found = [iterate(interp, v) for v in args if isinstance(v, (range, Counted))]
    return found if len(found) == len(args) and all(r.bounds is not None for r in found) else None


def combined(interp: Interpreter, args: list) -> list[Counted] | None:
    """Two or three numbers of a range that counts from 0, or items of an array or of a list that is one array."""
    if len(args) != 2 or not isinstance(args[1], int) or args[1] not in (2, 3):
        return None
    if isinstance(args[0], Array) and args[0].ndim or is_growing(args[0]):
        return [counted_range(interp, 0, interp.call(len, [args[0]], {}), 1)] * args[1]
    found = ranges(interp, args[:1])
    return found * args[1] if found and found[0].bounds[::2] == (0, 1) else None


def copy_of_items(interp: Interpreter, items: Any) -> Any:
    """The items before the loop, which may write them."""
    if isinstance(items, Array):
        return interp.call_host(np.copy, [items], {}) if items.ndim == 1 else items
    return interp.call(list, [items], {})


AXES: dict[
    Any, Callable[[Interpreter, list], list[Counted] | None]
] = {  # what each of the loops goes through
    np.ndindex: sizes_of_index,
    np.ndenumerate: sizes_of_array,
    itertools.product: ranges,
    itertools.combinations: combined,
}


def axis_name(k: int) -> str:
    return f".axis{k}"


def index_name(k: int) -> str:
    return f".index{k}"


@functools.lru_cache(256)
def loops_of(node: gast.For, count: int, known: bool, function: Any, of_items: bool) -> gast.For:
    """The syntax of the loops. The user's names are theirs where every loop surely runs. `of_items`: the target takes
    items at the indices, not the indices."""
    with_items, combines = function is np.ndenumerate, function is itertools.combinations
    place = lambda new: gast.copy_location(new, node.target)
    name = lambda text, ctx=gast.Load: place(gast.Name(text, ctx(), None, None))
    own = _own_names(node, count) if known and not (with_items or combines) else None
    names = own or [index_name(k) for k in range(count)]
    index = place(gast.Tuple([name(text) for text in names], gast.Load()))
    body = node.body
    if own is None:
        item = place(gast.Subscript(name(ARRAY), index, gast.Load()))
        value = place(gast.Tuple([index, item], gast.Load())) if with_items else index
        if of_items:
            each = [place(gast.Subscript(name(ARRAY), name(text), gast.Load())) for text in names]
            value = place(gast.Tuple(each, gast.Load()))
        body = [gast.copy_location(gast.Assign([node.target], value, None), node.target), *node.body]
    for k in reversed(range(count)):
        items = name(axis_name(k))
        if combines and k:
            after = place(gast.BinOp(name(names[k - 1]), gast.Add(), place(gast.Constant(1, None))))
            items = place(gast.Call(name(RANGE), [after, name(LENGTH)], []))
        loop = gast.For(name(names[k], gast.Store), items, body, node.orelse if k == 0 else [], None)
        body = [gast.copy_location(loop, node)]
    return body[0]


def _own_names(node: gast.For, count: int) -> list[str] | None:
    """The names that the user gives to the indices, if nothing else in the loop does."""
    if not isinstance(node.target, gast.Tuple) or not all(isinstance(t, gast.Name) for t in node.target.elts):
        return None
    names = [t.id for t in node.target.elts]
    apart = len(set(names)) == count == len(names) and not set(names) & stored_names(tuple(node.body))
    return names if apart else None
