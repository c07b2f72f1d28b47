"""Random numbers of NumPy's and Python's generators: the numbers that Python draws, bit for bit, and the same state."""
from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest

import recto
from recto.transform.frontend.calls.random_draws.drawing import FILLED

from . import draws

MAKERS = {"Generator": lambda: np.random.default_rng(7), "RandomState": lambda: np.random.RandomState(7),
          "Random": lambda: random.Random(7)}
GIVEN = (0.375, 6, np.array([0.25, 0.5, 0.75]))
BOTH, NUMPYS, ALL = ("Generator", "RandomState"), ("Generator",), ("Generator", "RandomState", "Random")
ROWS = {
    draws.shared_of_numbers: BOTH, draws.shared_of_arrays: BOTH, draws.shared_of_sizes: BOTH,
    draws.generator_only: NUMPYS, draws.state_only: ("RandomState",), draws.pythons_own: ("Random",),
    draws.in_a_loop: BOTH, draws.in_a_branch: BOTH, draws.until_it_is_large: BOTH, draws.left_in_the_middle: BOTH,
    draws.in_functions: BOTH, draws.into_an_array: BOTH, draws.shuffled: BOTH, draws.metropolis: BOTH,
    draws.one_after_the_other: ALL, draws.by_an_object: BOTH, draws.made_inside: NUMPYS, draws.global_numbers: NUMPYS,
    draws.filled_in_order: BOTH,
    draws.global_numbers_without_a_seed: NUMPYS,
}
DRAWN = (draws.shared_of_numbers, draws.shared_of_arrays, draws.shared_of_sizes, draws.generator_only,
         draws.state_only, draws.pythons_own, draws.made_inside, draws.left_in_the_middle)      # and nothing computed
CASES = [pytest.param(f, MAKERS[kind], id=f"{f.__name__}-{kind}") for f, kinds in ROWS.items() for kind in kinds]


def state_of(rng):
    """The whole state of a generator, as something that compares."""
    return pickle.dumps(rng.getstate() if isinstance(rng, random.Random) else rng.__reduce__()[2])


def globals_():
    return pickle.dumps((np.random.get_state(), random.getstate()))


def leaves(value):
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def same(found, wanted):
    found, wanted = leaves(found), leaves(wanted)
    assert len(found) == len(wanted)
    for k, (a, b) in enumerate(zip(found, wanted)):
        a, b = np.asarray(a), np.asarray(b)
        assert a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes(), (k, a, b)


@pytest.mark.xla
@pytest.mark.parametrize("function, make", CASES)
def test_the_numbers_and_the_state_are_pythons(function, make):
    compiled = recto.jit(function, static_argnums=2)
    ours, theirs = make(), make()
    np.random.seed(1)
    random.seed(1)
    for turn in range(2):                       # the second call goes on where the first one stopped
        before = np.random.get_state(), random.getstate()
        wanted = function(theirs, *copy.deepcopy(GIVEN))
        after = globals_()
        np.random.set_state(before[0])
        random.setstate(before[1])
        found = compiled(ours, *copy.deepcopy(GIVEN))
        if function in DRAWN:
            same(found, wanted)
        else:                                   # what is computed of the numbers is rounded as XLA rounds it
            for a, b in zip(leaves(found), leaves(wanted), strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-13)
        assert state_of(ours) == state_of(theirs) and globals_() == after, turn


@pytest.mark.parametrize("function, make", CASES)
def test_printed_source_draws_the_same(function, make):
    source = recto.jit(function, static_argnums=2).source(make(), *GIVEN)
    namespace = {}
    exec(source, namespace)
    ours, theirs = make(), make()
    np.random.seed(1)
    random.seed(1)
    given = (GIVEN[0], GIVEN[2]) if "n = 6" in source.partition("import")[0] else GIVEN
    found = namespace[function.__name__](ours, *given)
    np.random.seed(1)
    random.seed(1)
    wanted = function(theirs, *GIVEN)
    for a, b in zip(leaves(found), leaves(wanted), strict=True):
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=1e-14)
    assert state_of(ours) == state_of(theirs)


@pytest.mark.xla
def test_a_generator_of_a_class_is_read_once():
    count = []
    def f(rng, x):
        count.append(None)
        return x + rng.normal()
    compiled = recto.jit(lambda rng, x: x + rng.normal())
    for seed in range(5):
        rng = np.random.default_rng(seed)
        assert float(compiled(rng, 1.0)) == 1.0 + np.random.default_rng(seed).normal()
    assert len(compiled.versions) == 1 and not count


@pytest.mark.xla
def test_generators_in_containers_and_results():
    def f(both, which, x):
        rng = both["a"] if which > 0 else both["b"]
        return x * rng.normal(), rng
    compiled = recto.jit(f)
    both = {"a": np.random.default_rng(1), "b": np.random.default_rng(2)}
    for which, seed in ((1, 1), (-1, 2)):
        value, rng = compiled(both, which, 2.0)
        assert float(value) == 2.0 * np.random.default_rng(seed).normal()
        assert rng is both["a" if which > 0 else "b"]


OUTER = np.random.default_rng(11)
DRAW = OUTER.normal


@pytest.mark.xla
def test_generators_from_outside():
    holder = draws.Walker(np.random.default_rng(3), np.zeros(3))
    def f(x):
        return x + OUTER.random() + DRAW(), holder.rng.normal(size=2)
    compiled, theirs, held = recto.jit(f), np.random.default_rng(11), np.random.default_rng(3)
    OUTER.bit_generator.state = theirs.bit_generator.state
    for _ in range(2):
        value, more = compiled(1.0)
        assert float(value) == 1.0 + theirs.random() + theirs.normal()
        same(more, held.normal(size=2))
    assert state_of(OUTER) == state_of(theirs)


@pytest.mark.xla
def test_objects_draw_in_their_methods():
    ours, theirs = (draws.Walker(np.random.default_rng(5), np.zeros(3)) for _ in range(2))
    step = recto.jit(draws.Walker.step)
    for _ in range(3):
        assert float(step(ours, 0.5)) == theirs.step(0.5)
    np.testing.assert_allclose(ours.x, theirs.x, rtol=1e-15)
    assert ours.steps == 3 and state_of(ours.rng) == state_of(theirs.rng)


# -- derivatives -------------------------------------------------------------------------------------------------------

def reparametrised(w, rng):
    return (rng.normal(w[0], w[1]) + rng.uniform(w[1], w[2]) + rng.exponential(w[0]) + rng.laplace(w[1], w[2]) +
            rng.logistic(w[0], w[1]) + rng.gumbel(w[1], w[2]) + rng.rayleigh(w[2]) + np.log(rng.lognormal(w[0], w[1])) +
            (w * rng.normal(size=3)).sum() + rng.normal(w, 2 * w, (2, 3)).sum())


def walked(w, rng):
    x = np.zeros(3)
    for _ in range(6):
        if rng.random() < 0.5:
            x = x + w[0] * np.sin(rng.normal(x, w[1]))
        else:
            x = x * w[2] + rng.normal(size=3)
    return x.sum()


def dropped_out(w, rng):
    mask = rng.random(3) < 0.5
    return ((w * mask)**2).sum() * rng.binomial(5, 0.5)


def checkpointed(w, rng):
    @recto.checkpoint
    def layer(x):
        return np.sin(x * w) * rng.normal(1.0, 0.1, 3)
    x = np.ones(3)
    for _ in range(3):
        x = layer(x)
    return x.sum()


@pytest.mark.xla
@pytest.mark.parametrize("function", [reparametrised, walked, dropped_out, checkpointed])
def test_derivatives_are_those_of_the_numbers_drawn(function):
    w, h = np.array([0.4, 0.7, 1.2]), 1e-6
    make = lambda: np.random.default_rng(4)
    ours, theirs = make(), make()
    value, gradient = recto.value_and_grad(function)(w, ours)
    np.testing.assert_allclose(value, function(w, theirs), rtol=1e-13)
    assert state_of(ours) == state_of(theirs)
    steps = [(function(w + d, make()) - function(w - d, make())) / (2 * h) for d in h * np.eye(3)]
    np.testing.assert_allclose(gradient, steps, rtol=1e-6, atol=1e-8)
    _, tangent = recto.jvp(function, (w, make()), (np.ones(3), None))
    np.testing.assert_allclose(tangent, np.sum(steps), rtol=1e-6, atol=1e-8)


def test_parameters_without_a_derivative_are_refused():
    for shape in (lambda w, rng: rng.gamma(w), lambda w, rng: rng.beta(w, 2.0), lambda w, rng: rng.standard_t(w)):
        with pytest.raises(recto.CompileError, match="the derivative of .* is not known"):
            recto.grad(shape)(1.5, np.random.default_rng(0))


def test_loops_that_would_draw_twice_are_refused():
    def f(w, rng):
        while w.sum() < 100.0:
            w = w + np.sin(w) * rng.normal(size=1000)**2
        return w.sum()
    with pytest.raises(recto.CompileError, match="draws random numbers"):
        recto.grad(f)(np.ones(1000), np.random.default_rng(0))


# -- batches -----------------------------------------------------------------------------------------------------------

def noisy(x, rng):
    if x > 0.5:
        x = x + rng.normal()
    return x * rng.random(2), rng.integers(10)


@pytest.mark.xla
def test_lanes_draw_one_after_the_other():
    xs, ours, theirs = np.array([0.2, 0.7, 0.9, 0.1]), np.random.default_rng(2), np.random.default_rng(2)
    found = recto.vmap(noisy, in_axes=(0, None))(xs, ours)
    wanted = [noisy(x, theirs) for x in xs]
    same(found, (np.stack([a for a, _ in wanted]), np.stack([b for _, b in wanted])))
    assert state_of(ours) == state_of(theirs)


@pytest.mark.xla
def test_lanes_with_derivatives():
    loss = lambda w, x, rng: (w * x + rng.normal(0.0, 0.1) - 1.0)**2
    xs, ours, theirs = np.array([0.5, 1.5, 2.0]), np.random.default_rng(2), np.random.default_rng(2)
    found = recto.vmap(recto.grad(loss), in_axes=(None, 0, None))(2.0, xs, ours)
    wanted = [2 * x * (2.0 * x + theirs.normal(0.0, 0.1) - 1.0) for x in xs]
    np.testing.assert_allclose(found, wanted, rtol=1e-13)
    ours, theirs = np.random.default_rng(2), np.random.default_rng(2)
    whole = recto.grad(lambda w: recto.vmap(lambda x: loss(w, x, ours))(xs).sum())(2.0)
    np.testing.assert_allclose(whole, sum(2 * x * (2.0 * x + theirs.normal(0.0, 0.1) - 1.0) for x in xs), rtol=1e-13)


@pytest.mark.xla
def test_attributes_that_a_generator_lacks():
    def f(rng, x):
        old = hasattr(rng, "randint")
        return x + (rng.randint(5) if old else rng.integers(5)), old, getattr(rng, "no_such_name", 7)
    for make, old in ((MAKERS["Generator"], False), (MAKERS["RandomState"], True)):
        assert [int(v) for v in recto.jit(f)(make(), 1)] == [int(v) for v in f(make(), 1)] and f(make(), 1)[1] == old


@pytest.mark.xla
def test_the_only_bound_of_an_integer_is_computed():
    def f(rng, x):
        draw = rng.randint if hasattr(rng, "randint") else rng.integers
        return draw(len(x[x > 0])) + 10 * draw(int(x[0]), 9)
    for name in ("Generator", "RandomState"):
        x, make = np.array([3.0, -1.0, 2.0, 5.0, 7.0]), MAKERS[name]
        assert int(recto.jit(f)(make(), x)) == int(f(make(), x))


def shuffles(rng, x):
    y = x * 2.0
    rng.shuffle(y)
    return y @ np.arange(4.0) * y[0]


def shuffles_rows(rng, x):
    y = np.outer(x, x * x)
    rng.shuffle(y)
    return y[1] @ np.arange(4.0)


def chooses(rng, x):
    return rng.choice(x) * rng.choice(x, 3) @ np.arange(3.0) + rng.choice(x, 2, replace=False)[0]


def chooses_by_weight(rng, x):
    return np.sum(rng.choice(x, (2, 2), p=[0.1, 0.2, 0.3, 0.4]) ** 2)


def permutes(rng, x):
    return rng.permutation(x) @ np.arange(4.0) * rng.permutation(np.outer(x, x))[2, 1]


def chooses_columns(rng, x):
    table = np.outer(x, x * x)
    return np.sum(rng.choice(table, 2, axis=1)[1] ** 2) + np.sum(rng.permutation(table, axis=1)[0, 1:])


@pytest.mark.xla
@pytest.mark.parametrize("function, kinds", [
    (shuffles, BOTH), (shuffles_rows, BOTH), (chooses, BOTH), (chooses_by_weight, BOTH), (permutes, BOTH),
    (chooses_columns, NUMPYS)], ids=lambda v: getattr(v, "__name__", ""))
def test_what_is_chosen_or_shuffled_keeps_its_derivative(function, kinds):
    x, steps = np.array([0.5, -1.0, 2.0, 1.5]), 1e-6 * np.eye(4)
    for kind in kinds:
        ours, theirs = MAKERS[kind](), MAKERS[kind]()
        value, found = recto.value_and_grad(function, argnums=1)(ours, x)
        np.testing.assert_allclose(value, function(theirs, x), rtol=1e-12)
        assert state_of(ours) == state_of(theirs)
        wanted = [(function(MAKERS[kind](), x + h) - function(MAKERS[kind](), x - h)) / 2e-6 for h in steps]
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-7)


PARAMETERS = {
    "power": (2.5,), "geometric": (0.25,), "poisson": (4.5,), "normal": (0.5, 2.0), "uniform": (-1.0, 3.0),
    "binomial": (20, 0.25)}


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("name", FILLED)
def test_arrays_are_filled_by_the_numbers_of_calls(name, kind):
    """What blocks of draws are built on, with the generator's state after them."""
    whole, single = MAKERS[kind](), MAKERS[kind]()
    if not hasattr(whole, name):
        assert name == "random_sample" and kind == "Generator"
        return
    for parameters in (PARAMETERS.get(name, (1.5, 2.5)[:FILLED[name]]),
                       (100, 0.5) if name == "binomial" else (30.0,) if name == "poisson" else ()):
        if len(parameters) == FILLED[name]:
            found = getattr(whole, name)(*parameters, size=(7, 3))
            wanted = [getattr(single, name)(*parameters) for _ in range(21)]
            assert found.ravel().tolist() == wanted and state_of(whole) == state_of(single)


MOVES, WORDS = ("U", "D", "L", "R"), ["up", "down", "left"]


def test_choices_of_texts_from_outside():
    """(They were refused; those of texts in the function were not.)"""
    def walk(n):
        i = j = 0
        for _ in range(n):
            move = np.random.choice(MOVES)
            if move == "U":
                i -= 1
            elif move == "R":
                j += 1
        return i, j, np.random.choice(WORDS, p=[0.5, 0.25, 0.25])

    for seed in range(3):
        np.random.seed(seed)
        wanted = walk(20)
        np.random.seed(seed)
        assert recto.jit(walk)(20) == wanted
