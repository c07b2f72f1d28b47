"""Calls of the user's functions, of primitives with several results, and of those with an effect."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Sequence

from ...ir.program import Call, Var
from ..text.buffers import NOTHING, Buffer
from ..text.forms import opaque
from ..text.templates import fill_in, named_form, template
from ..text.trees import method, name
from ..text.values import Value, exact, exactly
from .assignments import new_buffers, only_here, perhaps_python
from .block import Block


def call_function(block: Block, call: Call) -> None:
    """A function of the user; one that people know by another name (np.mean) is printed so."""
    program = call.param("program")
    if named_form(program.name):
        value = block.fitted(call.operands, lambda values: opaque(call, values))
        return block.settle(call.outputs[0], value, call.span)
    helper = block.function.helper(program)
    if block.storage.summaries[helper].taken:
        return pull_back(block, call, helper)
    node = block.fitted(call.operands, lambda values: ast.Call(name(helper), [exact(v) for v in values], []))
    if not any(v.name in block.uses.count for v in call.outputs):  # called for its effect
        block.emit(ast.Expr(node), call.span)
    elif len(call.outputs) == 1:
        (var,) = call.outputs
        block.settle(var, exactly(node, var.type, perhaps_python(var.type)), call.span)
    else:
        unpack(block, call, node)


def pull_back(block: Block, call: Call, helper: str) -> None:
    """A call of a function that writes into arrays that it is given: x_bar[…] += … in helper_vjp(x, y_bar, x_bar)."""
    summary = block.storage.summaries[helper]
    given: dict[int, str] = {}
    for j in sorted(summary.taken):
        given[j] = writable(block, call, j, given.values())
    kept = {given[j] for j in summary.inside.values()}  # they hold results
    arguments = lambda values: [name(given[j]) if j in given else exact(v) for j, v in enumerate(values)]
    node = block.fitted(call.operands, lambda values: ast.Call(name(helper), arguments(values), []))
    outputs = [v for k, v in enumerate(call.outputs) if k not in summary.inside]
    if not outputs:
        block.emit(ast.Expr(node), call.span)
    elif len(outputs) == 1:
        (var,) = outputs
        block.assign(var, exactly(node, var.type, perhaps_python(var.type)), call.span, block.index + 1, kept)
    else:
        unpack(block, call, node, outputs, taken=kept)
    for k, j in summary.inside.items():
        block.env[call.outputs[k].name] = exactly(name(given[j]), call.outputs[k].type)


def writable(block: Block, call: Call, j: int, taken: Collection[str]) -> str:
    """A name whose array may be overwritten, and holds operand j: itself, or a copy; not `taken` by others."""
    operand, value = call.operands[j], block.value(call.operands[j])
    ignore = {operand.name} if only_here(block, call, operand) else set()
    same = value.shape == operand.type.shape and value.dtype == operand.type.dtype
    known = value.node.id if isinstance(value.node, ast.Name) and same else None
    if known and known not in taken and ignore and block.may_write(known, block.index, ignore):
        block.flush(block.storage.buffers.get(known, NOTHING), block.index, ignore)
        return known
    parameter = call.param("program").parameters[j]
    target = block.allocate(parameter, block.index, ignore, taken)
    node = exact(value, block.like(operand.type, target))
    if block.storage.shared_with(value.change(node=node)):
        node = method(node, "copy")
    block.emit(ast.Assign([ast.Name(target, ast.Store())], node), call.span)
    block.storage.bind(target, frozenset({Buffer()}), operand.type)
    if isinstance(operand, Var) and ignore:
        block.env[operand.name] = exactly(name(target), operand.type)
    return target


def several(block: Block, call: Call) -> None:
    """A primitive with several results, or with an effect."""
    if call.primitive.effect:
        block.settle_raising(block.wanted_variables(block.index + 1))
    node = block.fitted(call.operands, lambda values: fill_in(template(call), [as_it_is(v) for v in values]))
    wanted = [v for v in call.outputs if v.name in block.uses.count]
    if len(call.outputs) == 1 and "callee" in dict(call.params) and wanted:
        target = block.allocate(call.outputs[0], block.index + 1)
        block.emit(ast.Assign([ast.Name(target, ast.Store())], node), call.span)
        block.env[wanted[0].name] = exactly(name(target), wanted[0].type, perhaps_python(wanted[0].type))
        block.storage.bind(target, new_buffers(wanted[0].type), wanted[0].type)
    elif wanted or not call.primitive.effect:
        unpack(block, call, node)
    else:
        block.emit(node if isinstance(node, ast.stmt) else ast.Expr(node), call.span)


def as_it_is(v: Value) -> ast.expr:
    """The argument given to a host function: a Python number where the program has one."""
    return v.node if v.type.weak and v.number is None and v.dtype == v.type.dtype else exact(v)


def result_names(block: Block, call: Call, k: int) -> list[str]:
    """The name of a called function for its k-th result, where nobody named it here."""
    chosen, out, program = block.function.names, call.outputs[k], dict(call.params).get("program")
    if program is None or not chosen.is_made_up(out.name, "call"):
        return []
    made = next((c for c in program.body if program.results[k] in c.outputs), None)
    return [chosen.printed(program.results[k].name, made.primitive.name)] if made else []


def unpack(
    block: Block,
    call: Call,
    node: ast.expr,
    outputs: Sequence[Var] | None = None,
    names: Sequence[list[str]] | None = None,
    taken: Iterable[str] = (),
) -> None:
    """a, b = f(x); what nobody wants is _. `names`: what they may be called; `taken`: what they can't."""
    outputs = call.outputs if outputs is None else outputs
    shared = block.storage.shared_with(exactly(node, call.outputs[0].type.update(shape=(1,))))
    targets: list[str] = []
    for var in outputs:
        wanted, k = var.name in block.uses.count, call.outputs.index(var)
        wished = names[k] if names else result_names(block, call, k)
        used = (*targets, *taken)
        targets.append(block.allocate(var, block.index + 1, taken=used, wished=wished) if wanted else "_")
    for var, target in zip(outputs, targets):
        block.env[var.name] = exactly(name(target), var.type, perhaps_python(var.type))
        block.storage.bind(target, shared or new_buffers(var.type), var.type)
    left: ast.expr = ast.Tuple([ast.Name(t, ast.Store()) for t in targets], ast.Store())
    block.emit(ast.Assign([left], node), call.span)
