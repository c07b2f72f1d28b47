"""Values that are read at several places are computed once."""
import functools

import numpy as np
import pytest

import recto
from recto import runtime


def runge_kutta(u):
    for _ in range(20):
        k = 0.1 * (np.roll(u, 1) - 2 * u + np.roll(u, -1)) + 0.01 * np.sin(u)
        w = u + 0.5 * k
        k2 = 0.1 * (np.roll(w, 1) - 2 * w + np.roll(w, -1)) + 0.01 * np.sin(w)
        w = u + k2
        u = u + (k + k2 + 0.1 * (np.roll(w, 1) - 2 * w + np.roll(w, -1)) + 0.01 * np.sin(w)) / 3
    return u


def laplacian(u):
    return 0.1 * (np.roll(u, 1) - 2 * u + np.roll(u, -1)) + 0.01 * np.sin(u)


def with_a_helper(u):
    for _ in range(20):
        k = laplacian(u)
        k2 = laplacian(u + 0.5 * k)
        u = u + (k + k2 + laplacian(u + k2)) / 3
    return u


def backwards(x, w):
    """Read forwards, backwards and as a whole, again and again: XLA took 3 ** 12 as long for it, and to compile it."""
    for k in range(12):
        x = x * 1.01 + np.sin(x[::-1] * (k + 1.0)) * np.sum(x * w) / (k + 3.0)
    return x


U, W = np.random.default_rng(3).random((2, 300))


@pytest.mark.parametrize(("function", "arguments", "sines"), [
    (runge_kutta, (U,), 4), (with_a_helper, (U,), 4), (backwards, (U, W / 300), 12)
])
def test_no_value_is_computed_for_each_place(function, arguments, sines):
    compiled = recto.jit(function)
    np.testing.assert_allclose(compiled(*arguments), function(*arguments), rtol=1e-9)
    assert compiled.hlo(*arguments).count(" sine(") <= sines
    recto.testing.check_grads(function, tuple(x[:20] for x in arguments), order=1)


def smoothed(x):
    y = 0.5 * x
    return y[1:] + y[:-1]


def elementwise(x):
    y = np.sin(x) * np.exp(x)
    return y * y + np.cos(y) * np.sum(y)


@pytest.mark.parametrize("function", [smoothed, elementwise])
def test_what_is_cheap_or_read_element_by_element_is_fused(function):
    compiled = recto.jit(function)
    np.testing.assert_allclose(compiled(U), function(U), rtol=1e-12)
    assert "@kept" not in compiled.stablehlo(U)


def test_a_value_that_is_kept_is_batched_and_differentiated():
    batch = np.stack([U[:40], W[:40]])
    found = recto.vmap(runge_kutta)(batch)
    np.testing.assert_allclose(found, [runge_kutta(x) for x in batch], rtol=1e-9)
    program = recto.jit(runge_kutta).lower(U)._lowered.text
    assert program.count("@kept") > 1 and runtime.compile(program)


def keys_in_a_chain(key, count):
    draws = []
    for _ in range(count):
        key, own = recto.random.split(key)
        draws.append(np.tanh(recto.random.normal(own, (3,))).sum())
    return draws


@pytest.mark.xla
def test_a_chain_of_keys_is_compiled_once():
    """What XLA makes of it grows with its length, not with the square."""
    lowered = [recto.jit(functools.partial(keys_in_a_chain, count=n)).lower(recto.random.key(0)) for n in (3, 12)]
    sizes = [len(runtime.compile(low._lowered.text).hlo()) for low in lowered]
    assert sizes[1] < 6 * sizes[0], sizes
