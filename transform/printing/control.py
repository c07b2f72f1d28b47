"""Control flow => for, while and if, with the carried values as plain variables."""
from __future__ import annotations

import ast
import dataclasses
from typing import Sequence

import numpy as np

from ..program import Atom, Call, Const, Program, Var, walk
from .block import Block
from .expressions import opaque
from .names import unique
from .storage import NOTHING, Buffer, Buffers
from .templates import template, fill_in, index_sum
from .unparse import text
from .trees import call as np_call, integer, is_default, method, name, names
from .values import EITHER, PYTHONIC, STRONG, Value, exact, exactly

TERNARY = 72            # characters of a conditional expression
TERNARY_CALLS = 6       # in a branch
OVERFLOWING = {"mul", "shift_left", "integer_pow", "pow"}


# -- carried values ----------------------------------------------------------------------------------------------

def parallel(block: Block, targets: Sequence[str], nodes: Sequence[ast.expr], variables: Sequence[Var]) -> None:
    """targets = nodes, all at once: in an order that needs no temporaries, else as a tuple."""
    left = [(t, n, v) for t, n, v in zip(targets, nodes, variables) if not (isinstance(n, ast.Name) and n.id == t)]
    while left:
        free = next((a for a in left if not any(a[0] in names(n) for t, n, _ in left if t != a[0])), None)
        if free is None:
            return together(block, left)
        left.remove(free)
        target, node, var = free
        others = NOTHING.union(*(block.storage.read_by(n) for _, n, _ in left))
        if others & block.storage.buffers.get(target, NOTHING) and var.type.shape:
            bind(block, target, node, var)
        else:
            block.assign_name(target, node, var, block.spans.get(var.name), len(block.program.body) + 1)


def bind(block: Block, target: str, node: ast.expr, var: Var) -> None:
    shared = block.storage.shared_with(exactly(node, var.type))
    block.storage.bind(target, shared or (frozenset({Buffer()}) if var.type.shape else NOTHING), var.type)
    block.emit(ast.Assign([ast.Name(target, ast.Store())], node), block.spans.get(var.name))


def together(block: Block, left: list[tuple[str, ast.expr, Var]]) -> None:
    shared = [block.storage.shared_with(exactly(n, v.type)) or (frozenset({Buffer()}) if v.type.shape else NOTHING) for _, n, v in left]
    for (t, _, v), buffers in zip(left, shared):
        block.storage.bind(t, buffers, v.type)
    targets = ast.Tuple([ast.Name(t, ast.Store()) for t, _, _ in left], ast.Store())
    block.emit(ast.Assign([targets], ast.Tuple([n for _, n, _ in left], ast.Load())), block.spans.get(left[0][2].name))


def settle_waiting(block: Block, waiting_operands: set[str], moved: Buffers) -> None:
    """Assign what waits, before a statement with a body: but for numbers, short reads of arrays that stay, and operands."""
    for variable in [n for n in block.env if block.uses.last.get(n, -1) >= block.index and n not in waiting_operands]:
        value = block.env[variable]
        if block.is_waiting(variable) and not (block.is_short(value) and not block.storage.read_by(value.node) & moved):
            block.materialise(variable)


def only_here(block: Block, call: Call, atom: Atom) -> bool:
    """Whether an operand of a call is wanted for this place alone."""
    return isinstance(atom, Var) and block.uses.last[atom.name] == block.index and list(call.operands).count(atom) == 1


# -- loops -------------------------------------------------------------------------------------------------------

class Loop:
    """What for and while share: carried values under names, kept from one iteration to the next."""

    def __init__(self, block: Block, call: Call, lead: int):
        self.block, self.call, self.body = block, call, call.param("body")
        count = lead + call.param("invariant")
        self.fixed, self.carried = call.operands[lead:count], call.operands[count:]
        offset = len(self.body.parameters) - len(self.carried)
        self.inner = self.body.parameters[offset:]
        waiting = {o.name for o in (*call.operands[:lead], *self.carried) if only_here(block, call, o)}
        settle_waiting(block, waiting, NOTHING.union(*(block.storage.shared_with(block.value(o)) for o in self.carried)))
        self.written = written_carries(self.body, offset)
        self.strict = [is_strict(self.body, k + offset, p) for k, p in enumerate(self.inner)]

    def enter(self) -> list[Value]:
        """Bind the carried names to their first values; the values of the fixed and carried parameters."""
        self.names: list[str] = []
        self.owned: list[bool] = []
        for operand, parameter, strict in zip(self.carried, self.inner, self.strict):
            self.names.append(self.enter_one(operand, parameter, strict))
        for target, owned, parameter in zip(self.names, self.owned, self.inner):
            if parameter.type.shape:
                old = self.block.storage.buffers[target]
                self.block.storage.bind(target, frozenset({Buffer()}) if owned else old | {Buffer(False)}, parameter.type)
        carried = [self.carry(t, p, s) for t, p, s in zip(self.names, self.inner, self.strict)]
        return [*(self.block.value(o) for o in self.fixed), *carried]

    def enter_one(self, operand: Atom, parameter: Var, strict: bool) -> str:
        block = self.block
        value, own = block.value(operand), self.is_last(operand)
        ignore = {operand.name} if own else set()
        target = block.allocate(parameter, block.index, ignore, self.names, self.wished(operand, parameter, own))
        node = exact(value, block.like(parameter.type, target))
        if strict and value.number is not None and is_default(parameter.type.dtype) and not parameter.type.shape:
            node = np_call(f"np.{parameter.type.dtype.name}", node)
        shared = block.storage.shared_with(value.change(node=node))
        free = all(b.owned for b in shared) and not shared & block.shared(block.index, ignore) \
            and not shared & NOTHING.union(*(block.storage.buffers.get(n, NOTHING) for n in self.names))
        written = self.written[len(self.names)]
        if written and not free:
            node = method(node, "copy")
        self.owned.append(written or free and accumulates(self.body, len(self.names), parameter))
        if not (isinstance(node, ast.Name) and node.id == target):
            block.assign_name(target, node, parameter, self.span_of(operand), block.index)
        return target

    def is_last(self, operand: Atom) -> bool:
        """Whether nothing else wants an operand, once the carried values before it have their names."""
        ahead = [*self.call.operands[:len(self.call.operands) - len(self.carried)], *self.carried[len(self.names):]]
        return isinstance(operand, Var) and self.block.uses.last[operand.name] == self.block.index and ahead.count(operand) == 1

    def wished(self, operand: Atom, parameter: Var, own: bool) -> list[str]:
        """Names for a carried value that nobody named: that of its first value."""
        block = self.block
        if not block.function.names.is_made_up(parameter.name) or not isinstance(operand, Var):
            return []
        value, primitive = block.value(operand), block.primitives.get(operand.name, "")
        if isinstance(value.node, ast.Name) and own:
            return [value.node.id]
        named = block.function.names.printed(operand.name, primitive)
        return [] if block.function.names.is_made_up(operand.name, primitive) and named == operand.name else [named]

    def span_of(self, operand: Atom):
        return self.block.spans.get(operand.name) if isinstance(operand, Var) else self.call.span

    def carry(self, target: str, parameter: Var, strict: bool) -> Value:
        loose = not parameter.type.shape and is_default(parameter.type.dtype) and not strict
        return exactly(name(target), parameter.type, EITHER if loose else STRONG)

    def run(self, arguments: Sequence[Value], extra: Sequence[str] = ()) -> list[ast.stmt]:
        """The statements of the body."""
        block = self.block
        results = self.body.results
        prefer = {r.name: t for r, t in zip(results, self.names) if isinstance(r, Var) and list(results).count(r) == 1
                  and r not in self.body.parameters}
        inner = Block(block.function, self.body, arguments, None, prefer, self.protected(extra), self.kept(), block.depth + 1)
        values = inner.run()
        nodes = [self.advanced(inner, k, values) for k in range(len(values))]
        parallel(inner, self.names, nodes, [r if isinstance(r, Var) else p for r, p in zip(results, self.inner)])
        self.final = [block.storage.buffers.get(t, NOTHING) for t in self.names]
        return inner.statements

    def protected(self, extra: Sequence[str] = ()) -> frozenset[str]:
        block = self.block
        held = frozenset().union(*(names(block.value(o).node) for o in self.fixed))
        return block.protected | block.wanted_names(block.index + 1) | held | set(extra)

    def kept(self) -> Buffers:
        block = self.block
        fixed = NOTHING.union(*(block.storage.shared_with(block.value(o)) for o in self.fixed))
        return block.shared(block.index + 1) | fixed

    def advanced(self, inner: Block, k: int, values: list[Value]) -> ast.expr:
        """The carried value for the next iteration: owned arrays stay unshared, numbers keep their dtype."""
        node = exact(values[k], inner.like(self.inner[k].type, self.names[k]))
        if self.strict[k] and values[k].number is not None and is_default(self.inner[k].type.dtype):
            return np_call(f"np.{self.inner[k].type.dtype.name}", node)
        if not self.inner[k].type.shape:
            return node
        shared = inner.storage.shared_with(values[k].change(node=node))
        others = inner.keep.union(*(inner.storage.shared_with(v) for j, v in enumerate(values) if j != k and
                                    (self.owned[j] and j < k or self.owned[k])))
        if shared & others or self.owned[k] and not all(b.owned for b in shared):
            if self.owned[k] or shared & others - inner.keep:
                return method(node, "copy")
        return node

    def leave(self) -> None:
        """The results of the loop are the carried names."""
        block = self.block
        for target, var, owned, final, parameter, strict in zip(self.names, self.call.outputs, self.owned, self.final, self.inner,
                                                                self.strict):
            if var.type.shape:
                block.storage.bind(target, frozenset({Buffer()}) if owned else block.storage.buffers[target] | final, var.type)
            block.env[var.name] = self.carry(target, Var(parameter.name, var.type), strict)
            block.spans[var.name] = self.call.span


def is_strict(program: Program, k: int, parameter: Var) -> bool:
    """Whether a carried number must be NumPy's from the start: integers that might outgrow 64 bits as Python's would not."""
    if parameter.type.shape:
        return False
    if not is_default(parameter.type.dtype):
        return True
    if parameter.type.dtype.kind != "i":
        return False
    reached = {parameter.name}
    for call in program.body:
        if any(isinstance(o, Var) and o.name in reached for o in call.operands):
            if any(c.primitive.name in OVERFLOWING and c.outputs[0].type.dtype.kind in "iu" for c in (call, *inner_calls(call))):
                return True
            reached.update(v.name for v in call.outputs)
    return False


def inner_calls(call: Call) -> list[Call]:
    return [c for p in call.programs() for c in walk(p)]


def written_carries(body: Program, offset: int) -> list[bool]:
    """Which carried arrays are updated, in this iteration or under another name in a later one."""
    written = [bool(p.type.shape) and is_written(body, offset + k) for k, p in enumerate(body.parameters[offset:])]
    for _ in written:
        for k, parameter in enumerate(body.parameters[offset:]):
            written[k] = written[k] or any(r == parameter and w for r, w in zip(body.results, written))
    return written


def accumulates(body: Program, k: int, parameter: Var) -> bool:
    """Whether a carried array only ever has something added to it, here or in an inner loop."""
    made = next((c for c in body.body if body.results[k] in c.outputs), None)
    if made is None or parameter not in made.operands or not parameter.type.shape:
        return False
    if made.primitive.name not in ("fori_loop", "while_loop"):
        return made.primitive.name in ("add", "sub")
    inner, j = made.param("body"), made.outputs.index(body.results[k])
    at = len(made.operands) - len(made.outputs) + j
    return made.operands[at] == parameter and accumulates(inner, j, inner.parameters[len(inner.parameters) - len(made.outputs) + j])


def is_written(program: Program, k: int) -> bool:
    """Whether a parameter's array is updated, directly or in an inner program."""
    parameter = program.parameters[k]
    for call in program.body:
        places = [j for j, o in enumerate(call.operands) if o == parameter]
        if places and call.primitive.access == "write" and places[0] == 0:
            return True
        if any(is_written(p, i) for j in places for p, i in inner_places(call, j)):
            return True
    return False


def inner_places(call: Call, j: int) -> list[tuple[Program, int]]:
    """The programs that operand j of a control primitive goes to and may be written in, and its place there."""
    match call.primitive.name:
        case "cond":
            return [(p, j - 1) for p in call.param("branches")] if j else []
        case "while_loop":
            return [(call.param("body"), j)] if j >= call.param("invariant") else []
        case "fori_loop":
            return [(call.param("body"), j - 1)] if j - 2 >= call.param("invariant") else []
    return []


def fori_loop(block: Block, call: Call) -> None:
    loop = Loop(block, call, 2)
    found = element_loop(loop)
    header = bounds(block, call) if found is None else None
    arguments = loop.enter()
    index = loop.body.parameters[0]
    if found:
        header, target, counter = over_elements(loop, *found)
    else:
        target = counter_name(loop, index)
        block.storage.bind(target, NOTHING, index.type)
        counter = exactly(name(target), index.type, PYTHONIC)
    state = block.storage.snapshot()
    statements = loop.run([counter, *arguments], [target]) or [ast.Pass()]
    after_loop(block, state)
    block.emit(ast.For(ast.Name(target, ast.Store()), header, statements, []), call.span)
    loop.leave()


def element_loop(loop: Loop) -> tuple[Call, int] | None:
    """The only use of the index, if that is to read the elements (or rows) of a fixed array one after the other, by name."""
    body, (lo, hi) = loop.body, loop.call.operands[:2]
    index = body.parameters[0]
    uses = [c for c in body.body if index in c.operands]
    if len(uses) != 1 or index in body.results or loop.call.param("step") != 1:
        return None
    (read,) = uses
    if read.primitive.name != "dynamic_slice" or read.operands[0] not in body.parameters[1:1 + len(loop.fixed)]:
        return None
    array, *starts = read.operands
    whole = isinstance(lo, Const) and isinstance(hi, Const) and (int(lo.value), int(hi.value)) == (0, array.type.shape[0])
    row = read.param("sizes") == (1, *array.type.shape[1:]) and read.param("drop") == (0,) and starts[0] == index
    named = loop.block.function.names.is_users(read.outputs[0].name, "dynamic_slice")
    return (read, body.parameters.index(array) - 1) if whole and row and named else None


def over_elements(loop: Loop, read: Call, place: int) -> tuple[ast.expr, str, Value]:
    """for v in array: the body without the read, with v in the place of the index."""
    block, body, v = loop.block, loop.body, read.outputs[0]
    array = exact(block.value(loop.fixed[place]))
    target = unique(block.function.names.base(v.name), loop.protected(loop.names) | block.function.reserved)
    block.storage.bind(target, block.storage.shared_with(exactly(array, loop.fixed[place].type)) if v.type.shape else NOTHING, v.type)
    loop.body = dataclasses.replace(body, parameters=(v, *body.parameters[1:]), body=tuple(c for c in body.body if c is not read))
    return array, target, exactly(name(target), v.type)


def counter_name(loop: Loop, index: Var) -> str:
    """The loop variable; one that is carried only to keep the last index is that itself."""
    block, body = loop.block, loop.body
    for target, parameter, result in zip(loop.names, loop.inner, body.results):
        if result == index and not any(parameter in c.operands for c in body.body) and parameter not in body.results:
            return target
    if not any(index in c.operands for c in body.body) and index not in body.results:
        return "_"
    return unique(block.function.names.base(index.name), loop.protected(loop.names) | block.function.reserved)


def after_loop(block: Block, state: tuple[dict, dict]) -> None:
    """The body may not have run: names have the types they had, and what they may be bound to is more."""
    block.storage.merge(state)


def bounds(block: Block, call: Call) -> ast.expr:
    """range(…) of a counted loop; backwards as reversed(range(…)), which is how people count down."""
    lo, hi = (exact(block.value(o).change(type=o.type.update(weak=True))) for o in call.operands[:2])
    step = call.param("step")
    is_zero = lambda n: isinstance(n, ast.Constant) and n.value == 0
    if step == -1:
        one = ast.Constant(1)
        first, last = (folded(ast.BinOp(n, ast.Add(), one)) for n in (hi, lo))
        return np_call("reversed", np_call("range", *([last] if is_zero(first) else [first, last])))
    parts = [hi] if is_zero(lo) and step == 1 else [lo, hi]
    return np_call("range", *parts, *([] if step == 1 else [integer(step)]))



def folded(node: ast.BinOp) -> ast.expr:
    """e + 1, with e's own constants added up; -1 + 1 is 0."""
    left = node.left
    if isinstance(left, ast.UnaryOp) and isinstance(left.op, ast.USub) and isinstance(left.operand, ast.Constant):
        return integer(1 - left.operand.value)
    return index_sum(node)


def while_loop(block: Block, call: Call) -> None:
    loop = Loop(block, call, 0)
    arguments = loop.enter()
    state = block.storage.snapshot()
    test = Block(block.function, call.param("test"), arguments, None, None, loop.protected(loop.names), loop.kept() | all_of(loop), block.depth + 1)
    (condition,) = test.run()
    statements = loop.run(arguments)
    header = exact(condition)
    if test.statements or len(text(header)) > block.room(9):
        leave = ast.If(ast.UnaryOp(ast.Not(), header), [ast.Break()], [])
        header, statements = ast.Constant(True), [*test.statements, leave, *statements]
    after_loop(block, state)
    block.emit(ast.While(header, statements or [ast.Pass()], []), call.span)
    loop.leave()


def all_of(loop: Loop) -> Buffers:
    return loop.block.storage.of_names(loop.names)


# -- branches ----------------------------------------------------------------------------------------------------

def cond(block: Block, call: Call) -> None:
    predicate, *operands = call.operands
    wanted = [v.name in block.uses.count for v in call.outputs]
    for atom in operands:
        if isinstance(atom, Var) and block.is_waiting(atom.name) and not block.is_short(block.env[atom.name]):
            block.materialise(atom.name)
    if wanted.count(True) == 1 and ternary(block, call, wanted):
        return
    settle_waiting(block, {predicate.name} if only_here(block, call, predicate) else set(),
                   NOTHING.union(*(block.storage.shared_with(block.value(o)) for o in operands)))
    test = exact(block.value(predicate))
    outputs = [v for v, w in zip(call.outputs, wanted) if w]
    targets: list[str] = []
    for v in outputs:
        targets.append(block.allocate(v, block.index + 1, (), targets, passed(block, call, v)))
    state = block.storage.snapshot()
    then = branch(block, call, 0, wanted, targets)
    between = block.storage.snapshot()
    block.storage.restore(state)
    orelse = branch(block, call, 1, wanted, targets)
    block.storage.merge(between)
    if then or orelse:
        block.emit(choice(test, then, orelse), call.span)
    for v, target in zip(outputs, targets):
        loose = not v.type.shape and is_default(v.type.dtype)
        block.env[v.name] = exactly(name(target), v.type, EITHER if loose else STRONG)
        block.storage.types[target] = v.type


def passed(block: Block, call: Call, output: Var) -> list[str]:
    """The names of the operands that a result nobody named is, or is an update of."""
    if not block.function.names.is_made_up(output.name, "cond"):
        return []
    found = []
    for program in call.param("branches"):
        calls = {v: c for c in program.body for v in c.outputs}
        result = program.results[call.outputs.index(output)]
        while result in calls and calls[result].primitive.access == "write":
            result = calls[result].operands[0]
        if result in program.parameters:
            node = block.value(call.operands[1 + program.parameters.index(result)]).node
            found += [node.id] if isinstance(node, ast.Name) else []
    return found


def choice(test: ast.expr, then: list[ast.stmt], orelse: list[ast.stmt]) -> ast.If:
    if then:
        return ast.If(test, then, orelse)
    opposite = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else ast.UnaryOp(ast.Not(), test)
    return ast.If(opposite, orelse, [])


def branch(block: Block, call: Call, k: int, wanted: Sequence[bool], targets: Sequence[str]) -> list[ast.stmt]:
    program = call.param("branches")[k]
    results = [r for r, w in zip(program.results, wanted) if w]
    prefer = {r.name: t for r, t in zip(results, targets) if isinstance(r, Var) and results.count(r) == 1
              and r not in program.parameters}
    protected = block.protected | block.wanted_names(block.index + 1)
    inner = Block(block.function, program, [block.value(o) for o in call.operands[1:]], wanted, prefer, protected,
                  block.shared(block.index + 1), block.depth + 1)
    values = inner.run()
    outputs = [v for v, w in zip(call.outputs, wanted) if w]
    nodes = [exact(v, inner.like(o.type, t)) for v, o, t in zip(values, outputs, targets)]
    variables = [r if isinstance(r, Var) else o for r, o in zip(results, outputs)]
    parallel(inner, targets, nodes, variables)
    return inner.statements


def ternary(block: Block, call: Call, wanted: Sequence[bool]) -> bool:
    """a if p else b, where both branches are one small expression."""
    branches = call.param("branches")
    if any(len(p.body) > TERNARY_CALLS or any(c.primitive.kind == "control" or c.primitive.effect or c.primitive.access == "write"
                                              for c in p.body) for p in branches):
        return False
    state, nodes = block.storage.snapshot(), []
    for program in branches:
        inner = Block(block.function, program, [block.value(o) for o in call.operands[1:]], wanted, None,
                      block.protected | block.wanted_names(block.index), block.shared(block.index + 1), block.depth + 1)
        (value,) = inner.run()
        nodes.append(exact(value))
        if inner.statements:
            block.storage.restore(state)
            return False
    (var,) = (v for v, w in zip(call.outputs, wanted) if w)
    node = ast.IfExp(exact(block.value(call.operands[0])), *nodes)
    if len(text(node)) > TERNARY or updates_itself(block, var, nodes):
        return False
    loose = not var.type.shape and is_default(var.type.dtype)
    block.settle(var, exactly(node, var.type, EITHER if loose else STRONG), call.span)
    return True


def updates_itself(block: Block, var: Var, nodes: Sequence[ast.expr]) -> bool:
    """Whether one branch leaves a variable as it is: then an if without else says it better."""
    base = block.function.names.base(var.name)
    return any(isinstance(n, ast.Name) and n.id == base for n in nodes) and block.available(base, block.index + 1)


# -- calls -------------------------------------------------------------------------------------------------------

def call_function(block: Block, call: Call) -> None:
    """A function of the user."""
    helper = block.function.helper(call.param("program"))
    build = lambda values: ast.Call(name(helper), [exact(v) for v in values], [])
    node = block.fitted(call.operands, build)
    if len(call.outputs) == 1:
        block.settle(call.outputs[0], exactly(node, call.outputs[0].type), call.span)
    else:
        unpack(block, call, node)


def several(block: Block, call: Call) -> None:
    """A primitive with several results, or with an effect."""
    node = block.fitted(call.operands, lambda values: fill_in(template(call), [as_it_is(v) for v in values]))
    if call.outputs:
        unpack(block, call, node)
    else:
        block.emit(ast.Expr(node), call.span)


def as_it_is(v: Value) -> ast.expr:
    """What a host function is given: a Python number where the program has one."""
    return v.node if v.type.weak and v.number is None and v.dtype == v.type.dtype else exact(v)


def unpack(block: Block, call: Call, node: ast.expr) -> None:
    """a, b = f(x); what nobody wants is _."""
    shared = block.storage.shared_with(exactly(node, call.outputs[0].type))
    targets: list[str] = []
    for var in call.outputs:
        wanted = var.name in block.uses.count
        targets.append(block.allocate(var, block.index + 1, taken=targets) if wanted else "_")
    for var, target in zip(call.outputs, targets):
        block.env[var.name] = exactly(name(target), var.type)
        block.storage.bind(target, shared or (frozenset({Buffer()}) if var.type.shape else NOTHING), var.type)
    block.emit(ast.Assign([ast.Tuple([ast.Name(t, ast.Store()) for t in targets], ast.Store())], node), call.span)


STATEMENTS = {"fori_loop": fori_loop, "while_loop": while_loop, "cond": cond, "call": call_function}
