"""`recto check` of a handwritten or edited derivative rule: compares it with the derivative of its
function."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import numpy as np

import recto

from .._show.argument_spec import put_sizes
from .._show.emit import Plan
from .bench import fill_with_random

NEAR = {8: 1e-8, 4: 1e-3, 2: 1e-1}  # relative to the largest number, by the width of a real number


def rule_of(function: Any) -> Any:
    """The rule of a custom_vjp that is one function; None for what has none."""
    return getattr(function, "written", None)


def disagreements(function: Any, plan: Plan, sizes: Mapping[str, int]) -> list[str]:
    """The places where the rule gives something else than the derivative of the function, at random numbers
    between 0 and 1."""
    rule, primal = rule_of(function), function.__wrapped__
    rng = np.random.default_rng(0)
    values = {n: fill_with_random(put_sizes(tree, sizes), rng) for n, tree in plan.given.items()}
    bound = inspect.signature(primal).bind(**values)
    bound.apply_defaults()
    args, names = list(bound.args), list(inspect.signature(primal).parameters)
    value, pull = recto.vjp(primal, *deepcopy(args))
    bar = recto.tree.map(np.asarray, recto.testing.numbers_like(value, 1))
    with np.errstate(all="ignore"):
        found, *bars = rule.rule(*deepcopy(args), deepcopy(bar))
    chosen = range(len(args)) if rule.chosen is None else rule.chosen
    wanted = pull(bar)
    pairs = [("the value", found, value), *((f"{names[k]}_bar", b, wanted[k]) for k, b in zip(chosen, bars))]
    return [line for name, got, want in pairs for line in differing(name, got, want)]


def differing(name: str, got: Any, want: Any) -> Iterator[str]:
    """A line for each array that differs."""
    ours, theirs = dict(flat(got)), dict(flat(want))
    for path, wanted in theirs.items():
        array = ours.get(path)
        if array is None:
            continue  # zeros, or no cotangent at all
        if array.shape != wanted.shape:
            yield f"{name}{path} has shape {array.shape}, not {wanted.shape}"
            continue
        width = wanted.dtype.itemsize // (2 if wanted.dtype.kind == "c" else 1)
        scale = np.max(np.abs(wanted), initial=0.0, where=np.isfinite(wanted))
        with np.errstate(all="ignore"):
            near = np.abs(array - wanted) <= NEAR.get(width, 0) * (1 + scale)
        bad = np.argwhere(~(near | (array == wanted) | np.isnan(array) & np.isnan(wanted)))
        if len(bad):
            place = tuple(map(int, bad[0]))
            at = f"[{', '.join(map(str, place))}]" if place else ""
            yield f"{name}{path}{at} is {array[place]:.6g}, and by the derivative {wanted[place]:.6g}"


def flat(tree: Any) -> Iterator[tuple[str, np.ndarray]]:
    for path, leaf in recto.tree.leaves_with_path(tree):
        if leaf is not None and np.asarray(leaf).dtype.kind in "fcV":
            yield "".join(map(str, path)), np.asarray(leaf)
