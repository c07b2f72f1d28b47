"""`with recto.cotangent_of(y) as y_bar:` a block of the function that edits the cotangent of y at its place.

    y = np.sin(x)                                   …
    with recto.cotangent_of(y) as y_bar:            y_bar = y * 2
        y_bar = np.clip(y_bar, -1, 1)       =>      y_bar = np.clip(y_bar, -1, 1)
    return np.sum(y ** 2)                           x_bar = y_bar * np.cos(x)

The block is read into a program of its own, from y_bar to y_bar; what it reads of the function around it is captured.
In the function stands the identity, a `ruled_call` whose backward program is the block. What the block prints happens
in the backward sweep, and what it raises is raised there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gast
import numpy as np

from ....core.dtypes import is_inexact
from ....core.errors import CompileError
from ....ir.builder import Builder, Sym
from ....ir.program import Program, Type, Var
from ....passes import optimise
from ....primitives import host_call
from ....primitives.control.custom_rules import CotangentRule, ruled_call
from ...control.branches import travel
from ...control.context_managers import BlockManager
from ...control.looping.loop_names import contains
from ...frame import EXIT, RESULT, Frame
from ...interpreter import Interpreter
from ...state.texts import Payload, Raising
from ...state.trail import CONTENT, Change, Registers
from ...state.values import UNSET, Array
from ..custom_rules import with_zeros
from ..derivatives import cast_tangent
from ..leaf_trees import Leaf, Node, Tree, leaves_of, pairs, build_value, take

PLACES = (gast.Name, gast.Attribute, gast.Subscript)
LEAVES = (gast.Return, gast.Yield, gast.YieldFrom)


class Cotangent(BlockManager):
    """The front end's model of `recto.cotangent_of(value)`."""

    def __init__(self, value: Any):
        self.value = value

    def run(self, interp: Interpreter, frame: Frame, node: gast.With) -> None:
        place = checked_place(node)
        leaves: list = []
        tree = take(interp, self.value, leaves, whole=True)
        numbers = [k for k, leaf in enumerate(leaves) if is_inexact(leaf.dtype)]
        if not numbers:
            raise CompileError(
                f"{gast.unparse(place)} holds no floating-point numbers: it has no cotangent",
                "convert it to float, or remove the block",
            )
        if interp.orders:
            self.edit(interp, frame, node, place, tree, [leaves[k] for k in numbers], numbers)

    def edit(
        self,
        interp: Interpreter,
        frame: Frame,
        node: gast.With,
        place: gast.AST,
        tree: Tree,
        leaves: list,
        numbers: list[int],
    ) -> None:
        """Put the identity with the block as its pullback in the place of the value."""
        check_places(interp, place, leaves)
        types = [interp.sym(leaf).type for leaf in leaves]
        block = Block(interp, frame, node, tree, dict(zip(numbers, types)), gast.unparse(place))
        program, captured = block.read()
        values = [interp.sym(leaf) for leaf in leaves]
        new = called(interp, block.name, captured, values, program)
        hints = interp.builder.site.hints
        for leaf, old, value in zip(leaves, values, new):
            if old.atom.name in hints:
                hints[value.atom.name] = hints[old.atom.name]
            if isinstance(leaf, Array):
                replace_content(interp, leaf, value)
        found = dict(zip(numbers, new))
        if any(leaf.scalar and leaf.number in found for leaf in leaves_of(tree)):
            rebind(interp, frame, place, tree, self.value, found)


def checked_place(node: gast.With) -> gast.AST:
    """The value of which it is the cotangent, as it is written: names, attributes, items, and tuples of
    these."""
    call, target = node.items[0].context_expr, node.items[0].optional_vars
    if target is None:
        raise CompileError("cotangent_of without a name", "with recto.cotangent_of(y) as y_bar:")
    given = call.args[0] if isinstance(call, gast.Call) and call.args else None
    items = given.elts if isinstance(given, (gast.Tuple, gast.List)) else [given]
    if not all(isinstance(item, PLACES) for item in items):
        written = gast.unparse(given) if given is not None else "a value"
        raise CompileError(
            f"cotangent_of({written}): nothing reads that value again",
            "give it a name first: y = …; with recto.cotangent_of(y) as y_bar:",
        )
    if any(contains(statement, LEAVES) for statement in node.body):
        raise CompileError(
            "the block of cotangent_of is part of the backward sweep: it can't return or yield",
            "assign the new cotangent to the name behind `as`",
        )
    return given


def check_places(interp: Interpreter, place: gast.AST, leaves: list) -> None:
    for leaf in leaves:
        if isinstance(leaf, Array) and leaf.root.may_aliases:
            raise CompileError(
                f"cotangent_of({gast.unparse(place)}): the array may share memory with another one",
                "take the cotangent of a copy: y = y.copy()",
            )
        fresh = isinstance(leaf, Array) and leaf.base is None and leaf.origin == interp.trail.serial
        if fresh and isinstance(place, gast.Subscript):
            raise CompileError(
                f"{gast.unparse(place)} is a copy: nothing reads it again",
                "give it a name first: y = …; with recto.cotangent_of(y) as y_bar:",
            )


def replace_content(interp: Interpreter, array: Array, new: Sym) -> None:
    """The same content, with a pullback; the array counts as unwritten. Of a view, a part of its base."""
    while array.base is not None:
        if isinstance(array.lens.put, str):
            raise CompileError(array.lens.put, "take the cotangent of a copy: y = y.copy()")
        new = array.lens.put(interp.content(array.base), new)
        array = array.base
    interp.edits[new.atom] = array.sym.atom if isinstance(array.sym, Sym) else None
    interp.trail.touch(array, CONTENT)
    array.sym = new


def rebind(
    interp: Interpreter, frame: Frame, place: Any, tree: Tree, value: Any, new: dict[int, Sym]
) -> None:
    """Numbers have no place of their own: what holds them is bound anew."""
    if isinstance(place, (gast.Tuple, gast.List)) and isinstance(tree, Node):
        for item, inner, part in zip(place.elts, tree.items, value):
            rebind(interp, frame, item, inner, part, new)
    elif isinstance(tree, Leaf) and tree.scalar and tree.number in new:
        interp.assign(frame, place, interp.builder.lift(new[tree.number]))
    elif any(leaf.scalar and leaf.number in new for leaf in leaves_of(tree)):
        raise CompileError(
            f"cotangent_of({gast.unparse(place)}): numbers in a container can't be rebound",
            "take the cotangent of the numbers by their names, or keep them in an array",
        )


def called(
    interp: Interpreter, name: str, captured: list[Sym], values: list[Sym], backward: Program
) -> Sequence[Sym]:
    """The identity of the values, whose pullback is the program: (captured, cotangents) -> cotangents."""
    interp.ruled = True
    operands = [*captured, *values]
    parameters = tuple([Var(f"x_{k}", x.type) for k, x in enumerate(operands)])
    own = parameters[len(captured) :]
    unseen = [x.type for x in captured if is_inexact(x.dtype)]
    forward = Program(name, parameters, (), (*own, *parameters[: len(captured)]))
    rule = CotangentRule(forward, with_zeros(backward, unseen), name)
    identity = Program(name, parameters, (), own)
    return interp.builder.bind(ruled_call, operands, {"program": identity, "rule": rule})


class Block:
    """Reads the block, on a path of its own."""

    def __init__(
        self,
        interp: Interpreter,
        frame: Frame,
        node: gast.With,
        tree: Tree,
        types: dict[int, Type],
        written: str,
    ):
        self.interp, self.frame, self.node, self.tree, self.types = interp, frame, node, tree, types
        self.target, self.name = node.items[0].optional_vars, f"cotangent_of({written})"
        self.errors = len(interp.errors)

    def read(self) -> tuple[Program, list[Sym]]:
        """The program, from what it captures and the cotangents to the new ones; and what it captures."""
        interp, builder = self.interp, Builder(self.interp.builder)
        site, fail = interp.builder.site, interp.builder.site.fail
        site.fail = None  # what NumPy raises by itself in the sweep is not noted: the arithmetic goes on
        try:
            with interp.order(-1):
                route = travel(interp, lambda: self.run(builder), builder)
        finally:
            site.fail = fail
            del interp.errors[self.errors :]
        for change in route.changes.values():
            self.check(change)
        captured = [Sym(builder.parent, var) for var in builder.captured]
        return optimise(builder.finish(route.value, "edit")), captured

    def run(self, builder: Builder) -> list[Sym]:
        interp, frame = self.interp, self.frame
        for register in ("world", "error", "failed"):
            interp.trail.write(interp.registers, register, 0 if register == "error" else np.int32(0))
        before, frame.error = frame.error, 0
        names = [n.id for n in gast.walk(self.target) if isinstance(n, gast.Name)]
        hints = iter(
            names if len(names) == len(self.types) else [f"{n}" for n in names[:1]] * len(self.types)
        )
        try:
            bars = {
                k: builder.parameter(t.update(weak=False), next(hints, None)) for k, t in self.types.items()
            }
            given = build_value(interp, self.tree, lambda leaf: self.bar(bars, leaf), lambda value: None)
            interp.assign(frame, self.target, given)
            interp.block(frame, self.node.body)
            self.raise_errors()
            return self.results(interp.evaluate(frame, self.target))
        finally:
            frame.error = before

    def bar(self, bars: dict[int, Sym], leaf: Leaf) -> Any:
        sym = bars.get(leaf.number)
        return sym if sym is None or leaf.scalar else self.interp.array(sym)

    def results(self, value: Any) -> list[Sym]:
        """The new cotangents, in the types of the values."""
        interp, leaves = self.interp, []
        after = take(interp, value, leaves, whole=True)
        found = {leaf.number: x for leaf, x in pairs(self.tree, after, leaves, "the new cotangent")}
        return [cast_tangent(interp, found[k], t, self.name) for k, t in self.types.items()]

    def raise_errors(self) -> None:
        """A call of the host that raises what the block has found wrong."""
        interp = self.interp
        errors = interp.errors[self.errors :]
        code = interp.registers["error"]
        if not errors or not isinstance(code, Sym) and not code:
            return
        for number, (kind, given, span) in enumerate(errors, 1 + self.errors):
            payload = given if isinstance(given, Payload) else Payload(tuple(given), ())
            values = [interp.sym(code), *(interp.sym(interp.registers[r]) for r in payload.registers)]
            callee = Raising(kind, payload.templates, number, span, payload.names)
            (world,) = host_call(interp.sym(interp.registers["world"]), *values, callee=callee)
            interp.trail.write(interp.registers, "world", world)

    def check(self, change: Change) -> None:
        """Refuse what the block changes besides the cotangent: it runs later than it stands."""
        if isinstance(change.obj, Registers) or change.key in (EXIT, RESULT):
            return
        if isinstance(change.obj, Frame):
            if change.before is UNSET:
                return
            raise CompileError(
                f"the block of {self.name} assigns {change.key}, which has a value before it",
                "the block runs in the backward sweep: take another name inside",
            )
        raise CompileError(
            f"the block of {self.name} changes an object of the function around it",
            "the block runs in the backward sweep: compute from copies, and assign the name behind `as`",
        )


def cotangent_of(interp: Interpreter, value: Any) -> Cotangent:
    return Cotangent(value)
