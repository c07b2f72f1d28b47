"""Reading a function, for the arguments of one call, into a Program of its own: what is to be differentiated."""
from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...core.dtypes import is_inexact
from ...core.errors import CompileError
from ...core.spelling import plain_text
from ...ir.builder import Builder, Sym
from ...ir.program import Program, Type
from ...passes import optimise
from ..bounded.lists import Site
from ..calls.specialise import name_parameters, stand_in
from ..control.branches import Route, travel
from ..interpreter import Interpreter
from ..state.trail import CONTENT, Registers
from ..state.values import NEVER, Array, Instance, Maybe, Option, describe
from .leaf_trees import FLOATING, Fixed, Leaf, Node, Tree, leaves_of, put, take


@dataclasses.dataclass
class Isolated:
    """A function read for the arguments of one call.

    program     its parameters: captured values, then the leaves of the arguments; its results: what it returns, the new
                contents of the arguments it writes, the new values of `registers` (errors, prints)
    """
    program: Program
    captured: list[Sym]
    leaves: list
    args: Tree
    kwargs: dict[str, Tree]
    result: Tree
    count: int                      # results that are returned
    written: list[int]              # leaves of the arguments whose new contents come next
    registers: list[tuple[Any, Any]]    # (key, what it is): the number of a result, or a value known now

    @property
    def shift(self) -> int:
        return len(self.captured)

    def operands(self, interp: Interpreter) -> list[Sym]:
        return [*(interp.builder.lift(s) for s in self.captured), *(interp.sym(leaf) for leaf in self.leaves)]

    def type_of(self, leaf: int) -> Type:
        """Of a leaf of the arguments."""
        return self.program.parameters[self.shift + leaf].type

    def active(self, wanted: Sequence[int] | None = None) -> list[bool]:
        """Which parameters to differentiate with respect to: the leaves wanted, by default all inexact ones."""
        chosen = set(range(len(self.leaves)) if wanted is None else wanted)
        return [k - self.shift in chosen and is_inexact(p.type.dtype) for k, p in enumerate(self.program.parameters)]

    def settle(self, interp: Interpreter, results: Sequence[Sym]) -> Any:
        """Do what the function does besides, and give what it returns. Returned arrays are new ones."""
        for k, new in zip(self.written, results[self.count:]):
            interp.overwrite(self.leaves[k], new)
        for key, what in self.registers:
            interp.trail.write(interp.registers, key, results[what.number] if isinstance(what, Leaf) else what)
        return self.rebuilt(interp, self.result, results)

    def rebuilt(self, interp: Interpreter, tree: Tree, results: Sequence[Sym]) -> Any:
        return put(interp, tree, lambda leaf: wrapped(interp, leaf, results[leaf.number]))

    def differentiable(self) -> list[int]:
        """The results that are floating or complex: those returned, and the new contents of arguments."""
        last = self.count + len(self.written)
        return [k for k, t in enumerate(self.program.result_types[:last]) if is_inexact(t.dtype)]


def wrapped(interp: Interpreter, leaf: Leaf, value: Sym) -> Any:
    return interp.builder.lift(value) if leaf.scalar else interp.array(value)


def isolate(interp: Interpreter, function: Any, args: Sequence[Any], kwargs: dict, what: str,
            typed: Callable[[list[Tree], dict[str, Tree], list], dict[int, Type]] | None = None) -> Isolated:
    """Read a function into a Program of its own.

    Args:
        typed: gives the types of some leaves where they are not those of the arguments.

    Raises:
        CompileError: what the function itself raises while being read, or if it changes containers outside.
    """
    leaves: list = []
    trees = [take(interp, a, leaves) for a in args]
    named = {k: take(interp, v, leaves) for k, v in kwargs.items()}
    builder = Builder(interp.builder)
    types = typed(trees, named, leaves) if typed else {}
    inner = [parameter_of(interp, builder, leaf, types.get(k)) for k, leaf in enumerate(leaves)]
    enter = lambda tree: put(interp, tree, lambda leaf: inner[leaf.number])
    given = [enter(t) for t in trees]
    name_leaves(interp, function, given, trees, inner)
    route = travel(
        interp, lambda: interp.call_top(function, given, {k: enter(t) for k, t in named.items()}), builder
    )
    return Reader(interp, route, inner, what).isolated(
        name_of(function), leaves, Node(tuple, (), tuple(trees)), named
    )


def parameter_of(interp: Interpreter, builder: Builder, leaf: Any, t: Type | None) -> Any:
    if t is None:
        return stand_in(interp, builder, leaf)
    sym = builder.parameter(t)
    return interp.trail.birth(Array(sym)) if t.shape else sym


def name_of(function: Any) -> str:
    name = getattr(function, "__name__", "f")
    return name if name.isidentifier() else "f"


def name_leaves(interp: Interpreter, function: Any, args: list, trees: list[Tree], inner: list) -> None:
    """Leaves are called as the parameters of the function; those inside containers also by their place."""
    while hasattr(function, "__recto_function__"):
        function = function.__recto_function__
    if not isinstance(function, types.FunctionType):
        return
    name_parameters(interp, function, args)
    hints = interp.builder.site.hints
    for name, tree in zip(function.__code__.co_varnames[:function.__code__.co_argcount], trees):
        for k, leaf in enumerate(leaves_of(tree)):
            value = inner[leaf.number]
            atom = value.sym.atom if isinstance(value, Array) else value.atom
            hints.setdefault(atom.name, f"{name}_{k}")


class Reader:
    """Closes the path on which the function was read."""

    def __init__(self, interp: Interpreter, route: Route, inner: list, what: str):
        self.interp, self.route, self.what = interp, route, what
        self.arrays = {id(a): k for k, a in enumerate(inner) if isinstance(a, Array)}
        self.results: list[Sym] = []

    def isolated(self, name: str, leaves: list, args: Tree, kwargs: dict[str, Tree]) -> Isolated:
        route, builder = self.route, self.route.builder
        result = self.result(route.value)
        count = len(self.results)
        written, registers = self.changes()
        captured = [Sym(builder.parent, var) for var in builder.captured]
        program = builder.finish(self.results, name)
        check_apart([leaves[k] for k in written], leaves, self.what)
        return Isolated(optimise(program), captured, leaves, args, kwargs, result, count, written, registers)

    def result(self, value: Any) -> Tree:
        for option in options_in(value):
            raise CompileError(f"{self.what} of a function that returns {describe(option)}",
                               "return a number or array on every path")
        found: list = []
        tree = take(self.interp, value, found)
        for leaf in found:
            self.results.append(self.lifted(leaf))
        bad = next(
            (t for t in fixed_values(tree) if t is not None and not isinstance(t, PLAIN) and t is not NEVER), None
        )
        if bad is not None:
            raise CompileError(f"{self.what} of a function that returns {plain_text(bad)}", "return arrays and numbers")
        return tree

    def lifted(self, value: Any) -> Sym:
        builder = self.route.builder
        return self.route.content(self.interp, value) if isinstance(value, Array) else builder.lift(value)

    def changes(self) -> tuple[list[int], list[tuple[Any, Any]]]:
        """Arguments with new contents, and registers with new values."""
        written, registers = [], []
        for change in self.route.changes.values():
            if isinstance(change.obj, Registers):
                registers.append(change)
            elif change.key == CONTENT and id(change.obj) in self.arrays and isinstance(change.after, Sym):
                written.append(self.arrays[id(change.obj)])
                self.results.append(self.route.builder.lift(change.after))
            else:
                raise CompileError(f"{self.what} of a function that changes objects outside of it",
                                   "pass what it changes as an argument, or return the new value")
        return written, [(c.key, self.register(c.after)) for c in registers]

    def register(self, value: Any) -> Any:
        while isinstance(value, Maybe):         # what an exception says, set where it is raised
            value = value.value
        if not isinstance(value, (Sym, Array)):
            return value
        self.results.append(self.lifted(value))
        return Leaf(len(self.results) - 1, True)


def options_in(value: Any) -> Iterator[Option]:
    """The parts of a result that may be None."""
    if isinstance(value, Option):
        yield value
    parts = value if isinstance(value, (list, tuple)) else value.values() if isinstance(value, dict) else ()
    for part in value.attributes.values() if isinstance(value, Instance) else parts:
        yield from options_in(part)


def check_apart(written: list[Array], leaves: list, what: str) -> None:
    roots = [leaf.root for leaf in leaves if isinstance(leaf, Array)]
    for array in written:
        if sum(root is array.root for root in roots) > 1 or array.root.shadows:
            raise CompileError(f"{what} of a function that writes into an array which is passed twice", "pass a copy",
                               kind=ValueError)


PLAIN = (bool, int, str, Site, *FLOATING)


def fixed_values(tree: Tree) -> list[Any]:
    if isinstance(tree, Fixed):
        return [tree.value]
    return [] if isinstance(tree, Leaf) else [v for t in tree.items for v in fixed_values(t)]
