"""`try` statements: exceptions raised in the body become control flow on an error code.

A statement that raises writes a code to the register `error`, which leaves every frame that it passes through
(`note_error`). After the body of a `try` the code selects the handler:

    try: y = f(x)                       y = …; error = …
    except E: y = 0         =>          if error in codes of E: error = 0; y = 0

While a body is read, operations that compiled code computes without an exception (a division by zero, a singular
matrix, an index out of bounds) are tested, as far as a handler around catches what Python or NumPy raise.
"""

from __future__ import annotations

import builtins
import functools
import operator
import types
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from ...core.dtypes import PYTHON_CLASSES
from ...core.errors import AnotherSize, CompileError, RaisesWhenReached
from ...ir.builder import TABLE, Sym
from ...primitives import select
from ..frame import EXIT, NORMAL, RESULT, Frame
from ..interpreter import STATEMENTS, Interpreter, operation
from ..state.texts import Hole, Payload, Text
from ..state.trail import read
from ..state.values import UNSET, Array, DynamicText, Instance, Maybe, Poison, contains_dynamic, describe
from .branches import leave_failed, may_leave

Classes = tuple[type, ...]


def run_try(interp: Interpreter, frame: Frame, node: gast.Try) -> None:
    interp.unless_failed(frame, lambda: run_with_finally(interp, frame, node))


STATEMENTS[gast.Try] = run_try


def run_with_finally(interp: Interpreter, frame: Frame, node: gast.Try) -> None:
    if not node.finalbody:
        return run_handled(interp, frame, node)
    if any(map(may_leave, node.finalbody)):
        raise CompileError(
            "a finally block leaves by return, break or continue", "leave after the try statement"
        )
    run_handled(interp, frame, node)
    kept = [(interp.registers, "error"), (frame, EXIT), (frame, RESULT)]
    values = [read(obj, key) for obj, key in kept]
    begin(interp, frame)
    interp.block(frame, node.finalbody)
    error = interp.registers["error"]
    if isinstance(error, Sym):
        raise CompileError("a finally block that may raise", "raise after the try statement")
    if error:  # its exception takes the place of what was raised before
        return
    for (obj, key), value in zip(kept, values):
        interp.trail.write(obj, key, value)
    frame.error = 0 if not isinstance(values[0], Sym) else frame.error


def begin(interp: Interpreter, frame: Frame) -> None:
    """Nothing has failed, nothing left."""
    interp.trail.write(interp.registers, "error", 0)
    interp.trail.write(frame, EXIT, NORMAL)
    frame.error = 0


def run_handled(interp: Interpreter, frame: Frame, node: gast.Try) -> None:
    """The body, the handlers, and `else`."""
    caught = [classes(interp, frame, handler) for handler in node.handlers]
    begin(interp, frame)
    interp.trying.append(tuple(cls for found in caught for cls in found))
    try:
        interp.block(frame, node.body)
    finally:
        interp.trying.pop()
    error = interp.registers["error"]
    handlers = [*zip(node.handlers, caught)]
    if not isinstance(error, Sym):
        run_known(interp, frame, node, handlers, error)
        return
    if node.orelse:
        interp.fork(interp.sym(error) == 0, lambda: run_else(interp, frame, node), lambda: None)
    clean = not node.orelse and not any(map(may_leave, node.body))
    handle(interp, frame, handlers, error, frozenset(), clean)


def run_known(interp: Interpreter, frame: Frame, node: gast.Try, handlers: list, error: Any) -> None:
    """Behind a body of which it is known now whether it raises."""
    if not error:
        run_else(interp, frame, node)
        return
    exception = interp.errors[error - 1][0]
    handler = next((h for h, found in handlers if issubclass(exception, found)), None)
    if handler is not None:
        run_handler(interp, frame, handler, [error])


def run_else(interp: Interpreter, frame: Frame, node: gast.Try) -> None:
    if not node.orelse:
        return
    if isinstance(frame.exit, Sym):
        interp.when_normal(frame, node.orelse, node)
    elif frame.exit == NORMAL:
        interp.block(frame, node.orelse)


def handle(
    interp: Interpreter, frame: Frame, handlers: list, error: Sym, tried: frozenset, clean: bool
) -> None:
    """The first handler that catches the exception with this code. `clean`: whether the body ends by falling
    through, if not by an exception."""
    if not handlers:
        return
    (handler, found), *others = handlers
    codes = [
        k + 1
        for k, site in enumerate(interp.errors)
        if issubclass(site[0], found) and site[0] is not AnotherSize and k + 1 not in tried
        if has_registers(interp, site[1])
    ]
    every = tried.union(codes) >= possible(interp)
    if not codes:
        return handle(interp, frame, others, error, tried, clean)

    def otherwise() -> None:
        handle(interp, frame, others, error, tried.union(codes), clean)
        if every and clean and not tried:
            begin(interp, frame)

    def caught_from(groups: list[list[int]]) -> None:
        first, *rest = groups
        matches = functools.reduce(operator.or_, [interp.sym(error) == code for code in first])
        behind = (lambda: caught_from(rest)) if rest else otherwise
        interp.fork(matches, lambda: run_handler(interp, frame, handler, first), behind)

    caught_from(by_exception(interp, codes) if reads_its_name(handler) else [codes])


MOST = 8  # the exceptions for which the body of one handler is read


def by_exception(interp: Interpreter, codes: list[int]) -> list[list[int]]:
    """The codes of each exception and its arguments, by which a handler with a name is read; all at once if these are
    too many."""
    groups: list[tuple[tuple, list[int]]] = []
    for code in codes:
        site = interp.errors[code - 1][:2]
        found = next((group for known, group in groups if known == site), None)
        if found is None:
            groups.append((site, found := []))
        found.append(code)
    return [group for _, group in groups] if len(groups) <= MOST else [codes]


def reads_its_name(handler: gast.ExceptHandler) -> bool:
    name = name_of(handler)
    return name is not None and any(
        isinstance(node, gast.Name) and node.id == name
        for statement in handler.body
        for node in gast.walk(statement)
    )


def name_of(handler: gast.ExceptHandler) -> str | None:
    return handler.name.id if isinstance(handler.name, gast.Name) else handler.name


def possible(interp: Interpreter) -> frozenset:
    """The codes of everything that may have been raised."""
    found = {k for k, site in enumerate(interp.errors, 1) if has_registers(interp, site[1])}
    return frozenset(found) - frozenset(interp.failures)


def has_registers(interp: Interpreter, arguments: Any) -> bool:
    """Whether the arguments of an exception are there. Else only a reading has raised it that has been given
    up."""
    return not isinstance(arguments, Payload) or all(key in interp.registers for key in arguments.registers)


def run_handler(interp: Interpreter, frame: Frame, handler: gast.ExceptHandler, codes: list[int]) -> None:
    interp.handled.append((codes, interp.registers["error"]))
    begin(interp, frame)
    name = name_of(handler)
    if name:
        interp.assign_name(frame, name, exception_value(interp, codes))
    try:
        interp.block(frame, handler.body)
    finally:
        interp.handled.pop()
    if name and not isinstance(frame.exit, Sym):
        interp.trail.write(frame.owner(name) or frame, name, UNSET)


def exception_value(interp: Interpreter, codes: list[int]) -> Any:
    """The value that `except E as e` binds, if only one place can have raised it. What its arguments hold of
    data is what the registers hold."""
    sites = [interp.errors[code - 1][:2] for code in codes]
    exception, arguments = sites[0]
    if isinstance(arguments, Payload):
        arguments = None if arguments.names else of_registers(interp, arguments)
    if arguments is not None and all(site == sites[0] for site in sites):
        same = lambda cls, args: cls is exception and all(map(is_known, arguments)) and args == arguments
        original = next((error for found, error in interp.originals if same(*found)), None)
        if original is not None:
            return original
        read = isinstance(exception.__init__, types.FunctionType) and contains_dynamic(arguments)
        return initialised(interp, exception, arguments) if read else exception(*arguments)
    return Poison(
        "the exception that this handler binds is not known while compiling",
        "except E: without a name, or raise with a constant message",
    )


def initialised(interp: Interpreter, exception: type[BaseException], arguments: tuple) -> BaseException:
    """An exception whose class has an `__init__` of its own, which is read with these arguments."""
    made = interp.trail.allocate(Instance(exception, {"args": arguments}))
    interp.call_method(made, "__init__", list(arguments))
    error = exception.__new__(exception)
    attributes = {name: interp.read(value) for name, value in made.attributes.items()}
    error.args = attributes.pop("args")
    vars(error).update(attributes)
    return error


def of_registers(interp: Interpreter, payload: Payload) -> tuple | None:
    """The arguments of an exception as they are read; None where they hold more than numbers and texts of these."""
    held = [interp.registers.get(key) for key in payload.registers]
    values = [v.value if isinstance(v, Maybe) else v for v in held]
    if not all(isinstance(v, Sym) and not v.ndim for v in values):
        return None
    given = [interp.builder.lift(v) for v in values]
    found = [of_template(interp, t, given) for t in payload.templates]
    return None if any(v is NotImplemented for v in found) else tuple(found)


def of_template(interp: Interpreter, template: Any, values: list[Sym]) -> Any:
    """The value of which a template was made; NotImplemented where it is a container."""
    match template:
        case Hole(cuts=(), given=None, listed=()):
            return interp.array(values[template.number]) if template.array else values[template.number]
        case Text() if all(
            isinstance(part, str)
            or type(part) is Hole
            and not (part.cuts or part.array)
            and part.given is None
            for part in template.parts
        ):
            return DynamicText(
                [
                    part if isinstance(part, str) else (values[part.number], part.spec, part.conversion)
                    for part in template.parts
                ]
            )
    return template if is_known(template) else NotImplemented


def is_known(template: Any) -> bool:
    return isinstance(template, (str, int, float, complex, bool, bytes, type(None), np.generic))


def classes(interp: Interpreter, frame: Frame, handler: gast.ExceptHandler) -> Classes:
    """The exceptions that a handler catches."""
    if handler.type is None:
        return (BaseException,)
    value = interp.outside.whole(interp.evaluate(frame, handler.type))
    found = value if isinstance(value, tuple) else (value,)
    found = tuple(interp.outside.whole(cls) for cls in found)
    if not all(isinstance(cls, type) and issubclass(cls, BaseException) for cls in found):
        raise CompileError(
            "TypeError: catching classes that do not inherit from BaseException is not allowed: "
            + describe(value)
        )
    return found


@operation
def run_again(interp: Interpreter, frame: Frame) -> bool:
    """`raise` in a handler: the exception goes on. False where there is none."""
    if not interp.handled:
        return False
    codes, error = interp.handled[-1]
    interp.trail.write(interp.registers, "error", codes[0] if len(codes) == 1 else error)
    leave_failed(interp, frame)
    return True


LATE = (
    IndexError,
    KeyError,
    ZeroDivisionError,
    OverflowError,
    ValueError,
    StopIteration,
)  # what values cause


def is_read_again(interp: Interpreter, error: CompileError) -> bool:
    """Whether the function has another reading, in which this list has a computed length."""
    return error.grows and interp.growing is None and not interp.unrolls


def as_raised(interp: Interpreter, error: Exception) -> tuple[type, tuple]:
    """The class and the arguments of what Python has raised, which is kept for handlers: it may hold more."""
    found = type(error), error.args
    if vars(error) or isinstance(error, AttributeError):
        interp.originals.append((found, error))
    return found


@operation
def raised_by_python(interp: Interpreter, error: CompileError) -> tuple[type, tuple] | None:
    """The exception that Python raises where the reading of a statement stopped; None where it is refused."""
    late, in_doubt = not interp.builder.begins, bool(interp.trying or interp.places.kinds.told)
    if isinstance(error, RaisesWhenReached):
        return (error.exception, (error.message,)) if late or in_doubt else None
    if late and isinstance(error.raised, LATE) and not is_read_again(interp, error):
        return as_raised(interp, error.raised)
    if not in_doubt or not error.catchable:
        return None
    if error.raised is not None:
        return as_raised(interp, error.raised)
    if error.numpys is not None and interp.catches(type(error.numpys)):
        return as_raised(interp, error.numpys)
    name, _, said = error.message.partition(": ")
    found = getattr(builtins, name, None)
    return (found, (said,)) if isinstance(found, type) and issubclass(found, Exception) else None


# -- what is tested in a body ----------------------------------------------------------------------------------------


@operation
def catches(interp: Interpreter, exception: type) -> bool:
    """Whether a handler around what is being read catches this exception."""
    return any(issubclass(exception, cls) for found in interp.trying for cls in found)


def raise_under_condition(interp: Interpreter, exception: type, condition: Any, *message: Any) -> Any:
    """The exception is raised if the condition holds; the message is texts and values. Gives the condition: a bool, or
    a dynamic one."""
    found = interp.truth_of(condition)
    if isinstance(found, Sym) and not found.is_const:
        interp.fail_if(interp.sym(found), exception, interp.message(message))
    elif found:
        interp.fail_if(interp.builder.lift(np.True_), exception, interp.message(message))
    return found


@operation
def test_division(interp: Interpreter, op: str, x: Any, y: Any) -> Any:
    """Python's numbers can't be divided by zero. Gives the divisor, or 1 in the place of 0: what is not computed has
    no derivative either."""
    python = all(isinstance(v, (bool, int, float, complex)) or isinstance(v, Sym) and v.weak for v in (x, y))
    if not python or not catches(interp, ZeroDivisionError):
        return y
    if op == "Pow" and Sym in (type(x), type(y)):
        pole = interp.binary("BitAnd", interp.compare("Eq", x, 0), interp.compare("Lt", y, 0))
        raise_under_condition(interp, ZeroDivisionError, pole, "0.0 cannot be raised to a negative power")
    if op not in DIVISIONS or Sym not in (type(x), type(y)):
        return y
    if not isinstance(y, Sym):
        found = raise_under_condition(interp, ZeroDivisionError, y == 0, message_of_division(op, x, y))
        return type(y)(1) if found else y
    zero = interp.sym(interp.compare("Eq", y, 0))
    raise_under_condition(interp, ZeroDivisionError, zero, message_of_division(op, x, y))
    one = TABLE["cast"](interp.builder.lift(np.ones((), y.dtype)), dtype=y.dtype, weak=True)
    return select(zero, one, interp.sym(y))


DIVISIONS = {"Div": operator.truediv, "FloorDiv": operator.floordiv, "Mod": operator.mod}


def message_of_division(op: str, x: Any, y: Any) -> str:
    """This Python version's message for a division by zero of numbers of these classes."""
    a, b = (PYTHON_CLASSES[v.dtype.kind] if isinstance(v, Sym) else type(v) for v in (x, y))
    try:
        DIVISIONS[op](a(1), b(0))
    except ZeroDivisionError as error:
        return str(error)
    except TypeError:  # of complex numbers
        pass
    return "division by zero"


@operation
def test_index(interp: Interpreter, array: Array, index: Any) -> tuple[Any, Any]:
    """Positions must be in range. Gives the index, with 0 for those that are not, and whether there are such: False, or
    a dynamic truth value."""
    if not catches(interp, IndexError):
        return index, False
    parts = index if isinstance(index, tuple) else (index,)
    left = array.ndim - sum(map(axes_of, parts))
    axis, safe, lost = 0, [], []
    for part in parts:
        if isinstance(part, list) and contains_dynamic(part):
            part = interp.call_host(np.array, [part], {})
        if (
            isinstance(part, (Sym, Array))
            and part.dtype.kind in "iu"
            and not (isinstance(part, Sym) and part.is_const)
        ):
            n = array.shape[axis]
            outside = interp.binary("BitOr", interp.compare("Lt", part, -n), interp.compare("GtE", part, n))
            whole = interp.call_host(np.any, [outside], {}) if isinstance(part, Array) else outside
            found = raise_under_condition(
                interp,
                IndexError,
                whole,
                "index ",
                first_outside(interp, part, outside),
                f" is out of bounds for axis {axis} with size {n}",
            )
            if isinstance(found, Sym):
                part = in_bounds(interp, part, outside)
                lost.append(interp.sym(found))
        safe.append(part)
        axis += left if part is Ellipsis else axes_of(part)
    return tuple(safe) if isinstance(index, tuple) else safe[0], functools.reduce(
        operator.or_, lost
    ) if lost else False


def first_outside(interp: Interpreter, part: Sym | Array, outside: Any) -> Sym:
    """The first of the positions that is out of range."""
    if isinstance(part, Array):
        flat, where = (interp.call_host(np.ravel, [a], {}) for a in (part, outside))
        part = interp.get_item(flat, interp.call_host(np.argmax, [where], {})) if part.size else np.int64(0)
    return TABLE["cast"](interp.builder.lift(interp.sym(part)), dtype=np.dtype(np.int64), weak=False)


def in_bounds(interp: Interpreter, part: Sym | Array, outside: Any) -> Any:
    """The positions, 0 for those outside."""
    if isinstance(part, Sym):
        zero = TABLE["cast"](interp.builder.lift(np.zeros((), part.dtype)), dtype=part.dtype, weak=part.weak)
        return select(interp.sym(outside), zero, part)
    return interp.call_host(np.where, [outside, np.zeros((), part.dtype), part], {})


def axes_of(part: Any) -> int:
    """The number of axes that an item of an index takes."""
    if part is Ellipsis or part is None:
        return 0
    return part.ndim if isinstance(part, (Sym, Array, np.ndarray)) and part.dtype.kind == "b" else 1


@operation
def test_result(interp: Interpreter, function: Any, args: list, kwargs: dict, result: Any) -> Any:
    """Matrices must have what is asked for, and numbers a value. Gives the result; where it is differentiated, that of
    another argument in the place of one that has none."""
    name, module = (getattr(function, key, None) or "" for key in ("__name__", "__module__"))
    if name in LINEAR and "linalg" in module and catches(interp, np.linalg.LinAlgError):
        first = result[0] if isinstance(result, tuple) else result
        lost = interp.unary("Invert", all_finite(interp, first))
        bad = raise_under_condition(
            interp,
            np.linalg.LinAlgError,
            interp.binary("BitAnd", all_finite(interp, args[0]), lost),
            LINEAR[name],
        )
        instead = lambda: np.broadcast_to(np.eye(args[0].shape[-1]), args[0].shape)
    elif module == "math" and isinstance(result, Sym) and result.dtype.kind == "f":
        bad, instead = test_number(interp, name, args, result), lambda: np.ones(())
    else:
        return result
    if not interp.orders or not isinstance(bad, Sym) or not isinstance(args[0], (Sym, Array)):
        return result
    safe = interp.call_host(np.where, [bad, instead(), args[0]], {})
    safe = (
        TABLE["cast"](safe, dtype=safe.dtype, weak=True) if isinstance(safe, Sym) and args[0].weak else safe
    )
    kept, interp.trying = interp.trying, []
    try:
        return interp.call_host(function, [safe, *args[1:]], kwargs)
    finally:
        interp.trying = kept


MESSAGES = {
    "fsum": ("-inf + inf in fsum", "intermediate overflow in fsum")
}  # of a ValueError, of an OverflowError
NEVER_RAISING = frozenset(
    ("prod", "hypot", "dist", "degrees", "radians", "sumprod", "ulp", "nextafter", "cbrt")
)
POLES: dict[
    str, Callable[[Interpreter, Any], Any]
] = {  # where an infinite result is a ValueError, not an overflow
    **dict.fromkeys(("log", "log10", "log2", "log1p", "atanh"), lambda interp, x: True),
    **dict.fromkeys(("gamma", "lgamma", "pow"), lambda interp, x: interp.compare("LtE", x, 0)),
}


def test_number(interp: Interpreter, name: str, args: list, result: Sym) -> Any:
    """math.log(-1.0) is a ValueError, math.exp(1000.0) an OverflowError: a result that is nan though no argument is, or
    infinite though all are finite."""
    parts = args[0] if name == "fsum" and isinstance(args[0], (list, tuple)) else args
    known = [a for a in map(interp.settled, parts) if isinstance(a, (Sym, int, float))]
    if name in NEVER_RAISING or not known:
        return None
    both = lambda a, b: interp.binary("BitAnd", a, b)
    given = lambda test: functools.reduce(both, [test(a) for a in known])
    infinite = both(
        interp.call_host(np.isinf, [result], {}), given(lambda a: interp.call_host(np.isfinite, [a], {}))
    )
    nothing = both(interp.call_host(np.isnan, [result], {}), given(lambda a: interp.compare("Eq", a, a)))
    pole = POLES[name](interp, known[0]) if name in POLES else False
    outside = interp.either(
        nothing, infinite if pole is True else False if pole is False else both(infinite, pole)
    )
    bad = None
    if catches(interp, ValueError):
        bad = raise_under_condition(
            interp, ValueError, outside, MESSAGES.get(name, ("math domain error",))[0]
        )
    if catches(interp, OverflowError) and pole is not True:
        raise_under_condition(
            interp, OverflowError, infinite, MESSAGES.get(name, ("", "math range error"))[1]
        )
        bad = interp.truth_of(interp.either(infinite, outside))
    return bad


def all_finite(interp: Interpreter, value: Any) -> Any:
    return interp.call_host(np.all, [interp.call_host(np.isfinite, [value], {})], {})


# What NumPy and SciPy say where LAPACK does not find what is asked for.
LINEAR = {
    "inv": "Singular matrix",
    "solve": "Singular matrix",
    "cholesky": "Matrix is not positive definite",
    "cho_factor": "Matrix is not positive definite",
    "tensorsolve": "Singular matrix",
    "tensorinv": "Singular matrix",
    "solve_triangular": "singular matrix",
}
