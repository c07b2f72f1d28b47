"""Text of the primitive style => Program: the inverse of `printer.primitive_source`.

>>> from .ir.printer import primitive_source
>>> text = '''
... from recto.transform import primitives as prim
...
... def f(x: "f64[3]"):
...     y = prim.sin(x)
...     return y
... '''
>>> p = read(text)
>>> read(primitive_source(p)) == p
True
"""

from __future__ import annotations

import ast
import cmath
import dataclasses
import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import primitives as _primitives  # noqa: F401 (fills the table)
from .core.dtypes import LONG
from .core.errors import CompileError, Span
from .core.parsing import parse
from .ir.builder import TABLE
from .ir.literals import array_of, parse_type
from .ir.program import Atom, Call, Const, Program, Type, Var, const

PREFIX = "prim"
PACKAGE = __name__.rpartition(".")[0]
NUMBERS = (bool, int, float, complex)
Placed = ast.stmt | ast.expr | ast.arg  # nodes with a place in the file
UNEXPECTED = "this is not the primitive style"


def read(source: str, file: str = "<program>") -> Program:
    """The program that the last function of a text in the primitive style stands for.

    Raises:
        CompileError: the text is anything else, with its place.
    """
    try:
        tree = parse(source)
    except SyntaxError as error:
        raise CompileError(f"{file}, line {error.lineno}: {error.msg}") from None
    programs: dict[str, Any] = {}
    last = None
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            last = programs[statement.name] = _Function(file, statement, programs).program()
        elif isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith(f"{PACKAGE}."):
            programs |= _records(statement)
        elif not isinstance(statement, (ast.Import, ast.ImportFrom)) and not _is_docstring(statement):
            raise _refuse(file, statement)
    if last is None:
        raise CompileError(f"{file} defines no function")
    return last


def _is_docstring(statement: ast.AST) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _records(statement: ast.ImportFrom) -> dict[str, type]:
    """The classes of records that static parameters are made of: the compiler's own only."""
    module = importlib.import_module(statement.module or "")
    found = {a.name: getattr(module, a.name, None) for a in statement.names}
    return {name: c for name, c in found.items() if isinstance(c, type) and dataclasses.is_dataclass(c)}


def _refuse(file: str, node: Placed, message: str = UNEXPECTED, function: str = "<module>") -> CompileError:
    end = node.lineno if node.end_lineno is None else node.end_lineno
    span = Span(file, node.lineno, node.col_offset, end, node.end_col_offset or node.col_offset, function)
    return CompileError(f"{message} ({file}, line {node.lineno})", span=span)


class _Function:
    """Reads one function; `programs` are those defined before it, and the classes of records."""

    def __init__(self, file: str, node: ast.FunctionDef, programs: dict[str, Any]):
        self.file, self.node, self.programs = file, node, dict(programs)
        self.variables: dict[str, Var] = {}
        self.declared: dict[str, Type] = {}
        self.body: list[Call] = []

    def refused(self, node: Placed, message: str = UNEXPECTED) -> CompileError:
        return _refuse(self.file, node, message, self.node.name)

    def program(self) -> Program:
        parameters = tuple(self.define(a.arg, self.annotation(a)) for a in self.node.args.args)
        *statements, last = self.node.body
        for statement in statements:
            self.statement(statement)
        if not isinstance(last, ast.Return) or last.value is None:
            raise self.refused(last, "a program ends with its return")
        items = last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]
        return Program(self.name(), parameters, tuple(self.body), tuple(map(self.atom, items)))

    def name(self) -> str:
        for mark in self.node.decorator_list:
            if isinstance(mark, ast.Call) and self.primitive_name(mark) == "named" and len(mark.args) == 1:
                return str(self.static(mark.args[0]))
            raise self.refused(mark)
        return self.node.name

    def annotation(self, node: ast.arg | ast.AnnAssign) -> Type:
        text = getattr(node.annotation, "value", None)
        if not isinstance(text, str):
            raise self.refused(node, 'a parameter needs its type, as in x: "f64[3]"')
        return parse_type(text)

    def define(self, name: str, type: Type) -> Var:
        var = self.variables[name] = Var(name, type)
        return var

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef():
                self.programs[node.name] = _Function(self.file, node, self.programs).program()
            case ast.AnnAssign(target=ast.Name(id=name), value=None):
                self.declared[name] = self.annotation(node)
            case ast.Assign(targets=[ast.Name() as target]):
                self.call(node.value, [target])
            case ast.Assign(targets=[ast.Tuple(elts=items)]) if all(isinstance(t, ast.Name) for t in items):
                self.call(node.value, [t for t in items if isinstance(t, ast.Name)])
            case ast.Expr(value=ast.Call()):
                self.call(node.value, [])
            case _:
                raise self.refused(node)

    def call(self, node: ast.expr, targets: Sequence[ast.Name]) -> None:
        name = self.primitive_name(node)
        if name not in TABLE or not isinstance(node, ast.Call):
            raise self.refused(node, f"there is no primitive {name}" if name else UNEXPECTED)
        primitive = TABLE[name]
        operands = tuple(map(self.atom, node.args))
        params = {str(k.arg): self.static(k.value) for k in node.keywords}
        try:
            types = primitive.output_types(tuple(o.type for o in operands), params)
        except CompileError as error:
            raise self.refused(node, error.message) from None
        if len(types) != len(targets):
            raise self.refused(node, f"{name} has {len(types)} results")
        outputs = tuple(self.define(t.id, self.declared.get(t.id, o)) for t, o in zip(targets, types))
        self.body.append(Call(outputs, primitive, operands, tuple(sorted(params.items()))))

    def primitive_name(self, node: ast.expr) -> str | None:
        """The name in prim.name(…); None if the node is something else."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=prefix), attr=name)) if prefix == PREFIX:
                return name
        return None

    def atom(self, node: ast.expr) -> Atom:
        if isinstance(node, ast.Name):
            if node.id not in self.variables:
                raise self.refused(node, f"{node.id} is not defined")
            return self.variables[node.id]
        if isinstance(node, ast.Call) and self.primitive_name(node) == "const":
            value, text = map(self.static, node.args)
            return Const(array_of(value, text), parse_type(text))
        value = self.static(node)
        if not isinstance(value, NUMBERS):
            raise self.refused(node)
        return const(value, np.int64 if type(value) is int else None)

    def static(self, node: ast.expr) -> Any:
        """The value of a static parameter or a literal."""
        match node:
            case ast.Constant():
                return node.value
            case ast.Tuple():
                return tuple(map(self.static, node.elts))
            case ast.List():
                return list(map(self.static, node.elts))
            case ast.UnaryOp(op=ast.USub()):
                return -self.static(node.operand)
            case ast.Attribute(value=ast.Name(id="prim"), attr="inf" | "nan"):
                return getattr(cmath, node.attr)
            case ast.Attribute(value=ast.Name(id="prim")) if node.attr in LONG:
                return LONG[node.attr]
            case ast.Name() if isinstance(self.programs.get(node.id), Program):
                return self.programs[node.id]
            case ast.Call(func=ast.Name(id=name), args=[]) if isinstance(self.programs.get(name), type):
                return self.programs[name](**{str(k.arg): self.static(k.value) for k in node.keywords})
            case ast.Call(func=ast.Name(id="complex" | "range" as kind)):
                return {"complex": complex, "range": range}[kind](*map(self.static, node.args))
        raise self.refused(node)
