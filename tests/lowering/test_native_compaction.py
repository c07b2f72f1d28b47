"""The places that a mask chooses, as a native function: those of np.flatnonzero, and 0 behind them."""
from __future__ import annotations

import numpy as np
import pytest

import recto
from recto import runtime
from recto.transform import evaluate, lowered
from recto.transform.ir.program import Type
from recto.transform.lower.native import compaction

from .harness import run

pytest.importorskip("llvmlite")
BOOL = np.dtype(bool)
FUNCTIONS = [lambda x: np.flatnonzero(x > 0), lambda x: x[x > 0], lambda x: x[x > 0].sum(), lambda x: np.nonzero(x)[0],
             lambda x: np.unique(np.round(x)), lambda x: np.compress(x > 0.5, x) * 2]


def places(n, dtype=np.int64):
    return compaction.compaction(Type(BOOL, (n,)), Type(np.dtype(dtype), (n,)))


@pytest.mark.parametrize("dtype", [np.int64, np.int32])
@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 1.0])
@pytest.mark.parametrize("n", [1, 2, 3000])
def test_equals_interpreter(n, share, dtype, monkeypatch):
    monkeypatch.setattr(compaction, "SAVED", np.inf)
    p, mask = places(n, dtype), np.random.default_rng(n).random(n) < share
    text = lowered(p, native=True).text
    assert "@recto_native_" in text
    [given], [wanted] = run(runtime.compile(text), [mask]), evaluate(p, mask)
    assert given.dtype == wanted.dtype and (given == wanted).all()
    assert (given[:mask.sum()] == np.flatnonzero(mask)).all()


def test_where_it_pays():
    assert "@recto_native_" in lowered(places(10_000), native=True).text
    assert "@recto_native_" not in lowered(places(20), native=True).text
    assert "@recto_native_" not in lowered(places(10_000)).text


@pytest.mark.parametrize("f", FUNCTIONS)
def test_functions_that_choose(f):
    x = np.random.default_rng(1).standard_normal(5000)
    x[::7], x[5::11] = 0.0, np.nan
    np.testing.assert_allclose(np.asarray(recto.jit(f)(x)), f(x), rtol=1e-12)


def test_the_frontend_writes_what_is_found():
    """The calls that are looked for are those by which np.flatnonzero is lowered."""
    x = np.ones(10_000)
    assert "@recto_native_" in recto.jit(np.flatnonzero).lower(x).text()


def test_batches_and_derivatives():
    x = np.random.default_rng(2).standard_normal((3, 2000))
    f = lambda x: np.sum(x[x > 0] ** 2)
    np.testing.assert_allclose(np.asarray(recto.vmap(f)(x)), [f(row) for row in x])
    np.testing.assert_allclose(np.asarray(recto.grad(f)(x[0])), 2 * np.maximum(x[0], 0))
