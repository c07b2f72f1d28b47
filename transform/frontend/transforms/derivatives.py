"""Derivatives of a function: grad, jvp, vjp and their like, called inside compiled code or compiled by
themselves.

The function is read for the types of the arguments into a separate Program (`read_subprogram`); the passes make the
derivative Program, whose calls are added to the caller. So derivatives nest, and may stand inside loops and
branches.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import is_complex, is_inexact
from ...core.errors import CompileError
from ...ir.builder import Builder, Sym
from ...ir.program import Program, Type, walk
from ...passes import optimise
from ...passes.autodiff.jvp import Activity, jvp as jvp_program, push
from ...passes.autodiff.custom_rules import unedited, without_edits
from ...passes.autodiff.vjp import forward, used_captures, vjp as vjp_program
from ...passes.simplify.dead_code import Sweep
from ...passes.simplify.inlining import inline
from ...passes.simplify.value_ranges import trip_limits
from ...primitives.control.custom_rules import has_vjp_only
from ..interpreter import Interpreter
from ..state.values import Array
from .leaf_trees import (
    Leaf,
    Node,
    Tree,
    build_value,
    floating_parts,
    has_window,
    leaves_of,
    pairs,
    take,
    with_form,
    without_keys,
)
from .subprogram import Subprogram, check_floating, check_numbers, check_sliced, read_subprogram
from .vmap import listed_like


def zeros_of(interp: Interpreter, t: Type) -> Sym:
    return interp.builder.lift(np.broadcast_to(np.zeros((), t.dtype), t.shape))


# -- which arguments -----------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Wanted:
    """With respect to which arguments: positions, or names. `one`: a single one, not a tuple of them."""

    argnums: tuple[int, ...]
    argnames: tuple[str, ...]
    one: bool

    @staticmethod
    def of(argnums: int | Sequence[int] | None, argnames: str | Sequence[str] | None) -> "Wanted":
        if argnums is not None and argnames is not None:
            raise CompileError("argnums and argnames are both given", "name the arguments in one way")
        if argnames is not None:
            return Wanted(
                (), (argnames,) if isinstance(argnames, str) else tuple(argnames), isinstance(argnames, str)
            )
        argnums = 0 if argnums is None else argnums
        return Wanted(
            (argnums,) if isinstance(argnums, int) else tuple(argnums), (), isinstance(argnums, int)
        )

    def trees(self, function: Any, isolated: Subprogram, what: str) -> list[Tree]:
        """The trees of the arguments wanted.

        Raises:
            CompileError: there is no such argument, or it holds no number.
        """
        positional, names = isolated.args.items, parameter_names(function)
        for n in self.argnums:
            if not -len(positional) <= n < len(positional):
                raise CompileError(
                    f"argnums {n}: the function is called with {len(positional)} positional arguments"
                )
        places = [n % len(positional) for n in self.argnums]
        found = [(names[n] if n < len(names) else f"argument {n}", positional[n]) for n in places]
        found += [(name, self._named(function, isolated, name)) for name in self.argnames]
        for name, tree in found:
            check_numbers(name, tree, what)
        return [tree for _, tree in found]

    def _named(self, function: Any, isolated: Subprogram, name: str) -> Tree:
        if name in isolated.kwargs:
            return isolated.kwargs[name]
        names = parameter_names(function)
        if name not in names or names.index(name) >= len(isolated.args.items):
            raise CompileError(
                f"argnames {name!r}: the call has no such argument",
                f"it has {', '.join([*names[: len(isolated.args.items)], *isolated.kwargs]) or 'none'}",
            )
        return isolated.args.items[names.index(name)]

    def leaves_out(self, function: Any, count: int) -> Callable[[int | str], bool]:
        """Whether it is an argument, of so many positional ones, that is not differentiated."""
        names = parameter_names(function)
        wanted: set = {n % count for n in self.argnums if count} | set(self.argnames)
        wanted |= {names.index(n) for n in self.argnames if n in names}
        return lambda place: place not in wanted

    def shaped(self, values: list) -> Any:
        return values[0] if self.one else tuple(values)


def parameter_names(function: Any) -> list[str]:
    try:
        return list(inspect.signature(function).parameters)
    except Exception:  # there is none, or an object of the user's raises where it is looked at
        return []


# What gives the function's value as well, and so leaves what it changes as it leaves it.
CHANGING = ("the gradient", "the vjp", "the jvp", "the linearization")


def read_differentiated(
    interp: Interpreter,
    function: Any,
    args: list,
    kwargs: dict,
    what: str,
    fixed: Callable[[int | str], bool] = lambda place: False,
) -> Subprogram:
    parts = floating_parts()
    with interp.order(1):
        return read_subprogram(
            interp,
            function,
            args,
            kwargs,
            what,
            changes=what in CHANGING,
            fixed=fixed,
            whole=what == "the gradient",
            objects=lambda place: None if fixed(place) else parts,
        )


# -- reverse mode --------------------------------------------------------------------------------------------------


def value_and_grad(
    interp: Interpreter,
    function: Any,
    args: list,
    kwargs: dict,
    wanted: Wanted,
    has_aux: bool,
    holomorphic: bool,
) -> tuple[Any, Any]:
    """The value of a scalar function and its gradient with respect to some arguments, in their structure."""
    fixed = wanted.leaves_out(function, len(args))
    isolated = read_differentiated(interp, function, args, kwargs, "the gradient", fixed)
    trees = wanted.trees(function, isolated, "grad")
    numbers = [leaf.number for tree in trees for leaf in leaves_of(tree)]
    for k in numbers:
        check_input(isolated.program.parameters[isolated.shift + k], holomorphic, "grad")
    active = isolated.active(numbers)
    main = scalar_result(isolated, has_aux, holomorphic)
    if goes_forward(isolated, numbers):
        results, at = along_number(interp, isolated, active, main, numbers[0])
    else:
        results, at = against_result(interp, isolated, active, main)
    value = isolated.settle(interp, results)
    return value, wanted.shaped([cotangents(interp, isolated, tree, at) for tree in trees])


def against_result(
    interp: Interpreter, isolated: Subprogram, active: Sequence[bool], main: int
) -> tuple[Sequence[Sym], dict[int, Sym]]:
    """Reverse mode: the results of a function, and the derivatives of one of them by the leaves of the arguments."""
    program, takes = vjp_program(isolated.program, active, interp.notes, main)
    program = without_edits(program)
    kind = isolated.program.result_types[main]
    bar = interp.builder.lift(np.broadcast_to(np.asarray(1.0, kind.dtype), kind.shape))
    results = inline(interp.builder, program, [*isolated.operands(interp), bar])
    return results[: len(takes)], cotangents_of_leaves(isolated, active, results[len(takes) :])


def goes_forward(isolated: Subprogram, numbers: list[int]) -> bool:
    """Whether the gradient is that of one real number through a loop of unknown length.

    Forward mode carries one more number through the loop, reverse mode would keep its states.
    """
    calls = list(walk(isolated.program))
    kinds = [isolated.type_of(number) for number in numbers]
    single = len(kinds) == 1 and not kinds[0].shape and kinds[0].dtype.kind == "f"
    return (
        single and any(c.primitive.name == "while_loop" for c in calls) and not any(map(has_vjp_only, calls))
    )


def along_number(
    interp: Interpreter, isolated: Subprogram, active: Sequence[bool], main: int, number: int
) -> tuple[Sequence[Sym], dict[int, Sym]]:
    """Forward mode: the results of a function, and the derivative of one of them by a number among the arguments."""
    program, has = jvp_program(isolated.program, active)
    kind = isolated.type_of(number).update(weak=False)
    one = interp.builder.lift(np.ones((), kind.dtype))
    results = inline(interp.builder, program, [*isolated.operands(interp), one])
    if not has[main]:
        return results[: len(has)], {}
    dot = results[len(has) + sum(has[:main])]
    return results[: len(has)], {number: dot if dot.dtype == kind.dtype else dot.astype(kind.dtype)}


def cotangents_of_leaves(isolated: Subprogram, active: Sequence[bool], bars: Sequence[Sym]) -> dict[int, Sym]:
    """Cotangents by the number of the leaf of the arguments."""
    order = [k - isolated.shift for k, a in enumerate(active) if a]
    return dict(zip(order, bars, strict=True))


def cotangents(interp: Interpreter, isolated: Subprogram, tree: Tree, at: dict[int, Sym]) -> Any:
    """Cotangents in the structure of an argument; zeros for integers, None for what is no number."""

    def leaf(x: Leaf) -> Any:
        bar = at[x.number] if x.number in at else zeros_of(interp, isolated.type_of(x.number))
        return bar if x.scalar else interp.array(bar)

    return build_value(interp, with_form(tree, isolated.leaves), leaf, lambda value: None)


def check_input(parameter: Any, holomorphic: bool, what: str) -> None:
    """Refuse what has no such derivative. `grad` takes complex inputs if the result is real (checked later)."""
    t = parameter.type
    if not is_inexact(t.dtype):
        raise CompileError(
            f"{what} needs floating inputs; {parameter.name} is {t}",
            "convert it: x.astype(float), or choose other argnums",
            kind=TypeError,
        )
    if is_complex(t.dtype) and not holomorphic and what != "grad":
        raise CompileError(
            f"{what} with respect to the complex {parameter.name}: {t}",
            "holomorphic=True gives the complex derivative; recto.vjp works on any complex function",
        )
    if holomorphic and not is_complex(t.dtype):
        raise CompileError(
            f"holomorphic=True needs complex inputs; {parameter.name} is {t}", "x.astype(complex)"
        )


def scalar_result(isolated: Subprogram, has_aux: bool, holomorphic: bool) -> int:
    """The number of the result that is differentiated."""
    main = main_result(isolated, has_aux)
    if not isinstance(main, Leaf):
        raise CompileError(
            "grad needs a function that returns one number", "with has_aux=True it returns (value, aux)"
        )
    t = isolated.program.result_types[main.number]
    if t.shape or not is_inexact(t.dtype):
        raise CompileError(
            f"grad needs a real scalar result, not {t}", "sum it, or ask for the Jacobian", kind=TypeError
        )
    if is_complex(t.dtype) != holomorphic:
        raise CompileError(
            f"grad needs a {'complex' if holomorphic else 'real'} scalar result, not {t}",
            "holomorphic=True is for complex functions of complex inputs",
            kind=TypeError,
        )
    return main.number


def main_result(isolated: Subprogram, has_aux: bool) -> Tree:
    """The differentiated part of the result; with has_aux the first of two."""
    main = isolated.result
    if has_aux:
        if not (isinstance(main, Node) and len(main.items) == 2):
            raise CompileError("has_aux=True needs a function that returns a pair (value, aux)")
        main = main.items[0]
    if has_window(main):
        raise CompileError(
            "a function that returns a slice of computed length can't be differentiated",
            "write it into an array that has its full size, and return that",
        )
    return without_keys(main, "the derivative of a function that returns")


def split_aux(value: Any, has_aux: bool) -> tuple[Any, tuple]:
    return (value[0], (value[1],)) if has_aux else (value, ())


@dataclasses.dataclass
class Linear:
    """A linear function with what it keeps of the point it was taken at: a pullback, or a linearised function.

    program     residuals, then its arguments -> its results
    takes       trees of its arguments, over the numbers in `places` (which results of the function, or which leaves)
    """

    name: str
    program: Program
    residuals: list[Sym]
    takes: list[Tree]  # one tree for each argument
    types: dict[int, Type]  # of the numbers that a leaf of an argument may have
    order: list[int]  # the numbers, in the order of the program's parameters
    gives: Tree
    given: dict[int, int]  # leaf of `gives` -> number of the program's result
    result_types: dict[int, Type]
    pair: bool  # give the items of `gives` as a tuple

    def at(self, residuals: list[Sym]) -> "Linear":
        """The same function with other residuals."""
        return dataclasses.replace(self, residuals=residuals)

    def __recto_call__(self, interp: Interpreter, args: list, kwargs: dict) -> Any:
        residuals = [interp.builder.lift(x) for x in self.residuals]
        results = inline(interp.builder, self.program, [*residuals, *self.operands(interp, args)])
        return self.result(interp, results)

    def operands(self, interp: Interpreter, args: list) -> list[Sym]:
        """The arguments as operands, zeros for those left out."""
        if not min(1, len(self.takes)) <= len(args) <= len(self.takes):
            raise CompileError(
                f"{self.name} takes {len(self.takes)} arguments, not {len(args)}", kind=TypeError
            )
        found: dict[int, Any] = {}
        for tree, value in zip(self.takes, args):
            leaves: list = []
            other = take(interp, listed_like(interp, tree, value), leaves, True, floating_parts())
            found.update((leaf.number, x) for leaf, x in pairs(tree, other, leaves, self.name))
        if any(
            k not in self.order and x is not None and is_inexact(interp.sym(x).dtype)
            for k, x in found.items()
        ):
            raise CompileError(
                f"{self.name}: got a floating-point number for an integer",
                "integers have no derivative: pass None for them",
            )
        return [cast_tangent(interp, found.get(k), self.types[k], self.name) for k in self.order]

    def result(self, interp: Interpreter, results: Sequence[Sym]) -> Any:
        def leaf(x: Leaf) -> Any:
            known = x.number in self.given
            value = results[self.given[x.number]] if known else zeros_of(interp, self.result_types[x.number])
            return value if x.scalar else interp.array(value)

        return build_value(interp, self.gives, leaf, lambda value: None)


def cast_tangent(interp: Interpreter, value: Any, t: Type, what: str) -> Sym:
    """A tangent or cotangent as an operand of this type; None stands for zeros."""
    if value is None:
        return zeros_of(interp, t)
    x = interp.sym(value)
    if x.shape != t.shape:
        raise CompileError(
            f"{what}: {t} is expected, not {x.type}",
            "it must have the shape of its value",
            kind=ValueError,
        )
    if not np.can_cast(x.dtype, t.dtype, "same_kind") and not x.weak:
        raise CompileError(
            f"{what}: {t} is expected, not {x.type}",
            f"convert it: .astype({t.dtype.name!r})",
            kind=ValueError,
        )
    return x.astype(t.dtype) if x.dtype != t.dtype or x.weak else x


def pull_back(interp: Interpreter, function: Any, primals: list, has_aux: bool) -> tuple[Any, ...]:
    """vjp(f, *primals): the value and the pullback (and what f gives besides).

    The pullback takes the cotangent of the result and gives those of the primals. Where the function writes into
    arguments, cotangents of their new contents may follow, in the order of the arguments.
    """
    isolated = read_differentiated(interp, function, primals, {}, "the vjp")
    check_sliced(isolated, "vjp")
    check_floating(isolated, "vjp")
    return pullback_part(interp, isolated, has_aux)


def pullback_part(
    interp: Interpreter, isolated: Subprogram, has_aux: bool, wanted: Sequence[int] | None = None
) -> tuple[Any, ...]:
    """The value, the pullback to the wanted leaves of the arguments, and what the function gives besides."""
    isolated = isolated.with_checkpoints()
    active, b = isolated.active(wanted), interp.builder
    activity = Activity(trip_limits(isolated.program))
    main = main_result(isolated, has_aux)
    takes = [main, *(Leaf(isolated.count + k, False) for k in range(len(isolated.written)))]
    order = [
        leaf.number
        for tree in takes
        for leaf in leaves_of(tree)
        if is_inexact(isolated.program.result_types[leaf.number].dtype)
    ]
    useful = [k in order for k in range(len(isolated.program.results))]
    begin = len(b.body)
    outs, pull = forward(b, isolated.program, isolated.operands(interp), active, activity, useful)
    b.body[begin:] = map(unedited, b.body[begin:])
    interp.notes += [note for note in activity.notes if note not in interp.notes]
    types = dict(enumerate(isolated.program.result_types))
    back = Builder(b)
    bars = {k: back.parameter(types[k].update(weak=False), "bar") for k in order}
    pulled = pull(back, [bars.get(k) for k in range(len(outs))], {})
    bars_in = [
        zeros_in(back, p.type) if x is None else x
        for x, p, a in zip(pulled, isolated.program.parameters, active)
        if a
    ]
    program, residuals = close_builder(back, bars_in, f"{isolated.program.name}_vjp")
    program = without_edits(program)
    value, aux = split_aux(isolated.settle(interp, outs), has_aux)
    numbers = [k - isolated.shift for k, a in enumerate(active) if a]
    linear = Linear(
        f"the pullback of {isolated.program.name}",
        program,
        residuals,
        takes,
        types,
        order,
        isolated.args,
        {n: k for k, n in enumerate(numbers)},
        leaf_types(isolated),
        True,
    )
    return value, linear, *aux


def leaf_types(isolated: Subprogram) -> dict[int, Type]:
    return {k: isolated.type_of(k) for k in range(len(isolated.leaves))}


def zeros_in(b: Builder, t: Type) -> Sym:
    return b.lift(np.broadcast_to(np.zeros((), t.dtype), t.shape))


def close_builder(inner: Builder, results: Sequence[Sym], name: str) -> tuple[Program, list[Sym]]:
    """The program of a builder, and what it keeps of the one around it."""
    kept = used_captures(inner, [inner.lift(r) for r in results])
    inner.captured = {var: inner.captured[var] for var in kept}
    return optimise(inner.finish(results, name)), [Sym(inner.parent, var) for var in kept]


# -- forward mode --------------------------------------------------------------------------------------------------


def push_forward(
    interp: Interpreter, function: Any, primals: Any, tangents: Any, has_aux: bool
) -> tuple[Any, ...]:
    """jvp(f, primals, tangents): the value, and its derivative along the tangents (and what f gives besides)."""
    given = interp.known_items(primals, "primals")
    isolated = read_differentiated(interp, function, given, {}, "the jvp")
    check_sliced(isolated, "jvp")
    main = main_result(isolated, has_aux)
    dots: list = []
    parts = floating_parts()
    other = Node(
        tuple,
        (),
        tuple(take(interp, t, dots, objects=parts) for t in interp.known_items(tangents, "tangents")),
    )
    if len(other.items) != len(given):
        raise CompileError(
            f"{len(given)} primals, but {len(other.items)} tangents", "give a tangent for every primal"
        )
    at = {leaf.number: x for leaf, x in pairs(isolated.args, other, dots, "the tangents")}
    for k, dot in at.items():
        check_tangent(interp, isolated.type_of(k), dot)
    active = [a and at.get(k - isolated.shift) is not None for k, a in enumerate(isolated.active())]
    given_dots = [
        cast_tangent(interp, at[k - isolated.shift], isolated.type_of(k - isolated.shift), "a tangent")
        for k, a in enumerate(active)
        if a
    ]
    program, has = jvp_program(isolated.program, active)
    results = inline(interp.builder, program, [*isolated.operands(interp), *given_dots])
    pushed = tangents_of(interp, isolated, results[: len(has)], has, results[len(has) :])
    value, aux = split_aux(isolated.settle(interp, results[: len(has)]), has_aux)
    for k, new in zip(isolated.written, pushed[isolated.count :]):
        if isinstance(at.get(k), Array):
            interp.overwrite(at[k], new)  # the tangent of what the function writes
    return value, isolated.rebuilt(interp, main, pushed), *aux


def check_tangent(interp: Interpreter, primal: Type, dot: Any) -> None:
    """Refuse a floating tangent of an integer: it would count for nothing."""
    if not is_inexact(primal.dtype) and dot is not None and is_inexact(interp.sym(dot).dtype):
        raise CompileError(
            f"the tangent of {primal}: integers have none",
            "convert the primal: float(n), x.astype(float); None stands for no tangent",
        )


def tangents_of(
    interp: Interpreter, isolated: Subprogram, primal: Sequence[Sym], has: Sequence[bool], dots: Sequence[Sym]
) -> list[Sym]:
    rest = iter(dots)
    return [next(rest) if h else zeros_of(interp, p.type) for h, p in zip(has, primal, strict=True)]


def linearize(interp: Interpreter, function: Any, primals: list, has_aux: bool) -> tuple[Any, ...]:
    """linearize(f, *primals): the value, and the linear function of tangents at this point."""
    isolated = read_differentiated(interp, function, primals, {}, "the linearization")
    check_sliced(isolated, "linearize")
    check_floating(isolated, "linearize")
    return linear_part(interp, isolated, has_aux)


def linear_part(
    interp: Interpreter, isolated: Subprogram, has_aux: bool, wanted: Sequence[int] | None = None
) -> tuple[Any, ...]:
    """The value, the linear function of tangents of the wanted leaves, and what the function gives besides."""
    isolated = isolated.with_checkpoints()
    b, linear = interp.builder, Builder(interp.builder)
    parameters, active = isolated.program.parameters, isolated.active(wanted)
    dots = [
        linear.parameter(p.type.update(weak=False), f"{p.name}_dot") if a else None
        for p, a in zip(parameters, active)
    ]
    outs, pushed = push(b, isolated.program, isolated.operands(interp), dots)
    main = main_result(isolated, has_aux)
    numbers = [leaf.number for leaf in leaves_of(main) if pushed[leaf.number] is not None]
    program, residuals = close_builder(
        linear, [pushed[k] for k in numbers], f"{isolated.program.name}_linear"
    )
    value, aux = split_aux(isolated.settle(interp, outs), has_aux)
    order = [k - isolated.shift for k, a in enumerate(active) if a]
    types = dict(enumerate(isolated.program.result_types))
    function = Linear(
        f"the linearized {isolated.program.name}",
        program,
        residuals,
        list(isolated.args.items),
        leaf_types(isolated),
        order,
        main,
        {n: k for k, n in enumerate(numbers)},
        types,
        False,
    )
    return value, function, *aux


def linear_transpose(interp: Interpreter, function: Any, primals: list) -> Linear:
    """linear_transpose(f, *primals): the transpose of a linear function; only the types of the primals matter."""
    isolated = read_differentiated(interp, function, primals, {}, "the transpose")
    check_sliced(isolated, "linear_transpose")
    active = isolated.active()
    program, takes = vjp_program(isolated.program, active)
    program, count = optimise(program), len(takes)
    results = frozenset(range(count, len(program.results)))
    used = Sweep().needs(program, results)
    if any(a and k in used for k, a in enumerate(active)):
        raise CompileError(
            f"{isolated.program.name} is not linear in its arguments", "recto.vjp differentiates it"
        )
    last, types = len(isolated.program.parameters), dict(enumerate(isolated.program.result_types))
    order = [k for k, take_ in enumerate(takes) if take_]
    operands = isolated.operands(interp)
    blank = [zeros_of(interp, x.type) if a else x for x, a in zip(operands, active)]
    only = Program(
        f"{isolated.program.name}_transpose", program.parameters, program.body, program.results[count:]
    )
    numbers = [k - isolated.shift for k, a in enumerate(active) if a]
    main = {leaf.number for leaf in leaves_of(isolated.result)}
    if any(k not in main for k in order):
        raise CompileError(
            "a function that writes into its arguments has no transpose", "return the new value"
        )
    assert last + len(order) == len(only.parameters)
    return Linear(
        only.name,
        only,
        blank,
        [isolated.result],
        types,
        order,
        isolated.args,
        {n: k for k, n in enumerate(numbers)},
        leaf_types(isolated),
        True,
    )
