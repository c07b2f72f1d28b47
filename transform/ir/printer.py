"""The exact printer: one call on atoms a line, with types and the user's lines as comments.

The text runs (primitives compute on NumPy arrays) and `reader.read` gives the same Program back.

    from recto.transform import primitives as prim


    def f(x: "f64[3]"):
        sin_x = prim.sin(x)       # f64[3]  model.py:2
        y = prim.mul(sin_x, x)    # f64[3]  model.py:2
        return y

Control flow takes its closed programs as functions defined just before it; functions of the user come first in the
file, each once. Where the program's own name can't be used, `@prim.named` tells it.
"""

from __future__ import annotations

import dataclasses
import keyword
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core.dtypes import short_name
from .line_layout import Line, set_lines
from .literals import const_text, number_text, type_text
from .program import Atom, Call, Const, Program, Var, subprograms

HEADER = "from recto.transform import primitives as prim\n"
LOCAL = {"body", "test", "branches"}  # parameters whose programs are defined where they are used
INDENT = "    "


def primitive_source(program: Program) -> str:
    """The program as Python source, exactly."""
    taken = {v.name for p in subprograms(program) for v in variables(p)} | {"prim"}
    file = _File(taken)
    text = file.text(program)
    return (
        HEADER
        + "".join(f"from {m} import {', '.join(names)}\n" for m, names in file.records())
        + "\n\n"
        + text
    )


Program.__str__ = primitive_source  # type: ignore[method-assign, assignment]  # its parameter is no object


def variables(program: Program) -> Iterator[Var]:
    yield from program.parameters
    for call in program.body:
        yield from call.outputs


def unique(name: str, taken: set[str]) -> str:
    """The name, or name_1, name_2 …; a name that Python allows."""
    base = (
        name
        if name.isidentifier()
        else "".join(c if c.isalnum() else "_" for c in name).strip("_") or "function"
    )
    base = f"f{base}" if base[0].isdigit() else f"{base}_" if keyword.iskeyword(base) else base
    found, count = base, 0
    while found in taken:
        count += 1
        found = f"{base}_{count}"
    return found


class _File:
    """The functions of one file: those that are called, each once, then the main one."""

    def __init__(self, taken: set[str]):
        self.taken = taken
        self.names: dict[int, str] = {}  # of the called programs
        self.texts: dict[tuple[str, str], str] = {}
        self.functions: list[str] = []
        self.classes: dict[type, None] = {}  # of records among the static parameters

    def records(self) -> list[tuple[str, list[str]]]:
        """The classes that static parameters are made of, by module."""
        modules = sorted({c.__module__ for c in self.classes})
        return [(m, sorted(c.__name__ for c in self.classes if c.__module__ == m)) for m in modules]

    def text(self, program: Program) -> str:
        self.name_of(program)
        return "\n\n\n".join(self.functions)

    def name_of(self, program: Program) -> str:
        """The function of a called program: equal texts share one."""
        if id(program) not in self.names:
            head, block = self.block(program, INDENT)
            key = program.name, "\n".join([head, *block])
            if key not in self.texts:
                name = self.texts[key] = unique(program.name, self.taken)
                self.taken.add(name)
                self.functions.append("\n".join(self.define(name, program, head, block, "")))
            self.names[id(program)] = self.texts[key]
        return self.names[id(program)]

    def define(self, name: str, program: Program, head: str, block: list[str], indent: str) -> list[str]:
        mark = [f'{indent}@prim.named("{program.name}")'] if name != program.name else []
        return [*mark, *set_lines([Line(f"{indent}def {name}({head}):")]), *block]

    def block(self, program: Program, indent: str) -> tuple[str, list[str]]:
        """The parameters and the body of a function, as text."""
        head = ", ".join(f'{v.name}: "{type_text(v.type)}"' for v in program.parameters)
        own = {v.name for v in variables(program)}
        parts: list[list[str] | Line] = []
        for call in program.body:
            names = self.local_names(call, own, indent, parts)
            parts += [Line(f'{indent}{v.name}: "{type_text(v.type)}"') for v in _unexpected_types(call)]
            parts.append(Line(indent + self.call(call, names), _comment(call)))
        results = ", ".join(map(atom_text, program.results)) or "()"
        parts.append(Line(f"{indent}return {results}"))
        return head, _join(parts)

    def local_names(self, call: Call, own: set[str], indent: str, parts: list[Any]) -> dict[int, str]:
        """Define the programs of a control primitive; their names."""
        names: dict[int, str] = {}
        for key, value in call.params:
            for inner in value if isinstance(value, tuple) else (value,):
                if not isinstance(inner, Program):
                    continue
                if key not in LOCAL:
                    names[id(inner)] = self.name_of(inner)
                elif id(inner) not in names:
                    name = names[id(inner)] = unique(inner.name, own | self.taken | set(names.values()))
                    head, block = self.block(inner, indent + INDENT)
                    parts.append(["", *self.define(name, inner, head, block, indent), ""])
        return names

    def call(self, call: Call, names: dict[int, str]) -> str:
        keywords = [f"{key}={self.static(value, names)}" for key, value in call.params]
        right = f"prim.{call.primitive.name}({', '.join([*map(atom_text, call.operands), *keywords])})"
        outputs = ", ".join(v.name for v in call.outputs)
        if not call.outputs:
            return right
        alone = call.primitive.multiple and len(call.outputs) == 1
        return f"({outputs},) = {right}" if alone else f"{outputs} = {right}"

    def static(self, value: Any, names: dict[int, str]) -> str:
        """A static parameter as Python source."""
        if isinstance(value, Program):
            return names[id(value)]
        if isinstance(value, (tuple, list)):
            open_, close = "()" if isinstance(value, tuple) else "[]"
            comma = "," if len(value) == 1 and isinstance(value, tuple) else ""
            return open_ + ", ".join(self.static(v, names) for v in value) + comma + close
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            self.classes[type(value)] = None
            fields = ((f.name, getattr(value, f.name), f.default) for f in dataclasses.fields(value))
            given = [f"{n}={self.static(v, names)}" for n, v, usual in fields if v != usual]
            return f"{type(value).__name__}({', '.join(given)})"
        return _static_text(value)


def atom_text(atom: Atom) -> str:
    return const_text(atom) if isinstance(atom, Const) else atom.name


def _unexpected_types(call: Call) -> list[Var]:
    """The outputs whose type is not quite the type rule's (a pass may have made a weak type strong)."""
    types = call.primitive.output_types(tuple(o.type for o in call.operands), dict(call.params))
    return [v for v, t in zip(call.outputs, types) if v.type != t]


def _comment(call: Call) -> str:
    types = ", ".join(type_text(v.type) for v in call.outputs)
    return "  ".join(filter(None, [types, str(call.span or "")]))


def _static_text(value: Any) -> str:
    """A static parameter that holds nothing else, as Python source."""
    if isinstance(value, np.dtype) or isinstance(value, type) and issubclass(value, np.generic):
        return f"prim.{short_name(np.dtype(value))}"
    if isinstance(value, (float, complex)):
        return number_text(np.asarray(value)[()]) or f"prim.opaque({str(value)!r})"
    if value is None or isinstance(value, (bool, int, str, bytes, np.integer, np.bool_)):
        return repr(value.item() if isinstance(value, np.generic) else value)
    return f"prim.opaque({_stable(value)!r})"


def _stable(value: Any) -> str:
    """The description of a parameter without source, a function of the user, say. Never an address."""
    return getattr(value, "__qualname__", None) or type(value).__qualname__


def _join(parts: list[Any]) -> list[str]:
    """The lines of a block; comments are aligned between nested functions."""
    out: list[str] = []
    run: list[Line] = []
    for part in [*parts, []]:
        if isinstance(part, Line):
            run.append(part)
        else:
            out += set_lines(run)
            out += part[1:] if out[-1:] == part[:1] == [""] else part
            run = []
    return out
