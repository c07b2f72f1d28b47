"""What must hold for the derivatives of every program: reverse mode is the transpose of forward mode, forward mode is
the limit of differences, and both give the program's own values, whatever becomes of them on their way to the user.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from derivatives.laws import quotients
from recto.transform import CompileError, Program, check
from recto.transform.passes import optimise
from recto.transform.passes.autodiff.jvp import jvp
from recto.transform.passes.autodiff.vjp import vjp
from recto.transform import numpy_source

from .laws import Broken, load, operands, reading_of, same_values, values

TRANSPOSE, DIFFERENCE, PRIMAL = 1e-10, 1e-6, 1e-11
STEPS = 1e-4, 1e-5, 1e-6        # of differences of fourth order
UNSURE = 2e-6                   # how much differences with twice the step may differ, relative to the largest
STEEP = 1e4                     # tangents by which a step is no small change


@dataclasses.dataclass
class Looked:
    """How far the laws could be applied to a program: counts of derivatives, by what became of them.

    derivatives     all that are not zero
    transposed      the identity holds between finite numbers
    not_finite      a tangent or cotangent is not a finite number
    constant        nothing depends on an argument
    differences     tangents agree with differences
    unsure          differences say nothing: branches change near the point, at every step
    printed         the printed source gives the same numbers
    """
    derivatives: int = 0
    transposed: int = 0
    not_finite: int = 0
    constant: int = 0
    differences: int = 0
    unsure: int = 0
    printed: int = 0

    def __iadd__(self, other: "Looked") -> "Looked":
        for field in dataclasses.fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))
        return self


@dataclasses.dataclass
class Point:
    """A program, where it is differentiated, and along what.

    chosen: which parameters count as variables.
    """
    program: Program
    at: list
    chosen: list[bool]
    rng: np.random.Generator
    title: str = ""

    def __post_init__(self) -> None:
        self.dots = [self.normal(p.type) for p, c in zip(self.program.parameters, self.chosen) if c]

    def normal(self, t: Any) -> np.ndarray:
        return np.asarray(self.rng.normal(size=t.shape), t.dtype)

    def moved(self, step: float) -> tuple:
        """The program's results at a place nearby."""
        dots = iter(self.dots)
        return values(self.program, [x + step * next(dots) if c else x for x, c in zip(self.at, self.chosen)])


def derivatives_obey(source: str, arguments: tuple, order: int = 1, printed: bool = False,
                     every: bool = False) -> Looked | CompileError:
    """All laws for the function `f` of a text: how far they were applied, or why it is refused.

    With respect to all floating arguments, or, unless `every`, now and then to some of them. Order 2: the same laws
    also for the programs that give
    the tangents and the cotangents.

    Raises:
        Broken: naming the law.
    """
    function = load(source)["f"]
    try:
        reading, dynamic = reading_of(function, arguments)
    except CompileError as error:
        return error
    program, rng = optimise(reading.program), np.random.default_rng(len(source))
    held = len(reading.captures)                # arrays of the module are constants
    floats = [k >= held and p.type.dtype == np.float64 for k, p in enumerate(program.parameters)]
    some = [f and rng.random() < 0.6 for f in floats] if rng.random() < 0.3 and not every else floats
    chosen = some if any(some) else floats
    return point_obeys(Point(program, operands(reading, dynamic, arguments), chosen, rng), order, printed)


def point_obeys(point: Point, order: int, printed: bool) -> Looked:
    pushed, has = jvp(point.program, point.chosen)
    pulled, takes = vjp(point.program, point.chosen)
    bars = [point.normal(t) for t, take in zip(point.program.result_types, takes) if take]
    primal = values(point.program, point.at)
    ahead = derived(point, "jvp", pushed, point.dots, primal, printed)
    back = derived(point, "vjp", pulled, bars, primal, printed)
    looked = Looked(printed=2 * printed, constant=not ahead)
    if ahead:
        looked.derivatives = 1
        paired = [bar for bar, there in zip(bars, (h for h, take in zip(has, takes) if take)) if there]
        looked += transpose_obeys(point, ahead, paired, back)
        looked += differences_obey(point, has, ahead) if finite(ahead) else Looked()
    if order > 1:
        for what, program, count, more in ("jvp", pushed, len(has), point.dots), ("vjp", pulled, len(takes), bars):
            looked += point_obeys(derivative(point, what, program, count, more), order - 1, printed)
    return looked


def derivative(point: Point, what: str, program: Program, count: int, more: list) -> Point:
    """Where a derivative is looked at in turn: what it gives besides the values, as a function of all that it takes."""
    only = optimise(dataclasses.replace(program, results=program.results[count:]))
    return Point(
        only, [*point.at, *more], [*point.chosen, *[True] * len(more)], point.rng, f"{what} in {point.title}"
    )


def derived(point: Point, what: str, program: Program, more: Sequence, primal: tuple, printed: bool) -> tuple:
    """What a derivative program gives besides the values, which are those of the program; optimised it gives the
    same, and so does its printed source."""
    what = f"{what} {point.title}".strip()
    given = [*point.at, *more]
    results = values(check(program), given)
    same_values(f"values of the {what}", results[:len(primal)], primal, PRIMAL)
    short = optimise(program)
    same_values(f"optimised {what}", values(short, given), results, PRIMAL)
    if printed:
        same_values(f"printed {what}", run_printed(short, given), results, PRIMAL)
    return results[len(primal):]


def run_printed(program: Program, given: Sequence) -> tuple:
    """The results of a program by its NumPy source."""
    space: dict[str, Any] = {}
    exec(compile(numpy_source(program), "<printed>", "exec"), space)
    mine = [g if p.type.weak else np.array(g) if p.type.shape else np.asarray(g)[()]
            for p, g in zip(program.parameters, given)]
    with np.errstate(all="ignore"):
        results = space[program.name](*mine)
    return results if isinstance(results, tuple) else (results,)


def finite(arrays: Sequence[np.ndarray]) -> bool:
    return all(np.isfinite(x).all() for x in arrays)


def transpose_obeys(point: Point, ahead: Sequence, bars: Sequence, back: Sequence) -> Looked:
    """<bars, J dots> = <J'bars, dots>."""
    if not finite((*ahead, *back)):
        return Looked(not_finite=1)
    forward, backward = ([x * y for x, y in zip(left, right, strict=True)]
                         for left, right in ((bars, ahead), (back, point.dots)))
    scale = 1 + sum(float(np.abs(t).sum()) for t in (*forward, *backward))
    left, right = (sum(float(t.sum()) for t in terms) for terms in (forward, backward))
    if abs(left - right) > TRANSPOSE * scale:
        raise Broken(f"transpose {point.title}".strip(), f"<w, J v> = {left}, <J'w, v> = {right}")
    return Looked(transposed=1)


def differences_obey(point: Point, has: Sequence[bool], ahead: Sequence) -> Looked:
    """Tangents are differences, at one of the steps at least; elements whose differences change with the step, or are
    not finite, are not compared."""
    wrong = None
    for step in STEPS:
        compared, wrong = compare(point, has, ahead, step)
        if compared and wrong is None:
            return Looked(differences=1)
    if wrong is not None:
        raise Broken(f"differences {point.title}".strip(), wrong)
    return Looked(unsure=1)


def compare(point: Point, has: Sequence[bool], ahead: Sequence, step: float) -> tuple[bool, str | None]:
    """Were most elements compared, and what is wrong with the first that differs."""
    given, sound_ones, size = iter(ahead), 0, 0
    for k, (wanted, coarse) in enumerate(zip(quotients(point.moved, step), quotients(point.moved, 2 * step))):
        if wanted.dtype.kind != "f":
            continue
        got = next(given) if has[k] else np.zeros_like(wanted)
        error = np.abs(wanted - coarse)
        scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=1.0)
        sound = (error <= UNSURE * scale) & (np.abs(got) < STEEP)
        sound_ones, size = sound_ones + int(sound.sum()), size + sound.size
        off = sound & ~(np.abs(got - wanted) <= DIFFERENCE * scale + error)
        if off.any():
            return True, f"result {k} along v: {got[off][:1]}, by differences {wanted[off][:1]}"
    return 2 * sound_ones >= size, None
