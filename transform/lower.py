"""Program => StableHLO text, in generic form, with the user's locations.

Each primitive's record says how it is lowered. A rule reads `emit`, an `Emitter`:

    emit(op, *values, out=Type, **attributes)    one operation; `out` defaults to the type of the first operand;
                                                 attributes are MLIR text; returns the result, a `Value`
    emit.constant(array)                         a constant
    emit.region(program, leading)                a region that runs a closed program (see `Emitter.region`)
    emit.call(program, values)                   a call of a private function made from a program
"""
from __future__ import annotations

from typing import Any, NamedTuple, Sequence

import numpy as np

from .dtypes import kind
from .errors import InternalError, Span
from .program import Atom, Call, Const, Program, Type, Var

MLIR = {"bool": "i1", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
        "uint8": "ui8", "uint16": "ui16", "uint32": "ui32", "uint64": "ui64",
        "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64",
        "complex64": "complex<f32>", "complex128": "complex<f64>"}
LITERAL_LIMIT = 8        # elements: larger constants are written as hexadecimal bytes


class Value(NamedTuple):
    """An SSA value: its name in the text and its Type."""
    name: str
    type: Type

    shape = property(lambda s: s.type.shape)
    dtype = property(lambda s: s.type.dtype)


def tensor(t: Type) -> str:
    """The MLIR name of a type."""
    return "tensor<" + "x".join([*map(str, t.shape), MLIR[t.dtype.name]]) + ">"


def lower(program: Program, name: str = "main", donated: Sequence[int] = ()) -> str:
    """The StableHLO module of a program, as text.

    Args:
        donated: positions of parameters whose buffers the program may overwrite.
    """
    module = Module()
    text = module.function(program, name, public=True, donated=frozenset(donated))
    functions = "\n".join([text, *module.functions])
    return f"module @{program.name} {{\n{functions}\n}}\n"


class Module:
    """The private functions made so far, one for each called program."""

    def __init__(self) -> None:
        self.functions: list[str] = []
        self.names: dict[int, tuple[str, Program]] = {}
        self.taken: dict[str, int] = {}
        self.callbacks: list[Any] = []

    def function(self, program: Program, name: str, public: bool = False, donated: frozenset[int] = frozenset()) -> str:
        emit = Emitter(self)
        values = [emit.fresh(p.type) for p in program.parameters]
        results = emit.inline(program, values)
        emit.line(f'"func.return"({_names(results)}) : ({_types(results)}) -> ()')
        marks = [" {jax.buffer_donor = true}" if k in donated else "" for k in range(len(values))]
        signature = ", ".join(f"{v.name}: {tensor(v.type)}{m}" for v, m in zip(values, marks))
        visibility = "public" if public else "private"
        body = "\n".join(emit.lines)
        return f"func.func {visibility} @{name}({signature}) -> ({_types(results)}) {{\n{body}\n}}"

    def name_of(self, program: Program) -> str:
        """The private function that runs a program, made on first use."""
        if id(program) not in self.names:
            count = self.taken[program.name] = self.taken.get(program.name, -1) + 1
            name = f"{program.name}_{count}" if count or program.name == "main" else program.name
            self.names[id(program)] = name, program
            self.functions.append(self.function(program, name))
        return self.names[id(program)][0]


class Emitter:
    """Writes the operations of one function."""

    def __init__(self, module: Module):
        self.module = module
        self.lines: list[str] = []
        self.count = 0
        self.location = ""

    def fresh(self, t: Type) -> Value:
        self.count += 1
        return Value(f"%{self.count}", t)

    def line(self, text: str) -> None:
        self.lines.append(text + self.location)

    def __call__(self, op: str, *values: Value, out: Type | tuple[Type, ...] | None = None, regions: str = "",
                 **attributes: str) -> Any:
        types = out if isinstance(out, tuple) else (out or values[0].type,)
        properties = ", ".join(f"{k} = {v}" for k, v in attributes.items())
        properties = f" <{{{properties}}}>" if properties else ""
        results, names = self.results(types)
        self.line(f'{names}"{op}"({_names(values)}){properties}{regions} : ({_types(values)}) -> ({_types(results)})')
        return tuple(results) if isinstance(out, tuple) else results[0]

    def results(self, types: Sequence[Type]) -> tuple[list[Value], str]:
        """Values for the results of one operation, and the text that defines them."""
        self.count += 1
        if len(types) == 1:
            return [Value(f"%{self.count}", types[0])], f"%{self.count} = "
        values = [Value(f"%{self.count}#{k}", t) for k, t in enumerate(types)]
        return values, f"%{self.count}:{len(types)} = " if types else ""

    def constant(self, array: np.ndarray) -> Value:
        array = np.asarray(array)
        t = Type(array.dtype, array.shape)
        return self("stablehlo.constant", out=t, value=f"dense<{literal(array)}> : {tensor(t)}")

    def inline(self, program: Program, values: Sequence[Value]) -> list[Value]:
        """Emit the calls of a closed program with values for its parameters; its results."""
        env = {p.name: v for p, v in zip(program.parameters, values, strict=True)}
        for call in program.body:
            self.call_primitive(call, env)
        return [self.atom(r, env) for r in program.results]

    def atom(self, atom: Atom, env: dict[str, Value]) -> Value:
        return env[atom.name] if isinstance(atom, Var) else self.constant(atom.value)

    def call_primitive(self, call: Call, env: dict[str, Value]) -> None:
        self.location = _location(call.span)
        operands = [self.atom(o, env) for o in call.operands]
        types = tuple(v.type for v in call.outputs)
        rule, params = call.primitive.lower, dict(call.params)
        if isinstance(rule, str):
            results = self(rule, *operands, out=types[0])
        else:
            results = rule(self, *operands, out=types if call.primitive.multiple else types[0], **params)
        for var, value in zip(call.outputs, results if call.primitive.multiple else (results,), strict=True):
            env[var.name] = value
            if value.type.shape != var.type.shape or value.type.dtype != var.type.dtype:
                raise InternalError(f"{call.primitive.name} lowered to {value.type}, not {var.type} ({call.span})")

    def region(self, program: Program, parameters: Sequence[Type], bind: Any) -> str:
        """Text of a region with block arguments of the given types.

        `bind(arguments)` gives the values for the program's parameters; the region returns the program's results.
        """
        return self.block(parameters, lambda arguments: self.inline(program, bind(arguments)))

    def block(self, parameters: Sequence[Type], write: Any) -> str:
        """Text of a region: `write(arguments)` emits its operations and gives what it returns."""
        outer, self.lines = self.lines, []
        location = self.location
        arguments = [self.fresh(t) for t in parameters]
        results = write(arguments)
        self.line(f'"stablehlo.return"({_names(results)}) : ({_types(results)}) -> ()')
        body, self.lines, self.location = "\n".join(self.lines), outer, location
        head = ", ".join(f"{a.name}: {tensor(a.type)}" for a in arguments)
        return f"{{\n^bb0({head}):\n{body}\n}}" if arguments else f"{{\n{body}\n}}"

    def call(self, program: Program, values: Sequence[Value]) -> tuple[Value, ...]:
        results, names = self.results(program.result_types)
        callee = self.module.name_of(program)
        self.line(f'{names}"func.call"({_names(values)}) <{{callee = @{callee}}}> : ({_types(values)}) -> ({_types(results)})')
        return tuple(results)


def _names(values: Sequence[Value]) -> str:
    return ", ".join(v.name for v in values)


def _types(values: Sequence[Value]) -> str:
    return ", ".join(tensor(v.type) for v in values)


def _location(span: Span | None) -> str:
    return f' loc("{span.file.rsplit("/", 1)[-1]}":{span.line}:{span.column})' if span else ""


def literal(array: np.ndarray) -> str:
    """The text between dense< and >: a splat, a nested list, or hexadecimal bytes."""
    if array.size and (array.size == 1 or not any(array.strides) or (array == array.flat[0]).all() and not _has_zero(array)):
        return _number(array.flat[0], array.dtype)
    if array.size <= LITERAL_LIMIT or array.dtype == bool:
        return _nested(array.tolist() if kind(array.dtype) in "biu" else array, array.dtype)
    return f'"0x{np.ascontiguousarray(array).tobytes().hex().upper()}"'


def _has_zero(array: np.ndarray) -> bool:
    """Zeros may differ in sign though they compare equal."""
    return kind(array.dtype) in "fc" and not array.flat[0]


def _nested(array: Any, dtype: np.dtype) -> str:
    if isinstance(array, (list, np.ndarray)) and np.ndim(array):
        return "[" + ", ".join(_nested(a, dtype) for a in array) + "]"
    return _number(array, dtype)


def _number(value: Any, dtype: np.dtype) -> str:
    match kind(dtype):
        case "b":
            return "true" if value else "false"
        case "c":
            part = np.float32 if dtype.itemsize == 8 else np.float64
            return f"({_number(part(np.real(value)), np.dtype(part))}, {_number(part(np.imag(value)), np.dtype(part))})"
        case "f":
            bits = np.asarray(value, dtype).view(f"u{dtype.itemsize}")
            return f"0x{int(bits):0{2 * dtype.itemsize}X}"
    return str(int(value))
