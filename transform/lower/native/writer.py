"""Writing the instructions of a function: the emitter of the lowering rules of primitives, for one number.

A rule reads (emit, *values, out, **params) and emits operations of StableHLO (../stablehlo/emitter.py): here each
becomes instructions (scalars.py). A value is the name of a register, or the text of a constant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.dtypes import kind
from ...ir.mlir_text import Value
from ...ir.program import Type
from ...primitives.control.native import Hosted
from ..stablehlo.platforms import CPU
from .scalars import BOOL, RULES, Refused, llvm

DIRECTION = re.compile(r"comparison_direction (\w+)")
LONGEST = 20_000  # instructions: longer functions take seconds to compile


class Writer:
    """The instructions of a function so far, and the functions that they call."""

    def __init__(self, first_buffer: int = 0) -> None:
        self.lines: list[str] = []
        self.count = 0
        self.current = "entry"  # the block that is being written
        self.declared: set[str] = set()
        self.constants: list[str] = []
        self.buffers: list[Type] = []  # what arrays need that are neither operands nor results
        self.first_buffer = first_buffer
        self.slots: list[str] = []  # room on the stack
        self.helpers: dict[str, str] = {}  # functions of the module, by name
        self.hosted: list[Hosted] = []  # Python functions that are called
        self.given: set[str] = set()  # the registers of operands
        # of random generators, by the register of the handle: spare numbers (draws/spare.py)
        self.spares: dict[str, tuple[Value, str, str]] = {}
        self.alone = True  # does nothing else that is called ask for them?
        self.depth, self.platform = 0, CPU

    def __getattr__(self, name: str) -> Any:
        raise Refused(f"what a lowering rule needs: {name}")

    def register(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def line(self, text: str) -> None:
        if len(self.lines) > LONGEST:
            raise Refused("the function would be too long")
        self.lines.append(f"  {text}")

    def op(self, text: str, out: Type) -> Value:
        """One instruction with a result."""
        name = self.register()
        self.line(f"{name} = {text}")
        return Value(name, out)

    # -- what rules emit -----------------------------------------------------------------------------------------------

    def __call__(self, op: str, *values: Value, out: Type | None = None, **attributes: str) -> Value:
        rule, result = RULES.get(op), out or values[0].type
        if rule is None or isinstance(out, tuple) or result.size != 1:
            raise Refused(f"{op} of {result}")
        if op == "stablehlo.compare":
            found = DIRECTION.search(attributes["comparison_direction"])
            assert found is not None
            return rule(self, *values, out=result, direction=found[1])
        return rule(self, *values, out=result)

    def constant(self, array: np.ndarray) -> Value:
        if array.size != 1:
            raise Refused(f"a constant of {array.size} elements")
        return Value(number_text(array.reshape(())), Type(array.dtype, array.shape))

    def indicator(self, condition: Value, out: Type) -> Value:
        """1 where the condition holds, 0 elsewhere."""
        one, zero = (self.constant(np.asarray(k, out.dtype)) for k in (1, 0))
        return self.pick(condition, one, zero, out)

    def condition(self, number: Value) -> None:
        """(Products with indicators stay products.)"""
        return None

    # -- pieces of rules -----------------------------------------------------------------------------------------------

    def pick(self, p: Value, x: Value, y: Value, out: Type | None = None) -> Value:
        t = llvm(x.type)
        return self.op(f"select i1 {p.name}, {t} {x.name}, {t} {y.name}", out or x.type)

    def test(self, name: str, x: Value, y: str) -> Value:
        """A comparison of integers."""
        return self.op(f"icmp {name} {llvm(x.type)} {x.name}, {y}", Type(BOOL))

    def call_c(self, function: str, xs: Sequence[Value], out: Type) -> Value:
        kinds = [llvm(x.type) for x in xs]
        self.declared.add(f"declare {llvm(out)} @{function}({', '.join(kinds)})")
        given = ", ".join(f"{k} {x.name}" for k, x in zip(kinds, xs))
        return self.op(f"call {llvm(out)} @{function}({given})", out)

    def intrinsic(self, name: str, xs: Sequence[Value], out: Type) -> Value:
        t = llvm(xs[0].type)
        suffix = {"float": "f32", "double": "f64"}.get(t, t)
        return self.call_c(f"llvm.{name}.{suffix}", xs, out)

    def saturated(self, name: str, x: Value, out: Type) -> Value:
        """A conversion of a float to the nearest integer that the dtype has."""
        suffix = {"float": "f32", "double": "f64"}[llvm(x.type)]
        return self.call_c(f"llvm.{name}.sat.{llvm(out)}.{suffix}", (x,), out)

    def buffer(self, t: Type) -> str:
        """Room for another array: one more result of the kernel."""
        if not t.size:
            raise Refused("an array without elements")
        llvm(t)
        self.buffers.append(t)
        return f"%made.{self.first_buffer + len(self.buffers) - 1}"

    def slot(self, kind: str, first: str | None = None) -> str:
        """Room on the stack for a number, or several, with what is in it first."""
        name = f"%slot.{len(self.slots)}"
        self.slots.append(f"  {name} = alloca {kind}, align 8")
        if first is not None:
            self.slots[-1] += f"\n  store {kind} {first}, ptr {name}"
        return name

    def data(self, array: np.ndarray) -> str:
        """The address of constant data."""
        cells = ["i8" if array.dtype == BOOL else llvm(Type(array.dtype))] * array.size
        numbers = array.ravel().astype(np.uint8) if array.dtype == BOOL else array.ravel()
        listed = ", ".join(f"{t} {number_text(x)}" for t, x in zip(cells, numbers))
        name = f"@data.{len(self.constants)}"
        self.constants.append(f"{name} = private constant [{array.size} x {cells[0]}] [{listed}]")
        return name

    # -- blocks --------------------------------------------------------------------------------------------------------

    def label(self) -> str:
        self.count += 1
        return f"b{self.count}"

    def begin(self, label: str) -> None:
        """Go on in a new block."""
        self.lines.append(f"{label}:")
        self.current = label

    def jump(self, label: str) -> None:
        self.line(f"br label %{label}")

    def branch(self, p: Value, then: str, orelse: str) -> None:
        self.line(f"br i1 {p.name}, label %{then}, label %{orelse}")

    def phi(self, t: Type) -> tuple[int, Value]:
        """Room for a value that depends on where control comes from, and the value."""
        name = self.register()
        self.line(name)
        return len(self.lines) - 1, Value(name, t)

    def merge(self, place: int, value: Value, sources: Sequence[tuple[Value, str]]) -> None:
        """Fill the room: for each block from which control comes, the value there."""
        given = ", ".join(f"[ {v.name}, %{block} ]" for v, block in sources)
        self.lines[place] = f"  {value.name} = phi {llvm(value.type)} {given}"

    def merged(self, sources: Sequence[tuple[Value, str]]) -> Value:
        place, value = self.phi(sources[0][0].type)
        self.merge(place, value, sources)
        return value


def number_text(value: Any) -> str:
    """A number as LLVM writes it: floats by the bits of the float64 of the same value."""
    llvm(Type(value.dtype))
    match kind(value.dtype):
        case "b":
            return "true" if value else "false"
        case "f":
            return f"0x{int(value.astype(np.float64).view(np.uint64)):016X}"
    return str(int(value))
