"""Stores: functional updates => assignments to parts of arrays, in place or on a fresh copy."""

from __future__ import annotations

import ast
import copy
import dataclasses

import numpy as np

from ...core.dtypes import is_complex
from ...ir.builder import TABLE
from ...ir.program import Call, Const, Var
from ..text.buffers import NOTHING, Buffer
from ..text.constants import literal
from ..text.templates import fill_in, in_place, minus, template
from ..text.trees import is_default, method, name
from ..text.unparse import lines, text
from ..text.values import Value, align_axes, exact, exactly
from .block import IN_PLACE, Block

AT = {"scatter_add": ast.Add, "scatter_mul": ast.Mult}


def write(block: Block, call: Call) -> None:
    """x[…] = u, in place if nothing else needs the old x."""
    form = statement_form(block, call)
    target = writable(block, call)
    block.env[call.outputs[0].name] = exactly(
        name(target), call.outputs[0].type
    )  # the name is taken from here on
    build = lambda values: apart(block, statement(form, target, values), values[0])
    block.fitted(call.operands[1:], lambda values: text_of(build(values)), extra=1)
    block.emit(build([block.value(o) for o in call.operands[1:]]), call.span)


def text_of(node: ast.stmt) -> str:
    return lines([node])[0].code


def statement_form(block: Block, call: Call) -> ast.stmt | ast.expr:
    """The print form; a scatter_add whose places differ is x[…] += u."""
    op = AT.get(call.primitive.name)
    if op and places_differ(block, call):
        assignment = template(dataclasses.replace(call, primitive=TABLE["scatter"]))
        if isinstance(assignment.value, ast.Name):
            return ast.AugAssign(assignment.targets[0], op(), assignment.value)
    return template(call)


def places_differ(block: Block, call: Call) -> bool:
    """Whether no place is written twice: a single place, or one index is 0 1 2 …"""
    indices = call.operands[2:]
    if dict(call.params).get("batch"):
        return False
    return all(not i.type.shape for i in indices) or any(is_count(block, i) for i in indices)


def is_count(block: Block, index) -> bool:
    if len(index.type.shape) != 1:
        return False
    if isinstance(index, Const):
        return len(set(index.value.tolist())) == index.value.size
    producer = next((c for c in block.program.body if index in c.outputs), None)
    return producer is not None and producer.primitive.name == "iota"


def statement(form: ast.AST, target: str, values: list[Value]) -> ast.stmt:
    update, *indices = values
    if any(is_part(node) for node in ast.walk(form)):  # of what is written, at the places that there are
        form = WithoutParts().visit(copy.deepcopy(form)) if not update.shape else form
        update = update if not update.shape else exactly(exact(update), update.type)
    nodes = [name(target), updated(update, isinstance(form, ast.Assign)), *map(exact, indices)]
    filled = fill_in(form, nodes)
    if isinstance(filled, ast.Assign):
        casts = np.can_cast(update.dtype, update.type.dtype, "same_kind")  # else only an assignment converts
        return casts and augmented(filled) or filled
    if isinstance(filled, ast.AugAssign):
        less = isinstance(filled.op, ast.Add) and minus(filled.value)
        return ast.AugAssign(filled.target, ast.Sub(), less) if less else filled
    return ast.Expr(filled)


def apart(block: Block, node: ast.stmt, update: Value) -> ast.stmt:
    """The assignment, of a copy where it is of a view of the same memory: NumPy may read what it has just written
    if one axis is written and the steps in memory differ (x[1] = x[:, 2], x[1:5] = x[::2])."""
    if not isinstance(node, ast.Assign) or update.type.ndim != 1 or not update.shape:
        return node
    [target] = node.targets
    overlaps = block.storage.read_by(target.value) & block.storage.shared_with(update.change(node=node.value))
    if not overlaps or steps(target) == steps(node.value):
        return node
    return ast.Assign(node.targets, method(node.value, "copy"))


def steps(node: ast.expr) -> tuple | None:
    """For x[i, 2:9:2]: x, the axes that a view has, and their steps; None if the view is any other."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name):
        return None
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    kept = [
        (axis, item.step and text(item.step))
        for axis, item in enumerate(items)
        if isinstance(item, ast.Slice)
    ]
    return node.value.id, kept or [(len(items), None)]


def is_part(node: ast.AST) -> bool:
    """Whether it is `_1[…]`, a part of the values written."""
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "_1"


class WithoutParts(ast.NodeTransformer):
    """`_1` for `_1[…]`: one number is written everywhere."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        return node.value if is_part(node) else self.generic_visit(node)


def updated(v: Value, converts: bool) -> ast.expr:
    """The written value: broadcast by the assignment, and converted by it where it does."""
    if v.number is not None:
        if is_default(v.type.dtype) or converts:
            return literal(v.number, integral=True)
        return exact(v.change(type=v.type.update(shape=()), place=()))
    if v.dtype == v.type.dtype or converts and not (is_complex(v.dtype) and not is_complex(v.type.dtype)):
        return align_axes(v)[0]
    return exact(v)


def augmented(node: ast.Assign) -> ast.AugAssign | None:
    """x[i] += e for x[i] = x[i] + e."""
    target, value = node.targets[0], node.value
    if not isinstance(value, ast.BinOp) or not isinstance(value.op, IN_PLACE):
        return None
    wanted = text(target)
    if text(value.left) == wanted:
        return in_place(target, value, value.right)
    if isinstance(value.op, ast.Add) and text(value.right) == wanted:
        return in_place(target, value, value.left)
    return None


def base_name(block: Block, call: Call) -> list[str]:
    """The name that the user gave to what is written into, if the result has none."""
    source, chosen = call.operands[0], block.function.names
    if not isinstance(source, Var) or not chosen.is_made_up(call.outputs[0].name, call.primitive.name):
        return []
    return chosen.given(source.name, block.primitives.get(source.name, ""))


def renews(block: Block, call: Call, known: str) -> bool:
    """Whether a copy may have the name of what it copies."""
    chosen, out = block.function.names, call.outputs[0].name
    same = chosen.printed(out, call.primitive.name) == known or chosen.is_made_up(out)
    return same and block.available(known, block.index + 1)


def writable(block: Block, call: Call) -> str:
    """A name whose array may be overwritten, and holds operand 0: itself, or a copy."""
    source, out = call.operands[0], call.outputs[0]
    value, after = block.value(source), block.index + 1
    known = value.node.id if isinstance(value.node, ast.Name) and value.shape == out.type.shape else None
    dead = isinstance(source, Var) and block.uses.last[source.name] == block.index
    if known and dead and value.dtype == out.type.dtype and block.may_write(known, after):
        block.flush(block.storage.buffers.get(known, NOTHING), after)
        return known
    ignore = {source.name} if isinstance(source, Var) and dead else set()
    target = (
        known
        if known and dead and renews(block, call, known)
        else block.allocate(out, block.index, ignore, wished=base_name(block, call))
    )
    fresh = exact(value, block.like(out.type, target))
    if block.storage.shared_with(value.change(node=fresh)):
        fresh = method(fresh, "copy")
    block.emit(ast.Assign([ast.Name(target, ast.Store())], fresh), call.span)
    block.storage.bind(target, frozenset({Buffer()}), out.type)
    return target
