"""Program -> Program: writes that leave an element as it is, where an index is out of range, become branches.

    old = dynamic_slice(a, i)
    new = select(inside, v, old)        ⇒       a_1 = cond(inside, a, v, i, branches=(a[i] = v, a))
    a_1 = update_slice(a, new, i)

XLA does better without a branch. A kernel need not read the element, and knows in the branch that i is in range.
"""

from __future__ import annotations

from ...analysis.def_use import maker, makers
from ...ir.builder import TABLE
from ...ir.program import Atom, Call, Program, Var, with_programs
from ...analysis.comparisons import COMPARE


def with_guards(program: Program) -> Program:
    """The program, and those that it holds, with such branches."""
    made = makers(program.body)
    calls = tuple([guard_write(with_programs(call, with_guards), made) for call in program.body])
    same = all(a is b for a, b in zip(calls, program.body))
    return program if same else Program(program.name, program.parameters, calls, program.results)


def guard_write(call: Call, made: dict[str, Call]) -> Call:
    """A branch for a write, if it is one of these."""
    if call.primitive.name != "update_slice" or call.operands[1].type.size != 1:
        return call
    array, new, *starts = call.operands
    choice = maker(new, made, "select")
    if choice is None or choice.operands[0].type.shape:
        return call
    condition, value, old = choice.operands
    read = maker(old, made, "dynamic_slice")
    if read is None or read.operands != (array, *starts) or read.params != call.params:
        return call
    if not is_about(condition, starts, made):
        return call
    return branch(call, (condition, array, value, *starts))


def is_about(condition: Atom, starts: list[Atom], made: dict[str, Call]) -> bool:
    """Whether a condition compares an index alone. (`a[i] = min(a[i], x)` had better stay without a
    branch.)"""
    call = maker(condition, made)
    if call is not None and call.primitive.name == "and_":
        return all(is_about(o, starts, made) for o in call.operands)
    return call is not None and call.primitive.name in COMPARE and any(o in starts for o in call.operands)


def branch(call: Call, operands: tuple[Atom, ...]) -> Call:
    """cond(condition, array, value, *starts)"""
    names = ("array", "value", *[f"start_{k}" for k in range(len(operands) - 3)])
    parameters = tuple([Var(name, o.type) for name, o in zip(names, operands[1:])])
    out = Var("written", call.outputs[0].type)
    write = Call((out,), call.primitive, parameters, call.params, call.span)
    branches = (
        Program("then", parameters, (write,), (out,)),
        Program("orelse", parameters, (), parameters[:1]),
    )
    return Call(call.outputs, TABLE["cond"], operands, (("branches", branches),), call.span)
