"""Reverse mode through loops that are left early: right, and without a record of which round left."""
import corpus
import exits
import numpy as np
import pytest

import recto
from recto import transform
from recto.transform import numpy_source
from recto.transform.ir.evaluate import evaluate
from recto.transform.passes import optimise
from recto.transform.passes.autodiff.vjp import vjp

from .laws import derivatives_hold, numbers


def programs(seed, folder):
    """The program of a random function for each of its arguments, and its operands."""
    f, _ = exits.function(seed, folder)
    for arguments in exits.arguments(seed)[seed % 2::2]:
        entered, reading = recto.jit(f)._reading(arguments, {})
        yield optimise(reading.program), corpus.Read(reading, reading.program, entered.leaves).operands


@pytest.mark.parametrize("share", range(2))
def test_reverse_mode_is_the_transpose_of_forward_mode(share, tmp_path):
    for seed in range(share, 16, 2):
        order = 1 + corpus.tried(f"exits, second order: {seed}", 2)
        for program, operands in programs(seed, tmp_path):
            derivatives_hold(program, operands, [True] * len(operands), order, differences=False, title=f"{seed} ")


@pytest.mark.parametrize("share", range(2))
def test_forward_mode_agrees_with_differences(share, tmp_path):
    for seed in range(share, 16, 2):
        program, operands = next(programs(seed, tmp_path))
        derivatives_hold(program, operands, [True] * len(operands), 1, title=f"{seed} ")


@pytest.mark.parametrize("share", range(2))
def test_printed_gradients_give_what_programs_give(share, tmp_path):
    rng = np.random.default_rng(share)
    for seed in range(share, 24, 2):
        for program, operands in programs(seed, tmp_path):
            pulled, takes = vjp(program, [True] * len(operands))
            pulled = optimise(pulled)
            bars = [numbers(rng, np.zeros(t.shape, t.dtype)) for t, take in zip(program.result_types, takes) if take]
            space: dict = {}
            exec(numpy_source(pulled), space)
            with np.errstate(all="ignore"):
                found = space[pulled.name](*[np.copy(x) if np.ndim(x) else x for x in operands], *bars)
                wanted = evaluate(pulled, *operands, *bars)
            for a, b in zip(found, wanted, strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-12, err_msg=f"{seed}")


def first_above(x, limit):
    total = 0.0
    for i in range(len(x)):
        total += np.sin(x[i])
        if total > limit:
            return total * i
        total *= x[i]
    return -total


def until_small(x, limit):
    s, k = x, 0
    while True:
        s = s * np.cos(s)
        k += 1
        if k > 40 or s < limit:
            break
    return s * k


def stepwise(x, limit):
    y = x[0]
    for v in x:
        y = y * v + np.exp(-y)
        if y > limit:
            y = y * y
            break
        y = np.sin(y)
    return y


@pytest.mark.parametrize(("function", "types"), [
    (first_above, ("f64[7]", "f64[]")), (until_small, ("f64[]", "f64[]")), (stepwise, ("f64[7]", "f64[]"))])
def test_whether_a_round_leaves_is_not_recorded(function, types):
    program = recto.grad(function).program(*types)
    kept = [v for call in program.body for v in call.outputs if v.type.dtype == bool and v.type.shape]
    assert not kept
    assert "dtype=bool" not in transform.numpy_source(program)
