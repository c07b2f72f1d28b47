"""The Program: typed, structured, strict, pure.

    Program ::= name (Var…) Call… -> (Atom…)
    Call    ::= Var… = primitive(Atom…; static parameters)      at a Span
    Atom    ::= Var | Const
    Var     ::= name: Type            Const ::= value: Type            Type ::= dtype[shape] weak?

Control flow is primitives whose parameters are closed Programs. `check` proves that every call's types are what the
primitive's type rule says, that every variable is defined once and before use, and that nested programs are closed.
"""

from __future__ import annotations

import dataclasses
import math
import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeGuard, final

import numpy as np

from ..core.dtypes import short_name
from ..core.errors import InternalError, Span
from .dims import Length

if TYPE_CHECKING:
    from .primitive import Primitive


def dimension(n: Any) -> int:
    return n if type(n) is Length else operator.index(n)


@dataclasses.dataclass(frozen=True, slots=True, init=False, eq=False)
class Type:
    """The type of a value: NumPy dtype, shape, and whether it is a Python number (weak under NEP 50).

    There is one object for each type, so that types are compared and hashed as quickly as names.
    """

    dtype: np.dtype
    shape: tuple[int, ...] = ()
    weak: bool = False

    def __new__(cls, dtype: Any, shape: tuple[int, ...] = (), weak: bool = False) -> "Type":
        found = TYPES.get((dtype, shape, weak))
        return (
            _known_type(np.dtype(dtype), tuple(map(dimension, shape)), bool(weak)) if found is None else found
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Type, (self.dtype, self.shape, self.weak)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    def __str__(self) -> str:
        return f"{short_name(self.dtype)}[{','.join(map(str, self.shape))}]"

    def matches(self, other: "Type") -> bool:
        return self is other or self.dtype == other.dtype and self.shape == other.shape

    def update(
        self, dtype: Any = None, shape: tuple[int, ...] | None = None, weak: bool | None = None
    ) -> "Type":
        """The type with what is given changed."""
        return Type(
            self.dtype if dtype is None else dtype,
            self.shape if shape is None else shape,
            self.weak if weak is None else weak,
        )


TYPES: dict[tuple[Any, ...], Type] = {}


def _known_type(dtype: np.dtype, shape: tuple[int, ...], weak: bool) -> Type:
    """The one Type of these; made if there is none yet."""
    new = object.__new__(Type)
    for name, value in (("dtype", dtype), ("shape", shape), ("weak", weak)):
        object.__setattr__(new, name, value)
    return TYPES.setdefault((dtype, shape, weak), new)


@final
@dataclasses.dataclass(frozen=True, slots=True, init=False, eq=False)
class Var:
    name: str
    type: Type

    def __init__(self, name: str, type: Type) -> None:
        _set_name(self, name)
        _set_type(self, type)

    def __eq__(self, other: object) -> bool:
        return self is other or type(other) is Var and self.name == other.name and self.type is other.type

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return self.name


@final
@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Const:
    """A value known now. Equal when type and bytes are equal (so NaN equals NaN, and 0.0 is not -0.0)."""

    value: np.ndarray
    type: Type

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Const) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return self.type.dtype.str, self.type.shape, self.value.tobytes()

    def __str__(self) -> str:
        return str(self.value)


Atom = Var | Const


def all_constants(atoms: tuple[Atom, ...]) -> TypeGuard[tuple[Const, ...]]:
    return all([type(a) is Const for a in atoms])


def const(value: Any, dtype: Any = None, weak: bool = False) -> Const:
    """A Const of a Python number or NumPy array."""
    array = np.asarray(value, dtype)
    return Const(array, Type(array.dtype, array.shape, weak))


@dataclasses.dataclass(frozen=True, slots=True, init=False)
class Call:
    """outputs = primitive(operands; params). `params` is a tuple of (name, value), sorted by name; the span is no
    part of equality."""

    outputs: tuple[Var, ...]
    primitive: "Primitive"
    operands: tuple[Atom, ...]
    params: tuple[tuple[str, Any], ...] = ()
    span: Span | None = dataclasses.field(default=None, compare=False)

    def __init__(
        self,
        outputs: tuple[Var, ...],
        primitive: "Primitive",
        operands: tuple[Atom, ...],
        params: tuple[tuple[str, Any], ...] = (),
        span: Span | None = None,
    ) -> None:
        _set_outputs(self, outputs)
        _set_primitive(self, primitive)
        _set_operands(self, operands)
        _set_params(self, params)
        _set_span(self, span)

    def param(self, name: str) -> Any:
        return dict(self.params)[name]

    def programs(self) -> Iterator["Program"]:
        """The closed programs among the static parameters."""
        for _, value in self.params:
            for item in value if isinstance(value, tuple) else (value,):
                if isinstance(item, Program):
                    yield item


# Programs have thousands of these; this is half of what the constructors of frozen dataclasses take.
def _setter(cls: type, slot: str) -> Callable[[Any, Any], None]:
    return vars(cls)[slot].__set__


_set_name, _set_type = _setter(Var, "name"), _setter(Var, "type")
_set_outputs, _set_primitive, _set_operands = (
    _setter(Call, slot) for slot in ("outputs", "primitive", "operands")
)
_set_params, _set_span = _setter(Call, "params"), _setter(Call, "span")


@dataclasses.dataclass(frozen=True, slots=True, init=False)
class Program:
    name: str
    parameters: tuple[Var, ...]
    body: tuple[Call, ...]
    results: tuple[Atom, ...]

    def __init__(
        self, name: str, parameters: tuple[Var, ...], body: tuple[Call, ...], results: tuple[Atom, ...]
    ) -> None:
        _set_title(self, name)
        _set_parameters(self, parameters)
        _set_body(self, body)
        _set_results(self, results)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """In IPython: as it prints."""
        printer.text(str(self))

    @property
    def result_types(self) -> tuple[Type, ...]:
        return tuple(r.type for r in self.results)

    @property
    def parameter_types(self) -> tuple[Type, ...]:
        return tuple(p.type for p in self.parameters)


_set_title, _set_parameters = _setter(Program, "name"), _setter(Program, "parameters")
_set_body, _set_results = _setter(Program, "body"), _setter(Program, "results")


def walk(program: Program) -> Iterator[Call]:
    """Every call of a program and of the programs it holds, outer before inner."""
    for call in program.body:
        yield call
        for inner in call.programs():
            yield from walk(inner)


def with_programs(call: Call, change: Callable[[Program], Program]) -> Call:
    """The call with the programs it holds changed; the call itself if each stays what it is."""
    if not any(call.programs()):
        return call
    each = lambda v: change(v) if isinstance(v, Program) else v
    params = tuple([(k, tuple(map(each, v)) if isinstance(v, tuple) else each(v)) for k, v in call.params])
    changed = Call(call.outputs, call.primitive, call.operands, params, call.span)
    return changed if any(a is not b for a, b in zip(changed.programs(), call.programs())) else call


def subprograms(program: Program) -> Iterator[Program]:
    """The program and every program that it holds, each once, outer before inner."""
    seen: set[int] = set()
    pending = [program]
    while pending:
        current = pending.pop(0)
        if id(current) not in seen:
            seen.add(id(current))
            yield current
            pending.extend(inner for call in current.body for inner in call.programs())


def check(program: Program, proved: dict[int, Program | Call] | None = None) -> Program:
    """The program itself, proved well formed.

    Args:
        proved: programs and calls by their ids, proved before: nothing can change them. Those of this one are added.

    Raises:
        InternalError: naming the call at fault: a pass has a bug.
    """
    _prove(program, {} if proved is None else proved)
    return program


def _prove(p: Program, proved: dict[int, Program | Call]) -> None:
    if id(p) in proved:
        return
    defined: dict[str, Type] = {}
    for parameter in p.parameters:
        _define(defined, parameter, p, None)
    for call in p.body:
        for operand in call.operands:
            _check_atom(defined, operand, p, call)
        if id(call) not in proved:
            for inner in call.programs():
                _prove(inner, proved)
            _check_types(call, p)
            proved[id(call)] = call
        for output in call.outputs:
            _define(defined, output, p, call)
    for result in p.results:
        _check_atom(defined, result, p, None)
    proved[id(p)] = p


def _check_types(call: Call, p: Program) -> None:
    types = call.primitive.output_types(tuple([o.type for o in call.operands]), dict(call.params))
    given = tuple([v.type for v in call.outputs])
    if types != given and (len(types) != len(given) or not all(t.matches(g) for t, g in zip(types, given))):
        _fail(p, call, f"outputs have types {_list(given)}; the type rule says {_list(types)}")


def _check_atom(defined: dict[str, Type], atom: Atom, p: Program, call: Call | None) -> None:
    if type(atom) is Var and defined.get(atom.name) is not atom.type:
        _fail(p, call, f"{atom.name}: {atom.type} is not defined here")


def _define(defined: dict[str, Type], var: Var, p: Program, call: Call | None) -> None:
    if var.name in defined:
        _fail(p, call, f"{var.name} is defined twice")
    defined[var.name] = var.type


def _fail(p: Program, call: Call | None, message: str) -> None:
    where = f" in the call of {call.primitive.name} ({call.span})" if call else ""
    raise InternalError(f"program {p.name}{where}: {message}")


def _list(types: tuple[Type, ...]) -> str:
    return "(" + ", ".join(map(str, types)) + ")"
