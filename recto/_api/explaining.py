"""`explain`: the decisions of the compiler about a function, and the behaviour of its derivative at one
point.
"""

from __future__ import annotations

import contextlib
import linecache
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from recto import transform
from recto.transform import Program, Span, Type
from recto.transform.core.dtypes import is_inexact
from recto.transform.inspection.nonfinite_origins import NonfiniteOrigin, nonfinite_origins
from recto.transform.inspection.complex_step import along, is_analytic
from recto.transform.inspection.contributions import contributions
from recto.transform.inspection.reach import Stop, stops
from recto.transform.ir.evaluate import evaluate
from recto.transform.passes.autodiff.vjp import vjp

from .._boundary.argument_checks import check_arguments
from .._boundary.tracebacks import boundary
from .._show.explain import explain as decisions
from .._show.report import Report, Section
from .jit import Function, jit

SHOWN = 6  # lines of a table
SHORTEST = 0.005  # shares below are not shown
STEP = 1e-5  # of differences, relative


@boundary
@check_arguments
def explain(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Report:
    """Explain the decisions about a function for these arguments, and its derivative at these numbers.

    The report says what `.explain()` of the compiled function says. For arrays and numbers (not type strings) it goes
    on with the gradient of the result, or of the sum of its numbers. For each argument it compares the gradient with a
    complex step or with differences, and lists the lines that contribute most; it says which arguments have no
    gradient, and why; and where NaN or infinity comes up. The program runs call by call in NumPy, which takes time.

    Args:
        function: a function, or the result of recto.jit, grad or value_and_grad, of whose function it tells then.

    >>> import numpy as np, recto
    >>> report = recto.explain(lambda x, n: np.sum(np.sqrt(x)) * n, np.array([1.0, 4.0]), 3)
    >>> for section in report.sections[1:]:
    ...     print(section.title)
    gradient by x: its norm is 1.677
    no gradient by n
    """
    made = function if isinstance(function, Function) else jit(function)
    derived = made.__wrapped__
    report = decisions(made, args, kwargs)
    if getattr(derived, "rule", None) in ("grad", "value_and_grad"):
        made = jit(derived.function)  # type: ignore[attr-defined]
    point = Point.of(made, args, kwargs)
    return Report.of(*report.sections, *point.sections()) if point else report


class Point(NamedTuple):
    """A function's program, which knows its rules, with numbers for its parameters.

    results     the numbers of the results that are differentiated
    """

    program: Program
    values: list[Any]
    results: list[int]

    @staticmethod
    def of(made: Function, args: tuple, kwargs: dict) -> "Point | None":
        """None where types are given instead of numbers, or nothing can be differentiated."""
        with with_rules():
            entered, reading = made._reading(args, kwargs)
        if any(isinstance(leaf, (str, Type)) for leaf in entered.leaves):
            return None
        program = transform.optimise(reading.program)
        outside = [np.asarray(transform.fetch(path)) for path in reading.captures]
        moving = [k for k, t in enumerate(program.result_types[: reading.behind]) if is_inexact(t.dtype)]
        return Point(program, [*outside, *map(np.asarray, entered.leaves)], moving) if moving else None

    # -- the gradient

    @property
    def active(self) -> list[bool]:
        return [is_inexact(p.type.dtype) for p in self.program.parameters]

    @property
    def bars(self) -> list[np.ndarray]:
        """Cotangents: one for each number of the results."""
        types = [(k, t) for k, t in enumerate(self.program.result_types) if is_inexact(t.dtype)]
        return [np.full(t.shape, float(k in self.results), t.dtype) for k, t in types]

    def derivative(self) -> Program:
        return transform.optimise(vjp(self.program, self.active)[0])

    def gradients(self, derivative: Program) -> list[Any]:
        """The gradient with respect to each parameter; None for a parameter without one."""
        with np.errstate(all="ignore"):
            found = iter(evaluate(derivative, *self.values, *self.bars)[len(self.program.results) :])
        return [next(found) if a else None for a in self.active]

    # -- what is told

    def sections(self) -> list[Section]:
        derivative = self.derivative()
        gradients = self.gradients(derivative)
        stopped = stops(self.program, self.values, self.results, gradients)
        found = [
            self.gradient(k, g) for k, g in enumerate(gradients) if g is not None and k not in stopped
        ] + [self.missing(k, stop) for k, stop in stopped.items()]
        born = nonfinite_origins(derivative, [*self.values, *self.bars], len(self.values))
        return [*found, Section("not finite", tuple(map(birth_row, born)))] if born else found

    def name(self, k: int) -> str:
        return self.program.parameters[k].name

    def gradient(self, k: int, gradient: np.ndarray) -> Section:
        """Whether it is right, and where it comes from."""
        norm = np.linalg.norm(np.ravel(gradient))
        title = f"gradient by {self.name(k)}: its norm is {norm:.4g}"
        return Section(title, ((self.compared(k, gradient),), *self.shares(k)))

    def compared(self, k: int, gradient: np.ndarray) -> str:
        if not np.all(np.isfinite(gradient)):
            return "not compared with differences: it is not finite"
        direction = np.random.default_rng(k).normal(size=gradient.shape)
        ours = float(np.real(np.sum(gradient * direction)))
        how, theirs = self.along(k, direction)
        error = abs(ours - theirs) / max(abs(ours), abs(theirs), 1e-300)
        if not np.isfinite(theirs):
            return f"not compared with {how}: they are not finite"
        word = "agrees with" if error < tolerance(how, gradient.dtype) else "DIFFERS from"
        return f"{word} {how} along a random direction: {ours:.6g} and {theirs:.6g}, apart by {error:.1g}"

    def along(self, k: int, direction: np.ndarray) -> tuple[str, float]:
        """The derivative of the sum of the results along a direction of one parameter."""
        if is_analytic(self.program):
            directions = [direction if j == k else None for j in range(len(self.values))]
            with contextlib.suppress(Exception):  # of NumPy, for an operation that has no complex form
                found = along(self.program, self.values, directions)
                return "a complex step", float(sum(np.sum(found[r]) for r in self.results))
        step = STEP * (1 + float(np.max(np.abs(self.values[k]), initial=0.0)))
        with np.errstate(all="ignore"):
            low, high = (self.total(k, sign * step * direction) for sign in (-1, 1))
        return "differences", (high - low) / (2 * step)

    def total(self, k: int, change: np.ndarray) -> float:
        values = [v + change if j == k else v for j, v in enumerate(self.values)]
        found = evaluate(self.program, *values)
        return float(np.real(sum(np.sum(np.asarray(found[r], complex)) for r in self.results)))

    def shares(self, k: int) -> Iterator[tuple[str, ...]]:
        """The lines that read a parameter, with their parts of the gradient."""
        found = contributions(self.program, k, self.values, self.bars)
        sizes = [float(np.linalg.norm(np.ravel(s.gradient))) for s in found]
        parts = portions(sizes)
        for share, part in list(zip(found, parts))[:SHOWN]:
            if part >= SHORTEST:
                yield f"{100 * part:.0f} %", *(placed(share.span) or ("elsewhere",))

    def missing(self, k: int, stop: Stop) -> Section:
        return Section(f"no gradient by {self.name(k)}", ((reason(stop), *placed(stop.span)),))


def portions(sizes: Sequence[float]) -> list[float]:
    """Parts of the sum; what is not finite has all of it."""
    bad = [not np.isfinite(s) for s in sizes]
    if any(bad):
        return [float(b) / sum(bad) for b in bad]
    whole = sum(sizes) or 1.0
    return [s / whole for s in sizes]


def tolerance(how: str, dtype: np.dtype) -> float:
    narrow = np.finfo(dtype).bits // (2 if dtype.kind == "c" else 1) < 64
    return 1e-2 if narrow else 1e-10 if how == "a complex step" else 1e-4


@contextlib.contextmanager
def with_rules() -> Iterator[None]:
    """Inside, programs that are read keep stop_gradient and the rules of functions."""
    transform.settings.keeps_rules = True
    try:
        yield
    finally:
        transform.settings.keeps_rules = False


# -- words ---------------------------------------------------------------------------------------------------

NAMES = {"to_int": "int()", "cond": "the condition", "select": "np.where"} | dict.fromkeys(
    ("lt", "le", "gt", "ge", "eq", "ne"), "a comparison"
)


def called(primitive: str) -> str:
    return NAMES.get(primitive) or (f"np.{primitive}" if hasattr(np, primitive) else primitive)


def reason(stop: Stop) -> str:
    """Why there is no gradient."""
    match stop.kind:
        case "integer":
            return "it is an integer"
        case "unused":
            return "the result does not depend on it"
        case "branch":
            return "it is read only in a branch that was not taken"
        case "stop_gradient":
            return "stop_gradient makes it a constant"
        case "discrete":
            return f"{called(stop.by)} has derivative zero"
        case "index":
            return f"{called(stop.by)} takes it as an index or a choice"
    return f"the derivative of {called(stop.by)} is zero here" if stop.by else "it is zero here"


def birth_row(origin: NonfiniteOrigin) -> tuple[str, ...]:
    sweep = "the backward sweep" if origin.backward else "the value"
    of = " and ".join(
        f"{np.asarray(v).item():.4g}" if np.asarray(v).dtype.kind == "f" else f"{v}" for v in origin.operands
    )
    place = f", at [{', '.join(map(str, origin.place))}]" if origin.place else ""
    turn = f", in iteration {', '.join(map(str, origin.iterations))}" if origin.iterations else ""
    by = f"{origin.primitive} of {of}" if of else origin.primitive
    return f"{origin.what} in {sweep}: {by}{place}{turn}", *placed(origin.span)


def placed(span: Span | None) -> tuple[str, ...]:
    """The place, and the line that stands there."""
    if span is None:
        return ()
    return f"{span}", linecache.getline(span.file, span.line).strip()
