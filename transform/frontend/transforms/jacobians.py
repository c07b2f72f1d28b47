"""Jacobians: the linear functions of forward and reverse mode, batched over the directions of an identity matrix."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.dtypes import is_complex, is_inexact
from ...core.errors import CompileError
from ...ir.builder import TABLE, Sym
from ...ir.program import Call, Type, Var
from ...library.numpy.creation import eye
from ...passes.simplify.inlining import inline
from ...passes.vectorize.batch import batch
from ..interpreter import Interpreter
from .derivatives import (
    Linear,
    Wanted,
    check_input,
    read_differentiated,
    linear_part,
    main_result,
    pullback_part,
    zeros_of,
)
from .leaf_trees import Leaf, leaves_of, build_value
from .subprogram import Subprogram, check_sliced, wrap_leaf


def jacobian(
    interp: Interpreter,
    function: Any,
    args: list,
    kwargs: dict,
    wanted: Wanted,
    has_aux: bool,
    holomorphic: bool,
    reverse: bool,
) -> tuple[Any, tuple]:
    """The Jacobian and what the function gives besides: for every array of the result the tree of the arguments wanted,
    with arrays of shape result.shape + argument.shape."""
    isolated = read_differentiated(interp, function, args, kwargs, "the Jacobian")
    what = "jacrev" if reverse else "jacfwd"
    check_sliced(isolated, what)
    trees = wanted.trees(function, isolated, what)
    numbers = [leaf.number for tree in trees for leaf in leaves_of(tree)]
    for k in numbers:
        check_input(isolated.program.parameters[isolated.shift + k], holomorphic, what)
    main = main_result(isolated, has_aux)
    results = [leaf.number for leaf in leaves_of(main)]
    for k in results:
        check_result(isolated.program.result_types[k], holomorphic, what)
    part = pullback_part if reverse else linear_part
    _, linear, *aux = part(interp, isolated, has_aux, numbers)
    blocks = (by_rows if reverse else by_columns)(interp, isolated, linear, numbers, results)

    def block(out: Leaf) -> Any:
        return wanted.shaped(
            [
                build_value(
                    interp,
                    tree,
                    lambda leaf: wrapped_block(interp, out, leaf, blocks[out.number, leaf.number]),
                    lambda v: None,
                )
                for tree in trees
            ]
        )

    return build_value(interp, main, block, lambda v: None), tuple(aux)


def wrapped_block(interp: Interpreter, out: Leaf, leaf: Leaf, value: Sym) -> Any:
    return wrap_leaf(interp, Leaf(0, out.scalar and leaf.scalar), value)


def check_result(t: Type, holomorphic: bool, what: str) -> None:
    if not is_inexact(t.dtype):
        raise CompileError(
            f"{what} needs floating results, not {t}",
            "has_aux=True allows additional results",
            kind=TypeError,
        )
    if is_complex(t.dtype) != holomorphic:
        raise CompileError(
            f"{what} needs {'complex' if holomorphic else 'real'} results, not {t}",
            "holomorphic=True is for complex functions of complex inputs",
        )


Blocks = dict[tuple[int, int], Sym]


def by_columns(
    interp: Interpreter, isolated: Subprogram, linear: Linear, numbers: Sequence[int], results: Sequence[int]
) -> Blocks:
    """Forward mode: a batch of tangents for each argument."""
    blocks: Blocks = {}
    for number in numbers:
        t = isolated.type_of(number)
        pushed = along(interp, linear, number, t)
        for out in results:
            kind = isolated.program.result_types[out]
            column = pushed.get(out)
            if column is None:
                blocks[out, number] = zeros_of(interp, Type(kind.dtype, (*kind.shape, *t.shape)))
                continue
            axes = (*range(1, 1 + len(kind.shape)), 0)
            turned = TABLE["transpose"](column, axes=axes) if kind.shape else column
            blocks[out, number] = reshape_if_needed(turned, (*kind.shape, *t.shape))
    return blocks


def by_rows(
    interp: Interpreter, isolated: Subprogram, linear: Linear, numbers: Sequence[int], results: Sequence[int]
) -> Blocks:
    """Reverse mode: a batch of cotangents for each result."""
    blocks: Blocks = {}
    for out in results:
        kind = isolated.program.result_types[out]
        pulled = along(interp, linear, out, kind)
        for number in numbers:
            t = isolated.type_of(number)
            row = pulled.get(number)
            shape = (*kind.shape, *t.shape)
            blocks[out, number] = (
                zeros_of(interp, Type(t.dtype, shape)) if row is None else reshape_if_needed(row, shape)
            )
    return blocks


def reshape_if_needed(x: Sym, shape: tuple[int, ...]) -> Sym:
    return x if x.shape == shape else TABLE["reshape"](x, shape=shape)


def along(interp: Interpreter, linear: Linear, number: int, t: Type) -> dict[int, Sym]:
    """The results of a linear function along every direction of one of its arguments, the directions first."""
    b = interp.builder
    size = max(t.size, 1) if not t.shape else t.size
    residuals = [b.lift(x) for x in linear.residuals]
    blank = [zeros_of(interp, linear.types[k]) for k in linear.order]
    wanted = list(linear.order).index(number)
    if size == 1:
        blank[wanted] = b.lift(np.ones(t.shape, t.dtype))
        values = inline(b, linear.program, [*residuals, *blank])
        return {n: reshape_if_needed(values[k], (1, *values[k].shape)) for n, k in linear.given.items()}
    basis = eye(size, dtype=t.dtype, builder=b)
    blank[wanted] = reshape_if_needed(b.lift(basis), (size, *t.shape))
    place = len(residuals) + wanted
    program, found = batch(linear.program, [k == place for k in range(len(residuals) + len(blank))], size)
    instead = functools.partial(other_factor, program.parameters[place])
    values = inline(b, program, [*residuals, *blank], instead=instead)
    return {n: values[k] for n, k in linear.given.items() if found[k]}


def other_factor(basis: Var, call: Call, operands: Sequence[Sym]) -> Sequence[Sym] | None:
    """A product with all directions is the other factor itself: X @ np.eye(n) is X.

    It would be NaN wherever X is not finite in the row.
    """
    if call.primitive.name != "dot" or any(call.param("batch")) or basis not in call.operands:
        return None
    side = call.operands.index(basis)
    summed, axes = call.param("contract")[side], call.param("contract")[1 - side]
    if call.operands[1 - side] == basis or sorted(summed) != list(range(1, len(basis.type.shape))):
        return None
    other, directions = operands[1 - side], [axes[summed.index(k)] for k in sorted(summed)]
    rest = [k for k in range(other.ndim) if k not in axes]
    order = tuple([*directions, *rest] if side == 0 else [*rest, *directions])
    turned = other if order == tuple(range(other.ndim)) else TABLE["transpose"](other, axes=order)
    return [reshape_if_needed(turned, call.outputs[0].type.shape)]
