"""scipy.integrate: integrals over several variables, and cumulative sums by Simpson's rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported

from .integrate import cumulative_trapezoid, last_differences, quad


def bounds_at(range_: Any, outer: tuple, args: tuple) -> tuple:
    found = range_(*outer, *args) if callable(range_) else range_
    return found[0], found[1]


def integrate_inner(
    func: Callable[..., Any], ranges: tuple, options: tuple, outer: tuple, args: tuple
) -> tuple:
    """The integral over the last of the variables of that over the others; the outer ones have values."""
    low, high = bounds_at(ranges[-1], outer, args)
    if len(ranges) == 1:
        inner = lambda x: func(x, *outer, *args)
    else:
        inner = lambda x: integrate_inner(func, ranges[:-1], options[:-1], (x, *outer), args)[0]
    return quad(inner, low, high, (), **options[-1])


@read_as("scipy.integrate.nquad")
def nquad(
    func: Callable[..., Any], ranges: Any, args: Any = None, opts: Any = None, full_output: bool = False
) -> tuple:
    """Integrals over one variable inside of one another, each by `quad`; the error that is told is that of the
    outermost one."""
    if full_output:
        unsupported("nquad: compiled code knows no full_output")
    more = () if args is None else args if isinstance(args, tuple) else (args,)
    count = len(ranges)
    options = (
        ({} if opts is None else opts,) * count if opts is None or isinstance(opts, dict) else tuple(opts)
    )
    if any([callable(option) for option in options]):
        unsupported("nquad: compiled code has opts as dictionaries")
    return integrate_inner(func, tuple(ranges), options, (), more)


def as_function(bound: Any) -> Callable[..., Any]:
    return bound if callable(bound) else lambda *places: bound


@read_as("scipy.integrate.dblquad")
def dblquad(
    func: Callable[..., Any],
    a: Any,
    b: Any,
    gfun: Any,
    hfun: Any,
    args: Any = (),
    epsabs: Any = 1.49e-8,
    epsrel: Any = 1.49e-8,
) -> tuple:
    low, high = as_function(gfun), as_function(hfun)
    options = {"epsabs": epsabs, "epsrel": epsrel}
    ranges = (lambda x, *more: (low(x), high(x)), (a, b))
    return integrate_inner(func, ranges, (options,) * 2, (), tuple(args))


@read_as("scipy.integrate.tplquad")
def tplquad(
    func: Callable[..., Any],
    a: Any,
    b: Any,
    gfun: Any,
    hfun: Any,
    qfun: Any,
    rfun: Any,
    args: Any = (),
    epsabs: Any = 1.49e-8,
    epsrel: Any = 1.49e-8,
) -> tuple:
    low, high, below, above = as_function(gfun), as_function(hfun), as_function(qfun), as_function(rfun)
    options = {"epsabs": epsabs, "epsrel": epsrel}
    ranges = (
        lambda y, x, *more: (below(x, y), above(x, y)),
        lambda x, *more: (low(x), high(x)),
        (a, b),
    )
    return integrate_inner(func, ranges, (options,) * 3, (), tuple(args))


def parabola_parts(y: Any, h: Any) -> Any:
    """The integrals over the first of each two neighbouring intervals, of the parabola through their ends."""
    first, second = h[..., :-1], h[..., 1:]
    share = first / (first + second)
    bend = share * first / second
    return (
        first / 6.0 * ((3.0 - share) * y[..., :-2] + (3.0 + bend + share) * y[..., 1:-1] - bend * y[..., 2:])
    )


@read_as("scipy.integrate.cumulative_simpson")
def cumulative_simpson(y: Any, *, x: Any = None, dx: Any = 1.0, axis: int = -1, initial: Any = None) -> Any:
    """Cartwright: Simpson's rule cumulative integration with MS Excel and irregularly-spaced data. J. Math. Sci. Math.
    Educ. 12 (2017)."""
    given = np.asarray(y)
    y = np.moveaxis(given.astype(np.float64) if given.dtype.kind in "iub" else given, axis, -1)
    count = y.shape[-1]
    if count < 3:
        sums = np.moveaxis(cumulative_trapezoid(given, x, dx, axis), axis, -1)
    else:
        if x is not None:
            if np.any(last_differences(x, axis) <= 0):
                raise ValueError("Input x must be strictly increasing.")
        h = np.broadcast_to(dx if x is None else last_differences(x, axis), y.shape[:-1] + (count - 1,))
        ahead = parabola_parts(y, h)
        back = np.flip(parabola_parts(np.flip(y, -1), np.flip(h, -1)), -1)
        to_first = np.concatenate([ahead, back[..., -1:]], axis=-1)
        to_second = np.concatenate([ahead[..., :1], back], axis=-1)
        k = np.arange(count - 1)
        sums = np.cumsum(np.where((k % 2 == 0) & (k < count - 2), to_first, to_second), axis=-1)
    if initial is not None:
        start = np.broadcast_to(
            np.moveaxis(np.asarray(initial), axis, -1) if np.ndim(initial) else initial, y.shape[:-1] + (1,)
        )
        sums = np.concatenate([start, sums + start], axis=-1)
    return np.moveaxis(sums, -1, axis)
