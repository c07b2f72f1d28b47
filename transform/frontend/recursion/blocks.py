"""Basic blocks: the body of a function cut at its recursive calls, with the variables that are read behind
them.

    a = f(n - 1)            ⇒       0:  Recur(n=n - 1, target a, to 1)
    return a + n                    1:  Leave(a + n)                        reads n: it goes on a stack

(Aho, Lam, Sethi and Ullman, Compilers, 8.4 on basic blocks and flow graphs.)
"""

from __future__ import annotations

import builtins
import dataclasses
from collections.abc import Sequence
from typing import Any

import gast

from ...core.source import stored_names
from .trees import Calls, Unsuited, loads, loads_of, parse_statements, name_of, reads, sets

LEAVING = (gast.Return, gast.Break, gast.Continue)
ITERATORS = ("zip", "reversed", "map", "filter", "enumerate")
SIMPLE = (  # what an expression consists of that gives an object which is there already, or a constant
    *(gast.Name, gast.Subscript, gast.Attribute, gast.Constant, gast.Tuple, gast.UnaryOp),
    *(gast.expr_context, gast.unaryop),
)


@dataclasses.dataclass(frozen=True)
class Goto:
    to: int


@dataclasses.dataclass(frozen=True)
class Branch:
    test: Any
    then: int
    other: int


@dataclasses.dataclass(frozen=True)
class Recur:
    """A recursive call: its arguments by the parameters that change, the variable of its result, and where it goes on;
    None behind a tail call."""

    arguments: dict[str, Any]
    target: str | None
    to: int | None
    node: Any


@dataclasses.dataclass(frozen=True)
class Leave:
    """The end of the call, with its value: an expression or None."""

    value: Any
    node: Any


End = Goto | Branch | Recur | Leave


@dataclasses.dataclass
class Block:
    statements: list[Any] = dataclasses.field(default_factory=list)
    end: Any = None
    before: frozenset[str] = frozenset()  # the variables whose values are read in it, or behind it
    given: frozenset[str] | None = None  # those that are surely set at its beginning


class Blocks:
    """The blocks of a function; number 0 is the first."""

    def __init__(self, function: Any, body: list[Any], calls: Calls, new: Any):
        self.calls, self.new = calls, new
        self.parameters = [
            a.id for a in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
        ]
        self.positional = self.parameters[: len(self.parameters) - len(function.args.kwonlyargs)]
        self.defaults = defaults_of(function)
        self.local = {*self.parameters, *stored_names(tuple(body))}
        self.fixed = self.fixed_parameters(body)
        self.written = stored_variables(body)
        self.heads: list[int] = []  # of loops
        self.blocks: list[Block] = [Block()]
        end = self.add(Block(end=Leave(None, function)))
        self.fill(self.blocks[0], body, end, None, None)
        self.find_reads()
        self.find_given()

    def fixed_parameters(self, body: list[Any]) -> set[str]:
        """The parameters that are the same in all calls."""
        fixed = set(self.parameters) - stored_names(tuple(body))
        for s in body:
            for n in gast.walk(s):
                if self.calls.is_one(n):
                    given = self.bound(n)
                    fixed = {p for p in fixed if isinstance(given[p], gast.Name) and given[p].id == p}
        return fixed

    def bound(self, call: Any) -> dict[str, Any]:
        """The arguments of a call by parameters."""
        names = self.positional
        args = list(call.args)
        if isinstance(call.func, gast.Attribute):  # of a method: the object comes first
            args = [call.func.value, *args]
        if len(args) > len(names) or any(isinstance(a, gast.Starred) for a in args):
            raise Unsuited()
        given = dict(zip(names, args))
        for k in call.keywords:
            if k.arg is None or k.arg in given or k.arg not in self.parameters:
                raise Unsuited()
            given[k.arg] = k.value
        for name in self.parameters:
            if name not in given:
                if not isinstance(self.defaults.get(name), gast.Constant):
                    raise Unsuited()
                given[name] = self.defaults[name]
        return given

    # -- cutting -----------------------------------------------------------------------------------------------------

    def add(self, block: Block) -> int:
        self.blocks.append(block)
        return len(self.blocks) - 1

    def is_cut(self, node: Any) -> bool:
        """Whether a statement contains a recursive call, or leaves what it stands in."""
        return self.calls.are_in(node) or any(isinstance(n, LEAVING) for n in leaving(node))

    def label(self, statements: Sequence[Any], to: int, leave: int | None, again: int | None) -> int:
        """The block where these statements begin, which go on at `to`."""
        if not statements:
            return to
        block = Block()
        number = self.add(block)
        self.fill(block, statements, to, leave, again)
        return number

    def fill(
        self, block: Block, statements: Sequence[Any], to: int, leave: int | None, again: int | None
    ) -> None:
        """Cut statements into blocks. leave, again: where `break` and `continue` lead to."""
        k = next((k for k, s in enumerate(statements) if self.is_cut(s)), len(statements))
        block.statements += statements[:k]
        if k == len(statements):
            block.end = Goto(to)
            return
        node, rest = statements[k], statements[k + 1 :]
        following = lambda: self.label(rest, to, leave, again)
        match node:
            case gast.Return(value=value) if value is not None and self.calls.is_one(value):
                block.end = Recur(self.bound(value), None, None, node)
            case gast.Return():
                block.end = Leave(node.value, node)
            case gast.Break() | gast.Continue():
                target = leave if isinstance(node, gast.Break) else again
                assert target is not None
                block.end = Goto(target)
            case gast.Assign(targets=[gast.Name(id=target)], value=value) if self.calls.is_one(value):
                block.end = Recur(self.bound(value), target, self.add(Block(end=Goto(following()))), node)
            case gast.Expr(value=value) if self.calls.is_one(value):
                block.end = Recur(self.bound(value), None, self.add(Block(end=Goto(following()))), node)
            case gast.If():
                after = following()
                then, other = (self.label(part, after, leave, again) for part in (node.body, node.orelse))
                block.end = Branch(node.test, then, other)
            case gast.While():
                self.while_(block, node, following(), leave, again)
            case gast.For():
                self.for_(block, node, following(), leave, again)
            case _:
                raise Unsuited()

    def while_(self, block: Block, node: Any, after: int, leave: int | None, again: int | None) -> None:
        head = self.add(Block())
        self.heads.append(head)
        block.end = Goto(head)
        body = self.label(node.body, head, after, head)
        self.blocks[head].end = Branch(node.test, body, self.label(node.orelse, after, leave, again))

    def for_(self, block: Block, node: Any, after: int, leave: int | None, again: int | None) -> None:
        """A `for` as a `while`: by the numbers of a range, or by the positions in a sequence."""
        index = self.new("index")
        self.local.add(index)
        counted = range_of(node.iter)
        items, first = node.iter, []
        if is_enumerated(node):
            items = node.iter.args[0]
            first = [gast.Assign([node.target.elts[0]], name_of(index, node), None)]
        target = node.target.elts[1] if first else node.target
        if counted is not None:
            start, stop, step = counted
            last = self.kept(block, stop, "stop", node)
            block.statements += parse_statements(f"{index} = __start__", node, start=start)
            test = parse_statements(
                f"{index} < __stop__" if step > 0 else f"{index} > __stop__", node, stop=last
            )
            item = name_of(index, node)
        else:
            step, items = 1, self.sequence(block, items, node)
            block.statements += parse_statements(f"{index} = 0", node)
            test = parse_statements(f"{index} < len(__items__)", node, items=items)
            item = parse_statements(f"__items__[{index}]", node, items=items)[0].value
        first = [*first, gast.Assign([target], item, None)]
        count = parse_statements(f"{index} += {step}" if step > 0 else f"{index} -= {-step}", node)
        head = self.add(Block())
        self.heads.append(head)
        block.end = Goto(head)
        body = self.label(
            [*(gast.copy_location(s, node) for s in first), *count, *node.body], head, after, head
        )
        self.blocks[head].end = Branch(test[0].value, body, self.label(node.orelse, after, leave, again))

    def kept(self, block: Block, value: Any, name: str, node: Any) -> Any:
        """An expression for a value that is computed once: itself, if it is the same in all calls."""
        if isinstance(value, gast.Constant) or isinstance(value, gast.Name) and self.is_fixed(value.id):
            return value
        name = self.new(name)
        self.local.add(name)
        block.statements += parse_statements(f"{name} = __value__", node, value=value)
        return name_of(name, node)

    def is_fixed(self, name: str) -> bool:
        return name in self.fixed or name not in self.local

    def sequence(self, block: Block, items: Any, node: Any) -> Any:
        """An expression for what a loop goes through: the one that stands there, if it gives one list each time."""
        if isinstance(items, gast.Call):
            called = items.func
            views = isinstance(called, gast.Attribute) and called.attr in ("items", "keys", "values")
            if views or isinstance(called, gast.Name) and called.id in ITERATORS:
                items = parse_statements("list(__items__)", node, items=items)[0].value
        changed = stored_names((node.target, *node.body))
        simple = all(isinstance(n, SIMPLE) for n in gast.walk(items))
        named = simple and not any(isinstance(n, (gast.Subscript, gast.Attribute)) for n in gast.walk(items))
        fixed = simple and not loads(items) & (changed | self.written) and not self.calls_others(node.body)
        if not fixed and not (named and not loads(items) & changed):
            items = self.kept(block, items, "items", node)
        return by_positions(items, node)

    def calls_others(self, body: Sequence[Any]) -> bool:
        """Whether functions are called that might change any list: those that are not known here."""
        for call in (n for s in body for n in gast.walk(s) if isinstance(n, gast.Call)):
            match call.func:
                case gast.Name(id=name):
                    known = hasattr(builtins, name)
                case gast.Attribute(value=gast.Name(id="np" | "numpy" | "math")):
                    known = True
                case gast.Attribute(attr=attr):
                    known = hasattr(list, attr) or hasattr(set, attr)
                case _:
                    known = False
            if not known and not self.calls.is_one(call):
                return True
        return False

    # -- the flow of variables -----------------------------------------------------------------------------------------

    def followers(self, block: Block) -> list[int]:
        match block.end:
            case Goto(to=to):
                return [to]
            case Branch(then=then, other=other):
                return [then, other]
            case Recur(to=to) if to is not None:
                return [to]
        return []

    def saved(self, end: Recur) -> list[str]:
        """The variables that are read behind a recursive call, and differ from call to call."""
        if end.to is None:
            return []
        return sorted((self.blocks[end.to].before - {end.target}) & self.local - self.fixed)

    def find_reads(self) -> None:
        changed = True
        while changed:
            changed = False
            for block in reversed(self.blocks):
                behind = set().union(*(self.blocks[k].before for k in self.followers(block)))
                match block.end:
                    case Branch(test=test):
                        behind |= loads(test)
                    case Leave(value=value) if value is not None:
                        behind |= loads(value)
                    case Recur(arguments=arguments, target=target):
                        behind -= {target}
                        behind |= loads_of(arguments.values())
                for statement in reversed(block.statements):
                    behind = (behind - sets(statement)) | reads(statement)
                if behind != block.before:
                    block.before, changed = frozenset(behind), True

    def find_given(self) -> None:
        """Find the variables that are surely set. Raises Unsuited where one might be saved that is not."""
        self.blocks[0].given = frozenset(self.parameters)
        changed = True
        while changed:
            changed = False
            for block in self.blocks:
                if block.given is None:
                    continue
                out = block.given.union(*map(sets, block.statements))
                if isinstance(block.end, Recur):
                    saved = self.saved(block.end)
                    if not out.issuperset(saved):
                        raise Unsuited()
                    out = frozenset(self.fixed).union(saved, [block.end.target] if block.end.target else [])
                for k in self.followers(block):
                    old = self.blocks[k].given
                    new = frozenset(out) if old is None else old & out
                    if new != old:
                        self.blocks[k].given, changed = new, True


def stored_variables(body: Sequence[Any]) -> set[str]:
    """The variables of which items or attributes are assigned."""
    found = set()
    for n in (n for s in body for n in gast.walk(s)):
        if isinstance(n, (gast.Subscript, gast.Attribute)) and isinstance(n.ctx, gast.Store):
            while isinstance(n, (gast.Subscript, gast.Attribute)):
                n = n.value
            found |= {n.id} if isinstance(n, gast.Name) else set()
    return found


def leaving(node: Any, loop: bool = False) -> list[Any]:
    """The statements in a statement that leave it: `break` and `continue` of no loop inside, and `return`."""
    if isinstance(node, gast.Return) or not loop and isinstance(node, (gast.Break, gast.Continue)):
        return [node]
    if isinstance(node, (gast.FunctionDef, gast.ClassDef, gast.Lambda)):
        return []
    inside = loop or isinstance(node, (gast.For, gast.While))
    found = []
    for part in getattr(node, "body", None) or []:
        found += leaving(part, inside)
    for field in ("orelse", "finalbody"):
        for part in getattr(node, field, None) or []:
            found += leaving(part, loop)
    for handler in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        for part in handler.body:
            found += leaving(part, loop)
    return found


def defaults_of(function: Any) -> dict[str, Any]:
    """The defaults of parameters."""
    args = function.args
    names = [a.id for a in (*args.posonlyargs, *args.args)]
    found = dict(zip(names[len(names) - len(args.defaults) :], args.defaults))
    return found | {a.id: d for a, d in zip(args.kwonlyargs, args.kw_defaults) if d is not None}


def range_of(node: Any) -> tuple[Any, Any, int] | None:
    """The bounds and the constant step of range(…)."""
    match node:
        case gast.Call(func=gast.Name(id="range"), args=[stop], keywords=[]):
            return gast.copy_location(gast.Constant(0, None), node), stop, 1
        case gast.Call(func=gast.Name(id="range"), args=[start, stop], keywords=[]):
            return start, stop, 1
        case gast.Call(func=gast.Name(id="range"), args=[start, stop, step], keywords=[]):
            match step:
                case gast.Constant(value=int(value)) if value:
                    return start, stop, value
                case gast.UnaryOp(op=gast.USub(), operand=gast.Constant(value=int(value))) if value:
                    return start, stop, -value
            raise Unsuited()
    return None


def is_enumerated(loop: Any) -> bool:
    """for k, v in enumerate(items)"""
    match loop:
        case gast.For(
            target=gast.Tuple(elts=[gast.Name(), _]),
            iter=gast.Call(func=gast.Name(id="enumerate"), args=[_], keywords=[]),
        ):
            return True
    return False


def by_positions(items: Any, node: Any) -> Any:
    """The sequence that a loop goes through by positions: one of Python's or NumPy's as it is, of anything
    else the result of its `__iter__`. An iterator has none: it can be gone through once."""
    sequence = "type(__items__) in (list, tuple, str, range) or hasattr(__items__, 'dtype')"
    text = f"__items__ if {sequence} or hasattr(__items__, '__next__') else list(__items__)"
    return parse_statements(text, node, items=items)[0].value
