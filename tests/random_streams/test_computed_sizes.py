"""Random arrays whose size data decide: exactly so many numbers are drawn, and the generator is left in that state."""
from __future__ import annotations

import numpy as np
import pytest

import recto

from .test_draws import MAKERS, leaves, state_of

W = np.array([0.3, 0.05, 0.15, 0.25, 0.1, 0.15])


def of_sizes(rng, w):
    k = np.sum(w > 0.2)
    return rng.normal(size=k), rng.choice(5, k), rng.normal(0, 1, (2, k)), rng.random((k, k)), rng.exponential(w[k], k)


def of_chosen(rng, w):
    chosen = w[w > 0.2]
    return (rng.normal(chosen, 2.0), rng.choice(chosen), rng.choice(chosen, 4), rng.permutation(chosen),
            rng.choice(np.flatnonzero(w > 0.2), size=3, p=chosen / chosen.sum()), rng.dirichlet(chosen),
            rng.choice(chosen, 2, replace=False), rng.poisson(9 * chosen))


def of_permutations(rng, w):
    k = np.sum(w > 0.1)
    y = w * 2
    rng.shuffle(y[:k])
    return rng.permutation(k), y, rng.permutation(w[:k])


def in_a_loop(rng, w):
    total = 0.0
    for i in range(40):
        total += rng.random(40 - i).sum()
    return total, rng.random()


def resampled(rng, w):
    copies, k = np.floor(len(w) * w).astype(int), 0
    found = np.zeros(len(w), int)
    for i in range(len(w)):
        for _ in range(copies[i]):
            found[k] = i
            k += 1
    found[k:] = np.searchsorted(np.cumsum(w), rng.random(len(w) - k))
    return found


def truncated(rng, w):
    x = rng.normal(size=(4, 6))
    outside = np.abs(x) > 1
    while any(outside.flatten()):
        x[outside] = rng.normal(loc=0.0, scale=1.0, size=outside.sum())
        outside = np.abs(x) > 1
    return x


def without_a_bound(rng, w):
    n = int(w[0] * 100)
    x = rng.normal(size=n)
    return x, rng.integers(0, 9, n)


def of_nothing(rng, w):
    return rng.normal(size=np.sum(w > 1)), rng.random()


PROGRAMS = [of_sizes, of_chosen, of_permutations, in_a_loop, resampled, truncated, without_a_bound, of_nothing]


@pytest.mark.xla
@pytest.mark.parametrize("kind", ["Generator", "RandomState"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_the_numbers_and_the_state_are_numpys(program, kind):
    if kind == "RandomState" and program is without_a_bound:
        pytest.skip("RandomState has no integers")
    compiled, ours, theirs = recto.jit(program), MAKERS[kind](), MAKERS[kind]()
    for w in (W, W[::-1].copy()):
        found, wanted = leaves(compiled(ours, w)), leaves(program(theirs, w))
        for a, b in zip(found, wanted, strict=True):
            assert np.shape(a) == np.shape(b) and np.asarray(a).dtype == np.asarray(b).dtype
            np.testing.assert_allclose(a, b, rtol=1e-13)
        assert state_of(ours) == state_of(theirs)


@pytest.mark.parametrize("program", [p for p in PROGRAMS if p is not without_a_bound], ids=lambda f: f.__name__)
def test_printed_source_draws_the_same(program):
    ours, theirs, namespace = MAKERS["Generator"](), MAKERS["Generator"](), {}
    exec(recto.jit(program).source(ours, W), namespace)
    found, wanted = leaves(namespace[program.__name__](ours, W.copy())), leaves(program(theirs, W))
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-13)
    assert state_of(ours) == state_of(theirs)


def spread(rng, w):
    return np.sum(rng.normal(w[0], w[w > 0.2])**2) * w[1] + rng.choice(w[w > 0.1]) + rng.permutation(w[:3]) @ w[3:]


@pytest.mark.xla
def test_gradients():
    make, h = MAKERS["Generator"], 1e-6
    ours, theirs = make(), make()
    value, gradient = recto.value_and_grad(spread, 1)(ours, W)
    np.testing.assert_allclose(value, spread(theirs, W), rtol=1e-13)
    assert state_of(ours) == state_of(theirs)
    steps = [(spread(make(), W + d) - spread(make(), W - d)) / (2 * h) for d in h * np.eye(len(W))]
    np.testing.assert_allclose(gradient, steps, rtol=1e-6, atol=1e-8)


@pytest.mark.xla
def test_lanes_draw_one_after_the_other():
    def total(w, rng):
        return rng.normal(size=np.sum(w > 0.2)).sum() + rng.random()
    lanes, ours, theirs = np.stack([W, 2 * W, 0 * W]), MAKERS["Generator"](), MAKERS["Generator"]()
    found = recto.vmap(total, in_axes=(0, None))(lanes, ours)
    np.testing.assert_allclose(found, [total(w, theirs) for w in lanes], rtol=1e-13)
    assert state_of(ours) == state_of(theirs)


@pytest.mark.xla
def test_a_negative_size_raises_and_draws_nothing():
    ours, theirs = MAKERS["Generator"](), MAKERS["Generator"]()
    with pytest.raises(ValueError, match="negative dimensions"):
        recto.jit(lambda w, rng: rng.normal(size=np.sum(w > 0.2) - 5))(W, ours)
    assert state_of(ours) == state_of(theirs)


def test_lengths_that_may_differ_are_refused():
    with pytest.raises(recto.CompileError, match="several lengths"):
        recto.jit(lambda w, rng: rng.gamma(w[w > 0.2], w[w < 0.3])).source(W, MAKERS["Generator"]())
