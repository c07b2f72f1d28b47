"""Loop vectorisation: counted loops with independent iterations become operations on whole arrays.

    for i in range(n):
        for j in range(m):
            for l in range(k):                      =>      C += A @ B
                C[i, j] += A[i, l] * B[l, j]

Loops are taken from the innermost outwards. Everything that a loop carries has to be of one of two kinds:

    cells       an array of which an iteration reads and writes its own part only, at i + c or c - i along one axis
    sums        a number or an array to which rounds add, as a whole or in parts: at i + c along one axis, or at the
                same place in every iteration if there is a product of arrays in the sum over all iterations

So `C[i, j]` is at the same place for the loop over l, which leaves `C[i, j] += A[i, :] @ B[:, j]`; that is at
j for the loop over j, which leaves `C[i, :] += A[i, :] @ B`. The body is run once on values of all
iterations, by the rules of batching; parts of arrays at i + c are slices; both branches of a condition are
computed. Sums are rounded otherwise than one after the other (RECTO_REORDER_SUMS=0 keeps such loops), nothing
else changes. (Allen and Kennedy, "Optimizing Compilers for Modern Architectures", chapters 2 and 5;
Rauchwerger and Padua on reductions, PLDI 1995.)"""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...analysis.affine import Affine, Env, affine, constant, follow, symbol
from ...analysis.def_use import behind, makers
from ...analysis.loops import LoopView
from ...core.dtypes import settings
from ...core.errors import CompileError
from ...ir.builder import TABLE, Builder, Sym, live_calls
from ...ir.program import Atom, Call, Const, Program, walk, with_programs
from ...primitives._rules import pointwise
from ..simplify.driver import simplify
from ..simplify.inlining import inline
from .batch import Batching
from .contraction import Contraction, total
from .iteration_parts import INDEX, Part, IterationParts, Unfit, Windows
from .loop_distribution import distributed_loop
from .loop_fission import separated_loop

FEWEST = 4  # rounds
GROWTH = 4  # how much larger values may become than what the loop reads and writes …
SMALL = 1 << 14  # … unless they have no more elements
ROOM = 1 << 28  # elements: as large may they become for a machine on which a loop of small steps is slow
MOVES = ("broadcast", "flip", "neg", "reshape", "transpose")
ALLOWED = frozenset(
    [
        "broadcast",
        "dot",
        "dynamic_slice",
        "flip",
        "iota",
        "put_slice",
        "reshape",
        "select_region",
        "slice_",
        "transpose",
        "update_slice",
    ]
)


class Plain(NamedTuple):
    """A value: of one iteration after the other along its first axis if it is batched, else the same in all
    rounds."""

    sym: Sym
    batched: bool


@dataclasses.dataclass(frozen=True, eq=False)
class Carried:
    """A version of what is carried: the part of this iteration that it holds (cells), or what has been added
    (sums)."""

    number: int
    cell: Plain | None = None
    added: tuple[tuple[Part | None, Plain], ...] = ()


@dataclasses.dataclass(frozen=True, eq=False)
class Sum:
    """A part of a version of what is carried, and what has been added to it."""

    owner: Carried
    part: Part
    added: tuple[tuple[Part | None, Plain], ...] = ()


Value = Plain | Carried | Sum


class NotASum(Exception):
    """Something else than adding is done with what is carried: it may still consist of cells."""

    def __init__(self, number: int):
        self.number = number


def with_array_loops(program: Program, steps_are_slow: bool = False) -> Program:
    """The program with such loops as array operations, here and in the programs it holds.

    Args:
        steps_are_slow: whether each iteration costs as much as an operation on a large array, whatever is in it.
    """
    found = replace_loops(program, steps_are_slow)
    return program if found is program else simplify(found)


def replace_loops(program: Program, steps_are_slow: bool) -> Program:
    body = [with_programs(call, lambda p: replace_loops(p, steps_are_slow)) for call in program.body]
    loops = [call for call in body if call.primitive.name == "fori_loop"]
    read = {o for call in body for o in call.operands} | {*program.results} if loops else set()
    programs = {id(call): p for call in loops if (p := in_arrays(call, steps_are_slow, read))}
    if all(a is b for a, b in zip(body, program.body)) and not programs:
        return program
    b = Builder()
    inputs = [b.parameter(p.type, p.name) for p in program.parameters]
    results = inline(
        b,
        Program(program.name, program.parameters, tuple(body), program.results),
        inputs,
        instead=lambda call, given: inline(b, programs[id(call)], given) if id(call) in programs else None,
    )
    found = simplify(b.finish(results, program.name))
    old, new = program.result_types, found.result_types
    assert len(old) == len(new) and all(a.matches(b) for a, b in zip(old, new))
    return found


def in_arrays(call: Call, steps_are_slow: bool, read: Container[Atom]) -> Program | None:
    """The program, of the loop's operands, that does without the loop, or has less in it; None if all must stay.

    Args:
        read: the values that are read behind the loop.
    """
    whole = vectorize_loop(call, steps_are_slow)
    if whole is not None or iterations_of(call) is None or not settings.reorder_sums:
        return whole
    if is_allowed(call.param("body")):
        gains = [is_profitable(call, steps_are_slow)]
        separated = separated_loop(
            call, [v in read for v in call.outputs], lambda loop: vectorize_loop(loop, steps_are_slow, gains)
        )
        if separated is not None and any(gains):
            return separated
    return distributed_loop(call, lambda loop: vectorize_loop(loop, steps_are_slow))


def is_profitable(call: Call, steps_are_slow: bool) -> bool:
    """Whether it is enough that a loop becomes array operations. Loops over a slice do no more than they
    must, and sums of all iterations are no faster unless there is a product in them."""
    names = {call.primitive.name for call in walk(call.param("body"))}
    return steps_are_slow or "select_region" not in names or "dot" in names


def vectorize_loop(call: Call, steps_are_slow: bool, gains: list[bool] | None = None) -> Program | None:
    """The program, of the loop's operands, that does without the loop; None if its iterations depend on each
    other, or if nothing is gained.

    Args:
        gains: takes up whether there is a product in what becomes array operations; without it there has to be one.
    """
    iterations = iterations_of(call)
    if iterations is None or not is_allowed(call.param("body")):
        return None
    cells: set[int] = set()
    while True:
        try:
            attempt = Vectorizer(call, iterations, frozenset(cells), steps_are_slow)
            found = simplify(attempt.program())
            if gains is not None:
                gains.append(attempt.has_product)
            elif not attempt.has_product and (attempt.products or not is_profitable(call, steps_are_slow)):
                return None
            fits = all(v.type.matches(r.type) for v, r in zip(call.outputs, found.results))
            small = all(v.type.size <= attempt.limit for c in walk(found) for v in c.outputs)
            return found if fits and small else None
        except NotASum as error:
            if error.number in cells:
                return None
            cells.add(error.number)
        except (Unfit, CompileError):
            return None


def iterations_of(call: Call) -> IterationParts | None:
    """The indices, where they are known and there are some."""
    lo, hi, step = *call.operands[:2], call.param("step")
    if not isinstance(lo, Const) or not isinstance(hi, Const) or step not in (1, -1):
        return None
    indices = range(int(lo.value), int(hi.value), step)
    return IterationParts(min(indices[0], indices[-1]), len(indices)) if len(indices) >= FEWEST else None


def is_allowed(program: Program) -> bool:
    """Whether a program may be run for all iterations at once, as far as its calls are concerned."""

    def fits(call: Call) -> bool:
        name = call.primitive.name
        if name in ("call", "cond"):
            return all(map(is_allowed, call.programs()))
        known = call.primitive.batch is pointwise or name in ALLOWED or name.startswith("reduce_")
        return known and not call.primitive.effect

    return all(map(fits, program.body))


class Vectorizer:
    """Runs the body of a loop once, in a builder, for all rounds.

    Args:
        cells: the numbers of the carries that are taken for cells; the others are taken for sums.
    """

    def __init__(self, call: Call, iterations: IterationParts, cells: frozenset[int], steps_are_slow: bool):
        self.call, self.view, self.iterations, self.cells, self.b = (
            call,
            LoopView(call),
            iterations,
            cells,
            Builder(),
        )
        self.batching = Batching(iterations.n)
        self.windows = Windows(self.b, iterations)
        self.parts: dict[int, Part] = {}  # of cells
        self.products: list[bool] = []  # for each sum over all iterations: is there one in it?
        self.contracted = False  # is there one in an iteration's own sum?
        self.masks: dict[Any, Sym] = {}  # the iterations by the positions that a region has in them
        self.finite: list[Sym] = []  # what has to be finite: it is multiplied by zeros
        self.steps_are_slow = steps_are_slow
        grown = max(SMALL, GROWTH * max(o.type.size for o in call.operands))
        self.limit = max(grown, ROOM) if steps_are_slow else grown

    def program(self) -> Program:
        b, view = self.b, self.view
        for o in view.bounds:
            b.parameter(o.type)
        fixed = [b.parameter(p.type, p.name) for p in view.inner_invariants]
        self.carries = [b.parameter(p.type, p.name) for p in view.inner_carries]
        (index,), (first, n) = view.index, self.iterations
        if n > self.limit:
            raise Unfit
        kind = index.type.dtype
        lanes = self.b.bind(TABLE["iota"], [], {"axis": 0, "dtype": kind, "shape": (n,)})
        lanes = lanes + np.asarray(first, kind) if first else lanes
        forms = [symbol(INDEX), *map(self.form, fixed), *(None for _ in self.carries)]
        values: list[Value] = [
            Plain(lanes, True),
            *(Plain(x, False) for x in fixed),
            *(Carried(k) for k in range(len(self.carries))),
        ]
        results = [self.result(k, value) for k, value in enumerate(self.run(view.body, values, forms))]
        return self.checked(b.finish([*results, *self.conditions()], "rounds"), len(results))

    @property
    def has_product(self) -> bool:
        return any(self.products) or self.contracted

    def conditions(self) -> list[Sym]:
        """Whether all is finite that has to be; none if nothing has to."""
        found, made = None, makers(self.b.body)
        for atom in dict.fromkeys(behind(x.atom, made, *MOVES) for x in self.finite if not x.is_const):
            x = Sym(self.b, atom)
            whole = TABLE["reduce_all"](TABLE["isfinite"](x), axes=tuple(range(x.ndim)))
            found = whole if found is None else TABLE["and_"](found, whole)
        return [] if found is None else [found]

    def checked(self, program: Program, results: int) -> Program:
        """The program, if need be with a condition in its last result, on which it does what the loop does."""
        if len(program.results) == results:
            return program
        found = simplify(program)
        part = lambda which: Program(
            found.name, found.parameters, tuple(live_calls(found.body, which)), which
        )
        b = Builder()
        operands = [b.parameter(p.type, p.name) for p in found.parameters]
        (condition,) = inline(b, part(found.results[results:]), operands)
        slow = Builder()
        inputs = [slow.parameter(p.type, p.name) for p in found.parameters]
        outs = slow.bind(self.call.primitive, inputs, dict(self.call.params))
        branches = (part(found.results[:results]), slow.finish(outs, "one_by_one"))
        return b.finish(b.bind(TABLE["cond"], [condition, *operands], {"branches": branches}), "rounds")

    def form(self, x: Sym) -> Affine | None:
        """A symbol for an integer that is the same in all rounds."""
        if x.shape or x.dtype.kind not in "iu" or isinstance(x.atom, Const):
            return None
        self.windows.numbers[x.atom.name] = x
        return symbol(x.atom.name)

    def run(self, program: Program, values: Sequence[Value], forms: Sequence[Affine | None]) -> list[Value]:
        """The results of a program for values that are batched or carried; `forms`: of the integers among them."""
        env = {p.name: v for p, v in zip(program.parameters, values, strict=True)}
        known: Env = {p.name: f for p, f in zip(program.parameters, forms, strict=True) if f is not None}
        value = lambda atom: Plain(Sym(self.b, atom), False) if isinstance(atom, Const) else env[atom.name]
        for call in program.body:
            self.b.site.span = call.span
            follow(call, known)
            outs = self.step(call, list(map(value, call.operands)), known)
            for v, out in zip(call.outputs, outs, strict=True):
                env[v.name] = out
                if v.name not in known and isinstance(out, Plain) and not out.batched:
                    form = self.form(out.sym)
                    known.update({v.name: form} if form is not None else {})
        return list(map(value, program.results))

    # -- one call

    def step(self, call: Call, values: list[Value], forms: Env) -> Sequence[Value]:
        name = call.primitive.name
        if name == "call":
            return self.run(call.param("program"), values, [affine(o, forms) for o in call.operands])
        if name == "cond":
            return self.branches(call, values, forms)
        first = values[0] if values else None
        if isinstance(first, Carried) and name in ("dynamic_slice", "slice_"):
            return [self.read(first, self.part(call, call.operands[1:], forms))]
        if isinstance(first, Carried) and name in ("update_slice", "put_slice"):
            return [self.write(first, values[1], self.part(call, call.operands[2:], forms))]
        if name in ("add", "sub") and any(isinstance(v, (Carried, Sum)) for v in values):
            return [self.add(name, *values)]
        if (
            name == "dynamic_slice"
            and isinstance(first, Plain)
            and not first.batched
            and self.moves(call, forms)
        ):
            return [Plain(self.windows.rows(first.sym, self.part(call, call.operands[1:], forms)), True)]
        if (
            name == "reduce_sum"
            and isinstance(first, Plain)
            and first.batched
            and len(call.param("axes")) == 1
        ):
            return [Plain(self.over(first.sym, call.param("axes")[0] + 1), True)]
        plain = [self.plain(v) for v in values]
        if name == "select_region" and any(v.batched for v in plain[2:]):
            return [self.region(call, plain, forms)]
        if name == "dot" and (product := self.masked_product(call, *plain)) is not None:
            return [Plain(product, True)]
        outs, mask = self.batching.call(self.b, call, [v.sym for v in plain], tuple(v.batched for v in plain))
        for var, out in zip(call.outputs, outs, strict=True):
            self.b.name(out, var.name)
        return [Plain(out, m) for out, m in zip(outs, mask)]

    def region(self, call: Call, values: list[Plain], forms: Env) -> Plain:
        """A region whose bounds move: a mask of each axis, the same for the same bounds."""
        (x, y), bounds = (self.batching.axis(*v) for v in values[:2]), values[2:]
        for k, axis in enumerate(call.param("axes")):
            ends, size = bounds[2 * k : 2 * k + 2], x.shape[axis + 1]
            atoms = call.operands[2 * k + 2 : 2 * k + 4]
            key = (*(affine(o, forms) or v.sym.atom for o, v in zip(atoms, ends)), size)
            if key not in self.masks:
                inside = TABLE["inside"]
                given, which = tuple(v.sym for v in ends), tuple(v.batched for v in ends)
                if not any(which):
                    given, which = (self.batching.axis(given[0], False), given[1]), (True, False)
                self.masks[key] = inside.batch(inside, self.iterations.n, given, which, size=size)
            mask = self.masks[key]
            if x.shape != mask.shape:
                mask = TABLE["broadcast"](mask, shape=x.shape, axes=(0, axis + 1))
            x = TABLE["select"](mask, x, y)
        return Plain(x, True)

    def masked_product(self, call: Call, x: Plain, y: Plain) -> Sym | None:
        """The products of all iterations where one of their operands is masked by a region that moves."""
        (mine, theirs), batch = call.param("contract"), call.param("batch")
        sums = Contraction(self.b, 0)
        if len(mine) != 1 or any(batch) or not settings.reorder_sums or x.sym.dtype.kind != "f":
            return None
        if not any(v.batched and sums.masked(v.sym) for v in (x, y)):
            return None
        u, v = self.batching.axis(*x), self.batching.axis(*y)
        # the axes of all products: iterations; those of u and of v before the one that is summed; that; and the others
        axis, behind = mine[0] + theirs[0] + 1, u.ndim - 2 - mine[0]
        shape = (
            *u.shape[: mine[0] + 1],
            *v.shape[1 : theirs[0] + 2],
            *u.shape[mine[0] + 2 :],
            *v.shape[theirs[0] + 2 :],
        )
        of_u = (*range(mine[0] + 1), *range(axis, axis + 1 + behind))
        of_v = (0, *range(mine[0] + 1, axis + 1), *range(axis + 1 + behind, len(shape)))
        wide = [TABLE["broadcast"](s, shape=shape, axes=axes) for s, axes in ((u, of_u), (v, of_v))]
        found, product, finite = total(self.b, TABLE["mul"](*wide), axis)
        if not product:
            return None
        self.finite += finite
        self.contracted = True
        order = [a - (a > axis) for own in (of_u, of_v[1:]) for a in own if a != axis]
        return found if order == sorted(order) else TABLE["transpose"](found, axes=tuple(order))

    def plain(self, value: Value) -> Plain:
        if isinstance(value, Plain):
            return value
        raise NotASum(value.number if isinstance(value, Carried) else value.owner.number)

    def part(self, call: Call, starts: Sequence[Atom], forms: Env) -> Part:
        if call.primitive.name in ("slice_", "put_slice"):
            first, limits = call.param("starts"), call.param("limits")
            if any(stride != 1 for stride in call.param("strides")):
                raise Unfit
            sizes = tuple(end - start for start, end in zip(first, limits))
            return Part(tuple(map(constant, first)), sizes, call.param("drop"))
        known = [form for o in starts if (form := affine(o, forms)) is not None]
        if len(known) < len(starts):
            raise Unfit
        return Part(tuple(known), call.param("sizes"), call.param("drop"))

    def moves(self, call: Call, forms: Env) -> bool:
        """Whether the value is read at i + c along one axis, and at the same place along the others."""
        known = [affine(o, forms) for o in call.operands[1:]]
        return None not in known and len(self.part(call, call.operands[1:], forms).moving) == 1

    def read(self, owner: Carried, part: Part) -> Value:
        if owner.number not in self.cells:
            return Sum(owner, part)
        if self.parts.setdefault(owner.number, part) != part:
            raise Unfit
        return owner.cell or Plain(self.windows.rows(self.carries[owner.number], part), True)

    def write(self, owner: Carried, value: Value, part: Part) -> Carried:
        if owner.number in self.cells:
            if self.parts.setdefault(owner.number, part) != part:
                raise Unfit
            return Carried(owner.number, self.plain(value))
        if not isinstance(value, Sum) or value.owner is not owner or value.part != part:
            raise NotASum(owner.number)
        return Carried(owner.number, None, (*owner.added, *value.added))

    def add(self, name: str, x: Value, y: Value) -> Value:
        """s + f, f + s, s - f"""
        if name == "add" and not isinstance(y, Plain):
            x, y = y, x
        if isinstance(x, Plain):  # f - s
            raise NotASum(self.number_of(y))
        if not isinstance(y, Plain) or self.number_of(x) in self.cells:
            raise NotASum(self.number_of(x))
        term = Plain(-y.sym, y.batched) if name == "sub" else y
        if isinstance(x, Sum):
            return Sum(x.owner, x.part, (*x.added, (x.part, term)))
        return Carried(x.number, None, (*x.added, (None, term)))

    def number_of(self, value: Value) -> int:
        assert not isinstance(value, Plain)
        return value.number if isinstance(value, Carried) else value.owner.number

    # -- conditions

    def branches(self, call: Call, values: list[Value], forms: Env) -> Sequence[Value]:
        """Both branches, and what each iteration takes of them."""
        asked = self.plain(values[0])
        if not asked.batched or asked.sym.ndim != 1:
            raise Unfit
        known = [affine(o, forms) for o in call.operands[1:]]
        then, orelse = [self.run(branch, values[1:], known) for branch in call.param("branches")]
        return [self.chosen(asked.sym, x, y) for x, y in zip(then, orelse, strict=True)]

    def chosen(self, asked: Sym, x: Value, y: Value) -> Value:
        if isinstance(x, Plain) and isinstance(y, Plain):
            return self.select(asked, x, y)
        if not isinstance(x, Carried) or not isinstance(y, Carried) or x.number != y.number:
            raise NotASum(self.number_of(y if isinstance(x, Plain) else x))
        if x.number in self.cells:
            if x.cell is None and y.cell is None:
                return x
            old = Plain(self.windows.rows(self.carries[x.number], self.parts[x.number]), True)
            return Carried(x.number, self.select(asked, x.cell or old, y.cell or old))
        same = 0
        while same < min(len(x.added), len(y.added)) and x.added[same] is y.added[same]:
            same += 1
        mine = [(part, self.select(asked, term, self.nothing(term))) for part, term in x.added[same:]]
        theirs = [(part, self.select(asked, self.nothing(term), term)) for part, term in y.added[same:]]
        return Carried(x.number, None, (*x.added[:same], *mine, *theirs))

    def nothing(self, term: Plain) -> Plain:
        """Zeros that leave what they are added to as it is, -0.0 too."""
        zero = np.asarray(-0.0 if term.sym.dtype.kind == "f" else 0, term.sym.dtype)
        return Plain(TABLE["broadcast"](self.b.lift(zero), shape=term.sym.shape, axes=()), term.batched)

    def select(self, asked: Sym, x: Plain, y: Plain) -> Plain:
        x_all, y_all = self.batching.axis(*x), self.batching.axis(*y)
        condition = asked if x_all.ndim == 1 else TABLE["broadcast"](asked, shape=x_all.shape, axes=(0,))
        return Plain(TABLE["select"](condition, x_all, y_all), True)

    # -- behind the loop

    def result(self, k: int, value: Value) -> Sym:
        """The final values of the carries."""
        if not isinstance(value, Carried) or value.number != k:
            raise NotASum(k) if k not in self.cells else Unfit
        before = self.carries[k]
        if value.cell is not None:
            return self.windows.put_rows(before, self.batching.axis(*value.cell), self.parts[k])
        for part, term in value.added:
            before = self.plus(before, part, term)
        return before

    def plus(self, array: Sym, part: Part | None, term: Plain) -> Sym:
        """The array with the terms of all iterations added."""
        if part is None:
            return array + self.summed(term)
        if part.moving:
            return self.windows.plus(array, self.batching.axis(*term), part)
        window = {"sizes": part.sizes, "drop": part.drop}
        return self.windows.added(array, self.summed(term), self.windows.starts(part), window)

    def over(self, x: Sym, axis: int) -> Sym:
        """The sum over an axis, as a product of arrays where it is one."""
        if not settings.reorder_sums or x.dtype not in (np.float64, np.float32):
            return TABLE["reduce_sum"](x, axes=(axis,))
        found, product, finite = total(self.b, x, axis)
        if not product:
            return TABLE["reduce_sum"](x, axes=(axis,))
        self.finite += finite
        self.contracted = True
        return found

    def summed(self, term: Plain) -> Sym:
        if not settings.reorder_sums or not term.batched or term.sym.dtype not in (np.float64, np.float32):
            raise Unfit
        found, product, finite = total(self.b, term.sym)
        self.products.append(product)
        self.finite += finite
        return found
