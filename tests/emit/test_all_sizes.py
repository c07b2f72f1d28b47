"""One text for all sizes: what it computes at a size is what Recto computes for that size.

The text is emitted once and run by NumPy; the other side is read for the size and run by the interpreter.
"""
from __future__ import annotations

import copy
import inspect
import re
from collections.abc import Callable

import numpy as np
import pytest

import recto
from corpus import tried
from recto._show.emit import Plan
from recto._show.generate import function_of
from recto._show.stages import some_sizes

from .running import Planned, agree, drawn_for, in_memory
from .sized import ROWS, Row
from .test_conditions import header, promised_at

GRADIENTS = [r for r in ROWS if tried(f"all sizes: {r.function.__name__}", 6)]
OTHERS = [(r, chain) for r in ROWS if r.chains for chain in ("jit", "vjp", "jvp", "vmap")
          if tried(f"all sizes: {chain} {r.function.__name__}", 6)]
DIFFERENCES = [r for r in ROWS if tried(f"differences: {r.function.__name__}", 12)]


def emitted(row: Row, chain: str) -> tuple[Callable, str]:
    """The function in the emitted text, which is no longer about any size; the text."""
    batched = re.sub(r"64\b(?!\[)", "64[lanes]", row.types.replace("64[", "64[lanes, "))
    types = batched if chain == "vmap" else row.types
    plan = Plan.of(row.function, chain, types)
    return function_of(plan.text(), plan.called(None)), plan.text()


def at_size(row: Row, chain: str, sizes: dict[str, int]) -> Planned:
    """What Recto reads for this size, with values for all arguments."""
    values = row.values(sizes)
    if chain == "vmap":
        values = {n: np.stack([v, np.flip(v), v]) for n, v in values.items()}
    plan = Plan.of(row.function, chain, values)
    entered, reading = plan.read(some_sizes(plan))
    rng = np.random.default_rng(1)
    drawn = {n: drawn_for(a, rng) for n, a in zip(plan.chained.names, entered.args) if n not in values}
    return Planned(plan, values | drawn, entered, reading)


def check(row: Row, chain: str) -> None:
    run, text = emitted(row, chain)
    assert sorted(header(text)) == sorted(row.asks), text
    sizes = [s for s in row.assigned if promised_at(header(text), s)]
    assert len(sizes) >= 3
    for at in sizes:
        made = at_size(row, chain, at)
        with np.errstate(all="ignore"):
            got = run(*(copy.deepcopy(made.values[n]) for n in inspect.signature(run).parameters))
        want = in_memory(made)
        agree([got] if len(want) == 1 else got, want, f"{chain} of {row.function.__name__} at {at}\n{text}")


@pytest.mark.parametrize("row", GRADIENTS, ids=lambda r: r.function.__name__)
def test_gradients(row):
    check(row, "grad")


@pytest.mark.parametrize("row, chain", OTHERS, ids=lambda v: v if isinstance(v, str) else v.function.__name__)
def test_other_transformations(row, chain):
    check(row, chain)


@pytest.mark.parametrize("row", DIFFERENCES, ids=lambda r: r.function.__name__)
def test_gradients_are_limits_of_differences(row):
    run, text = emitted(row, "grad")
    for at in row.assigned:
        if not promised_at(header(text), at):
            continue
        values = row.values(at)
        name, *others = values
        along = np.random.default_rng(2).uniform(-1, 1, np.shape(values[name]))
        f = lambda t: row.function(values[name] + t * along, *(copy.deepcopy(values[n]) for n in others))
        slope = (f(1e-6) - f(-1e-6)) / 2e-6
        got = np.sum(run(*copy.deepcopy(list(values.values()))) * along)
        np.testing.assert_allclose(got, slope, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("n", (1, 2, 3))
def test_the_first_and_the_last_element_may_be_one(n):
    """The adjoint of x[0] may not be set where that of x[-1] has been."""

    def ends(x):
        return np.sin(x[0]) * np.cos(x[-1]) + x[0] * x[-1]

    def filled(x):
        y = np.zeros(len(x))
        y[0] = x[0] ** 2
        for i in range(len(x)):
            y[-1] = y[-1] + x[i] * y[0]
        return y[-1]

    x = np.linspace(0.5, 1.5, n)
    for function in (ends, filled):
        space: dict = {}
        exec(recto.grad(function).source("f64[n]"), space)
        slopes = [(function(x + h) - function(x - h)) / 2e-6 for h in 1e-6 * np.eye(n)]
        np.testing.assert_allclose(space[f"grad_{function.__name__}"](x), slopes, rtol=1e-6, atol=1e-8)
