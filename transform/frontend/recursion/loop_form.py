"""Recursion elimination, last step: basic blocks become the branches of one loop with explicit stacks.

0:  Recur(n=n - 1, target a, to 1)      ⇒       while True:
1:  Leave(a + n)                                    if pc == 0:
                                                        n_stack.append(n); calls.append(1); n = n - 1; pc = 0
                                                    elif pc == 1:
                                                        n = n_stack.pop(); a = value
                                                        value = a + n; pc = -1
                                                    …
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from typing import Any

import gast

from .blocks import Blocks, Branch, Goto, Leave, Recur
from .normal_form import NormalForm
from ..definite_assignment import SCOPES
from .trees import Calls, Unsuited, loads, parse_statements, own_statements

SMALL = 6  # statements that are repeated where paths come together; more of them become a branch of the loop


@functools.lru_cache(256)
def loop_form(function: Any) -> Any:
    """The function with a loop in the place of its recursive calls; None where they stand in what has no such form."""
    if not isinstance(function, gast.FunctionDef) or function.args.vararg or function.args.kwarg:
        return None
    calls = Calls(function)
    if not calls.are_in(gast.Module(function.body, [])):
        return None
    try:
        loop = Emitter(copy.deepcopy(function), calls).function()
    except Unsuited:
        return None
    loop.recursion = function
    return loop


def calls_itself(function: Any) -> Any:
    """The function that a recursive call of this one names, as an expression."""
    calls = Calls(function)
    return next(n.func for statement in function.body for n in gast.walk(statement) if calls.is_one(n))


def check_scopes(body: list[Any], calls: Calls, varying: set[str]) -> None:
    """Functions inside, and generators that a call is given, keep the variables of their call: these must not be among
    those that vary from call to call."""
    for n in (n for statement in body for n in gast.walk(statement)):
        if isinstance(n, (gast.Yield, gast.YieldFrom, gast.Await, gast.Delete, gast.Global, gast.Nonlocal)):
            raise Unsuited()
        lazy = (
            isinstance(n, SCOPES)
            or calls.is_one(n)
            and any(isinstance(m, gast.GeneratorExp) for m in gast.walk(n))
        )
        if lazy and loads(n) & varying:
            raise Unsuited()


class Emitter:
    """Writes the blocks as branches of one loop."""

    def __init__(self, function: Any, calls: Calls):
        self.original = function
        taken = {n.id for n in gast.walk(function) if isinstance(n, gast.Name)}
        taken |= {n.arg for n in gast.walk(function) if isinstance(n, gast.keyword) and n.arg}
        form = NormalForm(calls, taken)
        body = form.block(function.body)
        self.new: Callable[[str], str] = form.new
        self.flow = Blocks(function, body, calls, self.new)
        check_scopes(body, calls, self.flow.local - self.flow.fixed)
        self.gives = any(isinstance(s, gast.Return) and s.value is not None for s in own_statements(body))
        reached = self.reached()
        ends = [self.flow.blocks[k].end for k in reached]
        if not any(isinstance(e, Leave) for e in ends):  # it would go on for ever
            raise Unsuited()
        self.behind = sorted({e.to for e in ends if isinstance(e, Recur) and e.to is not None})
        self.heads = [0, *self.behind, *self.shared(reached)]
        self.heads = list(dict.fromkeys(self.heads))
        self.pc, self.calls, self.value = (self.new(n) for n in ("pc", "calls", "value"))
        self.stacks: dict[str, str] = {}

    def reached(self) -> list[int]:
        found, todo = [], [0]
        while todo:
            k = todo.pop()
            if k not in found:
                found.append(k)
                todo += self.flow.followers(self.flow.blocks[k])
        return sorted(found)

    def shared(self, reached: list[int]) -> list[int]:
        """The blocks that begin branches of their own: the heads of loops, and long ones where paths come together."""
        into = [m for k in reached for m in self.flow.followers(self.flow.blocks[k])]
        return [
            k for k in sorted(set(into)) if k in self.flow.heads or into.count(k) > 1 and self.size(k) > SMALL
        ]

    def followers_inside(self, k: int) -> list[int]:
        block = self.flow.blocks[k]
        return [] if isinstance(block.end, Recur) else self.flow.followers(block)

    def size(self, k: int, seen: frozenset[int] = frozenset()) -> int:
        """The number of statements written for a block, and for those behind it."""
        if k in seen:
            return 2 * SMALL
        block = self.flow.blocks[k]
        own = 1 + len(block.statements) + (SMALL if isinstance(block.end, Recur) else 0)
        return own + sum(self.size(m, seen | {k}) for m in self.followers_inside(k))

    # -- writing -----------------------------------------------------------------------------------------------------

    def function(self) -> Any:
        node = self.original
        looping = len(self.heads) > 1
        branches = [self.region(k, k) for k in self.heads]
        if looping:
            body: list[Any] = []
            for number, branch in reversed(list(enumerate(branches))):
                test = parse_statements(f"if {self.pc} == {number}:\n    pass", node)
                test[0].body, test[0].orelse = branch, body
                body = test
        else:
            body = branches[0]
        if self.behind:
            body += parse_statements(
                f"if {self.pc} < 0:\n    if not {self.calls}:\n        break\n    {self.pc} = {self.calls}.pop()",
                node,
            )
        elif looping:
            body += parse_statements(f"if {self.pc} < 0:\n    break", node)
        start = parse_statements(f"{self.pc} = 0", node) if looping else []
        for k, name in enumerate([*([self.calls] if self.behind else []), *self.stacks.values()]):
            start += parse_statements(f"{name} = []", node)
            start[-1].value.end_col_offset = node.col_offset + 1 + k  # lists are told apart by their places
            start[-1].value.end_lineno = node.lineno
        loop = parse_statements("while True:\n    pass", node)
        loop[0].body = body
        end = parse_statements(f"return {self.value}", node) if self.gives and looping else []
        new = gast.FunctionDef(
            node.name, node.args, [*start, *loop, *end], [], None, None, *type_parameters(node)
        )
        return gast.copy_location(new, node)

    def stack(self, variable: str) -> str:
        if variable not in self.stacks:
            self.stacks[variable] = self.new(f"{variable}_stack")
        return self.stacks[variable]

    def region(self, k: int, head: int) -> list[Any]:
        """The statements of a block that begins a branch, and of those behind it up to the next ones."""
        first = self.forgotten() if k == 0 else []
        calls = [b.end for b in self.flow.blocks if isinstance(b.end, Recur) and b.end.to == k]
        if k == head and calls:
            node = calls[0].node
            for name in reversed(self.flow.saved(calls[0])):
                first += parse_statements(f"{name} = {self.stack(name)}.pop()", node)
            if calls[0].target is not None:
                first += parse_statements(f"{calls[0].target} = {self.value}", node)
        return first + self.written(k, head)

    def forgotten(self) -> list[Any]:
        """A call begins without the variables of the one before, where it might read one that it has not set."""
        names = sorted(self.flow.blocks[0].before & self.flow.local - set(self.flow.parameters))
        return [s for name in names for s in parse_statements(f"{name} = None\ndel {name}", self.original)]

    def written(self, k: int, head: int) -> list[Any]:
        block = self.flow.blocks[k]
        statements = copy.deepcopy(block.statements)  # where paths come together they are written on each
        return [*statements, *self.end(block.end, head)] or parse_statements("pass", self.original)

    def goto(self, to: int, head: int) -> list[Any]:
        if to not in self.heads:
            return self.written(to, head)
        return parse_statements(f"{self.pc} = {self.heads.index(to)}", self.original)

    def end(self, end: Any, head: int) -> list[Any]:
        looping = len(self.heads) > 1
        match end:
            case Goto(to=to):
                return self.goto(to, head)
            case Branch(test=test, then=then, other=other):
                branch = parse_statements("if __test__:\n    pass", test, test=test)
                branch[0].body, branch[0].orelse = self.goto(then, head), self.goto(other, head)
                return branch
            case Leave(value=value, node=node):
                if not looping:
                    return [gast.copy_location(gast.Return(copy.deepcopy(value)), node)]
                given = value if value is not None else gast.copy_location(gast.Constant(None, None), node)
                kept = parse_statements(f"{self.value} = __given__", node, given=given) if self.gives else []
                return [*kept, *parse_statements(f"{self.pc} = -1", node)]
            case Recur(arguments=arguments, to=to, node=node):
                found = []
                if to is not None:
                    for name in self.flow.saved(end):
                        found += parse_statements(f"{self.stack(name)}.append({name})", node)
                    found += parse_statements(f"{self.calls}.append({self.heads.index(to)})", node)
                changed = {p: a for p, a in arguments.items() if not (isinstance(a, gast.Name) and a.id == p)}
                if changed:
                    found += self.assigned(changed, node)
                return found + (parse_statements(f"{self.pc} = 0", node) if looping and head != 0 else [])
        raise AssertionError(end)

    def assigned(self, changed: dict[str, Any], node: Any) -> list[Any]:
        names, values = list(changed), list(changed.values())
        parts = {f"part_{k}": value for k, value in enumerate(values)}
        return parse_statements(
            f"{', '.join(names)} = {', '.join(f'__{part}__' for part in parts)}", node, **parts
        )


def type_parameters(node: Any) -> list[Any]:
    """The field of type parameters, where this version of gast has it."""
    return [[]] if "type_params" in node._fields else []
