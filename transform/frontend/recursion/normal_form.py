"""A-normal form of recursive calls: each is a statement of its own, `t = f(…)`, in the order of evaluation.

    return n * f(n - 1) if n else 1    ⇒    if n:
                                                t_1 = f(n - 1)
                                                t = n * t_1
                                            else:
                                                t = 1
                                            return t

What is evaluated before a call is kept in a variable, unless the call can't change it: constants, and the values of
variables. (Flanagan, Sabry, Duba, Felleisen, "The essence of compiling with continuations", 1993.)
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import gast

from ..definite_assignment import SCOPES
from .trees import Calls, Unsuited, loads, parse_statements, name_of, names_in

Lifted = tuple[list[Any], Any]  # statements that come first, and what stands for the expression behind them

FOLDS = {"sum": "0", "any": "False", "all": "True"}  # with what these begin


class NormalForm:
    def __init__(self, calls: Calls, taken: set[str]):
        self.calls, self.taken = calls, taken

    def new(self, name: str) -> str:
        """A name that the function does not use."""
        found = next(
            n for k in range(len(self.taken) + 1) if (n := f"{name}_{k}" if k else name) not in self.taken
        )
        self.taken.add(found)
        return found

    # -- statements --------------------------------------------------------------------------------------------------

    def block(self, statements: Sequence[Any]) -> list[Any]:
        return [new for statement in statements for new in self.statement(statement)]

    def statement(self, node: Any) -> list[Any]:
        if not self.calls.are_in(node):
            return [node]
        match node:
            case gast.Return(value=gast.IfExp(test=test, body=body, orelse=orelse)):
                leave = lambda part: [gast.copy_location(gast.Return(part), node)]
                return self.statement(gast.copy_location(gast.If(test, leave(body), leave(orelse)), node))
            case gast.Return(value=gast.BoolOp(op=op, values=[*values, last])) if self.calls.is_one(last):
                rest = values[0] if len(values) == 1 else gast.copy_location(gast.BoolOp(op, values), node)
                first, value = self.expression(rest)
                name = self.new("truth")
                test = f"not {name}" if isinstance(op, gast.And) else name
                leaving = parse_statements(
                    f"{name} = __value__\nif {test}:\n    return {name}", node, value=value
                )
                return [*first, *leaving, *self.statement(gast.copy_location(gast.Return(last), node))]
            case gast.Return() | gast.Expr():
                if self.calls.is_one(node.value):
                    first, value = self.operands(node.value)
                else:
                    first, value = self.expression(node.value)
                return [*first, gast.copy_location(type(node)(value), node)]
            case gast.Assign():
                if any(map(self.calls.are_in, node.targets)):
                    raise Unsuited()
                if (
                    self.calls.is_one(node.value)
                    and len(node.targets) == 1
                    and isinstance(node.targets[0], gast.Name)
                ):
                    first, value = self.operands(node.value)
                else:
                    first, value = self.expression(node.value)
                return [*first, gast.copy_location(gast.Assign(node.targets, value, None), node)]
            case gast.AnnAssign(target=gast.Name()):
                first, value = self.expression(node.value)
                return [*first, gast.copy_location(gast.Assign([node.target], value, None), node)]
            case gast.AugAssign(target=gast.Name()):
                first, value = self.expression(node.value)
                return [*first, gast.copy_location(gast.AugAssign(node.target, node.op, value), node)]
            case gast.If():
                first, test = self.expression(node.test)
                inner = gast.If(test, self.block(node.body), self.block(node.orelse))
                return [*first, gast.copy_location(inner, node)]
            case gast.While():
                return [self.while_(node)]
            case gast.For():
                first, items = self.expression(node.iter)
                body, orelse = self.block(node.body), self.block(node.orelse)
                loop = gast.For(node.target, items, body, orelse, None)
                return [*first, gast.copy_location(loop, node)]
        raise Unsuited()

    def while_(self, node: Any) -> Any:
        first, test = self.expression(node.test)
        body = self.block(node.body)
        if first:
            if node.orelse:
                raise Unsuited()
            body = [*first, *parse_statements("if not __test__:\n    break", node, test=test), *body]
            test = gast.copy_location(gast.Constant(True, None), node)
        return gast.copy_location(gast.While(test, body, self.block(node.orelse)), node)

    # -- expressions -------------------------------------------------------------------------------------------------

    def expression(self, node: Any) -> Lifted:
        """The statements that make its recursive calls, and the expression that is left."""
        if node is None or not self.calls.are_in(node):
            return [], node
        if self.calls.is_one(node):
            first, call = self.operands(node)
            name = self.new("result")
            return [*first, *parse_statements(f"{name} = __call__", node, call=call)], name_of(name, node)
        match node:
            case gast.BoolOp():
                return self.bool_op(node)
            case gast.IfExp():
                return self.if_expression(node)
            case gast.NamedExpr():
                first, value = self.expression(node.value)
                return [*first, gast.copy_location(gast.Assign([node.target], value, None), node)], name_of(
                    node.target.id, node
                )
            case gast.Call(
                func=gast.Name(id=name), args=[gast.GeneratorExp() | gast.ListComp() as items], keywords=[]
            ):
                if name in FOLDS:
                    return self.fold(node, name, items)
                raise Unsuited()
            case gast.Compare(comparators=[_, _, *_]):
                raise Unsuited()
            case (
                gast.BinOp()
                | gast.UnaryOp()
                | gast.Compare()
                | gast.Call()
                | gast.Subscript()
                | gast.Attribute()
                | gast.Tuple()
                | gast.List()
                | gast.Starred()
            ):
                return self.operands(node)
        raise Unsuited()

    def operands(self, node: Any) -> Lifted:
        """An operation whose operands are evaluated one after the other. (Of a recursive call, its arguments.)"""
        node = copy.deepcopy(node)
        places = operands_of(node)
        if isinstance(node, gast.Call) and not self.calls.is_one(node) and self.calls.are_in(node.func):
            places = [(node, "func", None), *places]
        parts = [read(*where) for where in places]
        behind = max((n for n, part in enumerate(parts) if self.calls.are_in(part)), default=-1)
        bound = {n.target.id for n in gast.walk(node) if isinstance(n, gast.NamedExpr)}
        first: list[Any] = []
        for n, (where, part) in enumerate(zip(places, parts)):
            if self.calls.are_in(part):
                more, new = self.expression(part)
                first += more
                write(*where, new)
            elif n < behind and (not is_stable(part) or loads(part) & bound):
                name = self.new("part")
                first += parse_statements(f"{name} = __part__", part, part=part)
                write(*where, name_of(name, part))
        return first, node

    def bool_op(self, node: Any) -> Lifted:
        name = self.new("truth")
        first, value = self.expression(node.values[0])
        found = [*first, *parse_statements(f"{name} = __value__", node, value=value)]
        rest = node.values[1:]
        inner = rest[0] if len(rest) == 1 else gast.copy_location(gast.BoolOp(node.op, rest), node)
        more, value = self.expression(inner)
        test = name if isinstance(node.op, gast.And) else f"not {name}"
        branch = parse_statements(f"if {test}:\n    {name} = __value__", node, value=value)
        branch[0].body = [*more, *branch[0].body]
        return [*found, *branch], name_of(name, node)

    def if_expression(self, node: Any) -> Lifted:
        name = self.new("chosen")
        first, test = self.expression(node.test)
        parts = [self.expression(part) for part in (node.body, node.orelse)]
        branch = parse_statements(
            f"if __test__:\n    {name} = __one__\nelse:\n    {name} = __other__",
            node,
            test=test,
            one=parts[0][1],
            other=parts[1][1],
        )
        branch[0].body = [*parts[0][0], *branch[0].body]
        branch[0].orelse = [*parts[1][0], *branch[0].orelse]
        return [*first, *branch], name_of(name, node)

    def fold(self, node: Any, name: str, items: Any) -> Lifted:
        """sum(f(v) for v in …) as a loop. The variables of the generator are new ones of the function."""
        if len(items.generators) != 1:
            raise Unsuited()
        generator = items.generators[0]
        total, item = self.new("total"), self.new("item")
        rename = Renamed({name: self.new(name) for name in sorted(names_in(generator.target))})
        leave = "\n    break" if isinstance(items, gast.GeneratorExp) else ""
        step = {
            "sum": f"{total} = {total} + {item}",
            "any": f"if {item}:\n    {total} = True{leave}",
            "all": f"if not {item}:\n    {total} = False{leave}",
        }[name]
        body = [
            *parse_statements(f"{item} = __value__", node, value=rename.visit(items.elt)),
            *parse_statements(step, node),
        ]
        for test in reversed(generator.ifs):
            branch = parse_statements("if __test__:\n    pass", node, test=rename.visit(test))
            branch[0].body, body = body, branch
        loop = gast.For(rename.visit(generator.target), generator.iter, body, [], None)
        start = parse_statements(f"{total} = {FOLDS[name]}", node)
        return [*start, *self.block([gast.copy_location(loop, node)])], name_of(total, node)


class Renamed(gast.NodeTransformer):  # type: ignore[misc]  # gast has no types
    def __init__(self, names: dict[str, str]):
        self.names = names

    def visit_Name(self, node: Any) -> Any:
        new = gast.Name(self.names.get(node.id, node.id), node.ctx, None, None)
        return gast.copy_location(new, node)


def is_stable(node: Any) -> bool:
    """Whether no call can change what an expression gives."""
    match node:
        case gast.Constant() | gast.Name() | gast.Slice(lower=None, upper=None, step=None):
            return True
        case gast.Attribute(value=gast.Name(id=name)):
            return name in ("np", "numpy", "math")
        case gast.UnaryOp(operand=gast.Constant()):
            return True
    return isinstance(node, SCOPES)


def operands_of(node: Any) -> list[tuple[Any, str, int | None]]:
    """The locations of the operands of a node, but for the function of a call, in the order in which they are
    evaluated: the node or keyword, the field, and the position in a list."""
    found: list[tuple[Any, str, int | None]] = []
    for field, value in gast.iter_fields(node):
        for k in range(len(value)) if isinstance(value, list) else (None,):
            part = read(node, field, k)
            if isinstance(part, gast.keyword):
                found.append((part, "value", None))
            elif isinstance(part, gast.expr) and field != "func":
                found.append((node, field, k))
    return found


def read(owner: Any, field: str, k: int | None) -> Any:
    value = getattr(owner, field)
    return value if k is None else value[k]


def write(owner: Any, field: str, k: int | None, new: Any) -> None:
    if k is None:
        setattr(owner, field, new)
    else:
        getattr(owner, field)[k] = new
