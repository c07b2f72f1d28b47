"""Read a function, for the arguments of one call, into a separate Program, which a derivative or batch is
taken of.
"""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import is_inexact
from ...core.errors import CompileError
from ...core.spelling import plain_text
from ...ir.builder import TABLE, Builder, Sym
from ...ir.program import Program, Type
from ...passes import optimise
from ...passes.autodiff.checkpointing import with_checkpoints
from ..lists.layouts import Nesting
from ..lists.places import Site
from ..calls.specialise import is_captured, is_edit, name_parameters, note_places, parameter_names, stand_in
from ..control.branches import Route, travel_apart
from ..expressions.containers import plain
from ..interpreter import Interpreter
from ..state.trail import CONTENT, Change, Registers, restore
from ..outside.paths import found_in, is_own
from ..models.returned import is_function
from ..state.values import (
    NEVER,
    UNSET,
    Array,
    Closure,
    DynamicText,
    External,
    Instance,
    Maybe,
    Option,
    Sealed,
    Poison,
    describe,
    may_be_unset,
)
from .leaf_trees import (
    FLOATING,
    Fixed,
    Leaf,
    Node,
    Objects,
    Structure,
    Tree,
    Unsure,
    View,
    has_window,
    is_known_lens,
    kind_of,
    leaves_of,
    lenses_of,
    open_outside_object,
    build_value,
    take,
)


@dataclasses.dataclass
class Subprogram:
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
    count: int  # results that are returned
    written: list[int]  # leaves of the arguments whose new contents come next
    registers: list[tuple[Any, Any]]  # (key, what it is): the number of a result, or a value known now
    # (object, key, its new value): what else changes, of what is outside
    changed: list[tuple[Any, Any, Tree]]

    @property
    def shift(self) -> int:
        return len(self.captured)

    def with_checkpoints(self) -> Subprogram:
        """The same, without `iterate` in its program: what is differentiated by parts."""
        return dataclasses.replace(self, program=with_checkpoints(self.program))

    def operands(self, interp: Interpreter) -> list[Sym]:
        return [*(interp.builder.lift(s) for s in self.captured), *(interp.sym(leaf) for leaf in self.leaves)]

    def type_of(self, leaf: int) -> Type:
        """The type of a leaf of the arguments."""
        return self.program.parameters[self.shift + leaf].type

    def active(self, wanted: Sequence[int] | None = None) -> list[bool]:
        """The parameters to differentiate with respect to: the leaves wanted, by default all inexact ones."""
        chosen = set(range(len(self.leaves)) if wanted is None else wanted)
        return [
            k - self.shift in chosen and is_inexact(p.type.dtype)
            for k, p in enumerate(self.program.parameters)
        ]

    def settle(self, interp: Interpreter, results: Sequence[Sym]) -> Any:
        """Do what the function does besides, and give what it returns. Returned arrays are new ones."""
        results = [
            *map(of_kind, results, self.program.result_types),
            *results[len(self.program.result_types) :],
        ]
        for k, new in zip(self.written, results[self.count :]):
            interp.overwrite(self.leaves[k], new)
        for key, what in self.registers:
            interp.trail.write(
                interp.registers, key, results[what.number] if isinstance(what, Leaf) else what
            )

        @functools.cache
        def made(part: Leaf | View) -> Any:
            if isinstance(part, Leaf):
                return wrap_leaf(interp, part, results[part.number])
            root, lenses = part.value
            return functools.reduce(interp.view, lenses, build_value(interp, root, made))

        for obj, key, tree in self.changed:
            change(interp, obj, key, build_value(interp, tree, made))
        return self.rebuilt(interp, self.result, results)

    def rebuilt(self, interp: Interpreter, tree: Tree, results: Sequence[Sym]) -> Any:
        return build_value(interp, tree, lambda leaf: wrap_leaf(interp, leaf, results[leaf.number]))

    def differentiable(self) -> list[int]:
        """The results that are floating or complex: those returned, and the new contents of arguments."""
        last = self.count + len(self.written)
        return [k for k, t in enumerate(self.program.result_types[:last]) if is_inexact(t.dtype)]


def of_kind(result: Any, kind: Type) -> Any:
    """A result of a program made of another one, as a number of Python's or of NumPy's as it is there."""
    if not isinstance(result, Sym) or result.dtype != kind.dtype or result.weak == kind.weak:
        return result
    return TABLE["cast"](result, dtype=kind.dtype, weak=kind.weak)


def change(interp: Interpreter, obj: Any, key: Any, value: Any) -> None:
    """Put a new value into an object."""
    if isinstance(obj, Array):
        interp.overwrite(obj, interp.content(value))
    elif isinstance(obj, Instance):
        interp.trail.write(obj, key, value)
    else:
        interp.trail.touch(obj, CONTENT)
        restore(obj, CONTENT, value)


def wrap_leaf(interp: Interpreter, leaf: Leaf, value: Sym) -> Any:
    return interp.builder.lift(value) if leaf.scalar else interp.array(value)


def read_subprogram(
    interp: Interpreter,
    function: Any,
    args: Sequence[Any],
    kwargs: dict,
    what: str,
    typed: Callable[[list[Tree], dict[str, Tree], list], dict[int, Type]] | None = None,
    changes: bool = False,
    fixed: Callable[[int | str], bool] = lambda place: False,
    whole: bool = False,
    objects: Callable[[int | str], Objects | None] = lambda place: None,
    numbers: bool = False,
) -> Subprogram:
    """Read a function into a Program of its own.

    Args:
        typed: gives the types of some leaves where they are not those of the arguments.
        changes: may the function change objects outside of it?
        fixed: does a number that is known now, at this position or under this name, stay known?
        whole: is a list that is one array one leaf?
        objects: how objects at this position or under this name are taken apart.
        numbers: are integers that are known now results of the program too?

    Raises:
        CompileError: what the function itself raises while being read, or if it changes containers outside.
    """
    leaves: list = []
    taken = lambda k, v: (
        Fixed(v) if isinstance(v, FLOATING) and fixed(k) else take(interp, v, leaves, whole, objects(k))
    )
    trees = [taken(k, a) for k, a in enumerate(args)]
    named = {k: taken(k, v) for k, v in kwargs.items()}
    builder = Builder(interp.builder)
    builder.begins = True
    types = typed(trees, named, leaves) if typed else {}
    inner = [parameter_of(interp, builder, leaf, types.get(k)) for k, leaf in enumerate(leaves)]
    enter = lambda tree: build_value(interp, tree, lambda leaf: inner[leaf.number])
    given, given_named = [enter(t) for t in trees], {k: enter(t) for k, t in named.items()}
    note_places(interp, [given, given_named], [list(args), kwargs])
    note_copies(interp, zip([*given, *given_named.values()], [*args, *[kwargs[k] for k in given_named]]))
    name_leaves(interp, function, given, trees, inner)
    with interp.places.started_at(builder, interp.trail.serial + 1):
        route = travel_apart(interp, lambda: interp.call_top(function, given, given_named), builder, inner)
    callers = {id(mine): theirs for mine, theirs in zip(inner, leaves) if isinstance(theirs, Array)}
    for value, own in [*zip(args, given), *((kwargs[k], given_named[k]) for k in kwargs)]:
        callers.update((id(mine), theirs) for mine, theirs in counterparts(interp, own, value))
    return Reader(interp, route, inner, what, changes, callers, numbers).isolated(
        name_of(function), leaves, Node(tuple, (), tuple(trees)), named
    )


def note_copies(interp: Interpreter, pairs: Iterable[tuple[Any, Any]]) -> None:
    """Note what the containers that a function is given stand for: those may be arguments of the whole program."""
    if interp.passed is None:
        return
    for own, value in pairs:
        for mine, theirs in counterparts(interp, own, value):
            interp.passed.copies[id(mine)] = mine, theirs


def counterparts(interp: Interpreter, own: Any, value: Any) -> Iterator[tuple[Any, Any]]:
    """The containers that a function was given, each with the caller's that it stands for."""
    value = interp.settled(value)
    if isinstance(own, (list, dict, Instance)):
        yield own, value
    inside = open_outside_object(interp, plain(interp, value))
    parts, others = (o.attributes if isinstance(o, Instance) else o for o in (own, inside))
    if isinstance(parts, dict):
        for key, part in parts.items():
            yield from counterparts(interp, part, others[key])
    elif isinstance(parts, (list, tuple)):
        for part, other in zip(parts, others):
            yield from counterparts(interp, part, other)


def parameter_of(interp: Interpreter, builder: Builder, leaf: Any, t: Type | None) -> Any:
    if t is None:
        return stand_in(interp, builder, leaf)
    sym = builder.parameter(t)
    return interp.trail.allocate(Array(sym)) if t.shape else sym


def name_of(function: Any) -> str:
    name = getattr(function, "__name__", "f")
    return name if name.isidentifier() else "f"


def name_leaves(interp: Interpreter, function: Any, args: list, trees: list[Tree], inner: list) -> None:
    """Leaves are called as the parameters of the function; those inside containers also by their place."""
    while hasattr(function, "__recto_function__"):
        function = function.__recto_function__
    if isinstance(function, Closure):
        names = tuple([p.id for p in function.node.args.args])
    elif isinstance(function, types.FunctionType):
        names = parameter_names(function)
    else:
        return
    name_parameters(interp, names, args)
    hints = interp.builder.site.hints
    for name, tree in zip(names, trees):
        for k, leaf in enumerate(leaves_of(tree)):
            value = inner[leaf.number]
            atom = value.sym.atom if isinstance(value, Array) else value.atom
            hints.setdefault(atom.name, f"{name}_{k}")


def is_cached(change: Change) -> bool:
    """Whether it is the value of a cached_property, which an object of the caller's has not yet computed."""
    if not isinstance(change.obj, Instance) or change.before is not UNSET:
        return False
    return type(found_in(change.obj.cls.__mro__, change.key)).__name__ == "cached_property"


class Reader:
    """Closes the path on which the function was read.

    callers: what the caller has for the arrays and containers that the function was given, by the ids of these.
    """

    def __init__(
        self,
        interp: Interpreter,
        route: Route,
        inner: list,
        what: str,
        changing: bool = False,
        callers: dict[int, Any] | None = None,
        numbers: bool = False,
    ):
        self.numbers = numbers
        self.interp, self.route, self.what, self.changing, self.callers = (
            interp,
            route,
            what,
            changing,
            callers or {},
        )
        self.arrays = {id(a): k for k, a in enumerate(inner) if isinstance(a, Array)}
        self.results: list[Sym] = []
        self.made: dict[int, tuple[Any, Tree]] = {}  # what is put into objects, by its id

    def isolated(self, name: str, leaves: list, args: Tree, kwargs: dict[str, Tree]) -> Subprogram:
        route, builder = self.route, self.route.builder
        result = self.result(route.value)
        count = len(self.results)
        written, registers, changed = self.changes()
        captured = [Sym(builder.parent, var) for var in builder.captured]
        program = builder.finish(self.results, name)
        check_apart([leaves[k] for k in written], leaves, self.what, captured)
        return Subprogram(
            optimise(program), captured, leaves, args, kwargs, result, count, written, registers, changed
        )

    def result(self, value: Any) -> Tree:
        for option in options_in(value):
            if may_be_unset(option):
                raise CompileError(
                    f"{self.what} of a function that returns a dict or an object with {option.name} on some paths only",
                    "set it on every path",
                )
            raise CompileError(
                f"{self.what} of a function that returns {describe(option)}",
                "return a number or array on every path",
            )
        found: list = []
        tree = take(self.interp, value, found, whole=True)
        tree = shift_leaf_numbers(with_numbers(tree, found) if self.numbers else tree, len(self.results))
        for leaf in found:
            self.results.append(self.lifted(leaf))
        bad = next(
            (t for t in fixed_values(tree) if t is not NEVER and not is_static(t)),
            None,
        )
        if bad is not None:
            raise CompileError(
                f"{self.what} of a function that returns {described(bad)}", "return arrays and numbers"
            )
        return tree

    def lifted(self, value: Any) -> Sym:
        builder = self.route.builder
        return self.route.content(self.interp, value) if isinstance(value, Array) else builder.lift(value)

    def changes(self) -> tuple[list[int], list[tuple[Any, Any]], list[tuple[Any, Any, Tree]]]:
        """Arguments with new contents, registers with new values, and what else has changed."""
        written, registers, others = [], [], []
        for change in self.route.changes.values():
            if is_edit(self.interp, change):
                continue
            if isinstance(change.obj, Registers):
                if not self.is_unchanged(change):
                    registers.append(change)
            elif change.key == CONTENT and id(change.obj) in self.arrays and isinstance(change.after, Sym):
                written.append(self.arrays[id(change.obj)])
                self.results.append(self.route.builder.lift(change.after))
            elif (
                self.changing
                and isinstance(change.obj, (Array, list, dict, Instance))
                and all(map(self.may_be_put, new_parts(change)))
            ):
                others.append(change)
            elif not is_cached(change):  # what is not kept is computed again
                raise CompileError(
                    f"{self.what} of a function that changes objects outside of it",
                    "pass what it changes as an argument, or return the new value",
                )
        found = [(c.key, self.register(c.after)) for c in registers]
        return written, found, [(self.changed(c), c.key, self.tree(c)) for c in others]

    def is_unchanged(self, change: Change) -> bool:
        """Whether a register is written with what it holds, as a try statement does that catches nothing."""
        before = self.interp.registers.get(change.key, 0)
        return type(before) is type(change.after) is int and before == change.after

    def changed(self, change: Change) -> Any:
        """The caller's object that is changed."""
        found = self.callers.get(id(change.obj), change.obj)
        if isinstance(found, External):
            self.interp.outside.change(found, change.key if isinstance(change.obj, Instance) else None)
        return found

    def was_there(self, value: Any) -> bool:
        """Whether the caller has it, whole."""
        if isinstance(value, External) or id(value) in self.callers:
            return True
        root = isinstance(value, Array) and value.base is None and id(value) not in self.arrays
        known = root or isinstance(value, (list, dict, Instance))
        return known and self.interp.trail.allocated_at(value) <= self.route.serial

    def part(self, value: Any) -> Tree:
        """The value that is put into an object: new, or the caller's."""
        if self.was_there(value):
            return Fixed(self.callers.get(id(value), value))
        if isinstance(value, tuple):
            return Node(type(value), (), tuple(map(self.part, value)))
        if isinstance(value, Maybe):
            flag = self.part(value.flag)
            assert isinstance(flag, Leaf | Fixed)
            return Unsure((self.part(value.value), flag, value))
        if id(value) not in self.made:
            self.made[id(value)] = value, self.anew(value)
        elif isinstance(value, (list, dict, Instance)):
            raise CompileError(
                f"{self.what} of a function that puts a new object into two others", "make two of it"
            )
        return self.made[id(value)][1]

    def anew(self, value: Any) -> Tree:
        match value:
            case Array() if value.base is not None:
                root = self.part(value.root)
                assert isinstance(root, Leaf | Fixed)
                return View((root, tuple(lenses_of(value))))
            case list():
                return Node(list, (), tuple(map(self.part, value)))
            case dict():
                return Node(dict, tuple(value), tuple(map(self.part, value.values())))
        return self.result(value)

    def tree(self, change: Change) -> Tree:
        """The tree of the changed values; an unchanged value stands where it stood."""
        if isinstance(change.after, Poison):
            raise change.after.fail()
        if isinstance(change.obj, Array):
            return self.result(self.interp.trail.allocate(Array(change.after)))
        if isinstance(change.obj, Instance):
            return self.part(change.after)
        new = {id(part) for part in new_parts(change)}
        after = change.after if isinstance(change.after, dict) else dict(enumerate(change.after))
        given = id(change.obj) in self.callers
        items = tuple([self.part(v) if given or id(v) in new else Fixed(v) for v in after.values()])
        return Node(dict, tuple(after), items) if isinstance(change.obj, dict) else Node(list, (), items)

    def may_be_put(self, value: Any) -> bool:
        return self.was_there(value) or self.is_new(value)

    def is_new(self, value: Any) -> bool:
        """Whether a value is made of numbers, of what is known, and of what was made inside."""
        match value:
            case list() | dict():
                inside = list(value.values()) if isinstance(value, dict) else value
                return self.interp.trail.allocated_at(value) > self.route.serial and all(
                    map(self.may_be_put, inside)
                )
            case Instance():
                return value.origin > self.route.serial and all(map(self.is_new, value.attributes.values()))
            case tuple():
                return all(map(self.may_be_put, value))
            case Maybe():
                return self.may_be_put(value.value)
            case Array():
                known = self.was_there(value.root) or value.root.origin > self.route.serial
                return known and all(map(is_known_lens, lenses_of(value)))
        return isinstance(value, (Sym, *PLAIN, type(None)))

    def register(self, value: Any) -> Any:
        while isinstance(value, Maybe):  # what an exception says, set where it is raised
            value = value.value
        if not isinstance(value, (Sym, Array)):
            return value
        self.results.append(self.lifted(value))
        return Leaf(len(self.results) - 1, True)


def described(value: Any) -> str:
    """The description, in a message, of a value that is no tree of numbers."""
    if isinstance(value, Sealed):
        return "objects whose number data decide"
    return describe(value) if isinstance(value, DynamicText) else plain_text(value)


def new_parts(change: Change) -> list[Any]:
    """The values that have been put into an object."""
    if isinstance(change.obj, Array):
        return []
    if isinstance(change.obj, Instance):
        return [change.after]
    before = change.before.values() if isinstance(change.before, dict) else change.before
    after = change.after.values() if isinstance(change.after, dict) else change.after
    return [value for value in after if not any(value is old for old in before)]


def shift_leaf_numbers(tree: Tree, by: int) -> Tree:
    """A tree whose leaves have other numbers."""
    match tree:
        case Leaf():
            return Leaf(tree.number + by, tree.scalar)
        case Node():
            return Node(tree.kind, tree.keys, tuple([shift_leaf_numbers(t, by) for t in tree.items]))
    return tree


def options_in(value: Any) -> Iterator[Maybe]:
    """The parts of a result that may be None, or not be there."""
    if isinstance(value, Option) or may_be_unset(value):
        yield value
    parts = value if isinstance(value, (list, tuple)) else value.values() if isinstance(value, dict) else ()
    for part in value.attributes.values() if isinstance(value, Instance) else parts:
        yield from options_in(part)


def check_apart(written: list[Array], leaves: list, what: str, captured: list[Sym]) -> None:
    roots = [leaf.root for leaf in leaves if isinstance(leaf, Array)]
    for array in written:
        if sum(root is array.root for root in roots) > 1 or array.root.may_aliases:
            raise CompileError(
                f"{what} of a function that writes into an array which is passed twice",
                "pass a copy",
                kind=ValueError,
            )
        if is_captured(captured, array):
            raise CompileError(
                f"{what} of a function that writes into an array which it also reads from outside",
                "pass a copy",
                kind=ValueError,
            )


def check_numbers(name: str, tree: Tree, what: str) -> None:
    """Refuse an argument that holds no number: its derivative would be nothing."""
    held = fixed_values(tree)
    if any(True for _ in leaves_of(tree)) or all(v is None for v in held):
        return
    if isinstance(tree, Node) and hasattr(tree.kind, "called"):
        raise CompileError(
            f"{what} with respect to {name}, {tree.kind.called}",
            "differentiate a function of the numbers that they are made of",
        )
    found = kind_of(held[0]) if isinstance(tree, Fixed) else f"a {tree.kind.__name__} without numbers"
    raise CompileError(
        f"{what} with respect to {name}, {found}: it holds no floating-point number",
        "convert its integers with float(n) or x.astype(float), or choose another argument with "
        "argnums= or argnames=",
        kind=TypeError,
    )


def check_sliced(isolated: Subprogram, what: str) -> None:
    """Refuse arguments of computed length: a tangent may have another length."""
    if has_window(isolated.args):
        raise CompileError(
            f"{what} with respect to a slice of computed length",
            "pass the whole array, and take the slice in the function; recto.grad takes slices",
        )


def check_floating(isolated: Subprogram, what: str) -> None:
    if not any(isolated.active()):
        raise CompileError(
            f"{what} needs floating arguments; {isolated.program.name} is called with none",
            "convert integers with float(n) or x.astype(float)",
            kind=TypeError,
        )


PLAIN = (bool, int, str, Site, Nesting, *FLOATING, np.dtype)


def is_static(value: Any) -> bool:
    """Whether it is known outside of the function that returns it: a number, text, a function or an object from
    outside, or a container of those."""
    if isinstance(value, (list, tuple)):
        return all(map(is_static, value))
    if isinstance(value, dict):
        return all(map(is_static, value.values()))
    if isinstance(value, Instance):
        return all(map(is_static, value.attributes.values()))
    return value is None or isinstance(value, (*PLAIN, External, Structure, type)) or is_function(value)


def with_numbers(tree: Tree, leaves: list) -> Tree:
    """The tree with a leaf for each integer and truth value that is known now. What an object of Recto's own classes
    holds besides arrays says what it is: a model's, a distribution's."""
    if type(tree) is Fixed and (
        type(tree.value) in (int, bool) or isinstance(tree.value, (np.number, np.bool))
    ):
        leaves.append(tree.value)
        return Leaf(len(leaves) - 1, True)
    if isinstance(tree, Node) and tree.kind is not np.ndarray and not is_own(tree.kind):
        return dataclasses.replace(tree, items=tuple([with_numbers(t, leaves) for t in tree.items]))
    return tree


def fixed_values(tree: Tree) -> list[Any]:
    if isinstance(tree, Fixed):
        return [tree.value]
    return [] if isinstance(tree, Leaf) else [v for t in tree.items for v in fixed_values(t)]
