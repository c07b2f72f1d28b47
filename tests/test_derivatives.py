"""Derivatives as laws: reverse mode is the transpose of forward mode, on functions of the corpus; a few values and
texts."""

import contextlib
import io
import signal

import corpus
import numpy as np
import pytest

import recto
from recto import transform
from recto.transform.passes.autodiff.jvp import jvp
from recto.transform.passes.autodiff.vjp import vjp

from derivatives.test_programs import is_narrow

SECONDS = 5     # an example perturbed into a loop without end is given up


class GaveUp(BaseException):  # no handler of the compiler for what user code raises may take it
    pass


@contextlib.contextmanager
def limited(seconds):
    def stop(*_):
        raise GaveUp
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def numbers(rng, t):
    values = rng.normal(size=t.shape)
    return values + 1j * rng.normal(size=t.shape) if t.dtype.kind == "c" else values


def transpose_gap(case):
    """|<bars, J dots> - <J^T bars, dots>|, relative, and how large it may be; 0.0 where it is not a number."""
    made = corpus.read(case)
    program, rng = made.program, np.random.default_rng(0)
    active = [p.type.dtype == np.float64 for p in program.parameters]
    operands = [np.asarray(x, p.type.dtype) for x, p in zip(made.operands, program.parameters)]
    pushed, has = jvp(program, active)
    pulled, takes = vjp(program, active)
    transform.check(pushed)
    transform.check(pulled)
    dots = [rng.normal(size=p.type.shape) for p, a in zip(program.parameters, active) if a]
    bars = [numbers(rng, t) if take else None for t, take in zip(program.result_types, takes)]
    given = [np.asarray(b, t.dtype) for b, t in zip(bars, program.result_types) if b is not None]
    out_dots = iter(transform.evaluate(pushed, *operands, *dots)[len(has):])
    in_bars = transform.evaluate(pulled, *operands, *given)[len(takes):]
    forward = sum(np.sum(bar * next(out_dots)) for bar, h in zip(bars, has) if h)
    backward = sum(np.sum(dot * bar) for dot, bar in zip(dots, in_bars))
    gap = abs(np.real(forward) - np.real(backward)) / (1 + abs(forward))
    return np.nan_to_num(gap), 1e-2 if is_narrow(program) else 1e-9


@pytest.mark.parametrize("module", corpus.module_names())
def test_vjp_is_the_transpose_of_jvp(module):
    for name, cases in corpus.sample(module, "transpose", 3).items():
        try:
            with limited(SECONDS), contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
                gap, limit = transpose_gap(cases[0])
        except GaveUp:
            continue
        except recto.CompileError as refusal:
            if "not there yet" in str(refusal) or "no derivative" in str(refusal):
                continue
            raise
        assert gap < limit, name


def tanh(x):
    y = np.exp(-2.0 * x)
    return (1.0 - y) / (1.0 + y)


def recurrence(a, k):
    b = a.copy()
    for i in range(1, len(b)):
        b[i] = np.tanh(k * b[i] * b[i - 1])
    return np.sum(b ** 2)


@pytest.mark.xla
def test_grad_of_grad_of_grad():
    g = recto.grad(tanh)
    assert float(g(1.0)) == pytest.approx(0.419974341614026, rel=1e-12)
    assert float(recto.grad(recto.grad(tanh))(1.0)) == pytest.approx(-0.6397000084492246, rel=1e-12)
    assert float(recto.grad(recto.grad(recto.grad(tanh)))(1.0)) == pytest.approx(0.6216266807712962, rel=1e-12)


@pytest.mark.xla
def test_gradient_of_an_in_place_recurrence():
    a = np.random.default_rng(0).normal(size=7)
    gradient = np.asarray(recto.grad(recurrence)(a, 0.8))
    for n in range(7):
        step = np.zeros(7)
        step[n] = 1e-6
        difference = (recurrence(a + step, 0.8) - recurrence(a - step, 0.8)) / 2e-6
        assert gradient[n] == pytest.approx(difference, rel=1e-7, abs=1e-9)


@pytest.mark.xla
def test_gradients_have_the_structure_of_the_argument():
    def loss(params, x):
        return np.sum(np.tanh(x @ params["W"] + params["b"]))
    params = {"W": np.ones((3, 2)), "b": np.zeros(2)}
    value, gradient = recto.value_and_grad(loss)(params, np.ones((4, 3)))
    assert set(gradient) == {"W", "b"} and gradient["W"].shape == (3, 2) and gradient["b"].shape == (2,)
    assert float(value) == pytest.approx(8 * np.tanh(3.0))


@pytest.mark.parametrize("function, args, message", [
    (lambda n: n * 2, ("i64[] weak",), "grad needs floating inputs"),
    (lambda x: x * 2, ("f64[3]",), "grad needs a real scalar result"),
])
def test_refusals(function, args, message):
    with pytest.raises(recto.CompileError, match=message):
        recto.grad(function).program(*args)
