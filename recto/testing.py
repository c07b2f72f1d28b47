"""Checks of derivatives, for use in tests: `check_grads`.

Forward mode is held to finite differences; reverse mode is held to forward mode, of which it must be the
transpose: <w, J v> = <J'w, v> for all v and w, with <a, b> the sum of a·b (its real part, where they are
complex). Both modes are themselves functions, so the checks go on with these for the higher orders.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import numpy as np

from recto.runtime.dispatch.pytree import show_path
from ._boundary.tracebacks import refuse_other_names as _refuse_other_names
from . import tree
from ._boundary.argument_checks import check_arguments
from ._api.derivatives import jvp, vjp
from ._api.jit import jit

__all__ = ["check_grads"]
STEP = {8: 1e-3, 4: 3e-2, 2: 0.25}  # of differences of fourth order, by the width of a real number
TOLERANCE = {8: 1e-6, 4: 5e-3, 2: 0.2}
MODES = {"fwd": "forward", "rev": "reverse"}
Mode = Literal["fwd", "rev"]


@dataclasses.dataclass(frozen=True)
class Accuracy:
    """The tolerances of a comparison, and the step of the differences. None: by the dtypes."""

    atol: float | None
    rtol: float | None
    eps: float | None

    def settled(self, *trees: Any) -> "Accuracy":
        width = min((_width(x) for t in trees for x in tree.leaves(t) if moves(x)), default=8)
        tolerance, step = TOLERANCE[width], STEP[width]
        return Accuracy(
            tolerance if self.atol is None else self.atol,
            tolerance if self.rtol is None else self.rtol,
            step if self.eps is None else self.eps,
        )

    def near(self, got: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        """Elementwise: to `rtol` of the largest element. NaN is near NaN only."""
        largest = np.abs(wanted[np.isfinite(wanted)]).max(initial=0.0)
        with np.errstate(invalid="ignore"):
            fine = np.abs(got - wanted) <= self.atol + self.rtol * largest
        return fine | (got == wanted) | np.isnan(got) & np.isnan(wanted)


@check_arguments
def check_grads(
    f: Callable[..., Any],
    args: tuple | list,
    order: int = 2,
    modes: Sequence[Mode] = ("fwd", "rev"),
    atol: float | None = None,
    rtol: float | None = None,
    eps: float | None = None,
) -> None:
    """Assert that the derivatives of a function are right at one place, up to some order.

    Every floating or complex array in `args` and in the result is looked at, whatever containers hold them;
    integers are kept as they are. At a kink, where one-sided derivatives differ, the check fails: choose another
    place.

    Args:
        f: a function that `recto.jit` can compile.
        args: its positional arguments: arrays, numbers, or containers of them.
        order: 1 checks the derivative, 2 also derivatives of derivatives (in all combinations of the modes), and
            so on.
        modes: "fwd" compares `recto.jvp` with differences; "rev" compares the pullback with `jvp`, by the
            transpose identity (without "fwd": with differences).
        atol, rtol: how far numbers may be apart, `rtol` relative to the largest in an array; by default 1e-6 in
            double precision, 5e-3 in single, 0.2 in half.
        eps: the step of the differences, in units of the argument's size or 1, whichever is larger.

    Raises:
        AssertionError: says which mode, order, argument, and both numbers.
        CompileError: a derivative that does not exist.

    >>> import numpy as np
    >>> from recto.testing import check_grads
    >>> parameters = {"W": np.eye(2), "b": np.ones(2)}
    >>> check_grads(lambda p, x: np.tanh(x @ p["W"] + p["b"]), (parameters, np.array([0.5, -1.0])))
    >>> check_grads(lambda x: np.where(x > 0.0, x, 0.0), (0.0,), order=1)
    Traceback (most recent call last):
        ...
    AssertionError: <lambda>, order 1, forward mode, along args[0]: 0.0 by jvp, 0.0628... by differences
    """
    if order < 1:
        raise ValueError(f"order is {order}: the first derivative is the least that can be checked")
    check(f, tuple(args), order, tuple(modes), Accuracy(atol, rtol, eps), ())


def check(
    f: Callable[..., Any],
    args: tuple,
    order: int,
    modes: tuple[str, ...],
    wish: Accuracy,
    done: tuple[str, ...],
) -> None:
    """The checks of one function, then those of its derivatives. `done`: by which modes it came about."""
    run = jit(f)
    out = run(*copy_arguments(args))
    if not (moving(args) and any(map(moves, tree.leaves(out)))):
        return  # nothing to differentiate
    accuracy = wish.settled(args, out)
    weights = tree.map(lambda x, w: w if moves(x) else None, out, numbers_like(out, 1))
    derivative = f" in the {' of '.join(MODES[m] for m in reversed(done))} derivative" if done else ""
    title = f"{getattr(f, '__name__', 'f')}, order {len(done) + 1}{derivative},"
    f_jvp, f_vjp = pushforward(f, args), pullback(f, args)
    pulled = jit(f_vjp)(copy_arguments(weights), *copy_arguments(args)) if "rev" in modes else None
    for direction in directions(args):
        difference = differences(run, args, direction, accuracy)
        if "fwd" in modes:
            pushed = jit(f_jvp)(*copy_arguments(args), *copy_arguments(direction.moving))
            compare_forward(title, direction, pushed, difference, accuracy)
        if "rev" in modes:
            along = pushed if "fwd" in modes else difference
            source = "jvp" if "fwd" in modes else "differences"
            compare_reverse(title, direction, weights, pulled, along, source, accuracy)
    if order > 1 and "fwd" in modes:
        dots = numbers_like(args, 2)
        check(f_jvp, (*args, *(dots[k] for k in moving(args))), order - 1, modes, wish, (*done, "fwd"))
    if order > 1 and "rev" in modes:
        check(f_vjp, (weights, *args), order - 1, modes, wish, (*done, "rev"))


# -- the two modes as functions ------------------------------------------------------------------------------


def pushforward(f: Callable[..., Any], args: tuple) -> Callable[..., Any]:
    """(*args, *tangents) -> J tangents, for the arguments that hold anything to differentiate with respect to."""
    count = len(args)
    places = ",".join(str(moving(args).index(k) + count if k in moving(args) else k) for k in range(count))

    def pushed(*both: Any) -> Any:
        return jvp(f, both[:count], tuple(both[int(place)] for place in places.split(",")))[1]

    pushed.__name__ = getattr(f, "__name__", "f") + "_jvp"
    return pushed


def pullback(f: Callable[..., Any], args: tuple) -> Callable[..., Any]:
    """(weights, *args) -> J'weights, for the arguments that hold anything to differentiate with respect to."""
    places = ",".join(map(str, moving(args)))

    def pulled(weights: Any, *args: Any) -> Any:
        bars = vjp(lambda *primals: weighted_sum(weights, f(*primals)), *args)[1](1.0)
        return tuple(bars[int(place)] for place in places.split(","))

    pulled.__name__ = getattr(f, "__name__", "f") + "_vjp"
    return pulled


def moving(args: tuple) -> tuple[int, ...]:
    return tuple(k for k, arg in enumerate(args) if any(map(moves, tree.leaves(arg))))


def weighted_sum(weights: Any, result: Any) -> Any:
    """<weights, result>, as compiled code reads it; None is no weight."""
    if weights is None:
        return 0.0
    if isinstance(result, dict):
        return sum(weighted_sum(weights[key], result[key]) for key in result)
    if isinstance(result, (tuple, list)):
        return sum(weighted_sum(w, r) for w, r in zip(weights, result))
    return np.real(np.sum(weights * result))


# -- directions ----------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Direction:
    """Tangents of the arguments, zero but for one array."""

    moving: list  # those of the arguments that have something to move
    leaf: Any  # the array's
    number: int  # of the array among the leaves of the arguments
    place: str


def directions(args: tuple) -> Iterator[Direction]:
    """One at random for each array or number."""
    filled = tree.leaves(numbers_like(args, 0))
    zeros = [x * 0 if moves(x) else x for x in filled]
    paths, shape = tree.flatten_with_path(args)
    for k, (path, leaf) in enumerate(paths):
        if moves(leaf):
            tangents = tree.unflatten(shape, [*zeros[:k], filled[k], *zeros[k + 1 :]])
            yield Direction([tangents[n] for n in moving(args)], filled[k], k, "args" + show_path(path))


def moves(x: Any) -> bool:
    """Floating or complex."""
    return isinstance(x, (float, complex)) or getattr(getattr(x, "dtype", None), "kind", "O") in "fcV"


def _width(x: Any) -> int:
    dtype = np.asarray(x).dtype
    return min(8, dtype.itemsize // (2 if dtype.kind == "c" else 1))


def numbers_like(trees: Any, seed: int) -> Any:
    """Random numbers in the place of floating and complex ones, 0.0 in the place of integers."""
    rng = np.random.default_rng(seed)
    return tree.map(lambda x: number_like(rng, x), trees)


def number_like(rng: np.random.Generator, x: Any) -> Any:
    if not moves(x):
        return np.zeros(np.shape(x)) if isinstance(getattr(x, "dtype", x), (np.dtype, int)) else x
    values = rng.normal(size=np.shape(x))
    kind = np.asarray(x).dtype.kind
    values = values + 1j * rng.normal(size=np.shape(x)) if kind == "c" else values
    return type(x)(values) if isinstance(x, (float, complex)) else np.asarray(values, np.asarray(x).dtype)


def copy_arguments(trees: Any) -> Any:
    """With arrays of their own: functions may write into theirs."""
    return tree.map(lambda x: x.copy() if isinstance(x, np.ndarray) else x, trees)


def move_along(args: tuple, direction: Direction, h: float) -> tuple:
    """args + h·tangent, in the arguments' dtypes."""
    leaves, shape = tree.flatten(copy_arguments(args))
    x = leaves[direction.number]
    new = np.asarray(widen(x) + h * widen(direction.leaf))
    leaves[direction.number] = (
        type(x)(new) if isinstance(x, (float, complex)) else new.astype(np.asarray(x).dtype)
    )
    return tree.unflatten(shape, leaves)


def widen(x: Any) -> np.ndarray:
    x = np.asarray(x)
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


def differences(
    run: Callable[..., Any], args: tuple, direction: Direction, accuracy: Accuracy
) -> list[np.ndarray | None]:
    """The derivative of each leaf of the result, by central differences of fourth order; None for integers."""
    x = tree.leaves(args)[direction.number]
    h = accuracy.eps * float(max(1.0, np.sqrt(np.mean(np.abs(widen(x)) ** 2)) if np.size(x) else 1.0))
    at = [tree.leaves(run(*move_along(args, direction, step * h))) for step in (2, 1, -1, -2)]
    return [
        _fourth_order(*map(widen, values), h) if moves(values[0]) else None
        for values in zip(*at, strict=True)
    ]


def _fourth_order(far: Any, near: Any, back: Any, far_back: Any, h: float) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.asarray((8 * (near - back) - (far - far_back)) / (12 * h))


# -- comparing -----------------------------------------------------------------------------------------------


def compare_forward(title: str, direction: Direction, pushed: Any, wanted: list, accuracy: Accuracy) -> None:
    """J v by jvp and by differences, element by element."""
    paths, _ = tree.flatten_with_path(pushed)
    for (path, got), want in zip(paths, wanted, strict=True):
        if want is None:
            continue
        got = widen(got)
        wrong = ~accuracy.near(got, want)
        if wrong.any():
            where = tuple(int(n[0]) for n in np.nonzero(np.atleast_1d(wrong)))[: wrong.ndim]
            place = show_path(path) + (str(list(where)) if where else "")
            raise AssertionError(
                f"{title} forward mode, along {direction.place}{', in result' * bool(place)}{place}: "
                f"{got[where]} by jvp, {want[where]} by differences"
            )


def compare_reverse(
    title: str, direction: Direction, weights: Any, pulled: tuple, along: Any, source: str, accuracy: Accuracy
) -> None:
    """<w, J v> by jvp (or differences) and <J'w, v> by the pullback."""
    dots = [d for d in (tree.leaves(along) if source == "jvp" else along) if moves(d)]
    parts = zip(filter(moves, tree.leaves(weights)), dots, strict=True)
    terms = [np.ravel(widen(w) * widen(d)).real for w, d in parts]
    terms = np.concatenate([np.zeros(0), *terms])
    parts = zip(tree.leaves(list(pulled)), tree.leaves(direction.moving), strict=True)
    got = np.asarray(sum(float(np.sum(widen(a) * widen(b)).real) for a, b in parts))
    want = np.asarray(float(np.sum(terms)))
    scale = Accuracy(
        accuracy.atol + accuracy.rtol * float(np.abs(terms[np.isfinite(terms)]).sum()), 0.0, None
    )
    if not scale.near(got, want):
        raise AssertionError(
            f"{title} reverse mode, for {direction.place}: <J'w, v> = {got} by the pullback, "
            f"<w, J v> = {want} by {source}"
        )


_refuse_other_names(globals())
