"""The calls of one program => statements of a Python function.

Each variable of the program is an expression over Python names. It waits until its only consumer takes it into its
own expression, or it is assigned to a name: because it is used several times, because the user named it, because the
line is full, or because a name or an array that it reads is about to change. A name is given anew only when nothing
that is still wanted mentions it; an array is written in place only when the function made it and nothing that is
still wanted shares it.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...analysis.loops import LoopView, is_loop
from ...core.errors import Span
from ...ir.builder import has_effects
from ...ir.program import Atom, Call, Const, Program, Type, Var, walk
from ..structure.loop_carries import written_operands
from ..structure.shown import Raising
from ..text.buffers import NOTHING, Buffer, Buffers, Storage
from ..text.expressions import duplicated_operands, expression, is_elementwise
from ..text.names import Names
from ..text.promotion import strong
from ..text.templates import in_place
from ..text.trees import is_default, method, name, names
from ..text.unparse import INDENT, text
from ..text.values import STRONG, Value, align_axes, constant, exact, exactly, broadcast_node
from ..text.words import DERIVED, KEPT, SAME_NUMBERS, SPECIFIED, SWEEPS, WORDS

SHORT = (
    20  # characters: an expression no longer than this may be repeated, if it does no arithmetic on arrays
)
REPEATED = 4  # how often a term of numbers may be written in one statement
CONDITIONAL = ("and_", "or_", "select")  # Python comes to their first operand only, if they are of numbers
IN_PLACE = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.BitAnd, ast.BitOr, ast.BitXor)


@dataclasses.dataclass
class Function:
    """The state that all blocks of one Python function share."""

    names: Names
    storage: Storage
    helper: Callable[[Program], str]  # the name of the function that a called program became
    reserved: set[str]
    width: int
    parameters: tuple[str, ...] = ()
    ending: Callable[[Sequence[Value], list[ast.expr]], list[ast.stmt]] | None = (
        None  # how it returns its results
    )
    shared: list[list[Buffers]] = dataclasses.field(
        default_factory=list
    )  # by what it returns, for each return
    tapes: dict[int, str] = dataclasses.field(default_factory=dict)  # lists of states, by their numbers
    items: dict[str, list[Value]] = dataclasses.field(default_factory=dict)  # what was put on them


STATEMENTS: dict[
    str, Callable[["Block", Call], None]
] = {}  # primitive -> what prints its calls; see table.py
OTHERS: dict[str, Callable[["Block", Call], None]] = {}  # what prints writes, and calls of several results


def printer_of(call: Call) -> Callable[["Block", Call], None]:
    """The printer of a call: as a statement, or as an expression where its value is used."""
    if call.primitive.name in STATEMENTS:
        return STATEMENTS[call.primitive.name]
    if call.primitive.access == "write":
        return OTHERS["write"]
    several = call.primitive.multiple or call.primitive.effect and not isinstance(call.primitive, Raising)
    return OTHERS["several"] if several else Block.pure


class Uses:
    """The calls of a program that matter for the wanted results, and the uses of each variable."""

    def __init__(self, program: Program, wanted: Sequence[bool]):
        self.count: dict[str, int] = {}
        self.last: dict[str, int] = {}
        self.consumers: dict[str, list[Call | None]] = {}
        self.live: list[int] = []
        self.written: dict[Atom | None, int] = {}  # arrays, and the calls that write them
        results = [r for r, w in zip(program.results, wanted) if w]
        self._use(results, len(program.body), None)
        for index in reversed(range(len(program.body))):
            call = program.body[index]
            if has_effects(call) or any(v.name in self.count for v in call.outputs):
                self.live.append(index)
                inside = call.primitive.access != "write"  # what else it is given must not change on the way
                self.written.update(dict.fromkeys(written_operands(call), index - inside))
                self._use(call.operands, index, call)

        self.live.reverse()

    def _use(self, atoms: Iterable[Atom], index: int, call: Call | None) -> None:
        for atom in atoms:
            if isinstance(atom, Var):
                self.count[atom.name] = self.count.get(atom.name, 0) + 1
                self.last.setdefault(atom.name, index)
                self.consumers.setdefault(atom.name, []).append(call)


def covers(span: Span | None, other: Span | None) -> bool:
    """Whether the code at one place begins where the other does, or before, and ends behind that."""
    if span is None or other is None or span.file != other.file:
        return False
    return span.line <= other.line <= span.end_line


def is_leaf(node: ast.expr) -> bool:
    """h, 2, -2"""
    while isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, (ast.Name, ast.Constant))


def is_term(node: ast.expr) -> bool:
    """2 * h, h / 2, h ** 2, 2 * h ** 2, x + h: nobody gives these a name to save their computation"""
    while isinstance(node, ast.UnaryOp):
        node = node.operand
    if not isinstance(node, ast.BinOp) or not is_leaf(node.left):
        return False
    if isinstance(node.op, ast.Mult):
        return is_constant(node.left) and (is_leaf(node.right) or is_power(node.right))
    sum_of_two = isinstance(node.op, (ast.Add, ast.Sub)) and is_leaf(node.right)
    return sum_of_two or is_power(node) or isinstance(node.op, ast.Div) and is_constant(node.right)


def is_constant(node: ast.expr) -> bool:
    return is_leaf(node) and not names(node)


def is_power(node: ast.expr) -> bool:
    """h ** 2"""
    power = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)
    return power and is_leaf(node.left) and is_constant(node.right)


def unreached(program: Program, uses: Uses) -> set[str]:
    """Variables whose only place is the second operand of a scalar `and`, `or` or choice: Python may not come to them.

    They read x[i] where i may be out of range, so they stay where they are however long the line.
    """
    found: set[str] = set()
    for call in reversed(program.body):
        out = call.outputs[0] if call.outputs else None
        if out is None or out.type.shape:
            continue
        later = call.operands[1:] if call.primitive.name in CONDITIONAL else ()
        atoms = call.operands if out.name in found else later
        found |= {a.name for a in atoms if isinstance(a, Var) and uses.count.get(a.name) == 1}
    return found


class Block:
    """Prints one program, whose parameters are the given values.

    prefer      names for results: {variable: name}
    protected   names that must not be given anew here
    keep        buffers that must not be written here
    repeated    whether this is the body of a loop, or in one
    loop        the loop of whose body it is a part, if it is
    """

    def __init__(
        self,
        function: Function,
        program: Program,
        arguments: Sequence[Value],
        wanted: Sequence[bool] | None = None,
        prefer: dict[str, str] | None = None,
        protected: frozenset[str] = frozenset(),
        keep: Buffers = NOTHING,
        depth: int = 1,
        repeated: bool = False,
        loop: Any = None,
    ):
        self.function, self.program, self.storage = function, program, function.storage
        self.env = {p.name: v for p, v in zip(program.parameters, arguments, strict=True)}
        self.variables = {p.name: p for p in program.parameters}
        self.wanted = list(wanted) if wanted is not None else [True] * len(program.results)
        self.uses = Uses(program, self.wanted)
        self.unreached = unreached(program, self.uses)
        self.prefer, self.protected, self.keep = prefer or {}, protected, keep
        self.depth, self.repeated, self.loop = depth, repeated, loop
        self.spans: dict[str, Span | None] = {}
        self.primitives: dict[str, str] = {}
        self.statements: list[ast.stmt] = []
        self.steps: dict[
            int, ast.FunctionDef
        ] = {}  # the functions that are the rounds of loops, by their calls
        self.index = 0

    def run(self) -> list[Value]:
        """Print the calls; the values of the wanted results."""
        for index in self.uses.live:
            self.index, call = index, self.program.body[index]
            for v in call.outputs:
                self.variables[v.name], self.primitives[v.name] = v, call.primitive.name
            printer_of(call)(self, call)
            for o in {*call.operands, *call.outputs}:
                if isinstance(o, Var) and self.uses.last.get(o.name, -1) <= self.index:
                    self.env.pop(o.name, None)
        self.index = len(self.program.body)
        return [self.value(r) for r, w in zip(self.program.results, self.wanted) if w]

    def value(self, atom: Atom) -> Value:
        return constant(atom) if isinstance(atom, Const) else self.env[atom.name]

    def pure(self, call: Call) -> None:
        """A call that is an expression."""
        for k in duplicated_operands(call):
            atom = call.operands[k]
            if isinstance(atom, Var) and not self.is_short(self.env[atom.name]):
                self.materialise(atom.name)
        if call.primitive.name in CONDITIONAL:
            self.settle_raising(a.name for a in call.operands[1:] if isinstance(a, Var))
        value = self.fitted(call.operands, lambda values: expression(call, values, self.function.parameters))
        if isinstance(call.primitive, Raising):
            value.node.raises = True
        if value.number is not None:  # its operands are not read
            for a in call.operands:
                if isinstance(a, Var) and self.raises(a.name):
                    self.emit(ast.Expr(self.env[a.name].node), self.spans.get(a.name))
        if call.outputs[0].name in self.uses.count:
            self.settle(call.outputs[0], self.outlasting(call, value), call.span)
        else:
            self.emit(ast.Expr(value.node), call.span)

    def outlasting(self, call: Call, value: Value) -> Value:
        """A copy of a window that is wanted after the array is written in place."""
        source, last = call.operands[:1], self.uses.last[call.outputs[0].name]
        if not value.type.shape or last <= self.uses.written.get(source[0] if source else None, last):
            return value
        shared = self.storage.shared_with(value)
        ours = shared and all(b.owned for b in shared) and not shared & self.keep
        return exactly(method(exact(value), "copy"), value.type) if ours else value

    # -- now or later

    def settle(self, var: Var, value: Value, span: Span | None) -> None:
        """Keep the expression for its consumers, or assign it."""
        self.spans[var.name] = span
        if self.waits(var, value):
            self.env[var.name] = value
        else:
            self.assign(var, value, span, self.index + 1)

    def waits(self, var: Var, value: Value) -> bool:
        once = self.uses.count[var.name] == 1
        if value.number is not None:
            return True
        if self.primitives.get(var.name) == "broadcast" and isinstance(value.node, ast.Name):
            return True  # NumPy broadcasts by itself
        if not self.function.names.is_users(var.name, self.primitives[var.name]) or self.is_only_returned(
            var
        ):
            short = self.is_short(value) or self.is_repeated(var, value)
            return once or short and not self.is_overwritten(var, value)
        preferred = self.prefer.get(var.name)
        if (
            preferred
            and not self.available(preferred, self.index + 1, preferred)
            and (once or self.is_short(value))
        ):
            return True
        return once and self.is_short(value) and not isinstance(value.node, ast.Name)

    def is_repeated(self, var: Var, value: Value) -> bool:
        """Whether it is a term, as 2 * h, that is computed once, and written several times: in a loop in one
        statement only."""
        consumers, here = self.uses.consumers[var.name], self.program.body[self.index].span
        if value.shape or len(consumers) > REPEATED or not is_term(value.node):
            return False
        if not self.is_read_by_itself(var.name):
            return False
        return not self.repeated or all(covers(c.span, here) for c in consumers if c)

    def is_read_by_itself(self, variable: str) -> bool:
        """Whether a variable is neither returned nor read in loops, branches and functions."""
        return all(c is not None and next(c.programs(), None) is None for c in self.uses.consumers[variable])

    def outlives(self, variable: str) -> bool:
        """Whether it is a term that is written several times, of names that the loop or branch to come binds
        nowhere."""
        value = self.env[variable]
        if value.shape or not is_term(value.node) or not self.is_read_by_itself(variable):
            return False
        inner = [program for call in [self.program.body[self.index]] for program in call.programs()]
        bound = {v.name for p in inner for c in walk(p) for v in c.outputs} | {
            p.name for program in inner for p in program.parameters
        }
        printed = {self.function.names.printed(name, "") for name in bound}
        return not names(value.node) & printed

    def is_overwritten(self, var: Var, value: Value) -> bool:
        """Whether it is an element of an array of ours that is written while it is still wanted."""
        call, shared = self.program.body[self.index], self.storage.shared_with(value)
        ours = all(b.owned for b in shared) and not shared & self.keep
        if not ours or var not in call.outputs or call.primitive.access != "read":
            return False
        return self.uses.written.get(call.operands[0], self.uses.last[var.name]) < self.uses.last[var.name]

    def is_only_returned(self, var: Var) -> bool:
        """Whether this is the one result of a function, under a name that it got from another (x_bar, x_dot)."""
        alone = self.depth == 1 and self.program.results == (var,) and self.uses.count[var.name] == 1
        return alone and bool(DERIVED.search(var.name))

    def is_short(self, value: Value) -> bool:
        """Whether the expression may stand in several places: a name, a number, an element, a view, an index."""
        node = value.node
        while isinstance(node, ast.UnaryOp):
            node = node.operand
        if isinstance(node, (ast.Name, ast.Constant)) or value.number is not None:
            return True
        if len(text(value.node)) > SHORT:
            return False
        if isinstance(node, (ast.Subscript, ast.Attribute)):
            return isinstance(node.value, ast.Name) and not value.reduced
        index = isinstance(node, ast.BinOp) and is_leaf(node.left) and is_leaf(node.right)
        return index and value.type.dtype.kind in "iu" and not value.type.shape

    def fitted(self, operands: Sequence[Atom], build: Callable[[list[Value]], Any], extra: int = 0) -> Any:
        """The result of `build` for the operands, some assigned first so that the line is not too wide."""
        while True:
            built = build([self.value(o) for o in operands])
            node = built.node if isinstance(built, Value) else built
            if self.room(extra) >= len(node if isinstance(node, str) else text(node)):
                return built
            waiting = [
                o.name
                for o in operands
                if isinstance(o, Var) and self.is_waiting(o.name) and o.name not in self.unreached
            ]
            if not waiting:
                return built
            self.materialise(max(waiting, key=lambda n: len(text(self.env[n].node))))

    def room(self, extra: int = 0) -> int:
        return self.function.width - len(INDENT) * self.depth - (extra or 12)

    def is_waiting(self, variable: str) -> bool:
        """Whether a variable is an expression that does something."""
        value = self.env[variable]
        return value.number is None and not isinstance(value.node, (ast.Name, ast.Constant))

    def materialise(self, variable: str, own: bool = False) -> None:
        """Assign a waiting expression now; `own`: copy it if it is a view."""
        value = self.env[variable]
        if own and self.storage.shared_with(value):
            value = exactly(method(exact(value), "copy"), value.type)
        self.assign(self.variables[variable], value, self.spans.get(variable), self.index)

    def settle_raising(self, variables: Iterable[str]) -> None:
        """Assign the waiting expressions that may raise: here they are computed on every path."""
        for n in variables:
            if self.raises(n):
                self.materialise(n)

    def raises(self, variable: str) -> bool:
        """Whether it is a waiting expression that may raise."""
        return any(hasattr(node, "raises") for node in ast.walk(self.env[variable].node))

    # -- assignments

    def assign(
        self, var: Var, value: Value, span: Span | None, after: int, taken: Iterable[str] = ()
    ) -> None:
        """target = expression; `after`: the first call for which names must still hold what they hold. `taken`: names
        that can't be the target."""
        wished = [*self.name_in_loops(var), *self.moved_name(var)]
        target = self.allocate(var, after, {var.name}, taken, wished)
        stored, node = self.stored(var, value, target)
        self.assign_name(target, node, var, span, after)
        self.env[var.name] = stored.change(node=name(target), reduced=None, summed=0)
        if stored.shape != var.type.shape:
            self.storage.types.pop(target, None)

    def moved_name(self, var: Var) -> list[str]:
        """max_z for np.max(z), if it is broadcast, reshaped or converted to a value that has no name of its own."""
        made = self.primitives.get(var.name, "")
        if made not in SAME_NUMBERS or not self.function.names.is_made_up(var.name, made):
            return []
        source = next(c.operands[0] for c in self.program.body if var in c.outputs)
        if not isinstance(source, Var):
            return []
        made = self.primitives.get(source.name, "")
        found = self.function.names.printed(source.name, made)
        stems = f"{made}_", f"{SPECIFIED.sub('', made)}_"
        if found.endswith(SWEEPS) and found.startswith(stems):  # the sum of x_bar, which is no cotangent
            found = WORDS.get(made, found)
        return self.moved_name(source) or [found]

    def name_in_loops(self, var: Var) -> list[str]:
        """y_bar for 2 * r, if that has no name of its own, and a loop that reads it calls it so."""
        chosen, made = self.function.names, self.primitives.get(var.name, "")
        if chosen.is_users(var.name, made):
            return []
        found = []
        for call in self.uses.consumers[var.name]:
            if call is not None and is_loop(call):
                loop = LoopView(call)
                inner = [p for p, o in zip(loop.inner_invariants, loop.invariants, strict=True) if o == var]
                found += [chosen.printed(p.name, "") for p in inner]
        return [n for n in found if DERIVED.sub("", n) in chosen.users]

    def assign_name(self, target: str, node: ast.expr, var: Var, span: Span | None, after: int) -> None:
        """The statement that binds a name to an expression of a variable."""
        statement = self.augmented(target, node, var, after)
        if statement is None:
            self.bind(target, node, var.type)
            statement = ast.Assign([ast.Name(target, ast.Store())], node)
        if not (isinstance(node, ast.Name) and node.id == target):  # a Python number, as which a bool counts
            self.emit(statement, span)

    def bind(self, target: str, node: ast.expr, type: Type) -> None:
        """Note what memory a name uses once it is bound to an expression."""
        shared = self.storage.shared_with(exactly(node, type))
        self.storage.bind(target, shared or (frozenset({Buffer()}) if type.shape else NOTHING), type)

    def stored(self, var: Var, value: Value, target: str) -> tuple[Value, ast.expr]:
        """The value as it is kept under a name, and its expression: exact, unless only those want it who broadcast."""
        if value.shape != var.type.shape and value.number is None and self.broadcast_later(var):
            value = strong(value)
            node, shape = align_axes(value)
            return broadcast_node(node, var.type, shape, value.python), node
        node = exact(value, self.like(var.type, target))
        stays = var.type.weak or value.dtype == var.type.dtype and is_default(var.type.dtype)
        return exactly(node, var.type, value.python if stays and not var.type.shape else STRONG), node

    def broadcast_later(self, var: Var) -> bool:
        tolerant = lambda c: c and (is_elementwise(c) or c.primitive.name in ("broadcast", "concatenate"))
        return all(map(tolerant, self.uses.consumers[var.name]))

    def like(self, type: Type, target: str) -> str | None:
        """A parameter, or what x_bar derives from, that has this type: for zeros_like. In a loop, one that keeps it."""
        if KEPT.search(target):
            return None  # a tape has the shape of an array by chance only
        stem = target.removesuffix("_bar").removesuffix("_dot")
        candidates = [stem, *self.function.parameters] if stem != target else self.function.parameters
        stable = [n for n in candidates if n != target and (not self.repeated or n in self.protected)]
        return next((n for n in stable if self.storage.types.get(n) == type), None)

    def augmented(self, target: str, node: ast.expr, var: Var, after: int) -> ast.AugAssign | None:
        """target += e for target = target + e, where that may be done in place."""
        is_target = lambda n: isinstance(n, ast.Name) and n.id == target
        held = self.storage.types.get(target)
        fits = held is not None and held.matches(var.type)
        if not fits or not isinstance(node, ast.BinOp) or not isinstance(node.op, IN_PLACE):
            return None
        left, right = node.left, node.right
        if isinstance(node.op, ast.Add) and is_target(right):
            left, right = right, left
        if not is_target(left) or not self.may_write(target, after, ignore={var.name}):
            return None
        self.flush(self.storage.buffers.get(target, NOTHING), after, ignore={var.name})
        return in_place(ast.Name(target, ast.Store()), node, right)

    def emit(self, statement: ast.stmt, span: Span | None = None) -> None:
        statement.span = span
        self.statements.append(statement)

    # -- names

    def allocate(
        self,
        var: Var,
        after: int,
        ignore: Iterable[str] = (),
        taken: Iterable[str] = (),
        wished: Iterable[str] = (),
    ) -> str:
        """A name for a variable: the preferred one, the user's, else with a number."""
        preferred = self.prefer.get(var.name)
        base = self.function.names.printed(var.name, self.primitives.get(var.name, ""))
        for candidate in filter(None, (preferred, *wished, *self.carry_begun(var), base)):
            if candidate not in taken and self.available(candidate, after, preferred, ignore):
                return candidate
        count = 1
        while f"{base}_{count}" in taken or not self.available(f"{base}_{count}", after, None, ignore):
            count += 1
        return f"{base}_{count}"

    def carry_begun(self, var: Var) -> list[str]:
        """The name that the user gave to what a loop carries, for a value that nobody named and that it begins with."""
        chosen = self.function.names
        if chosen.is_users(var.name, self.primitives.get(var.name, "")) or self.uses.count.get(var.name) != 1:
            return []
        if self.uses.last[var.name] >= len(self.program.body):
            return []
        call = self.program.body[self.uses.last[var.name]]
        carries = zip(LoopView(call).carries, LoopView(call).inner_carries) if is_loop(call) else ()
        return [name for first, p in carries if first == var for name in chosen.given(p.name, "")]

    def available(
        self, wanted: str, after: int, preferred: str | None = None, ignore: Iterable[str] = ()
    ) -> bool:
        """Whether a name may be bound anew: nothing wanted from call `after` on mentions it."""
        if wanted in self.function.reserved or wanted in self.protected and wanted != preferred:
            return False
        return not any(wanted in names(v.node) for v in self.wanted_values(after, ignore))

    def wanted_values(self, after: int, ignore: Iterable[str] = ()) -> list[Value]:
        return [self.env[n] for n in self.wanted_variables(after, ignore)]

    def wanted_variables(self, after: int, ignore: Iterable[str] = ()) -> list[str]:
        last = self.uses.last
        return [n for n in self.env if last.get(n, -1) >= after and n not in ignore]

    def wanted_names(self, after: int) -> frozenset[str]:
        return frozenset().union(*(names(v.node) for v in self.wanted_values(after)))

    # -- memory

    def shared(self, after: int, ignore: Iterable[str] = ()) -> Buffers:
        """The buffers in which arrays lie that are wanted from call `after` on."""
        return self.keep.union(*(self.storage.shared_with(v) for v in self.wanted_values(after, ignore)))

    def may_write(self, target: str, after: int, ignore: Iterable[str] = ()) -> bool:
        """Whether the array of a name may change: ours, and shared with nothing that is wanted, waiting views apart."""
        own = self.storage.buffers.get(target, NOTHING)
        held = [v for v in self.wanted_values(after, ignore) if isinstance(v.node, ast.Name)]
        others = self.keep.union(*(self.storage.shared_with(v) for v in held))
        return all(b.owned for b in own) and not own & others

    def flush(self, buffers: Buffers, after: int, ignore: Iterable[str] = ()) -> None:
        """Assign the waiting expressions that read arrays about to change."""
        for n in self.wanted_variables(after, ignore):
            if self.is_waiting(n) and self.storage.read_by(self.env[n].node) & buffers:
                self.materialise(n, own=True)
