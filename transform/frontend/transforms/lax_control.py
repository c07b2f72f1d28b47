"""Rules for recto.lax's control flow: trees of arrays, and the types that its functions preserve.

Most of recto.lax is Python that is read like a user's. The rules here are called where that needs to look at
structures: a rule takes (interp, *args) and stands for a function of recto.lax of the same name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...core.dtypes import promote
from ...core.errors import CompileError
from ...core.registered import structural_attributes
from ...ir.builder import Builder, Sym, convert
from ...ir.program import Type
from ..calls.specialise import stand_in
from ..control.branches import travel
from ..expressions.containers import plain
from ..interpreter import Interpreter
from ..state.values import NEVER, Array, Instance
from .leaf_trees import (
    Fixed,
    Leaf,
    Node,
    Structural,
    Tree,
    describe,
    floating_parts,
    in_order,
    leaves_of,
    open_outside_object,
    build_value,
    take,
    without_keys,
)

ITERATIONS = 4  # in which a carry that begins with Python numbers gets its types


# -- trees ---------------------------------------------------------------------------------------------------


def flatten(interp: Interpreter, value: Any, is_leaf: Any = None) -> tuple[Tree, list]:
    """The tree of a value and its leaves: arrays and numbers, also those known now, and what `is_leaf` says."""
    leaves: list = []
    if is_leaf is not None:
        return cut_off(interp, value, is_leaf, leaves), leaves
    tree = without_keys(take(interp, value, leaves, objects=floating_parts()), "the tree holds")
    return number_leaves(interp, tree, leaves), leaves


def cut_off(interp: Interpreter, value: Any, is_leaf: Any, leaves: list) -> Tree:
    """The tree of a value down to the parts that `is_leaf`, a function that is read, takes for leaves."""
    value = plain(interp, interp.settled(value))
    if interp.static(interp.call(is_leaf, [value], {}), "the result of is_leaf"):
        leaves.append(value)
        return Leaf(len(leaves) - 1, False)
    match value:
        case list() | tuple():
            keys, items = (), value
        case dict():
            keys, items = tuple(value), value.values()
        case Instance():
            keys, items = tuple(value.attributes), value.attributes.values()
        case _:
            return number_leaves(interp, take(interp, value, leaves, objects=floating_parts()), leaves)
    kind = value.cls if isinstance(value, Instance) else dict if isinstance(value, dict) else type(value)
    fixed = structural_attributes(kind)
    return Node(
        kind,
        keys,
        tuple(
            [
                Structural(item) if keys and keys[k] in fixed else cut_off(interp, item, is_leaf, leaves)
                for k, item in enumerate(items)
            ]
        ),
    )


def beside(interp: Interpreter, tree: Tree, value: Any) -> Iterator[tuple[int, Any]]:
    """The numbers of the leaves of a tree, each with what stands in its place in a value."""
    if isinstance(tree, Leaf):
        yield tree.number, value
        return
    value = open_outside_object(interp, plain(interp, interp.settled(value)))
    if isinstance(tree, Node):
        other = take(interp, value, [], objects=floating_parts())
        if not same_keys(tree, other):
            raise CompileError(
                f"the structures differ: {describe(tree)} and {describe(other)}", kind=ValueError
            )
        held = value.attributes if isinstance(value, Instance) else value
        for key, item in zip(tree.keys or range(len(tree.items)), tree.items):
            yield from beside(interp, item, held[key])
    elif type(tree) is Fixed and tree.value is None and value is not None:
        raise CompileError(f"the structures differ: None and {describe(take(interp, value, []))}")


def same_keys(tree: Node, other: Tree) -> bool:
    """Whether these containers are alike. The order of a dict's keys makes no difference."""
    if tree.kind is dict and isinstance(other, Node) and other.kind is dict:
        return set(tree.keys) == set(other.keys)
    return tree.alike(other)


def number_leaves(interp: Interpreter, tree: Tree, leaves: list) -> Tree:
    """The tree in which numbers known now are leaves too."""
    if isinstance(tree, Node):
        return Node(tree.kind, tree.keys, tuple([number_leaves(interp, t, leaves) for t in tree.items]))
    if type(tree) is Fixed and isinstance(tree.value, (bool, int, np.number, np.bool_)):
        leaves.append(interp.sym(tree.value))
        return Leaf(len(leaves) - 1, True)
    return tree


def tree_map(interp: Interpreter, function: Any, value: Any, *rest: Any, is_leaf: Any = None) -> Any:
    """function(leaf, …) for the leaves of a tree, and what stands in their places in others."""
    tree, leaves = flatten(interp, value, is_leaf)
    columns = [dict(beside(interp, tree, v)) for v in rest]

    def mapped(leaf: Leaf) -> Any:
        return interp.call(function, [leaves[leaf.number], *(c[leaf.number] for c in columns)], {})

    return build_value(interp, tree, mapped, constructs=True)


def tree_leaves(interp: Interpreter, value: Any, is_leaf: Any = None) -> list:
    """The leaves, in the order of sorted keys."""
    tree, leaves = flatten(interp, value, is_leaf)

    def ordered(part: Tree) -> list[Leaf]:
        if isinstance(part, Leaf):
            return [part]
        items = in_order(part).items if isinstance(part, Node) else ()
        return [leaf for item in items for leaf in ordered(item)]

    return interp.trail.allocate([leaves[leaf.number] for leaf in ordered(tree)])


def outline(tree: Tree) -> Any:
    """The structure alone, to compare."""
    if isinstance(tree, Leaf):
        return "*"
    if isinstance(tree, Fixed):
        return ("fixed", repr(tree.value))
    return tree.kind, tree.keys, tuple(map(outline, tree.items))


def scan_length(interp: Interpreter, xs: Any, length: Any) -> Any:
    """The common size of the first axes of the leaves of xs, or `length`."""
    leaves = flatten(interp, xs)[1]
    if any(not leaf.type.ndim for leaf in leaves):
        raise CompileError(
            "scan iterates over the first axes of arrays, but got a number",
            "put constant numbers into the carry, or read them from outside",
        )
    sizes = [leaf.type.shape[0] for leaf in leaves]
    given = [] if length is None else [interp.static(length, "the length of a scan") if sizes else length]
    if not sizes and not given:
        raise CompileError("scan got neither xs nor length", "scan(f, init, None, length=10)")
    if sizes and len({*sizes, *given}) > 1:
        raise CompileError(
            "scan got arrays with different leading sizes: "
            + ", ".join(str(leaf.type) for leaf in leaves)
            + (f", length {given[0]}" if given else ""),
            kind=ValueError,
        )
    return [*given, *sizes][0]


# -- types that are kept -------------------------------------------------------------------------------------


def kept_type(before: Type, after: Type) -> bool:
    """Whether a value of one type may follow one of the other. Python numbers take the dtype of what they
    meet."""
    if before.shape != after.shape:
        return False
    if before.dtype == after.dtype:
        return True
    number = before.weak and before.dtype != bool
    return number or after.weak and promote((before.dtype, False), (after.dtype, True)) == before.dtype


ITERATION, BRANCHES = ("at entry", "after one iteration"), ("on one branch", "on another")


def differences(
    old: Tree, new: Tree, olds: list, news: list, where: str, at: tuple[str, str]
) -> Iterator[str]:
    """The differences between two trees. `at`: where they are found."""
    if isinstance(old, Leaf) and isinstance(new, Leaf):
        before, after = olds[old.number].type, news[new.number].type
        if not kept_type(before, after):
            yield f"{where} is {before} {at[0]} and {after} {at[1]}"
    elif isinstance(old, Node) and isinstance(new, Node) and old.alike(new):
        for k, (a, b) in enumerate(zip(old.items, new.items)):
            yield from differences(
                a, b, olds, news, where + (f".{old.keys[k]}" if old.keys else f"[{k}]"), at
            )
    elif outline(old) != outline(new):
        yield f"{where} is {text(old, olds)} {at[0]} and {text(new, news)} {at[1]}"


def text(tree: Tree, leaves: list) -> str:
    """The types of a tree: (f64[3], {'a': i64[]})."""
    types = iter([str(leaves[leaf.number].type) for leaf in leaves_of(tree)])
    return "".join(next(types) if part == "*" else part for part in re.split(r"(\*)", describe(tree)))


def in_order_of(interp: Interpreter, old: Tree, value: Any) -> Any:
    """A value with its dicts in the order of those of a tree."""
    new, leaves = flatten(interp, value)
    tree = reordered(old, new)
    return value if tree is new else build_value(interp, tree, lambda leaf: leaves[leaf.number])


def reordered(old: Tree, new: Tree) -> Tree:
    """The tree with its dicts in the order of another's that have the same keys; itself where they have it already."""
    if not isinstance(old, Node) or not isinstance(new, Node) or not same_keys(old, new):
        return new
    items = dict(zip(new.keys or range(len(new.items)), new.items))
    keys = old.keys or tuple(range(len(new.items)))
    found = [reordered(part, items[key]) for key, part in zip(keys, old.items)]
    if new.keys == old.keys and all(a is b for a, b in zip(found, new.items)):
        return new
    return Node(new.kind, old.keys, tuple(found))


def check_carry(interp: Interpreter, name: str, before: Any, after: Any) -> Any:
    """Check the carry after an iteration: its structure and types are those before it."""
    old, olds = flatten(interp, before)
    after = in_order_of(interp, old, after)
    new, news = flatten(interp, after)
    for difference in differences(old, new, olds, news, "carry", ITERATION):
        raise CompileError(
            f"TypeError: {name}: the carry changes type: {difference}",
            "the body must return a carry with the same structure, shapes and dtypes",
        )
    return after


def cond(
    interp: Interpreter, pred: Any, true_fun: Any, false_fun: Any, *operands: Any, operand: Any = ...
) -> Any:
    """true_fun(*operands) if pred else false_fun(*operands), which must be of the same structure and types."""
    test, operands = interp.truth_of(pred), operands if operand is ... else (*operands, operand)
    if not isinstance(test, Sym):
        return interp.call(true_fun if test else false_fun, list(operands), {})
    sides: dict[int, tuple[Tree, list]] = {}

    def branch(side: int, function: Any) -> Any:
        value = interp.call(function, list(operands), {})
        if value is NEVER:
            return value
        if sides:
            value = in_order_of(interp, sides[0][0], value)
        sides[side] = flatten(interp, value)
        return value

    result = interp.fork(test, lambda: branch(0, true_fun), lambda: branch(1, false_fun))
    if len(sides) == 2:  # neither raises for certain
        check_branches(*sides[0], *sides[1])
    return result


def check_branches(old: Tree, olds: list, new: Tree, news: list) -> None:
    for difference in differences(old, new, olds, news, "the result", BRANCHES):
        raise CompileError(
            f"TypeError: the branches give different types: {difference}",
            "all functions must return the same structure, shapes and dtypes",
        )


# -- scan ----------------------------------------------------------------------------------------------------


def begin_scan(interp: Interpreter, function: Any, init: Any, xs: Any, count: Any) -> tuple[Any, Any]:
    """The carry in the types that it keeps, and arrays for the stacked results."""
    tree, leaves = flatten(interp, init)
    for _ in range(ITERATIONS):
        carry, ys, types = after_one(interp, function, tree, leaves, xs)
        wider = [widen_number(interp, leaf, new) for leaf, new in zip(leaves, carry)]
        if all(a.type == b.type for a, b in zip(wider, leaves)):
            break
        leaves = wider
    if types:
        count = interp.static(count, "the length of a scan that stacks results")
    rows = build_value(interp, ys, lambda leaf: zeros(interp, types[leaf.number], count))
    return build_value(interp, tree, lambda leaf: leaves[leaf.number]), rows


def after_one(
    interp: Interpreter, function: Any, tree: Tree, leaves: list, xs: Any
) -> tuple[list, Tree, list]:
    """The effect of one step, read and undone: the types of the carry, the tree and the types of the result."""
    builder, shape = Builder(interp.builder), flatten(interp, xs)

    def element(leaf: Leaf) -> Any:
        x = shape[1][leaf.number].type
        value = builder.parameter(Type(x.dtype, x.shape[1:]))
        return interp.trail.allocate(Array(value)) if value.shape else value

    def step() -> tuple:
        inner = [stand_in(interp, builder, leaf) for leaf in leaves]
        given = build_value(interp, tree, lambda leaf: inner[leaf.number])
        out = interp.call(function, [given, build_value(interp, shape[0], element)], {})
        if not isinstance(out, (tuple, list)) or len(out) != 2:
            raise CompileError("TypeError: scan: the function must return a pair (carry, y)")
        after, y = check_carry(interp, "scan", given, out[0]), flatten(interp, out[1])
        found, values = flatten(interp, after)
        ordered = dict(
            zip([leaf.number for leaf in leaves_of(tree)], [values[n.number] for n in leaves_of(found)])
        )
        return [ordered[k].type for k in range(len(leaves))], y[0], [leaf.type for leaf in y[1]]

    return travel(interp, step, builder).value


def widen_number(interp: Interpreter, leaf: Any, new: Type) -> Any:
    """A Python number in the dtype that a step makes of it."""
    if (
        not isinstance(leaf, Sym)
        or not leaf.type.weak
        or leaf.type == new
        or new.weak
        and new.dtype == leaf.dtype
    ):
        return leaf
    return convert(leaf, promote((new.dtype, new.weak), (leaf.dtype, True)))


def zeros(interp: Interpreter, row: Type, count: int) -> Array:
    return interp.array(interp.builder.lift(np.broadcast_to(np.zeros((), row.dtype), (count, *row.shape))))


def store_row(interp: Interpreter, rows: Any, k: Any, value: Any) -> None:
    """rows[k] = value, leaf by leaf."""
    tree, arrays = flatten(interp, rows)
    found, leaves = flatten(interp, value)
    for to, leaf in zip(leaves_of(tree), leaves_of(found)):
        interp.set_item(arrays[to.number], k, leaves[leaf.number])


def finish_scan(interp: Interpreter, rows: Any) -> Any:
    return rows


RULES: dict[str, Callable] = {
    f.__name__: f for f in (begin_scan, check_carry, cond, finish_scan, scan_length, store_row, tree_map)
}
