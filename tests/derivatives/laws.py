"""The law of derivatives, on Programs and in NumPy: forward mode is the limit of differences, reverse mode is the
transpose of forward mode, and both derivatives keep this law in turn.

    derivatives_hold(program, operands, active, order)

`order` 1 looks at the derivative itself; 2 also at the derivatives of the tangent and of the pullback, in both modes.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from recto.transform import check, evaluate
from recto.transform.core.dtypes import is_inexact
from recto.transform.passes.autodiff.jvp import jvp
from recto.transform.passes.autodiff.vjp import vjp
from recto.transform.ir.program import Program

STEPS = 2e-4, 1e-5, 1e-6        # of differences of fourth order, in double precision
DIFFERENCE, TRANSPOSE = 1e-6, (1e-9, 1e-2)
UNSURE = 2e-5                   # how much differences with twice the step may differ, relative to the largest


def derivatives_hold(program: Program, operands: Sequence[Any], active: Sequence[bool], order: int,
                     narrow: bool = False, differences: bool = True, rng: np.random.Generator | None = None,
                     title: str = "") -> int:
    """Assert the law; returns how many programs it held for.

    Args:
        narrow: the program computes in single precision somewhere: no differences, and less exact products.
        differences: whether to compare with differences.
    """
    rng = rng or np.random.default_rng(0)
    active = [a and is_inexact(p.type.dtype) for a, p in zip(active, program.parameters, strict=True)]
    operands = [np.asarray(x) for x in operands]
    dots = [numbers(rng, x) for x, a in zip(operands, active) if a]
    pushed, has = jvp(program, active)
    pulled, takes = vjp(program, active)
    out_dots = evaluate(check(pushed), *operands, *dots)[len(has):]
    if not out_dots:
        return 0
    if differences and not narrow:
        difference_holds(program, operands, active, dots, has, out_dots, title + "jvp")
    bars = [numbers(rng, np.zeros(t.shape, t.dtype)) for t, take in zip(program.result_types, takes) if take]
    in_bars = evaluate(check(pulled), *operands, *bars)[len(takes):]
    transpose_holds(has, takes, out_dots, bars, in_bars, dots, TRANSPOSE[narrow], title + "vjp")
    made = 1
    if order > 1:
        for what, derived, count, more in (("jvp", pushed, len(has), dots), ("vjp", pulled, len(takes), bars)):
            only = Program(derived.name, derived.parameters, derived.body, derived.results[count:])
            wider = [*active, *[True] * len(more)]
            made += derivatives_hold(only, [*operands, *more], wider, order - 1, narrow, differences, rng,
                                     f"{title}{what}, then ")
    return made


def numbers(rng: np.random.Generator, like: np.ndarray) -> np.ndarray:
    values = rng.normal(size=like.shape)
    return np.asarray(values + 1j * rng.normal(size=like.shape) if like.dtype.kind == "c" else values, like.dtype)


def difference_holds(program: Program, operands: list, active: list, dots: list, has: Sequence[bool],
                     out_dots: Sequence[np.ndarray], title: str) -> None:
    """Tangents are central differences, with the first step that is not too wide for kinks nearby."""
    rest = iter(dots)
    along = [next(rest) if a else None for a in active]
    moved = lambda h: evaluate(program, *(x if t is None else x + h * t for x, t in zip(operands, along)))
    for h in STEPS:
        given, seen, total = iter(out_dots), 0, 0
        for k, (wanted, coarse) in enumerate(zip(quotients(moved, h), quotients(moved, 2 * h), strict=True)):
            got = next(given) if has[k] else np.zeros_like(wanted)
            if is_inexact(wanted.dtype):
                seen += compare(got, wanted, np.abs(wanted - coarse), f"{title}, result {k}")
                total += wanted.size
        if 2 * seen >= total:
            return
    raise AssertionError(f"{title}: only {seen} of {total} numbers have differences to compare with")


def compare(got: np.ndarray, wanted: np.ndarray, error: np.ndarray, title: str) -> int:
    """Assert that they agree where the difference is sound, by its change with the step; at how many places that is."""
    scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=1.0)
    sound = error <= UNSURE * scale
    wrong = np.atleast_1d(sound & ~(np.abs(got - wanted) <= DIFFERENCE * scale + error))
    for place in np.argwhere(wrong)[:1]:
        numbers = got.reshape(wrong.shape)[tuple(place)], wanted.reshape(wrong.shape)[tuple(place)]
        raise AssertionError("{}{}: {}, by differences {}".format(title, place, *numbers))
    return int(sound.sum())


def quotients(moved: Any, h: float) -> list[np.ndarray]:
    far, near, back, far_back = (moved(step * h) for step in (2, 1, -1, -2))
    with np.errstate(all="ignore"):
        return [np.asarray((8 * (b - c) - (a - d)) / (12 * h)) if is_inexact(a.dtype) else a
                for a, b, c, d in zip(far, near, back, far_back)]


def transpose_holds(has: Sequence[bool], takes: Sequence[bool], out_dots: Sequence[np.ndarray], bars: Sequence,
                    in_bars: Sequence, dots: Sequence, tolerance: float, title: str) -> None:
    """<bars, J dots> = <J'bars, dots>."""
    given, rest = iter(bars), iter(out_dots)
    pairs = [(next(given) if take else None, next(rest) if h else None) for take, h in zip(takes, has)]
    ahead = [np.real(bar * dot) for bar, dot in pairs if bar is not None and dot is not None]
    back = [np.real(bar * dot) for bar, dot in zip(in_bars, dots, strict=True)]
    forward, backward = (sum(float(np.sum(t, dtype=float)) for t in terms) for terms in (ahead, back))
    scale = 1 + sum(float(np.abs(t).sum(dtype=float)) for t in (*ahead, *back))
    assert abs(forward - backward) <= tolerance * scale, f"{title}: <w, J v> = {forward}, <J'w, v> = {backward}"
