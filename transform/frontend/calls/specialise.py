"""Specialisation of user functions: each is read once for each type signature of its arguments, then called
as a Program.

A function with further effects (it changes outer containers, prints, may raise, returns a view of an argument
…) is inlined into its caller instead.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...ir.builder import Builder, Facts, Sym
from ...ir.program import Program
from ...ir.unions import Members, with_members
from ...primitives import call as call_primitive, select
from ..control.branches import travel_apart
from ..control.joining.unlike_values import Unlike
from ..interpreter import Interpreter
from ..state.container_aliases import may_alias_set
from ..state.integer_facts import facts_of
from ..state.trail import CONTENT, Registers
from ..state.values import NUMBERS, Array, Bound, Closure, External, HostMethod, Instance, Partial, Picked


class NotPlain(Exception):
    """The arguments or the result are not made of arrays, numbers, containers and static values."""


@dataclasses.dataclass(frozen=True)
class Leaf:
    """Stands for the k-th dynamic leaf in the structure of arguments or results; `scalar` is no array, and may have one
    of several types."""

    number: int
    scalar: bool
    members: Members | None = None


@dataclasses.dataclass(frozen=True)
class Same:
    """A result that is the k-th array argument itself."""

    number: int


@dataclasses.dataclass
class Special:
    """A function read for one signature."""

    program: Program
    captured: list[Sym]  # outside arrays it reads: hidden parameters of the whole program
    written: list[int]  # leaves of the arguments whose new contents are the last results
    result: Any  # structure with Leaf and Same
    count: int
    fails: bool = False  # is the last result the code of what has failed in it?


def call_specialised(interp: Interpreter, function: types.FunctionType, args: list, kwargs: dict) -> Any:
    leaves: list = []
    structure, key = key_of_call(function, args, kwargs, leaves)
    if key is None:
        return interp.call_inline(function, args, kwargs)
    # Functions with derivative rules, and what a `try` around them tests, are read differently where it counts; and
    # what was outside may hold something else than it did.
    own, key = key, (interp.orders, bool(interp.trying), interp.trail.state_outside(), key)
    if key not in interp.specialised and own in interp.budget.in_vain:
        interp.specialised[key] = None
    if key not in interp.specialised:
        interp.specialised[key] = (
            None  # while it is being read, inner calls of the same signature are inlined
        )
        interp.specialised[key] = specialise(interp, function, structure, leaves, [args, kwargs])
        if interp.specialised[key] is None:
            interp.budget.in_vain.add(own)
    special = interp.specialised[key]
    if special is None or special.written and _overlapping(special, leaves):
        return interp.call_inline(function, args, kwargs)
    return apply(interp, special, leaves)


def key_of_call(function: Any, args: list, kwargs: dict, leaves: list) -> tuple[Any, Any]:
    """The structure of the arguments and the key of the call; no key where there is something that is not plain."""
    try:
        structure = flatten([args, kwargs], leaves)
        return structure, signature(function, structure, leaves)
    except (NotPlain, TypeError):
        return None, None


def flatten(value: Any, leaves: list) -> Any:
    """The structure of a value with its dynamic leaves taken out (the same array twice is one leaf)."""
    match value:
        case Sym() if value.is_const and not value.ndim:  # np.int64(3): static like 3
            return ("constant", (value.type, value.value.tobytes()), value)
        case Sym():
            leaves.append(value)
            return Leaf(len(leaves) - 1, True)
        case Array() if value.size == 1 and isinstance(value.sym, Sym) and value.sym.is_const:
            raise NotPlain  # np.asarray(n) of a known n stays known where the function is inlined
        case Array():
            for k, leaf in enumerate(leaves):
                if leaf is value:
                    return Leaf(k, False)
            leaves.append(value)
            return Leaf(len(leaves) - 1, False)
        case list() | tuple():
            items = [flatten(v, leaves) for v in value]
            return (type(value), *items)
        case dict():
            return (dict, *(((k, told_apart(k)), flatten(v, leaves)) for k, v in value.items()))
        case Instance() | Closure() | Partial() | HostMethod() | Bound() | Picked() | Unlike():
            raise NotPlain
        case External():
            return ("external", value.path, value)
    hash(value)
    return ("static", type(value), str(value), value)


def told_apart(key: Any) -> Any:
    """A tag that distinguishes equal keys of a dict: 1, 1.0 and True."""
    if type(key) is tuple:
        return tuple(map(told_apart, key))
    return (type(key), repr(key)) if isinstance(key, NUMBERS) else None


def signature(function: Any, structure: Any, leaves: list) -> tuple:
    cells = tuple(map(id, function.__closure__ or ()))
    types_ = tuple(
        (leaf.type, isinstance(leaf, Sym), _interval(leaf), getattr(leaf, "members", None)) for leaf in leaves
    )
    return function.__code__, cells, id(function), _strip(structure), types_


def _interval(leaf: Any) -> Any:
    facts = facts_of(leaf)
    return (facts.lo, facts.hi) if facts else None


def _strip(structure: Any) -> Any:
    """The structure as a key: External objects by the path that leads to them, constants by their value."""
    if isinstance(structure, tuple):
        if structure and structure[0] in ("external", "constant"):
            return structure[:2]
        return tuple(_strip(s) for s in structure)
    return structure


def _overlapping(special: Special, leaves: list) -> bool:
    """Whether a write to an argument may be seen by another one, or by an array that the function reads from
    outside."""
    if any(is_captured(special.captured, leaves[k]) for k in special.written):
        return True
    roots = [leaf.root for leaf in leaves if isinstance(leaf, Array)]
    linked = any(r is s for r in roots for other in roots for s in other.may_aliases)
    return linked or len({id(r) for r in roots}) < len(roots)


def is_captured(captured: list[Sym], array: Array) -> bool:
    """Whether an array may be one of those that a function reads from outside."""
    atoms = {sym.atom for sym in captured}
    contents = [root.sym for root in (array.root, *array.root.may_aliases)]
    return any(isinstance(content, Sym) and content.atom in atoms for content in contents)


def rebuild(structure: Any, leaves: list, allocate: Callable[[Any], Any]) -> Any:
    """The value of this structure; `allocate` numbers its lists and dicts."""
    if isinstance(structure, Leaf):
        return leaves[structure.number]
    head, *rest = structure
    if head == "static":
        return rest[2]
    if head in ("external", "constant"):
        return rest[1]
    if head is dict:
        return allocate({k: rebuild(v, leaves, allocate) for (k, _), v in rest})
    items = [rebuild(s, leaves, allocate) for s in rest]
    if head is list:
        return allocate(items)
    return head(*items) if hasattr(head, "_fields") else head(items)


def specialise(
    interp: Interpreter, function: types.FunctionType, structure: Any, leaves: list, given: list
) -> Special | None:
    """Read the function for these argument types; None if it has to be read into each caller. `given`: the arguments of
    the first call, which know where their lists are made."""
    builder = Builder(interp.builder)
    builder.begins = True
    inner = [stand_in(interp, builder, leaf) for leaf in leaves]
    args, kwargs = rebuild(structure, inner, interp.trail.allocate)
    note_places(interp, [args, kwargs], given)
    errors = raise_sites(interp)
    name_parameters(interp, parameter_names(function), args)
    interp.specialising += 1
    try:
        route = travel_apart(interp, lambda: run_anew(interp, function, args, kwargs), builder, inner)
    finally:
        interp.specialising -= 1
    arrays = {id(a): k for k, a in enumerate(inner) if isinstance(a, Array)}
    changes = [c for c in route.changes.values() if not is_failure(c) and not is_edit(interp, c)]
    failed = [c.after for c in route.changes.values() if is_failure(c) and isinstance(c.after, Sym)]
    if (
        any(c.key != CONTENT or id(c.obj) not in arrays or not isinstance(c.after, Sym) for c in changes)
        or raise_sites(interp) != errors
    ):
        return None
    outputs: list = []
    try:
        check_own_containers(interp, route, route.value, [])
        result = result_structure(interp, route, route.value, outputs, arrays)
    except NotPlain:
        return None
    written = [arrays[id(c.obj)] for c in changes]
    with interp.inside(builder):
        results = [builder.lift(o) for o in outputs] + [
            builder.lift(x) for x in [*(c.after for c in changes), *failed]
        ]
    captured = captured_from_outside(builder)
    if captured is None:
        return None
    program = builder.finish(results, function.__name__ if function.__name__.isidentifier() else "function")
    return Special(program, captured, written, result, len(outputs), bool(failed))


def note_places(interp: Interpreter, own: Any, given: Any) -> None:
    """The lists among the arguments of a function are made where the caller's are."""
    if type(own) is not type(given):
        return
    if isinstance(own, (list, dict)):
        interp.places.keep(own, given)
    if isinstance(own, dict):
        own, given = list(own.values()), [given[k] for k in own]
    for mine, theirs in zip(own, given) if isinstance(own, (list, tuple)) else ():
        note_places(interp, mine, theirs)


def run_anew(interp: Interpreter, function: types.FunctionType, args: list, kwargs: dict) -> Any:
    """The call, as if nothing had failed before."""
    interp.trail.write(interp.registers, "failed", np.int32(0))
    return interp.call_inline(function, args, kwargs)


def is_failure(change: Any) -> bool:
    return isinstance(change.obj, Registers) and change.key == "failed"


def is_edit(interp: Interpreter, change: Any) -> bool:
    """Whether an array holds what it came with, behind an identity that edits its cotangent."""
    return (
        isinstance(change.obj, Array)
        and isinstance(change.before, Sym)
        and interp.unedited(change.after) == change.before.atom
    )


def raise_sites(interp: Interpreter) -> int:
    """The number of places read so far that raise the user's exceptions."""
    return len(interp.errors) - len(interp.failures)


def stand_in(interp: Interpreter, builder: Builder, leaf: Any) -> Any:
    """A parameter for a leaf; integers keep where they come from, for messages about static values."""
    param = with_members(builder.parameter(leaf.type), getattr(leaf, "members", None))
    builder.stands_for[param.atom] = interp.sym(leaf)
    facts = facts_of(leaf)
    if facts is not None:
        builder.site.facts[param.atom.name] = Facts(
            facts.sources, facts.lo, facts.hi, ((param.atom.name, 1),)
        )
    origins = (leaf if isinstance(leaf, Sym) else interp.sym(leaf)).origins
    if origins:
        builder.site.origins[param.atom.name] = origins
    return interp.trail.allocate(Array(param)) if isinstance(leaf, Array) else param


def parameter_names(function: Any) -> tuple[str, ...]:
    """The names of a function's positional parameters."""
    return function.__code__.co_varnames[: function.__code__.co_argcount]


def name_parameters(interp: Interpreter, names: Sequence[str], args: list) -> None:
    for name, value in zip(names, args):
        if isinstance(value, Sym) and not value.is_const:
            interp.builder.site.hints[value.atom.name] = name
        elif isinstance(value, Array):
            interp.builder.site.hints[value.sym.atom.name] = name


def check_own_containers(interp: Interpreter, route: Any, value: Any, seen: list) -> None:
    """Every list and dict of the result must be new, and stand in one place only: the result is built anew."""
    if isinstance(value, (list, dict)):
        if (
            interp.trail.allocated_at(value) <= route.serial
            or may_alias_set(interp.trail, value)
            or any(o is value for o in seen)
        ):
            raise NotPlain
        seen.append(value)
    items = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    for item in items:
        check_own_containers(interp, route, item, seen)


def result_structure(
    interp: Interpreter, route: Any, value: Any, outputs: list, arrays: dict[int, int]
) -> Any:
    """The structure of the result; contents of new arrays and scalars go to `outputs`."""
    match value:
        case Sym() if value.is_const and not value.ndim and not value.members:
            return ("constant", (value.type, value.value.tobytes()), value)
        case Sym():
            outputs.append(value)
            return Leaf(len(outputs) - 1, True, value.members)
        case Array():
            if id(value) in arrays:
                return Same(arrays[id(value)])
            if not route.fresh(value) or value.may_aliases or any(o is value for o in outputs):
                raise NotPlain
            outputs.append(value.sym)
            return Leaf(len(outputs) - 1, False)
        case list() | tuple():
            return (type(value), *(result_structure(interp, route, v, outputs, arrays) for v in value))
        case dict():
            return (
                dict,
                *((k, result_structure(interp, route, v, outputs, arrays)) for k, v in value.items()),
            )
        case None | bool() | int() | float() | complex() | str():
            return ("static", type(value), str(value), value)
    raise NotPlain


def captured_from_outside(builder: Builder) -> list[Sym] | None:
    """The captures of the program, as parameters of the outermost builder; None if it captures anything else."""
    found = []
    for var in builder.captured:
        owner, current = builder.parent, var
        while owner.parent is not None:
            outer = next((o for o, s in owner.captured.items() if s.atom == current), None)
            if outer is None:
                return None
            owner, current = owner.parent, outer
        if current not in owner.parameters:
            return None
        found.append(Sym(owner, current))
    return found


def apply(interp: Interpreter, special: Special, leaves: list) -> Any:
    operands = [interp.builder.lift(s) for s in special.captured] + [interp.sym(leaf) for leaf in leaves]
    results = (
        interp.builder.bind(call_primitive, operands, {"program": special.program})
        if special.program.results
        else ()
    )
    for k, new in zip(special.written, results[special.count :]):
        interp.overwrite(leaves[k], new)
    if special.fails:
        before = interp.sym(interp.registers["failed"])
        interp.trail.write(interp.registers, "failed", select(before != 0, before, results[-1]))
    return build_result(interp, special.result, results, leaves)


def build_result(interp: Interpreter, structure: Any, results: tuple, leaves: list) -> Any:
    if isinstance(structure, Leaf):
        value = results[structure.number]
        return with_members(value, structure.members) if structure.scalar else interp.array(value)
    if isinstance(structure, Same):
        return leaves[structure.number]
    head, *rest = structure
    if head in ("static", "constant"):
        return rest[-1]
    if head is dict:
        return interp.trail.allocate({k: build_result(interp, v, results, leaves) for k, v in rest})
    items = [build_result(interp, s, results, leaves) for s in rest]
    if hasattr(head, "_fields"):
        return head(*items)
    return interp.new_list(items) if head is list else head(items)
