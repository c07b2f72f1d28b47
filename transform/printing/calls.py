"""Calls of the user's functions, of primitives with several results, and of those with an effect."""
from __future__ import annotations

import ast

from ..program import Call
from .assignments import new_buffers, perhaps_python
from .block import Block
from .forms import opaque
from .templates import fill_in, named_form, template
from .trees import name
from .values import Value, exact, exactly


def call_function(block: Block, call: Call) -> None:
    """A function of the user; one that people know by another name (np.mean) is printed so."""
    program = call.param("program")
    if named_form(program.name):
        value = block.fitted(call.operands, lambda values: opaque(call, values))
        return block.settle(call.outputs[0], value, call.span)
    helper = block.function.helper(program)
    node = block.fitted(call.operands, lambda values: ast.Call(name(helper), [exact(v) for v in values], []))
    if not any(v.name in block.uses.count for v in call.outputs):       # called for its effect
        block.emit(ast.Expr(node), call.span)
    elif len(call.outputs) == 1:
        (var,) = call.outputs
        block.settle(var, exactly(node, var.type, perhaps_python(var.type)), call.span)
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


def result_names(block: Block, call: Call, k: int) -> list[str]:
    """What a called function calls its k-th result, where nobody named it here."""
    chosen, out, program = block.function.names, call.outputs[k], dict(call.params).get("program")
    if program is None or not chosen.is_made_up(out.name, "call"):
        return []
    made = next((c for c in program.body if program.results[k] in c.outputs), None)
    return [chosen.printed(program.results[k].name, made.primitive.name)] if made else []


def unpack(block: Block, call: Call, node: ast.expr) -> None:
    """a, b = f(x); what nobody wants is _."""
    shared = block.storage.shared_with(exactly(node, call.outputs[0].type.update(shape=(1,))))
    targets: list[str] = []
    for k, var in enumerate(call.outputs):
        wanted, wished = var.name in block.uses.count, result_names(block, call, k)
        targets.append(block.allocate(var, block.index + 1, taken=targets, wished=wished) if wanted else "_")
    for var, target in zip(call.outputs, targets):
        block.env[var.name] = exactly(name(target), var.type, perhaps_python(var.type))
        block.storage.bind(target, shared or new_buffers(var.type), var.type)
    left: ast.expr = ast.Tuple([ast.Name(t, ast.Store()) for t in targets], ast.Store())
    block.emit(ast.Assign([left], node), call.span)
