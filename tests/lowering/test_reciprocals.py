"""Quotients that share a denominator 1 + exp(x) become products; others stay what they are."""
import numpy as np
import pytest

import recto
from recto.transform import evaluate
from recto.transform.lower.in_place.reciprocals import with_reciprocals
from recto.transform.ir.program import check, walk


def swish(x):
    return x / (1.0 + np.exp(-x))


def rational(x):
    return x / (1.0 + x * x)


def third(f):
    return recto.vmap(recto.grad(recto.grad(recto.grad(f))))


def divisions(program):
    return sum(call.primitive.name == "div" for call in walk(program))


def test_sigmoids_are_divided_by_once():
    x = np.concatenate([np.linspace(-40, 40, 999), [-800.0, 800.0]])
    program = recto.jit(third(swish)).program(x)
    new = check(with_reciprocals(program))
    assert divisions(program) >= 3 and divisions(new) == 1
    with np.errstate(all="ignore"):
        (expected,), (found,) = evaluate(program, x), evaluate(new, x)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-15)


def test_other_quotients_are_exact():
    program = recto.jit(third(rational)).program(np.ones(9))
    assert divisions(program) >= 3 and with_reciprocals(program) is program
    assert with_reciprocals(recto.jit(swish).program(np.ones(9))) == recto.jit(swish).program(np.ones(9))


def in_a_loop(x, n):
    for _ in range(n):
        t = 2.0 + np.exp(x)
        x = x / t + 3.0 / t - (x + 1.0) / t
    return x


@pytest.mark.xla
def test_in_loops_and_for_numbers():
    for x in (np.linspace(-2, 2, 5), 0.3):
        np.testing.assert_allclose(recto.jit(in_a_loop)(x, np.array(6)), in_a_loop(x, 6), rtol=1e-13)
        program = recto.jit(in_a_loop).program(x, np.array(6))
        assert divisions(with_reciprocals(program)) == 1
