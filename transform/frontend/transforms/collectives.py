"""Collectives (psum …) called inside compiled code: the axis name must be bound by an enclosing vmap or pmap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...ir.builder import TABLE, Sym
from ...passes.vectorize.collectives import collect
from ..interpreter import Interpreter
from .leaf_trees import build_value, take


def size_of(interp: Interpreter, name: Any) -> int:
    name = interp.static(name, "an axis name")
    if name not in interp.axes:
        known = ", ".join(map(repr, interp.axes)) or "none"
        raise CompileError(
            f"NameError: the axis name {name!r} is not bound (bound here: {known})",
            f"call the function by vmap(…, axis_name={name!r})",
        )
    return interp.axes[name]


def over_leaves(interp: Interpreter, tree: Any, apply: Callable[[Sym], Sym]) -> Any:
    leaves: list = []
    structure = take(interp, tree, leaves)

    def leaf(found: Any) -> Any:
        value = interp.builder.lift(apply(interp.sym(leaves[found.number])))
        return value if found.scalar and not value.shape else interp.array(value)

    return build_value(interp, structure, leaf)


def collective_by_name(interp: Interpreter, kind: str, tree: Any, axis_name: Any, **params: Any) -> Any:
    """A collective along one axis, or along several one after the other."""
    interp.ruled = True
    for name in axis_name if isinstance(axis_name, (list, tuple)) else (axis_name,):
        size = size_of(interp, name)
        tree = over_leaves(
            interp, tree, lambda x: collect(interp.builder, kind, [x], name=name, size=size, **params)
        )
    return tree


def psum(interp: Interpreter, x: Any, axis_name: Any) -> Any:
    if isinstance(x, int) and not isinstance(x, bool):  # psum(1, name): how many there are
        sizes = [
            size_of(interp, n) for n in (axis_name if isinstance(axis_name, (list, tuple)) else (axis_name,))
        ]
        return x * int(np.prod(sizes))
    return collective_by_name(interp, "psum", x, axis_name)


def pmean(interp: Interpreter, x: Any, axis_name: Any) -> Any:
    names = axis_name if isinstance(axis_name, (list, tuple)) else (axis_name,)
    count = int(np.prod([size_of(interp, n) for n in names]))
    total = collective_by_name(interp, "psum", x, axis_name)
    return over_leaves(interp, total, lambda v: v / float(count))


def pmax(interp: Interpreter, x: Any, axis_name: Any) -> Any:
    return collective_by_name(interp, "pmax", x, axis_name)


def pmin(interp: Interpreter, x: Any, axis_name: Any) -> Any:
    return collective_by_name(interp, "pmin", x, axis_name)


def all_gather(interp: Interpreter, x: Any, axis_name: Any, axis: int = 0, tiled: bool = False) -> Any:
    axis = interp.static(axis, "axis")
    size = size_of(interp, axis_name)

    def gathered(v: Sym) -> Sym:
        place = axis % (v.ndim + (not tiled))
        whole = collect(interp.builder, "all_gather", [v], name=axis_name, size=size, axis=place)
        if not tiled:
            return whole
        shape = tuple(n * size if k == place else n for k, n in enumerate(v.shape))
        return TABLE["reshape"](whole, shape=shape)

    interp.ruled = True
    return over_leaves(interp, x, gathered)


def psum_scatter(
    interp: Interpreter, x: Any, axis_name: Any, scatter_dimension: int = 0, tiled: bool = False
) -> Any:
    """Everybody sends each part to the member that it is for, and sums what arrives."""
    size, place = size_of(interp, axis_name), interp.static(scatter_dimension, "scatter_dimension")
    tiled = interp.static(tiled, "tiled")

    def scattered(v: Sym) -> Sym:
        axis = place % v.ndim
        parts = v.shape[axis] // size
        if v.shape[axis] != (parts if tiled else 1) * size:
            raise CompileError(
                f"psum_scatter: axis {axis} of {v.type} can't be divided among the {size} members "
                f"of {axis_name!r}"
            )
        if tiled:
            v = TABLE["reshape"](v, shape=(*v.shape[:axis], size, parts, *v.shape[axis + 1 :]))
        arrived = collect(interp.builder, "all_to_all", [v], name=axis_name, size=size, split=axis, concat=0)
        return TABLE["reduce_sum"](arrived, axes=(0,))

    interp.ruled = True
    return over_leaves(interp, x, scattered)


def all_to_all(interp: Interpreter, x: Any, axis_name: Any, split_axis: int, concat_axis: int) -> Any:
    return collective_by_name(
        interp,
        "all_to_all",
        x,
        axis_name,
        split=interp.static(split_axis, "split_axis"),
        concat=interp.static(concat_axis, "concat_axis"),
    )


def ppermute(interp: Interpreter, x: Any, axis_name: Any, perm: Any) -> Any:
    pairs = tuple(
        tuple(interp.static(k, "perm") for k in interp.known_items(pair, "perm"))
        for pair in interp.known_items(perm, "perm")
    )
    size = size_of(interp, axis_name)
    targets = [d for _, d in pairs]
    if len(set(targets)) < len(targets) or any(not 0 <= k < size for pair in pairs for k in pair):
        raise CompileError(
            f"perm {list(pairs)} is no permutation of (part of) {size} places", kind=ValueError
        )
    return collective_by_name(interp, "ppermute", x, axis_name, perm=pairs)


def axis_index(interp: Interpreter, axis_name: Any) -> Any:
    interp.ruled = True
    return collect(interp.builder, "axis_index", [], name=axis_name, size=size_of(interp, axis_name))


def axis_size(interp: Interpreter, axis_name: Any) -> int:
    return size_of(interp, axis_name)
