"""Bugs that other tools had (or have) with derivatives: here the answer is right.

The programs are in `regressions.py`, each with the bug it guards against and what went wrong there. Those that are
about costs, caches and refusals have tests of their own below. Left out:

    jax#8409, #2947, #13522     batching: a batched `cond` runs both sides, a batched `while` does not end, a batched
                                loop copies its arrays. Not about derivatives; they belong to vmap
    taichi#3802                 not public any more; #3003 and #2505 of the same tool stand for it
    numba#6264                  closures compiled anew in each process: see test_closures_of_one_source, and the tests
                                of the disk cache
"""
from __future__ import annotations

import re

import numpy as np
import pytest

import recto
from recto.testing import check_grads

from .regressions import CASES


def numbers(args, argnums):
    return tuple(range(len(args)))[:1] if isinstance(argnums, int) else argnums


def same(got, wanted):
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    got = got if isinstance(got, tuple) else (got,)
    for g, w in zip(got, wanted, strict=True):
        np.testing.assert_allclose(np.asarray(g), w, rtol=1e-11, atol=1e-13)


def copied(args):
    return tuple(a.copy() if isinstance(a, np.ndarray) else a for a in args)


@pytest.mark.xla
@pytest.mark.parametrize("case", CASES, ids=str)
def test_gradient_is_right(case):
    got = recto.grad(case.function, case.argnums)(*copied(case.args))
    same(tuple(got) if isinstance(case.argnums, tuple) else got, case.gradient)


@pytest.mark.xla
@pytest.mark.parametrize("case", CASES, ids=str)
def test_forward_mode_says_the_same(case):
    """Along a random direction, with the closed form."""
    rng, at = np.random.default_rng(0), case.argnums if isinstance(case.argnums, tuple) else (case.argnums,)
    gradient = case.gradient if isinstance(case.argnums, tuple) else (case.gradient,)
    along = [rng.normal(size=np.shape(x)) if k in at else np.zeros_like(x) for k, x in enumerate(case.args)]
    _, dot = recto.jvp(case.function, copied(case.args), copied(along))
    wanted = sum(np.sum(np.asarray(g) * along[k]) for g, k in zip(gradient, at))
    np.testing.assert_allclose(float(dot), wanted, rtol=1e-11, atol=1e-12)


# -- checkpointing.jl#88: some lengths of a `while` with some numbers of checkpoints failed ------------------

def powers(x, n):
    y, k = 1.0, 0
    while k < n:
        y = np.sin(y * x)
        k += 1
    return y


def powers_by_hand(x, n):
    y, dy = 1.0, 0.0
    for _ in range(n):
        y, dy = np.sin(y * x), np.cos(y * x) * (y + x * dy)
    return dy


@pytest.mark.xla
def test_every_length_of_a_while_loop():
    gradient = recto.grad(powers)
    for n in [*range(70), 127, 128, 129, 1000, 4097]:
        wanted = powers_by_hand(1.3, n)
        np.testing.assert_allclose(float(gradient(1.3, n)), wanted, rtol=1e-9, atol=1e-13, err_msg=str(n))


# -- zygote#365, jax#15906: a read of one element made a whole array of zeros, a loop of n reads took n² -------------

def chain(x):
    total = 0.0
    for i in range(1, x.shape[0]):
        total += np.sin(x[i] * x[i - 1])
    return total


def running(x):
    y = np.zeros(64)
    for i in range(1, x.shape[0]):
        y[i] = np.tanh(y[i - 1] + x[i])
    return y[63]


def test_reads_are_accumulated_in_place():
    """No array is made inside the backward loop."""
    source = recto.grad(chain).source("f64[64]")
    loop = source[source.index("reversed(range" if "reversed(range" in source else "for "):]
    assert re.search(r"x_bar\[.*\] \+= ", loop) and "np.zeros" not in loop


@pytest.mark.parametrize("function", [chain, running])
def test_tapes_are_no_longer_than_the_loop(function):
    """No array of n² numbers."""
    text = recto.grad(function).stablehlo("f64[64]")
    assert "64x" not in text.replace("64xf64", "").replace("64xi64", "")
    assert "63x64" not in text and "63x63" not in text


# -- caches --------------------------------------------------------------------------------------------------

def helper(x):
    return x * x


def calls_a_helper(x):
    return helper(x) + x


def made(factor):
    return lambda x: factor * x * x


def applied(function):
    return lambda x: function(x)


@pytest.mark.xla
def test_a_helper_that_is_replaced(monkeypatch):
    """numba#3588: a changed function that a compiled one calls was not noticed."""
    gradient = recto.grad(calls_a_helper)
    assert float(gradient(3.0)) == 7.0
    monkeypatch.setitem(globals(), "helper", np.exp)
    assert float(gradient(0.0)) == 2.0
    monkeypatch.setitem(globals(), "helper", np.sin)
    assert float(gradient(0.0)) == 2.0 and float(gradient(np.pi)) == pytest.approx(0.0)


@pytest.mark.xla
def test_closures_of_one_source():
    """autograph#24742, numba#6264: functions of one source, with other values or functions in their closures."""
    assert [float(recto.grad(made(k))(3.0)) for k in (1.0, 2.0, 5.0)] == [6.0, 12.0, 30.0]
    assert [float(recto.grad(applied(f))(0.0)) for f in (np.sin, np.cos, np.exp)] == [1.0, 0.0, 1.0]
    assert [float(recto.jit(applied(recto.grad(f)))(0.0)) for f in (np.sin, np.cos, np.exp)] == [1.0, 0.0, 1.0]


@pytest.mark.xla
def test_a_lambda_in_the_midst_of_a_statement():
    """autograph#30149: no source was found for lambdas inside the head of a loop."""
    for value in [recto.grad(
            lambda x: x * x * x)(2.0)]:
        assert float(value) == 12.0


@pytest.mark.xla
def test_a_compiled_function_is_differentiated():
    """enzyme.jl#2505: wrong, for a function that another compiler had compiled."""
    assert float(recto.grad(recto.jit(lambda a, b: a * a * b))(3.0, 2.0)) == 12.0
    check_grads(recto.jit(lambda a, b: np.sin(a * a * b)), (0.3, 2.0), order=2)


@pytest.mark.xla
def test_an_array_changed_after_the_forward_pass():
    """warp#1350: the backward pass read what stood in the argument when it ran."""
    x = np.array([3.0])
    value, pull = recto.vjp(lambda x: np.sum(x * x), x)
    x[0] = 100.0
    assert float(value) == 9.0 and np.asarray(pull(1.0)[0]).tolist() == [6.0]


# -- refusals ------------------------------------------------------------------------------------------------

def test_integers_are_refused():
    """tangent#66: the gradient with respect to integers was zeros."""
    with pytest.raises(recto.CompileError, match="grad needs floating inputs"):
        recto.grad(lambda x: np.sum(x * 2.0)).program("i64[3]")


def unset_on_one_path(x):
    if x > 0:
        y = x * x
    return y


@pytest.mark.xla
def test_a_variable_that_is_unset_raises():
    """autograph#26293: it was undefined, or None."""
    gradient = recto.grad(unset_on_one_path)
    assert float(gradient(2.0)) == 4.0
    with pytest.raises((recto.CompileError, UnboundLocalError)):
        gradient(-2.0)


@pytest.mark.xla
def test_parts_read_from_a_large_array_at_known_places():
    """What is added to a part that has lost an axis is put between what lies around it: one pass, no loop."""
    x = np.random.RandomState(0).normal(size=(16, 64, 3, 64))
    wanted = np.zeros_like(x)
    wanted[:, :, 0] = np.cos(x[:, :, 0]) * np.cos(x[:, :, 1])
    wanted[:, :, 1] = -np.sin(x[:, :, 0]) * np.sin(x[:, :, 1])
    found = recto.grad(lambda x: np.sum(np.sin(x[:, :, 0]) * np.cos(x[:, :, 1])))(x)
    np.testing.assert_allclose(found, wanted, rtol=1e-14, atol=1e-15)
