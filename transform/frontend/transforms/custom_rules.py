"""Functions with derivative rules of their own: custom_jvp, custom_vjp, checkpoint.

The function and its rules are read into Programs for the types of the call; a `ruled_call` holds them until the
function is differentiated. What they read from around them (closures) becomes operands of the call.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import is_inexact
from ...core.errors import CompileError
from ...ir.builder import Builder, Sym
from ...ir.program import Program, Type, Var
from ...passes import optimise
from ...passes.autodiff.jvp import zeros
from ...passes.simplify.inlining import inline
from ...primitives.control.custom_rules import JvpRule, Recompute, Rule, VjpRule, ruled_call
from ..bounded.extents import BoundedArray, to_front
from ..control.branches import travel
from ..interpreter import Interpreter
from ..state.values import Array
from .derivatives import cast_tangent
from .leaf_trees import Fixed, Leaf, Node, Tree, leaves_of, pairs, build_value
from .subprogram import Subprogram, Reader, read_subprogram


def call_checkpointed(interp: Interpreter, function: Any, args: list, kwargs: dict, policy: Any) -> Any:
    if not interp.orders:
        return interp.call(function, args, kwargs)
    isolated = read_subprogram(interp, function, args, kwargs, "checkpoint")
    text = policy if isinstance(policy, str) else chosen_by(isolated.program, policy)
    return call_with_rule(interp, isolated, isolated.program, Recompute(text), [])


def chosen_by(program: Program, policy: Callable) -> str:
    """A policy that is a function, as a list of the results that it keeps: policy(primitive, *types, **parameters)."""
    found = []
    for call in program.body:
        types = [o.type for o in call.operands]
        if call.outputs and policy(call.primitive, *types, **dict(call.params)) is True:
            found.append(call.outputs[0].name)
    return f"results {','.join(found)}" if found else "nothing"


def call_with_rule(
    interp: Interpreter, isolated: Subprogram, program: Program, rule: Rule, more: Sequence[Sym]
) -> Any:
    """The call of a function with a rule; `more` operands come first."""
    interp.ruled = True
    operands = [*more, *isolated.operands(interp)]
    results = interp.builder.bind(ruled_call, operands, {"program": program, "rule": rule})
    return isolated.settle(interp, results)


def apart(args: Sequence[Any], nondiff: Sequence[int]) -> tuple[list, list]:
    """The arguments that are not differentiated, and the others."""
    fixed = {n % len(args) for n in nondiff} if args else set()
    return [a for k, a in enumerate(args) if k in fixed], [a for k, a in enumerate(args) if k not in fixed]


class Rest:
    """A function of the arguments that are differentiated, the others being fixed."""

    def __init__(self, function: Any, args: Sequence[Any], nondiff: Sequence[int]):
        self.function, self.args = function, list(args)
        self.places = [k for k in range(len(args)) if k not in {n % len(args) for n in nondiff}]
        self.__name__ = getattr(function, "__name__", "f")

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        given = list(self.args)
        for place, value in zip(self.places, args):
            given[place] = value
        return interp.call(self.function, given, kwargs)


def without_rule(
    interp: Interpreter,
    function: Any,
    args: list,
    kwargs: dict,
    nondiff: Sequence[int],
    what: str,
    bind: Callable,
) -> tuple[Subprogram, list]:
    """The function without its rule, for the arguments that are differentiated; and the others."""
    args = bind(args, kwargs)
    fixed, moving = apart(args, nondiff)
    with without_failures(interp):
        isolated = read_subprogram(
            interp, Rest(function, args, nondiff) if nondiff else function, moving, {}, what
        )
    if isolated.written or isolated.registers:
        raise CompileError(
            f"{what} of a function that writes into arguments, prints or raises", "return the new value"
        )
    return isolated, fixed


@contextlib.contextmanager
def without_failures(interp: Interpreter) -> Iterator[None]:
    """Note no failures inside: a function with a rule of its own can't pass them on."""
    site = interp.builder.site
    fail, site.fail = site.fail, None
    try:
        yield
    finally:
        site.fail = fail


class Scope:
    """Reads a rule in a builder of its own."""

    def __init__(self, interp: Interpreter):
        self.interp, self.builder = interp, Builder(interp.builder)

    def parameter(self, t: Type, scalar: bool, hint: str | None = None) -> Any:
        sym = self.builder.parameter(t.update(weak=False) if t.shape else t, hint)
        return sym if scalar else self.interp.trail.allocate(Array(sym))

    def like(self, tree: Tree, types: Callable[[int], Type], suffix: str = "", static: bool = True) -> Any:
        """Parameters in the structure of a tree."""
        fixed = None if static else lambda value: None
        return build_value(
            self.interp, tree, lambda leaf: self.parameter(types(leaf.number), leaf.scalar, suffix), fixed
        )

    def run(self, function: Any, args: list, what: str) -> "Outcome":
        with without_failures(self.interp):
            route = travel(self.interp, lambda: self.interp.call(function, args, {}), self.builder)
        reader = Reader(self.interp, route, [], what)
        if any(reader.changes()):
            raise CompileError(f"{what}: a derivative rule may only compute from its arguments")
        return Outcome(reader, reader.result(route.value))


class Outcome:
    """The result of a rule."""

    def __init__(self, reader: Reader, tree: Tree):
        self.reader, self.tree, self.results = reader, tree, reader.results

    def finish(self, results: Sequence[Sym], name: str) -> tuple[Program, list[Sym]]:
        """The program, and what it captures."""
        builder = self.reader.route.builder
        captured = [Sym(builder.parent, var) for var in builder.captured]
        return optimise(builder.finish(results, name)), captured


def with_all_operands(
    operands: Sequence[Sym], program: Program, places: Sequence[int], rest: Sequence[Type]
) -> Program:
    """The program with parameters for all these operands (it uses those at `places`), then the rest."""
    b = Builder()
    values = [b.parameter(x.type, b.hint(x)) for x in operands]
    more = [b.parameter(t) for t in rest]
    names = [p.name for p in program.parameters]
    for value, name in zip([*(values[k] for k in places), *more], names):
        b.site.hints[value.atom.name] = name
    return b.finish(inline(b, program, [*(values[k] for k in places), *more]), program.name)


# -- custom_jvp ----------------------------------------------------------------------------------------------------


def call_custom_jvp(
    interp: Interpreter,
    function: Any,
    rule: Any,
    args: list,
    kwargs: dict,
    nondiff: Sequence[int],
    bind: Callable,
) -> Any:
    """rule(*nondiff, primals, tangents) -> (value, tangent)"""
    if not interp.orders:
        return interp.call(function, args, kwargs)
    args = [without_masks(interp, a) for a in args]
    isolated, fixed = without_rule(interp, function, args, kwargs, nondiff, "custom_jvp", bind)
    scope = Scope(interp)
    trees = isolated.args.items
    given: dict[int, Any] = {}

    def primal(leaf: Any) -> Any:
        given[leaf.number] = scope.parameter(isolated.type_of(leaf.number), leaf.scalar, "")
        return given[leaf.number]

    primals = tuple(build_value(interp, t, primal) for t in trees)
    parts = {leaf.number for t in trees for leaf in parts_of_slices(t)}
    inexact = [k for k in range(len(isolated.leaves)) if is_inexact(isolated.type_of(k).dtype)]
    dots = {
        k: scope.parameter(isolated.type_of(k).update(weak=False), not isinstance(isolated.leaves[k], Array))
        for k in inexact
    }
    dot = lambda x: dots.get(x.number, given[x.number] if x.number in parts else 0)
    tangents = tuple(build_value(interp, of_tangent(t), dot) for t in trees)
    with interp.inside(scope.builder), interp.order(-1):
        outcome = scope.run(rule, [*fixed, primals, tangents], "custom_jvp")
        results = jvp_results(interp, isolated, outcome)
    program, captured = outcome.finish(results, f"{isolated.program.name}_jvp")
    more = len(captured)
    operands = [*captured, *isolated.operands(interp)]
    n, shift = len(operands), more + isolated.shift
    places = [*range(more), *range(shift, n)]
    dot_types = [isolated.type_of(k).update(weak=False) for k in inexact]
    # operands that are captured floats take tangents too, which the rule knows nothing of: they are constants to it
    unseen = [k for k in range(shift) if is_inexact(operands[k].dtype)]
    jvp_program = with_unseen(
        with_all_operands(operands, program, places, dot_types), n, [operands[k].type for k in unseen]
    )
    primal = with_all_operands(operands, isolated.program, range(more, n), [])
    return call_with_rule(interp, isolated, primal, JvpRule(jvp_program), captured)


def without_masks(interp: Interpreter, value: Any) -> Any:
    """An array of computed length whose elements stand at the first positions: those that are computed from it do."""
    for axis, extent in value.extents.items() if isinstance(value, BoundedArray) else ():
        value = to_front(interp, value, axis) if extent.mask is not None else value
    return value


def of_tangent(tree: Tree) -> Tree:
    """The structure of a tangent: None for what is known."""
    if isinstance(tree, Node) and tree.kind is not np.ndarray:
        return dataclasses.replace(tree, items=tuple(map(of_tangent, tree.items)))
    return Fixed(None) if isinstance(tree, Fixed) else tree


def parts_of_slices(tree: Tree) -> Iterator[Leaf]:
    """The values that say which part of an array of computed length counts: a tangent has the same part."""
    if isinstance(tree, Node):
        for item in tree.items:
            yield from leaves_of(item) if tree.kind is np.ndarray else parts_of_slices(item)


def with_unseen(program: Program, operands: int, types: Sequence[Type]) -> Program:
    """The program with tangents of captured operands, unused, before the others."""
    unseen = tuple(Var(f"unseen_{k}", t.update(weak=False)) for k, t in enumerate(types))
    parameters = (*program.parameters[:operands], *unseen, *program.parameters[operands:])
    return Program(program.name, parameters, program.body, program.results)


def jvp_results(interp: Interpreter, isolated: Subprogram, outcome: Outcome) -> list[Sym]:
    """The value and its tangents, in the types of the function."""
    tree = outcome.tree
    if not (isinstance(tree, Node) and len(tree.items) == 2):
        raise CompileError("the rule of custom_jvp must return (value, tangent)")
    types, found = isolated.program.result_types, outcome.results
    value = {
        leaf.number: x
        for leaf, x in pairs(isolated.result, tree.items[0], found, "the value of a custom_jvp")
    }
    dots = {
        leaf.number: x
        for leaf, x in pairs(isolated.result, tree.items[1], found, "the tangent of a custom_jvp")
    }
    fit = lambda x, k: cast_tangent(interp, x, types[k], f"custom_jvp of {isolated.program.name}")
    return [
        *(fit(value[k], k) for k in range(len(types))),
        *(fit(dots[k], k) for k in range(len(types)) if is_inexact(types[k].dtype)),
    ]


# -- custom_vjp ----------------------------------------------------------------------------------------------------


def call_custom_vjp(
    interp: Interpreter,
    function: Any,
    fwd: Any,
    bwd: Any,
    args: list,
    kwargs: dict,
    nondiff: Sequence[int],
    bind: Callable,
) -> Any:
    """fwd(*args) -> (value, residuals); bwd(*nondiff, residuals, cotangent) -> cotangents of the other arguments"""
    if not interp.orders:
        return interp.call(function, args, kwargs)
    isolated, fixed = without_rule(interp, function, args, kwargs, nondiff, "custom_vjp", bind)
    bound = bind(args, kwargs)
    moving = apart(bound, nondiff)[1]
    with interp.order(-1):
        swept = read_subprogram(
            interp, Rest(fwd, bound, nondiff) if nondiff else fwd, moving, {}, "custom_vjp"
        )
    if not (isinstance(swept.result, Node) and len(swept.result.items) == 2):
        raise CompileError("the forward function of custom_vjp must return (value, residuals)")
    backward, captured, kept = read_backward(interp, isolated, swept, bwd, fixed)
    operands = [*captured, *swept.operands(interp)[: swept.shift], *isolated.operands(interp)]
    more, shift = len(captured), len(captured) + swept.shift
    n, leaves = len(operands), len(isolated.leaves)
    places = [*range(more, shift), *range(n - leaves, n)]
    forward = forward_program(interp, isolated, swept, operands, places, more, kept)
    primal = with_all_operands(operands, isolated.program, range(shift, n), [])
    unseen = [operands[k].type for k in range(n - leaves) if is_inexact(operands[k].dtype)]
    rule = VjpRule(forward, with_zeros(backward, unseen))
    return call_with_rule(interp, isolated, primal, rule, operands[:shift])


def read_backward(
    interp: Interpreter, isolated: Subprogram, swept: Subprogram, bwd: Any, fixed: list
) -> tuple[Program, list[Sym], list[int]]:
    """The backward program: (captured, residuals, cotangents) -> cotangents; what it captures; which results it
    keeps."""
    scope = Scope(interp)
    residual_tree = swept.result.items[1]
    residuals = scope.like(residual_tree, lambda k: swept.program.result_types[k])
    types = isolated.program.result_types
    bars = {
        leaf.number: scope.parameter(types[leaf.number].update(weak=False), leaf.scalar)
        for leaf in leaves_of(isolated.result)
        if is_inexact(types[leaf.number].dtype)
    }
    bar = build_value(interp, isolated.result, lambda leaf: bars.get(leaf.number), lambda v: None)
    with interp.inside(scope.builder), interp.order(-1):
        outcome = scope.run(bwd, [*fixed, residuals, bar], "custom_vjp")
        if not (isinstance(outcome.tree, Node) and len(outcome.tree.items) == len(isolated.args.items)):
            raise CompileError(
                "the backward function of custom_vjp must return a tuple with a cotangent for each of "
                f"the {len(isolated.args.items)} arguments"
            )
        found = {
            leaf.number: x
            for leaf, x in pairs(isolated.args, outcome.tree, outcome.results, "the cotangents")
        }
        what = f"custom_vjp of {isolated.program.name}"
        results = [
            cast_tangent(interp, found[k], isolated.type_of(k), what)
            for k in range(len(isolated.leaves))
            if is_inexact(isolated.type_of(k).dtype)
        ]
    program, captured = outcome.finish(results, f"{isolated.program.name}_vjp")
    return program, captured, [leaf.number for leaf in leaves_of(residual_tree)]


def forward_program(
    interp: Interpreter,
    isolated: Subprogram,
    swept: Subprogram,
    operands: list[Sym],
    places: list[int],
    more: int,
    kept: list[int],
) -> Program:
    """operands -> results, what the backward program captures, residuals"""
    b = Builder()
    values = [b.parameter(x.type) for x in operands]
    results = inline(b, swept.program, [values[k] for k in places])
    value = {
        leaf.number: results[x.number] for leaf, x in matching_leaves(isolated.result, swept.result.items[0])
    }
    types = isolated.program.result_types
    fit = lambda x, t: x if x.type.matches(t) else x.astype(t.dtype)
    if any(value[k].shape != t.shape for k, t in enumerate(types)):
        raise CompileError(
            "the forward function of custom_vjp must return values of the same shapes as the function"
        )
    return b.finish(
        [*(fit(value[k], t) for k, t in enumerate(types)), *values[:more], *(results[k] for k in kept)],
        swept.program.name,
    )


def matching_leaves(tree: Tree, other: Tree) -> list[tuple[Leaf, Leaf]]:
    """The leaves of two trees of one structure."""
    a, b = list(leaves_of(tree)), list(leaves_of(other))
    if len(a) != len(b):
        raise CompileError(
            "the forward function of custom_vjp must return (value, residuals), the value like the function's"
        )
    return list(zip(a, b))


def with_zeros(program: Program, unseen: Sequence[Type]) -> Program:
    """The program with zero cotangents for captured floating operands before its results."""
    b = Builder()
    values = [b.parameter(p.type, p.name) for p in program.parameters]
    return b.finish([*(zeros(b, t) for t in unseen), *inline(b, program, values)], program.name)
