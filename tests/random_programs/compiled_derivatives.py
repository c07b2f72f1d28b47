"""Derivatives of random programs as users ask for them: through XLA they are what the NumPy interpreter computes, and
what differences of the function run by Python say."""
from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

import recto
from recto.transform import CompileError, Out
from recto.transform.passes import optimise
from recto.transform.passes.autodiff.vjp import vjp

from .derivatives import DIFFERENCE, STEPS, UNSURE, finite
from .laws import Broken, load, operands, plainly, reading_of, same, values

COMPILED = 1e-9                 # how much XLA's functions differ from NumPy's, through a few loops
NUDGE, GROWN = 2.0 ** -50, 100  # … and how much more where a nudge of the arguments changes the gradient by that much


def with_loss(source: str, arguments: tuple) -> Callable | None:
    """`loss` of the same arguments as `f`: one number that each floating result of `f`, and all that it writes, has a
    part in. None where `f` raises, or gives no floating number."""
    outcome = plainly(load(source)["f"], arguments)
    if outcome.error is not None:
        return None
    names = load(source)["f"].__code__.co_varnames[:len(arguments)]
    results = outcome.value if isinstance(outcome.value, tuple) else (outcome.value,)
    parts = [f"value[{k}]" if isinstance(outcome.value, tuple) else "value"
             for k, x in enumerate(results) if np.asarray(x).dtype == float]
    if not parts:
        return None
    parts += [n for n, x in zip(names, arguments) if np.ndim(x) and np.asarray(x).dtype == float]
    terms = " + ".join(f"np.sum(np.sin({part} + {k}.3))" for k, part in enumerate(parts))
    listed = ", ".join(names)
    return load(f"{source}\n\ndef loss({listed}):\n    value = f({listed})\n    return {terms}\n")["loss"]


def gradients_obey(source: str, arguments: tuple, pulled: bool) -> bool:
    """`recto.grad`, or the pullback of `recto.vjp`, of a loss: was there one?

    Raises:
        Broken: naming the law.
    """
    loss = with_loss(source, arguments)
    floats = [k for k, x in enumerate(arguments) if np.asarray(x).dtype == float]
    if loss is None or not floats:
        return False
    mine = copy.deepcopy(arguments)
    try:
        wanted = interpreted_gradient(loss, arguments, floats)
        if pulled:
            bars = recto.vjp(loss, *mine)[1](1.0)
            got = [np.asarray(bars[k]) for k in floats]
        else:
            got = [np.asarray(bar) for bar in recto.grad(loss, argnums=tuple(floats))(*mine)]
    except CompileError:
        return False
    if not finite(wanted):
        return False
    nudged = interpreted_gradient(
        loss, tuple(x * (1 + NUDGE) if k in floats else x for k, x in enumerate(arguments)), floats)
    for k, g, w, n in zip(floats, got, wanted, nudged):
        unsure = GROWN * np.max(np.abs(n - w), initial=0.0)
        if not np.all(np.abs(g - w) <= unsure):
            same("gradient through XLA", g, w, f"with respect to argument {k}", COMPILED)
    along_differences(loss, arguments, floats, got)
    return True


def interpreted_gradient(loss: Callable, arguments: tuple, floats: list[int]) -> list[np.ndarray]:
    reading, dynamic = reading_of(loss, arguments)
    program = optimise(reading.program)
    active = [False] * len(reading.captures) + [k in floats for k in dynamic]
    pulled, takes = vjp(program, active)
    main = reading.structure.number if isinstance(reading.structure, Out) else None     # else the loss is a constant
    bars = [np.asarray(float(k == main)) * np.ones(t.shape)
            for k, (t, take) in enumerate(zip(program.result_types, takes)) if take]
    return list(values(pulled, [*operands(reading, dynamic, arguments), *bars])[len(takes):])


def along_differences(loss: Callable, arguments: tuple, floats: list[int], got: list[np.ndarray]) -> None:
    """The gradient along a random direction is the difference of the loss in Python, where differences are sound."""
    rng = np.random.default_rng(len(arguments))
    dots = {k: rng.normal(size=np.shape(arguments[k])) for k in floats}
    def moved(h: float) -> Any:
        there = plainly(loss, tuple(x + h * dots[k] if k in dots else x for k, x in enumerate(arguments)))
        return np.nan if there.error else float(there.value)
    slope = sum(float(np.sum(g * dots[k])) for k, g in zip(floats, got))
    found = [(fourth(moved, h), fourth(moved, 2 * h)) for h in STEPS]
    sound = [fine for fine, coarse in found if abs(fine - coarse) <= UNSURE * max(1, abs(fine))]
    if sound and not any(abs(slope - fine) <= 2 * DIFFERENCE * max(1, abs(fine)) for fine in sound):
        raise Broken("gradient by differences in Python", f"{slope}, by differences {sound}")


def fourth(moved: Callable[[float], float], h: float) -> float:
    """A difference quotient of fourth order."""
    return (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h)
