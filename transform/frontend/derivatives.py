"""grad, value_and_grad and jvp of a function, where a compiled function calls them (or is one of them itself).

The function is read for the types of the arguments into a Program of its own; the pass makes the derivative Program,
whose calls go into the caller. So derivatives nest, and sit inside loops and branches like any other code.
"""
from __future__ import annotations

import dataclasses
from typing import Any, Sequence

import numpy as np

from ..build import Builder, Sym
from ..dtypes import is_complex, is_inexact
from ..errors import CompileError
from ..passes.jvp import jvp as jvp_program
from ..passes.vjp import inline, vjp as vjp_program
from ..program import Program
from .branches import travel
from .heap import CONTENT
from .interpreter import Interpreter
from .specialise import (
    Leaf,
    NotPlain,
    Same,
    build_result,
    flatten,
    name_parameters,
    rebuild,
    result_structure,
    stand_in,
)
from .values import Array


@dataclasses.dataclass
class Isolated:
    """A function read for the arguments of one call: captured values and leaves in, results and new contents out."""
    program: Program
    captured: list[Sym]
    leaves: list
    structure: Any                  # of the arguments
    result: Any                     # structure of the result over the program's results
    count: int                      # results that are returned; the others are new contents of `written` leaves
    written: list[int]

    def operands(self, interp: Interpreter) -> list[Sym]:
        return [*(interp.builder.lift(s) for s in self.captured), *(interp.sym(leaf) for leaf in self.leaves)]


def isolate(interp: Interpreter, function: Any, args: list, kwargs: dict, what: str) -> Isolated:
    """Read a function into a Program of its own.

    Raises:
        CompileError: if it does more than compute from its arguments and write into them.
    """
    leaves: list = []
    try:
        structure = flatten([args, kwargs], leaves)
    except (NotPlain, TypeError):
        raise CompileError(
            f"{what} of a function with arguments that are not arrays, numbers or containers of them"
        ) from None
    builder = Builder(interp.builder)
    inner = [stand_in(interp, builder, leaf) for leaf in leaves]
    from .entry import call_top
    new_args, new_kwargs = rebuild(structure, inner)
    _name(interp, function, new_args)
    route = travel(interp, lambda: call_top(interp, function, new_args, new_kwargs), builder)
    arrays = {id(a): k for k, a in enumerate(inner) if isinstance(a, Array)}
    changes = list(route.changes.values())
    if any(c.key != CONTENT or id(c.obj) not in arrays or not isinstance(c.after, Sym) for c in changes):
        raise CompileError(f"{what} of a function that prints, raises or changes objects outside",
                           "differentiate the part that computes from its arguments")
    outputs: list = []
    try:
        result = result_structure(interp, route, route.value, outputs, arrays)
    except NotPlain:
        raise CompileError(f"{what} of a function whose result is a view or no array", "return a copy") from None
    with interp.inside(builder):
        results = [builder.lift(o) for o in outputs] + [builder.lift(c.after) for c in changes]
    captured = [Sym(builder.parent, var) for var in builder.captured]
    name = getattr(function, "__name__", "f")
    program = builder.finish(results, name if name.isidentifier() else "f")
    return Isolated(program, captured, leaves, structure, result, len(outputs), [arrays[id(c.obj)] for c in changes])


def _name(interp: Interpreter, function: Any, args: list) -> None:
    while hasattr(function, "__recto_function__"):
        function = function.__recto_function__
    if hasattr(function, "__code__"):
        name_parameters(interp, function, args)


def argument_leaves(structure: Any, argnums: Sequence[int]) -> list[tuple[Any, list[int]]]:
    """For each of these arguments its structure and the numbers of its leaves."""
    args = structure[1][1:]
    found = []
    for n in argnums:
        if not -len(args) <= n < len(args):
            raise CompileError(f"argnums {n}: the function is called with {len(args)} positional arguments")
        found.append((args[n], _leaf_numbers(args[n])))
    return found


def _leaf_numbers(structure: Any) -> list[int]:
    if isinstance(structure, Leaf):
        return [structure.number]
    if isinstance(structure, tuple) and structure and structure[0] not in ("static", "external"):
        return [n for part in structure[1:] for n in _leaf_numbers(part)]
    return []


def value_and_grad(interp: Interpreter, function: Any, args: list, kwargs: dict, argnums: int | tuple[int, ...],
                   has_aux: bool) -> tuple[Any, Any]:
    """The value of a scalar function and its gradient with respect to some arguments, in their structure."""
    isolated = isolate(interp, function, args, kwargs, "the gradient")
    numbers = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    wanted = argument_leaves(isolated.structure, numbers)
    shift = len(isolated.captured)
    for _, leaves in wanted:
        for k in leaves:
            _check_input(isolated.program.parameters[shift + k])
    active = [k - shift in {n for _, leaves in wanted for n in leaves} for k in range(len(isolated.program.parameters))]
    program, takes = vjp_program(isolated.program, active)
    bars = _seed(interp, isolated, takes, has_aux)
    results = inline(interp.builder, program, [*isolated.operands(interp), *bars])
    primal, pulled = results[:len(takes)], results[len(takes):]
    value = _finish(interp, isolated, primal)
    order = [k for k, a in enumerate(active) if a]
    at = {k - shift: sym for k, sym in zip(order, pulled)}
    grads = tuple(_like(interp, structure, at) for structure, _ in wanted)
    return value, grads[0] if isinstance(argnums, int) else grads


def _check_input(parameter: Any) -> None:
    t = parameter.type
    if not is_inexact(t.dtype):
        raise CompileError(
            f"grad needs floating inputs; {parameter.name} is {t}",
            "convert it: x.astype(float), or choose other argnums",
        )
    if is_complex(t.dtype):
        raise CompileError(
            f"grad with respect to the complex {parameter.name}: {t}", "differentiate with respect to its parts"
        )


def _seed(interp: Interpreter, isolated: Isolated, takes: Sequence[bool], has_aux: bool) -> list[Sym]:
    """1 for the value, 0 for everything else that the function gives."""
    main = isolated.result[1] if has_aux and isinstance(isolated.result, tuple) else isolated.result
    if not isinstance(main, Leaf):
        raise CompileError("grad needs a function that returns one number", "with has_aux=True it returns (value, aux)")
    t = isolated.program.result_types[main.number]
    if t.shape or not is_inexact(t.dtype) or is_complex(t.dtype):
        raise CompileError(f"grad needs a real scalar result, not {t}", "sum it, or ask for the Jacobian")
    types = isolated.program.result_types
    return [interp.builder.lift(np.broadcast_to(np.asarray(float(k == main.number), t.dtype), t.shape))
            for k, (t, take) in enumerate(zip(types, takes)) if take]


def _finish(interp: Interpreter, isolated: Isolated, primal: Sequence[Sym]) -> Any:
    """What the function returns; arrays it writes get their new contents."""
    for k, new in zip(isolated.written, primal[isolated.count:]):
        interp.overwrite(isolated.leaves[k], new)
    return build_result(interp, isolated.result, primal, isolated.leaves)


def _like(interp: Interpreter, structure: Any, at: dict[int, Sym]) -> Any:
    """Cotangents in the structure of an argument; None for what is static."""
    if isinstance(structure, Leaf):
        return interp.wrap(at[structure.number])
    head, *rest = structure
    if head in ("static", "external"):
        return None
    if head is dict:
        return interp.trail.birth({k: _like(interp, s, at) for k, s in rest})
    items = [_like(interp, s, at) for s in rest]
    if hasattr(head, "_fields"):
        return head(*items)
    return interp.trail.birth(items) if head is list else tuple(items)


def push_forward(interp: Interpreter, function: Any, primals: Any, tangents: Any) -> tuple[Any, Any]:
    """jvp(f, primals, tangents): the value, and its derivative along the tangents."""
    from .iterables import static_items
    isolated = isolate(interp, function, static_items(interp, primals, "primals"), {}, "jvp")
    dots: list = []
    try:
        structure = flatten([static_items(interp, tangents, "tangents"), {}], dots)
    except (NotPlain, TypeError):
        raise CompileError("tangents must be arrays and numbers in the structure of the primals") from None
    if len(dots) != len(isolated.leaves):
        raise CompileError(
            f"{len(isolated.leaves)} primal arrays, but {len(dots)} tangents", "give a tangent for every primal"
        )
    shift = [False] * len(isolated.captured)
    program, has = jvp_program(
        isolated.program, shift + [is_inexact(interp.sym(leaf).dtype) for leaf in isolated.leaves]
    )
    given = [_tangent(interp, d, leaf) for d, leaf in zip(dots, isolated.leaves) if is_inexact(interp.sym(leaf).dtype)]
    results = inline(interp.builder, program, [*isolated.operands(interp), *given])
    primal = results[:len(has)]
    rest = iter(results[len(has):])
    pushed = [next(rest) if h else interp.builder.lift(np.broadcast_to(np.zeros((), p.dtype), p.shape))
              for h, p in zip(has, primal)]
    value = _finish(interp, isolated, primal)
    return value, build_result(interp, isolated.result, pushed, isolated.leaves)


def _tangent(interp: Interpreter, dot: Any, leaf: Any) -> Sym:
    x, t = interp.sym(leaf), interp.sym(dot)
    if t.shape != x.shape:
        raise CompileError(f"the tangent {t.type} does not fit the primal {x.type}")
    return t.astype(x.dtype) if t.dtype != x.dtype else t
