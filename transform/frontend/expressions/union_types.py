"""Operations on scalars of a union type (see ir/unions.py): computed if NumPy gives the same for all member
types.

An operation is tried on a stand-in of each member type, in a builder that is discarded. If all results have
one type, it is run once, on the carried value.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import PYTHON, PYTHON_CLASSES, is_integer, kind
from ...core.errors import CompileError, RaisesWhenReached
from ...core.spelling import did_you_mean, names_of
from ...ir.builder import TABLE, Builder, Sym
from ...ir.program import Type
from ...ir.unions import Members, decide_member, holds, number_type, side_of, with_members
from ..interpreter import Interpreter
from ..state.integer_facts import note_sources
from ..state.values import Array, External, Instance, Option, is_host_object, is_record

Run = Callable[[list], Any]


def unions_in(values: Any) -> list[Sym]:
    """The scalars of a union type among values and in lists, tuples and dicts of them, each once."""
    found = {s.atom: s for s in _scalars(values) if s.union is not None}
    return list(found.values())


def _scalars(value: Any) -> Iterator[Sym]:
    if type(value) is Sym:
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _scalars(item)
    elif isinstance(value, dict):
        yield from _scalars(list(value.values()))


def on_members(interp: Interpreter, run: Run, values: list, what: str) -> Any:
    """run(values), where some of the values, or of the items of lists among them, have a union type.

    Raises:
        CompileError: the type of the result depends on the path, and with it what is computed.
    """
    unions = unions_in(values)
    results = [
        trial(interp, run, values, unions, types)
        for types in itertools.product(*(sorted_members(s.union) for s in unions))
    ]
    first = results[0]
    if all(r == first for r in results):
        return run(replace_scalars(values, {s.atom: decide_member(s) for s in unions}))
    alike = all(
        len(r) == 1 and isinstance(r[0], Type) and r[0].update(weak=False) == first[0].update(weak=False)
        for r in results
    )
    if alike and all(is_done_in(first[0].dtype, s) for s in unions):
        result = run(replace_scalars(values, {s.atom: decide_member(s) for s in unions}))
        return with_members(result, frozenset(r[0] for r in results))
    raise depends_on_path(unions[0], what)


def is_done_in(dtype: np.dtype, sym: Sym) -> bool:
    """Whether an operation on each member, with a result of this dtype, is the one on the carried value. So
    it is where all members have its dtype; and where the result has that, and is no integer: each member is
    converted first."""
    return all(m.dtype == sym.dtype for m in sym.union) or dtype == sym.dtype and kind(dtype) in "fc"


def with_types(result: Any, function: Callable, operands: Iterable[Any]) -> Any:
    """The result of an operation on numbers, with the types that it may have if the operands have several types.

    They are found by doing the operation on an example of each type, where operations do not tell those apart:

        y = 2.0 if c else 3             # carried as a float
        isinstance(2 * y, int)          # depends on the path
    """
    operands = list(operands)
    if (
        not (type(result) is Sym and not result.ndim)
        or result.members is not None
        or not any(type(x) is Sym and x.members is not None for x in operands)
        or not all(isinstance(x, (Sym, np.generic, *PYTHON)) for x in operands)
    ):
        return result
    choices = [x.members or [x.type] if type(x) is Sym else [None] for x in operands]
    examples = [
        [x if t is None else sample_of_type(t) for x, t in zip(operands, types)]
        for types in itertools.product(*choices)
    ]
    types = frozenset(t for e in examples if (t := type_of_result(function, e)) is not None)
    if len(types) > 1 and not result.is_const:
        result.builder.site.members[result.atom.name] = types
    return result


def type_of_result(function: Callable, numbers: list) -> Type | None:
    """None if the operation raises for these numbers (a Python number % 0): there is no result on that path."""
    try:
        with np.errstate(all="ignore"):
            return number_type(function(*numbers))
    except (ArithmeticError, ValueError, TypeError, MemoryError):
        return None


def sample_of_type(t: Type) -> Any:
    one = t.dtype.type(1)
    return one.item() if t.weak else one


def depends_on_path(sym: Sym, what: str) -> CompileError:
    narrow = next((m for m in sorted_members(sym.members) if not m.weak), None)
    hint = f"convert it first: {python_name(sym.dtype)}(…)" + (
        f" or np.{narrow.dtype.name}(…)" if narrow else ""
    )
    return CompileError(
        f"what {what} computes depends on the path: the value is {describe_union(sym.members)}", hint
    )


def trial(
    interp: Interpreter, run: Run, values: list, unions: list[Sym], types: tuple[Type, ...]
) -> tuple[Type, ...]:
    """The types of the results with these members."""
    scratch, site = Builder(interp.builder), interp.builder.site
    stand_ins = {s.atom: scratch.parameter(t) for s, t in zip(unions, types)}
    fail, site.fail = site.fail, None
    try:
        with interp.inside(scratch):
            result = run(replace_scalars(values, stand_ins))
    finally:
        site.fail = fail
    return tuple(type_of(x) for x in _leaves(result))


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def type_of(value: Any) -> Any:
    if isinstance(value, (Sym, Array)):
        return value.type
    return value.dtype if isinstance(value, np.ndarray) else type(value)


def replace_scalars(value: Any, stand_ins: dict) -> Any:
    """Values with other scalars in place of some, by atom."""
    if type(value) is Sym:
        return stand_ins.get(value.atom, value)
    if isinstance(value, (list, tuple)):
        items = [replace_scalars(v, stand_ins) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, dict):
        return {k: replace_scalars(v, stand_ins) for k, v in value.items()}
    return value


def one_of_both(truth: Any, x: Any, y: Any) -> Any:
    """The value of `x and y` or `x or y`, which is one of them: NumPy's truth value, or Python's."""
    members = side_of(x).members | side_of(y).members
    if len(members) == 1 or isinstance(truth, Sym) and truth.is_const:
        return truth
    if not isinstance(truth, Sym):  # known, but not of which type
        (dynamic,) = (v for v in (x, y) if isinstance(v, Sym))
        truth = TABLE["or_" if truth else "and_"](dynamic, np.asarray(truth))
    if any(isinstance(v, Sym) and v.atom == truth.atom for v in (x, y)):  # which is of one type itself
        python = TABLE["cast"](truth, dtype=truth.dtype, weak=True)
        truth = note_sources(TABLE["cast"](python, dtype=truth.dtype), truth)
    return with_members(truth, members)


def check_comparison(op: str, x: Any, y: Any) -> None:
    """A comparison is by value. Only a Python float that float32 does not hold is another number beside float32.

    Raises:
        CompileError: that depends on the path here.
    """
    for value, other in ((x, y), (y, x)):
        union = value.union if type(value) is Sym else None
        if union is None or not (isinstance(other, float) or isinstance(other, Sym) and other.weak):
            continue
        known = other.value.item() if isinstance(other, Sym) and other.is_const else other
        narrow = [m.dtype for m in union if not m.weak and kind(m.dtype) in "fc" and m.dtype != value.dtype]
        python_float = isinstance(known, float) or isinstance(known, Sym) and not is_integer(known.dtype)
        if narrow and python_float and (isinstance(known, Sym) or not all(holds(d, known) for d in narrow)):
            raise depends_on_path(value, op)


def sorted_members(members: Members) -> list[Type]:
    return sorted(members, key=lambda t: (t.weak, str(t)))


def describe_union(members: Members) -> str:
    """A union as a person says it: uint8 or a Python int."""
    return " or ".join(
        f"a Python {python_name(m.dtype)}" if m.weak else f"np.{m.dtype.name}"
        for m in sorted_members(members)
    )


def python_name(dtype: np.dtype) -> str:
    return PYTHON_CLASSES[kind(dtype)].__name__


def is_python(obj: Any) -> bool:
    """Whether it is a number of Python's."""
    return isinstance(obj, Sym) and obj.weak


def check_number(obj: Sym, name: str) -> None:
    """Python's numbers have attributes of their own, and none of arrays.

    Raises:
        CompileError: this number has no such attribute, on this path or on another.
    """
    members = obj.members or [obj.type]
    lacking = [t for t in members if t.weak and not hasattr(PYTHON_CLASSES[t.dtype.kind], name)]
    if lacking and len(lacking) < len(members):
        raise depends_on_path(obj, f".{name}")
    if lacking:
        cls = PYTHON_CLASSES[lacking[0].dtype.kind]
        function = f"np.{name}(…)" if hasattr(np, name) else f"np.asarray(…).{name}"
        hint = (
            f"{function} is for numbers, too"
            if hasattr(np.ndarray, name)
            else did_you_mean(name, names_of(cls))
        )
        raise CompileError(f"AttributeError: {cls.__name__!r} object has no attribute {name!r}", hint or None)


# -- operators of users, with an operand that is None on some paths: on each path as Python calls them --------------


def operands_told_apart(
    interp: Interpreter, operands: Sequence[Any], run: Callable[..., Any]
) -> tuple[Any, ...] | None:
    """A tuple with the result of an operator that runs on each path by itself, where an object may have a method for
    it, and an operand may be None; None where it need not."""
    operands = [interp.read(v) for v in operands]
    option = next((v for v in operands if is_unsettled(interp, v)), None)
    if option is None or not any(map(may_have_methods, operands)):
        return None
    given, absent = ([side if v is option else v for v in operands] for side in (option.value, None))
    return (interp.fork(interp.sym(option.flag), lambda: run(*given), lambda: unless_refused(run, absent)),)


def unless_refused(run: Callable[..., Any], operands: Sequence[Any]) -> Any:
    """The result on the path on which an operand is None; what Python raises there."""
    try:
        return run(*operands)
    except CompileError as error:
        if not isinstance(error.raised, TypeError):
            raise
        raise RaisesWhenReached(str(error.raised), TypeError) from None


def is_unsettled(interp: Interpreter, value: Any) -> bool:
    """Whether it may be None, for all that is known here."""
    return isinstance(value, Option) and isinstance(value.flag, Sym) and value.flag.atom not in interp.present


def may_have_methods(value: Any) -> bool:
    """Whether it is an object of a class of the user's, if it is not None."""
    value = value.value if isinstance(value, Option) else value
    if isinstance(value, External):
        return hasattr(type(value.unread), "__dict__")
    own = (
        isinstance(value, Instance)
        and value.cls is not np.ndarray
        and not hasattr(value.cls, "__recto_class__")
        and not is_host_object(value)
    )
    return own or is_record(value)
