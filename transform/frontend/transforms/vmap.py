"""vmap in compiled code: read a function of one element into a Program, and batch that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...core.spelling import plain_text
from ...ir.builder import TABLE, Builder, Sym, convert
from ...ir.loop_builder import append_cond, append_for, fetch, rows, store
from ...ir.program import Type, subprograms
from ...passes.autodiff.jvp import zeros
from ...passes.simplify.inlining import inline
from ...passes.vectorize.batch import batch
from ..lists.growing import BoundedList
from ..bounded.assumed_sizes import SIZE
from ..interpreter import Interpreter
from ..state.values import Array, Instance
from .leaf_trees import Fixed, Leaf, Node, Objects, Tree, build_value, leaves_of, without_keys
from .subprogram import Subprogram, read_subprogram, wrap_leaf


class Mapped:
    """A function read for one member of a batch. `axes`, `sizes`: of the leaves of the arguments that are batched."""

    def __init__(
        self,
        interp: Interpreter,
        function: Any,
        args: list,
        kwargs: dict,
        in_axes: Any,
        name: Any,
        size: Callable[[dict[int, int]], int],
        what: str,
    ):
        self.axes: dict[int, int] = {}
        self.sizes: dict[int, int] = {}

        def typed(trees: list[Tree], named: dict[str, Tree], leaves: list) -> dict[int, Type]:
            types = self.types(interp, in_axes, trees, named, leaves)
            if name is not None:
                interp.axes[name] = size(self.sizes)
            return types

        outer = dict(interp.axes)
        world = interp.registers["world"]
        # an operand, not a constant
        self.world = interp.registers["world"] = TABLE["fence"](interp.sym(world))
        try:
            self.isolated = read_subprogram(
                interp, function, args, kwargs, what, typed, objects=array_parts(in_axes), numbers=True
            )
        finally:
            interp.axes, interp.registers["world"] = outer, world
        interp.ruled = True  # lanes are expanded when reading ends
        self.acts = any(key == "world" for key, _ in self.isolated.registers)
        if self.acts and what != "vmap":
            raise CompileError(
                f"{what} of a function that prints, draws random numbers or calls the host",
                "do that with the results, or use recto.random",
            )
        check_lengths(self.isolated.result, what)
        self.mask = [
            k - self.isolated.shift in self.axes for k in range(len(self.isolated.program.parameters))
        ]

    def types(
        self, interp: Interpreter, in_axes: Any, trees: list[Tree], named: dict[str, Tree], leaves: list
    ) -> dict[int, Type]:
        """The types of the leaves that lose an axis."""
        given = axes_by_leaf(in_axes, Node(tuple, (), tuple(trees)), "in_axes")
        given.update({leaf.number: 0 for tree in named.values() for leaf in leaves_of(tree)})
        types = {}
        sliced = {leaf.number for tree in (*trees, *named.values()) for leaf in leaves_of_slices(tree)}
        for number, axis in given.items():
            if axis is not None:
                if number in sliced:
                    raise CompileError(
                        "a batch can't be a slice of computed length: its size must be known while compiling",
                        "pass the whole array, and leave out lanes of what comes back",
                    )
                t = interp.sym(leaves[number]).type
                self.axes[number] = place = normal(axis, len(t.shape), "in_axes", t)
                self.sizes[number] = t.shape[place]
                types[number] = t.update(shape=t.shape[:place] + t.shape[place + 1 :], weak=False)
        return types

    def name_of(self, leaf: int) -> str:
        return self.isolated.program.parameters[self.isolated.shift + leaf].name


def array_parts(in_axes: Any) -> Callable[[int | str], Objects | None]:
    """The parts of objects that are batched: their arrays, unless the axis of the argument is None."""
    parts = Objects(lambda value: isinstance(value, Array))
    whole = not isinstance(in_axes, (list, tuple))
    return lambda place: (
        None
        if (in_axes if whole else 0 if isinstance(place, str) or place >= len(in_axes) else in_axes[place])
        is None
        else parts
    )


def leaves_of_slices(tree: Tree) -> Iterator[Leaf]:
    """The leaves that are parts of slices of computed length."""
    if isinstance(tree, Node):
        for item in tree.items:
            yield from leaves_of(item) if tree.kind is np.ndarray else leaves_of_slices(item)


def check_lengths(tree: Tree, what: str, kind: str = "slice") -> None:
    """Refuse a slice of computed length among the results, and a list of it."""
    if not isinstance(tree, Node):
        return
    if tree.kind is np.ndarray:
        error = CompileError(
            f"{what} of a function that returns a {kind} whose length is computed",
            "write it into an array that has its full size, and return that and the length",
        )
        error.grows = True  # the better one of two refusals
        raise error
    for item in tree.items:
        check_lengths(item, what, "list" if tree.kind is BoundedList else kind)


def listed_like(interp: Interpreter, tree: Tree, value: Any) -> Any:
    """A value for a tree with lists of numbers that are one array, given as Python lists."""
    if not isinstance(tree, Node):
        return value
    if tree.kind is BoundedList and type(value) is list:
        fixed = {k: item.value for k, item in zip(tree.keys, tree.items) if isinstance(item, Fixed)}
        rows = interp.call_host(np.array, [value], {})
        return interp.trail.allocate(Instance(BoundedList, {k: fixed.get(k, rows) for k in tree.keys}))
    if isinstance(value, (list, tuple)) and len(value) == len(tree.items) and not hasattr(value, "_fields"):
        return type(value)(listed_like(interp, t, v) for t, v in zip(tree.items, value))
    return value


def depths_of_lists(tree: Tree) -> dict[int, int]:
    """The leaves that are the rows of lists, and how many axes stand for lists: the items get the batch axis."""
    if not isinstance(tree, Node):
        return {}
    if tree.kind is BoundedList:
        nesting = tree.items[tree.keys.index("nesting")]
        return {leaf.number: 1 + len(nesting.value.kinds) for leaf in leaves_of(tree)}
    return {number: depth for item in tree.items for number, depth in depths_of_lists(item).items()}


def vmap(
    interp: Interpreter,
    function: Any,
    args: list,
    kwargs: dict,
    in_axes: Any,
    out_axes: Any,
    axis_name: Any = None,
    axis_size: int | None = None,
    laid: Callable[[Sym], Sym] = lambda x: x,
) -> Any:
    """The function over a batch: arguments lose an axis, results get one.

    Args:
        laid: is applied to what has a batch axis (the first), on the way in and out.
    """
    mapped = Mapped(
        interp,
        function,
        args,
        kwargs,
        in_axes,
        axis_name,
        lambda sizes: batch_size(sizes, axis_size, lambda k: f"argument {k}"),
        "vmap",
    )
    isolated, axes = mapped.isolated, mapped.axes
    without_keys(isolated.result, "vmap of a function that returns")
    n = batch_size(mapped.sizes, axis_size, mapped.name_of)
    operands = isolated.operands(interp)
    for number, axis in axes.items():
        operands[isolated.shift + number] = laid(move_axis(operands[isolated.shift + number], axis, 0))
    if mapped.acts:
        results, found = one_by_one(interp, mapped, operands, n, axis_name)
    else:
        program, found = batch(isolated.program, mapped.mask, n, name=axis_name)
        results = inline(interp.builder, program, operands)
    results = [laid(x) if f else x for x, f in zip(results, found)]
    settle(interp, isolated, axes, results, found, n)
    return leave(interp, isolated, results, found, out_axes, n)


def one_by_one(
    interp: Interpreter, mapped: Mapped, operands: list[Sym], n: int, name: Any
) -> tuple[list[Sym], list[bool]]:
    """Lanes in order, as a function that acts on the host (prints, draws random numbers) wants them: a loop.

    Returns:
        the results, and which have the batch axis: all but the registers.
    """
    isolated, b = mapped.isolated, interp.builder
    program, key_of = (
        isolated.program,
        {what.number: key for key, what in isolated.registers if isinstance(what, Leaf)},
    )
    if name is not None and any(
        c.primitive.name == "collective" for p in subprograms(program) for c in p.body
    ):
        raise CompileError(
            "vmap of a function that acts on the host, and combines what lanes have",
            "print, or draw random numbers, outside of the batch",
        )
    place = {key: k for k, key in key_of.items()}
    world = next(k for k, x in enumerate(operands) if x.atom is mapped.world.atom)
    start = []
    for k, t in enumerate(program.result_types):
        old = interp.registers.get(key_of[k]) if k in key_of else None
        written = isolated.written[k - isolated.count : k - isolated.count + 1] if k >= isolated.count else []
        if k in key_of:
            start.append(zeros(b, t) if old is None else convert(interp.sym(old), t.dtype))
        elif written and written[0] in mapped.axes:
            start.append(operands[isolated.shift + written[0]])
        else:
            start.append(rows(b, n, t))

    def turn(inner: Builder, lane: Sym, found: Sequence[Sym]) -> list[Sym]:
        def run(inside: Builder) -> list[Sym]:
            given = [
                fetch(inside.lift(x), inside.lift(lane)) if m else inside.lift(x)
                for x, m in zip(operands, mapped.mask)
            ]
            given[world] = inside.lift(found[place["world"]])
            return [
                new if k in key_of else store(inside.lift(array), new, inside.lift(lane))
                for k, (array, new) in enumerate(zip(found, inline(inside, program, given)))
            ]

        if "error" not in place:
            return run(inner)
        clear = found[place["error"]] == 0
        return append_cond(inner, clear, run, lambda inside: [inside.lift(x) for x in found])

    results = append_for(b, 0, n, start, turn, index="lane")
    return results, [k not in key_of for k in range(len(results))]


def batch_size(sizes: dict[int, int], axis_size: int | None, name: Callable[[int], str]) -> int:
    known = set(sizes.values()) | ({axis_size} if axis_size is not None else set())
    if len(known) > 1:
        names = [f"{name(k)}: {n}" for k, n in sizes.items()]
        given = [f"axis_size: {axis_size}"] if axis_size is not None else []
        raise CompileError(
            f"vmap got batches of different sizes ({', '.join([*given, *names])})",
            "in_axes says what is batched: None leaves an argument as it is for all",
            kind=ValueError,
        )
    if not known:
        raise CompileError(
            "vmap has nothing to map over: every in_axes is None", "give axis_size, or an axis"
        )
    return known.pop()


def settle(
    interp: Interpreter,
    isolated: Subprogram,
    axes: dict[int, int],
    results: list[Sym],
    found: Sequence[bool],
    n: int,
) -> None:
    """Arguments that the function writes, and what it raises: the first lane that fails counts."""
    for k, leaf in enumerate(isolated.written):
        new, batched = results[isolated.count + k], found[isolated.count + k]
        if batched and leaf not in axes:
            name = isolated.program.parameters[isolated.shift + leaf].name
            raise CompileError(
                f"vmap of a function that writes batched values into the unbatched {name}",
                "give it an axis in in_axes",
            )
        new = new if batched or leaf not in axes else repeat_for_lanes(new, n)
        interp.overwrite(isolated.leaves[leaf], move_axis(new, 0, axes[leaf]) if leaf in axes else new)
    values = dict(isolated.registers)
    lanes = {
        key: first_failing(results[code.number])
        for key in ("error", "failed")
        if isinstance(code := values.get(key), Leaf) and found[code.number]
    }
    for key, what in isolated.registers:
        new = results[what.number] if isinstance(what, Leaf) else what
        if isinstance(what, Leaf) and found[what.number]:
            new = (
                TABLE["reduce_max"](new, axes=(0,))
                if is_size(key)
                else pick_lane(
                    new, lanes.get("failed" if key == "failed" else "error", np.asarray(0, np.int64))
                )
            )
        interp.trail.write(interp.registers, key, new)


def is_size(register: Any) -> bool:
    """Whether it holds a size, which has to be that of the largest lane."""
    return isinstance(register, tuple) and register[1].startswith(SIZE)


def first_failing(codes: Sym) -> Sym:
    return TABLE["argmax"](codes != np.broadcast_to(np.zeros((), codes.dtype), codes.shape), axis=0)


def pick_lane(values: Sym, lane: Any) -> Sym:
    shape = values.shape[1:]
    zero = np.asarray(0, np.int64)
    return TABLE["dynamic_slice"](values, lane, *[zero] * len(shape), sizes=(1, *shape), drop=(0,))


def leave(
    interp: Interpreter,
    isolated: Subprogram,
    results: list[Sym],
    found: Sequence[bool],
    out_axes: Any,
    n: int,
) -> Any:
    """The return value of the function, the batch axis where out_axes says."""
    places, rows = axes_by_leaf(out_axes, isolated.result, "out_axes"), depths_of_lists(isolated.result)

    def leaf(x: Leaf) -> Any:
        value, axis = results[x.number], places[x.number]
        if axis is None:
            if found[x.number]:
                raise CompileError("out_axes is None for a result that is batched")
            return wrap_leaf(interp, x, value)
        value = value if found[x.number] else repeat_for_lanes(value, n)
        own = rows.get(x.number, 0)
        return interp.array(move_axis(value, 0, own + normal(axis, value.ndim - own, "out_axes", value.type)))

    return build_value(interp, isolated.result, leaf)


def repeat_for_lanes(x: Sym, n: int) -> Sym:
    return TABLE["broadcast"](x, shape=(n, *x.shape), axes=tuple(range(1, x.ndim + 1)))


def move_axis(x: Sym, source: int, target: int) -> Sym:
    """x with one axis at another place."""
    if source == target:
        return x
    rest = [k for k in range(x.ndim) if k != source]
    return TABLE["transpose"](x, axes=(*rest[:target], source, *rest[target:]))


def normal(axis: Any, ndim: int, what: str, t: Type) -> int:
    if not isinstance(axis, (int, np.integer)) or isinstance(axis, bool):
        raise CompileError(f"{what} is made of integers and None, not {plain_text(axis)}")
    if not -ndim <= axis < ndim:
        hint = (
            f"None leaves an argument as it is for all: {what}=(0, None)"
            if not ndim and what == "in_axes"
            else None
        )
        raise CompileError(f"{what}: axis {axis} is out of range for {t}", hint, kind=np.exceptions.AxisError)
    return int(axis) % ndim


def axes_by_leaf(axes: Any, tree: Tree, what: str) -> dict[int, Any]:
    """The axis of every leaf: `axes` is a tree that may stop early, and hold for all that is below."""
    if isinstance(axes, (int, np.integer, type(None))):
        return {leaf.number: axes for leaf in leaves_of(tree)}
    if isinstance(tree, Fixed):
        return {}
    if isinstance(axes, dict):
        keys, items = tuple(axes), tuple(axes.values())
        fits = isinstance(tree, Node) and tree.kind is dict and set(keys) == set(tree.keys)
        order = [keys.index(k) for k in tree.keys] if fits else []
    elif isinstance(axes, (list, tuple)):
        items, order = tuple(axes), list(range(len(axes)))
        fits = isinstance(tree, Node) and not tree.keys and len(items) == len(tree.items)
    else:
        raise CompileError(f"{what} is made of integers, None and containers of them, not {plain_text(axes)}")
    if not fits:
        described = "results" if what.startswith("out") else "arguments"
        raise CompileError(f"{what} {plain_text(axes)} does not match the structure of the {described}")
    found: dict[int, Any] = {}
    for k, item in zip(order, tree.items):
        found.update(axes_by_leaf(items[k], item, what))
    return found
