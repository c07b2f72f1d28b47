"""Counted loops and while loops => for and while, with the carried values as plain variables."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Sequence

from ...analysis.loops import LoopView, only_begins
from ...core.errors import Span
from ...ir.program import Atom, Call, Const, Var, walk
from ..structure.loop_carries import accumulates, must_be_numpy, is_renewed, saved_row_name, updated_arrays
from ..text.buffers import NOTHING, Buffer, Buffers
from ..text.caller_scalars import foreign
from ..text.names import unique
from ..text.templates import index_sum
from ..text.trees import call as np_call, integer, is_default, method, name, names
from ..text.unparse import text
from ..text.values import PYTHONIC, STRONG, Value, exact, exactly
from ..text.words import KEPT, same_but_number
from .assignments import only_here, parallel, perhaps_python, settle_waiting, shared_by
from .block import Block


SOME_ARRAY = Buffer(owned=False)  # what a carried array that is not owned may lie in, within the body


@dataclasses.dataclass
class Carried:
    """One value that a loop carries, under one name."""

    operand: Atom
    parameter: Var
    numpy: bool  # its number is NumPy's from the start
    written: bool
    recorded: bool = False  # is it put on a list in every iteration?
    name: str = ""
    owned: bool = False  # its array is ours and unshared at the start of every iteration
    before: Buffers = NOTHING  # what its name is bound to before the first
    broken: Buffers = NOTHING  # and where the loop is left by a break

    @property
    def value(self) -> Value:
        t = self.parameter.type
        return exactly(name(self.name), t, STRONG if self.numpy else perhaps_python(t))


class Loop:
    """The common base of for and while loops."""

    def __init__(self, block: Block, call: Call):
        view = LoopView(call)
        self.block, self.call, self.body = block, call, view.body
        self.head, self.fixed, carried = view.bounds, view.invariants, view.carries
        self.after: list[frozenset[bool]] = []  # whether what it carries is Python's after the last iteration
        first = {o.name for o in (*self.head, *carried) if only_here(block, call, o)}
        settle_waiting(block, first, shared_by(block, carried))
        inner = view.inner_carries
        puts = [o for c in self.body.body if c.primitive.name == "record" for o in c.operands]
        self.carried = [
            Carried(o, p, must_be_numpy(self.body, p), w, p in puts or r in puts)
            for o, p, r, w in zip(carried, inner, self.body.results, updated_arrays(self.body, len(inner)))
        ]

    @property
    def certain(self) -> bool:
        """Whether its body surely runs, to its end."""
        if self.call.primitive.name != "fori_loop" or not all(isinstance(o, Const) for o in self.head):
            return False
        lo, hi = (int(o.value) for o in self.head)
        leaves = any(c.primitive.name == "leave" for c in walk(self.body))
        return lo < hi and self.call.param("step") in (1, -1) and not leaves

    @property
    def begins(self) -> bool:
        """Whether its body surely begins to run."""
        if self.call.primitive.name != "fori_loop" or not all(isinstance(o, Const) for o in self.head):
            return False
        return len(range(*(int(o.value) for o in self.head), self.call.param("step"))) > 0

    def is_index(self, k: int) -> bool:
        """Whether the k-th carried value is the index, to keep the last one."""
        p = self.carried[k].parameter
        used = {o for c in self.body.body for o in c.operands} | set(self.body.results)
        return bool(self.head) and self.body.results[k] == self.body.parameters[0] and p not in used

    # -- before the first iteration

    def enter(self) -> list[Value]:
        """Bind the carried names to their first values; the values of the fixed and carried parameters."""
        nodes = [self.block.value(c.operand).node for c in self.carried]
        plain = {n.id for n in nodes if isinstance(n, ast.Name)}
        waits = lambda k: not isinstance(nodes[k], ast.Name) and bool(names(nodes[k]) & plain)
        self.entered: list[int] = []
        for k in sorted(range(len(nodes)), key=waits, reverse=True):  # what reads names, before they change
            self.enter_one(k)
            self.entered.append(k)
        arguments = [*map(self.block.value, self.fixed), *(c.value for c in self.carried)]
        self.foreign = self.foreign_scalars(arguments)
        storage = self.block.storage
        for c in self.carried:
            c.before = storage.buffers[c.name]
            storage.bind(c.name, self.buffers(c, c.before | {SOME_ARRAY}), c.parameter.type)
        return arguments

    def foreign_scalars(self, arguments: Sequence[Value]) -> set[Var]:
        """The parameters of the body that may be scalars of the caller."""
        parameters = self.body.parameters[len(self.body.parameters) - len(arguments) :]
        given = {
            p for p, v in zip(parameters, arguments) if not p.type.shape and self.block.storage.shared_with(v)
        }
        return foreign(self.body, given, len(self.carried))

    def buffers(self, c: Carried, unowned: Buffers) -> Buffers:
        """The buffers to which a carried name may be bound when an iteration starts, and after the last."""
        if not c.parameter.type.shape:
            return frozenset({Buffer(False)}) if c.parameter in self.foreign else NOTHING
        return frozenset({Buffer()}) if c.owned else unowned

    def enter_one(self, k: int) -> None:
        block, c = self.block, self.carried[k]
        held = self.set_aside(c)
        last = self.is_last(k)
        ignore, taken = {c.operand.name} if last else set(), [self.carried[j].name for j in self.entered]
        c.name = block.allocate(c.parameter, block.index, ignore, taken, self.wished(c, last))
        node = self.first(c)
        node = name(c.name) if held == c.name else node  # which still has it
        free = self.is_free(node, c, ignore, taken)
        if c.written and not free:
            node = method(node, "copy")
        anew = accumulates(self.body, k, c.parameter) or is_renewed(self.body, k)
        c.owned = c.written or free and anew and not c.recorded
        if last:  # from here on only the carried name holds it
            del block.env[c.operand.name]
        if self.begins and self.is_index(k):
            block.storage.bind(c.name, NOTHING, c.parameter.type)
        elif not (isinstance(node, ast.Name) and node.id == c.name):
            block.assign_name(c.name, node, c.parameter, self.span_of(c.operand), block.index)

    def set_aside(self, c: Carried) -> str | None:
        """x_0 = x before a loop that carries x, where only the backward sweep will begin with that again. Gives x."""
        block, operand = self.block, c.operand
        if not isinstance(operand, Var):
            return None
        later = [use for use in block.uses.consumers[operand.name] if use is not self.call]
        value = block.value(operand)
        wished = block.function.names.printed(c.parameter.name, "")
        if not later or not all(use is not None and only_begins(use, operand) for use in later):
            return None
        if not is_name(value.node, wished) or self.call.operands.count(operand) > 1:
            return None
        kept = f"{wished}_0"
        if not block.available(kept, block.index) or not block.available(
            wished, block.index, ignore={operand.name}
        ):
            return None
        block.emit(
            ast.Assign([ast.Name(kept, ast.Store())], value.node), self.span_of(operand) or self.call.span
        )
        block.storage.bind(kept, block.storage.buffers.get(wished, NOTHING), operand.type)
        block.env[operand.name] = value.change(node=name(kept))
        return wished

    def is_last(self, k: int) -> bool:
        """Whether nothing else wants the k-th first value, once the carried values before it have their names."""
        operand, block = self.carried[k].operand, self.block
        ahead = [
            *self.head,
            *self.fixed,
            *(d.operand for j, d in enumerate(self.carried) if j not in self.entered),
        ]
        return (
            isinstance(operand, Var)
            and block.uses.last[operand.name] == block.index
            and ahead.count(operand) == 1
        )

    def wished(self, c: Carried, last: bool) -> list[str]:
        """Names for a carried value that nobody named: that of its first value."""
        block, chosen = self.block, self.block.function.names
        if not isinstance(c.operand, Var):
            return []
        value, primitive = block.value(c.operand), block.primitives.get(c.operand.name, "")
        alike = last and isinstance(value.node, ast.Name) and same_but_number(value.node.id, c.parameter.name)
        if not alike and not chosen.is_made_up(c.parameter.name):
            return []
        if isinstance(value.node, ast.Name) and last:
            return [value.node.id]
        return self.tape_name(c) or chosen.given(c.operand.name, primitive)

    def tape_name(self, c: Carried) -> list[str]:
        """distance_rows for the tape of a loop around one with distance_saved."""
        kept = saved_row_name(self.body, c.parameter) if KEPT.search(c.parameter.name) else None
        found = self.block.function.names.printed(kept, "") if kept else ""
        return [KEPT.sub("_rows", found)] if KEPT.search(found) else []

    def first(self, c: Carried) -> ast.expr:
        value = self.block.value(c.operand)
        node = exact(value, self.block.like(c.parameter.type, c.name))
        return as_numpy(node, c) if value.number is not None else node

    def is_free(self, node: ast.expr, c: Carried, ignore: set[str], taken: list[str]) -> bool:
        """Whether an array is ours alone, so that the loop may change it."""
        block = self.block
        shared = block.storage.shared_with(exactly(node, c.parameter.type))
        others = block.shared(block.index, ignore) | block.storage.of_names(taken)
        return all(b.owned for b in shared) and not shared & others

    def span_of(self, operand: Atom) -> Span | None:
        return self.block.spans.get(operand.name) if isinstance(operand, Var) else None

    # -- the body

    def run(self, arguments: Sequence[Value], counter: Sequence[str] = ()) -> list[ast.stmt]:
        """The statements of the body."""
        block, results = self.block, self.body.results
        once = lambda r: isinstance(r, Var) and results.count(r) == 1 and r not in self.body.parameters
        inner = Block(
            block.function,
            self.body,
            arguments,
            protected=self.protected(counter),
            keep=self.kept(),
            prefer={r.name: c.name for r, c in zip(results, self.carried) if once(r)},
            depth=block.depth + 1,
            repeated=True,
            loop=self,
        )
        values = inner.run()
        self.after = [v.python for v in values] if self.certain else []
        nodes = [self.advanced(inner, k, values) for k in range(len(values))]
        variables = [r if isinstance(r, Var) else c.parameter for r, c in zip(results, self.carried)]
        parallel(inner, list(zip([c.name for c in self.carried], nodes, variables)))
        return inner.statements

    def protected(self, more: Sequence[str] = ()) -> frozenset[str]:
        """The names that the body must leave alone."""
        block = self.block
        held = frozenset().union(*(names(block.value(o).node) for o in self.fixed))
        return block.protected | block.wanted_names(block.index + 1) | held | set(more)

    def kept(self) -> Buffers:
        return self.block.shared(self.block.index + 1) | shared_by(self.block, self.fixed)

    def advanced(self, inner: Block, k: int, values: list[Value]) -> ast.expr:
        """The carried value for the next iteration: owned arrays stay unshared, numbers keep their dtype."""
        c = self.carried[k]
        node = exact(values[k], inner.like(c.parameter.type, c.name))
        if not c.parameter.type.shape:
            return as_numpy(node, c) if values[k].number is not None else node
        shared = inner.storage.shared_with(exactly(node, c.parameter.type))
        rivals = [v for j, v in enumerate(values) if j != k and (c.owned or self.carried[j].owned and j < k)]
        clash = shared & NOTHING.union(*map(inner.storage.shared_with, rivals))
        foreign = c.owned and (shared & inner.keep or not all(b.owned for b in shared))
        return method(node, "copy") if clash or foreign else node

    def broken(self, inner: Block, values: list[Value], places: Sequence[int]) -> None:
        """The values of carried names before a break."""
        every: list[Value] = [c.value for c in self.carried]
        for k, value in zip(places, values):
            every[k] = value
        nodes = [self.advanced(inner, k, every) for k in places]
        for k, value in zip(places, values):
            if not value.type.shape and inner.storage.shared_with(value):
                self.foreign.add(self.carried[k].parameter)
        results = dict(zip(places, inner.program.results))
        variables = [results[k] if isinstance(results[k], Var) else self.carried[k].parameter for k in places]
        parallel(inner, list(zip([self.carried[k].name for k in places], nodes, variables)))
        for k in places:
            c = self.carried[k]
            c.broken = c.broken | inner.storage.buffers[c.name]

    # -- after the last

    def leave(self, state: tuple[dict, dict]) -> None:
        """The results are the carried names; `state`: what names were bound to before (the body may not have run)."""
        block = self.block
        after = [block.storage.buffers[c.name] | c.broken for c in self.carried]
        block.storage.merge(state)
        for k, (c, var, held) in enumerate(zip(self.carried, self.call.outputs, after)):
            listed = {Buffer(owned=False)} if c.recorded and not c.written and var.type.shape else NOTHING
            block.storage.bind(c.name, self.buffers(c, (c.before | held) - {SOME_ARRAY}) | listed, var.type)
            python = c.value.python & self.after[k] if self.after else c.value.python
            block.env[var.name] = c.value.change(type=var.type, python=python or c.value.python)
            block.spans[var.name] = self.call.span


def is_name(node: ast.expr, wanted: str) -> bool:
    return isinstance(node, ast.Name) and node.id == wanted


def as_numpy(node: ast.expr, c: Carried) -> ast.expr:
    """A number under its dtype, where Python's own won't do."""
    t = c.parameter.type
    return np_call(f"np.{t.dtype.name}", node) if c.numpy and is_default(t.dtype) and not t.shape else node


# -- for -----------------------------------------------------------------------------------------------------


def fori_loop(block: Block, call: Call) -> None:
    loop = Loop(block, call)
    read = element_read(loop)
    header = None if read else bounds(block, call)
    arguments = loop.enter()
    if read:
        header, counter = over_elements(loop, read)
    else:
        counter = counted(loop)
    if counter.node.id == "_":
        header = forwards(header)
    state = block.storage.snapshot()
    statements = loop.run([counter, *arguments], [counter.node.id]) or [ast.Pass()]
    block.emit(ast.For(ast.Name(counter.node.id, ast.Store()), header, statements, []), call.span)
    loop.leave(state)


def bounds(block: Block, call: Call) -> ast.expr:
    """range(…) of a counted loop; backwards as reversed(range(…)), which is how people count down."""
    lo, hi = (exact(block.value(o).change(type=o.type.update(weak=True))) for o in call.operands[:2])
    step = call.param("step")
    if step == -1:
        first, last = next_index(hi), next_index(lo)
        return np_call("reversed", np_call("range", *([last] if is_zero(first) else [first, last])))
    parts = [hi] if is_zero(lo) and step == 1 else [lo, hi]
    return np_call("range", *parts, *([] if step == 1 else [integer(step)]))


def forwards(header: ast.expr) -> ast.expr:
    """range(n) for reversed(range(n)), where nobody asks for the index."""
    match header:
        case ast.Call(ast.Name("reversed"), [inner]):
            return inner
    return header


def is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def next_index(node: ast.expr) -> ast.expr:
    """e + 1, with e's own constants added up; 0 for -1."""
    if (
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, ast.USub)
        and isinstance(node.operand, ast.Constant)
    ):
        return integer(1 - node.operand.value)
    return index_sum(ast.BinOp(node, ast.Add(), ast.Constant(1)))


def counted(loop: Loop) -> Value:
    """The loop variable as the body has it; one that is carried only to keep the last index is that itself."""
    index = loop.body.parameters[0]
    used = [o for c in loop.body.body for o in c.operands]
    found = "_" if index not in used and index not in loop.body.results else ""
    for k, c in enumerate(loop.carried):
        found = c.name if loop.is_index(k) else found
    found = found or new_name(loop, index)
    loop.block.storage.bind(found, NOTHING, index.type)
    return exactly(name(found), index.type, PYTHONIC)


def new_name(loop: Loop, var: Var, more: Sequence[str] = (), wished: str = "") -> str:
    taken = loop.protected([c.name for c in loop.carried]) | loop.block.function.reserved | set(more)
    return unique(wished or loop.block.function.names.base(var.name), taken)


def element_read(loop: Loop) -> Call | None:
    """The only use of the index, if it reads the elements (or rows) of a fixed array one after the other, by name."""
    body = loop.body
    index = body.parameters[0]
    uses = [c for c in body.body if index in c.operands]
    if len(uses) != 1 or index in body.results or uses[0].primitive.name != "dynamic_slice":
        return None
    (read,) = uses
    array, *starts = read.operands
    if array not in body.parameters[1 : 1 + len(loop.fixed)] or starts[0] != index:
        return None
    row = read.param("sizes") == (1, *array.type.shape[1:]) and read.param("drop") == (0,)
    named = loop.block.function.names.is_users(read.outputs[0].name, "dynamic_slice")
    return read if row and named and counts_to(loop, array.type.shape[0]) else None


def counts_to(loop: Loop, n: int) -> bool:
    """Whether the index takes the values 0, 1 … n - 1."""
    lo, hi = loop.head
    known = isinstance(lo, Const) and isinstance(hi, Const)
    return known and loop.call.param("step") == 1 and (int(lo.value), int(hi.value)) == (0, n)


def over_elements(loop: Loop, read: Call) -> tuple[ast.expr, Value]:
    """for v in array: the body without the read, with v in the place of the index."""
    block, body, v = loop.block, loop.body, read.outputs[0]
    operand = loop.fixed[body.parameters.index(read.operands[0]) - 1]
    array, target = exact(block.value(operand)), new_name(loop, v)
    shared = block.storage.shared_with(exactly(array, operand.type)) if v.type.shape else NOTHING
    block.storage.bind(target, shared, v.type)
    calls = tuple(c for c in body.body if c is not read)
    loop.body = dataclasses.replace(body, parameters=(v, *body.parameters[1:]), body=calls)
    return array, exactly(name(target), v.type)


# -- while ---------------------------------------------------------------------------------------------------


def while_loop(block: Block, call: Call) -> None:
    loop = Loop(block, call)
    arguments = loop.enter()
    state = block.storage.snapshot()
    carried = [c.name for c in loop.carried]
    test = Block(
        block.function,
        call.param("test"),
        arguments,
        protected=loop.protected(carried),
        keep=loop.kept() | block.storage.of_names(carried),
        depth=block.depth + 1,
        repeated=True,
    )
    (condition,) = test.run()
    header = exact(condition)
    statements = loop.run(arguments)
    if test.statements or len(text(header)) > block.room(len("while :")):
        leave = ast.If(ast.UnaryOp(ast.Not(), header), [ast.Break()], [])
        header, statements = ast.Constant(True), [*test.statements, leave, *statements]
    block.emit(ast.While(header, statements or [ast.Pass()], []), call.span)
    loop.leave(state)
