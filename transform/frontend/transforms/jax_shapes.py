"""`jax.eval_shape` in compiled code: a function is read, and what it did is undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import canonical
from ...ir.builder import Builder, Sym
from ...ir.program import Type
from ..control.branches import travel
from ..interpreter import Interpreter
from ..state.values import Array, Instance
from .jax_trees import take
from .leaf_trees import put
from .tree_functions import ordered


def eval_shape(
    interp: Interpreter, cls: type, fun: Any, args: Any, kwargs: Any, arrays_only: bool = False
) -> Any:
    """The shapes and dtypes of what fun(*args, **kwargs) returns, as objects of a class. `arrays_only`: what is no
    array stays as it is."""
    builder = Builder(interp.builder)

    def given(value: Any) -> Any:
        """The arguments, with parameters in the places of structs and arrays."""
        leaves: list = []
        tree = take(interp, value, leaves)
        return put(interp, tree, lambda leaf: stand_in(interp, builder, cls, leaves[leaf.number]))

    def step() -> tuple:
        result = interp.call(fun, [given(a) for a in args], {k: given(v) for k, v in kwargs.items()})
        found: list = []
        tree = take(interp, result, found)
        return tree, [
            type_of(interp, cls, leaf) if is_array(leaf, cls, arrays_only) else leaf for leaf in found
        ]

    tree, types = travel(interp, step, builder).value
    made = [struct(interp, cls, t) if isinstance(t, Type) else t for t in types]
    assert len(ordered(tree)) == len(made)
    return put(interp, tree, lambda leaf: made[leaf.number])


def struct(interp: Interpreter, cls: type, type: Type) -> Instance:
    return interp.trail.birth(Instance(cls, {"shape": type.shape, "dtype": type.dtype}))


def is_array(leaf: Any, cls: type, arrays_only: bool) -> bool:
    """Has a leaf a shape and a dtype? Python's numbers have them in JAX's eval_shape."""
    if isinstance(leaf, Instance):
        return leaf.cls is cls
    return (
        isinstance(leaf, (Sym, Array))
        or not arrays_only
        and isinstance(leaf, (int, float, complex, np.generic))
    )


def stand_in(interp: Interpreter, builder: Builder, cls: type, leaf: Any) -> Any:
    if isinstance(leaf, Instance) and leaf.cls is cls:
        kind = Type(canonical(leaf.attributes["dtype"]), tuple(leaf.attributes["shape"]))
    elif isinstance(leaf, (Sym, Array)) and not (isinstance(leaf, Sym) and leaf.is_const):
        kind = leaf.type
    else:
        return leaf
    made = builder.parameter(kind)
    return interp.trail.birth(Array(made)) if kind.shape or isinstance(leaf, Array) else made


def type_of(interp: Interpreter, cls: type, leaf: Any) -> Type:
    if isinstance(leaf, Instance) and leaf.cls is cls:
        return Type(leaf.attributes["dtype"], leaf.attributes["shape"])
    return interp.sym(leaf).type if isinstance(leaf, (Sym, int, float, complex, np.generic)) else leaf.type


RULES: dict[str, Callable] = {"eval_shape": eval_shape}
