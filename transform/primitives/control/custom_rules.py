"""Custom derivative rules: primitives that only the derivative passes see.

stop_gradient(x)                    x, a constant for derivatives
labelled(x, name=)                  x, by which policies of checkpoint know it
fence(x)                            x, which no compiler recognises as what it was computed from: values computed again
                                    in a backward sweep stay computed again
ruled_call(*operands, program, rule)    a function of the user with a derivative rule of its own
lanes(p, *operands, branches, levels)   a batched cond: then(*operands) in the lanes where p, else
                                        orelse(*operands); the
                                    branches are programs of one lane; levels[l][k]: has operand k the batch axis l
guard(p, x, y)                      x where p; elsewhere y, which is as good as any other value
collective(x, *, kind, name, size, …)   what the members of a batch that has a name know of each other (psum …)

`strip_custom_rules` and `passes.lanes.expanded` take them (but for `fence`) out of finished programs.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.dtypes import canonical
from ...core.errors import CompileError
from ...ir.builder import TABLE
from ...ir.evaluate import evaluate
from ...ir.primitive import Primitive
from ...ir.program import Call, Program, Type
from .._rules import BOOL, pointwise
from .collectives import lower_collective
from .control_flow import call_types, expect


@dataclasses.dataclass(frozen=True, eq=False)
class JvpRule:
    """program: operands, tangents of the inexact ones -> results, tangents of the inexact ones."""

    program: Program


class LazyJvpRule(JvpRule):
    """A JvpRule whose program is made where it is asked for: it may hold the call with this rule again."""

    make: Callable[[], Program]

    def __init__(self, make: Callable[[], Program]):
        object.__setattr__(self, "make", make)

    @property
    def program(self) -> Program:
        return self.make()


@dataclasses.dataclass(frozen=True, eq=False)
class VjpRule:
    """forward: operands -> results, residuals. backward: residuals, cotangents of the inexact results -> cotangents of
    the inexact operands."""

    forward: Program
    backward: Program


@dataclasses.dataclass(frozen=True, eq=False)
class CotangentRule(VjpRule):
    """The rule of an identity whose backward program edits the cotangent: a block of the user's (cotangents.py)."""

    written: str = "cotangent_of"


@dataclasses.dataclass(frozen=True, eq=False)
class Recompute:
    """The backward sweep computes the function again instead of keeping its values.

    policy: what it keeps nevertheless: "nothing", or parts joined by " or ": "dots" (products of matrices and
    convolutions), "dots without batch", "names a,b", "other names a,b" (values that are named), "results x,y" (of
    calls, by the name of the first one).
    """

    policy: str

    def keeps(self, call: Call) -> bool:
        """Whether the results of a call are kept."""
        return any(map(functools.partial(keeps, call), self.policy.split(" or ")))


def keeps(call: Call, part: str) -> bool:
    match part.rpartition(" "):
        case _, _, "dots":
            return call.primitive.name in ("dot", "conv")
        case "dots without", _, _:
            return call.primitive.name == "dot" and not call.param("batch")[0]
        case ("names" | "other names") as kind, _, names:
            labelled = call.primitive.name == "labelled"
            return labelled and (call.param("name") in names.split(",")) == (kind == "names")
        case "results", _, names:
            return bool(call.outputs) and call.outputs[0].name in names.split(",")
    return False


Rule = JvpRule | VjpRule | Recompute


def has_vjp_only(call: Call) -> bool:
    """Whether a call has no forward mode."""
    return call.primitive is ruled_call and isinstance(call.param("rule"), VjpRule)


def same(x: Type) -> Type:
    return x


def ruled_types(*types: Type, program: Program, rule: Rule) -> tuple[Type, ...]:
    return call_types(*types, program=program)


stop_gradient = Primitive(
    "stop_gradient",
    np.array,
    same,
    lambda emit, x, *, out: x,
    pointwise,
    "discrete",
    show="_0",
    foldable=False,
)
labelled = Primitive(
    "labelled",
    lambda x, *, name: np.array(x),
    lambda x, *, name: x,
    lambda emit, x, *, out, name: x,
    pointwise,
    "linear",
    show="_0",
    transpose=(lambda ct, x, *, name: ct,),
    foldable=False,
)
fence = Primitive(
    "fence",
    np.array,
    same,
    "stablehlo.optimization_barrier",
    pointwise,
    "linear",
    show="_0",
    transpose=(lambda ct, x: ct,),
    foldable=False,
)
ruled_call = Primitive(
    "ruled_call",
    lambda *xs, program, rule: evaluate(program, *xs),
    ruled_types,
    lambda emit, *xs, out, program, rule: emit.call(program, xs),
    None,
    "control",
    multiple=True,
    foldable=False,
)


# -- lanes ---------------------------------------------------------------------------------------------------------


def lanes_types(
    predicate: Type, *types: Type, branches: tuple[Program, Program], levels: tuple[tuple[bool, ...], ...]
) -> tuple[Type, ...]:
    """Results of the branches with all batch axes."""
    if predicate.dtype != BOOL or predicate.ndim != len(levels):
        raise CompileError(
            f"the condition must be bool with {len(levels)} axes, not {predicate}", kind=TypeError
        )
    for branch in branches:
        given = tuple(without_axes(t, predicate, [level[k] for level in levels]) for k, t in enumerate(types))
        expect("operands of a branch", branch.parameter_types, given)
    expect("results of the branches", branches[0].result_types, branches[1].result_types)
    return tuple(t.update(shape=(*predicate.shape, *t.shape), weak=False) for t in branches[0].result_types)


def without_axes(t: Type, predicate: Type, batched: list[bool]) -> Type:
    """The type of one lane of an operand."""
    axes = tuple(n for n, has in zip(predicate.shape, batched) if has)
    if t.shape[: len(axes)] != axes:
        raise CompileError(f"{t} has no batch axes {axes}", kind=ValueError)
    return t.update(shape=t.shape[len(axes) :])


def lanes_value(
    predicate: Any, *xs: Any, branches: tuple[Program, Program], levels: tuple[Any, ...]
) -> tuple[Any, ...]:
    """Lane by lane."""
    results: list[Any] | None = None
    for place in np.ndindex(predicate.shape):
        lane = [x[tuple(k for k, level in zip(place, levels) if level[n])] for n, x in enumerate(xs)]
        found = evaluate(branches[0] if predicate[place] else branches[1], *lane)
        if results is None:
            results = [np.empty((*predicate.shape, *np.shape(v)), np.asarray(v).dtype) for v in found]
        for whole, value in zip(results, found):
            whole[place] = value
    types = branches[0].result_types
    return tuple(results or [np.empty((*predicate.shape, *t.shape), t.dtype) for t in types])


lanes = Primitive(
    "lanes",
    lanes_value,
    lanes_types,
    lambda emit, *xs, out, branches, levels: refuse_unexpanded(),
    None,
    "control",
    multiple=True,
    foldable=False,
)


def guard_type(p: Type, x: Type, y: Type) -> Type:
    return TABLE["select"].output_types((p, x, y), {})[0]


guard = Primitive(
    "guard",
    np.where,
    guard_type,
    lambda emit, p, x, y, *, out: refuse_unexpanded(),
    None,
    "control",
    foldable=False,
)


def refuse_unexpanded() -> None:
    raise AssertionError("lanes were left in a finished program")


# -- collectives ---------------------------------------------------------------------------------------------------


def collective_types(*types: Type, kind: str, name: str, size: int, **params: Any) -> Type:
    """The result for one member of the batch."""
    if kind == "axis_index":
        return Type(canonical(np.int64))
    (t,) = types
    if kind == "all_gather":
        return t.update(shape=(*t.shape[: params["axis"]], size, *t.shape[params["axis"] :]), weak=False)
    if kind == "all_to_all":
        split, concat = params["split"], params["concat"]
        if t.shape[split] != size:
            raise CompileError(
                f"all_to_all: axis {split} of {t} has not the size of the axis {name!r}, {size}"
            )
        rest = t.shape[:split] + t.shape[split + 1 :]
        return t.update(shape=(*rest[:concat], size, *rest[concat:]), weak=False)
    return t.update(weak=False)


def unbound(*xs: Any, name: str, **params: Any) -> Any:
    raise CompileError(
        f"the axis name {name!r} is not bound", f"call the function by vmap(…, axis_name={name!r})"
    )


collective = Primitive(
    "collective", unbound, collective_types, lower_collective, None, "control", foldable=False
)
