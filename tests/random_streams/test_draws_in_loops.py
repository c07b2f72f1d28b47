"""Random numbers that native loops draw themselves: those of NumPy and Python, bit for bit, and the same state."""
from __future__ import annotations

import random

import numpy as np
import pytest

import recto
from recto import transform
from recto.transform.core.hosted import stream_memory
from recto.transform.lower.native.draws import agreement
from recto.transform.lower.native.draws.recipes import RECIPES

from .test_draws import state_of

ROUNDS = 200
MAKERS = {
    "Generator": lambda: np.random.default_rng(7),
    "MT19937": lambda: np.random.Generator(np.random.MT19937(3)),
    "Philox": lambda: np.random.Generator(np.random.Philox(3)),
    "RandomState": lambda: np.random.RandomState(5),
    "Random": lambda: random.Random(11),
}
ARGUMENTS = {
    "standard_gamma": [(2.5,), (0.5,)], "normal": [(1.0, 2.0)], "exponential": [(0.5,)], "uniform": [(-1.0, 2.0)],
    "lognormal": [(0.0, 0.5)], "laplace": [(0.0, 1.0)], "logistic": [(0.0, 1.0)], "gumbel": [(0.0, 1.0)],
    "rayleigh": [(1.5,)], "weibull": [(1.5,)], "pareto": [(3.0,)], "power": [(2.0,)], "gamma": [(2.0, 3.0)],
    "beta": [(0.5, 2.0), (2.0, 2.0)], "chisquare": [(3.0,)], "f": [(3.0, 4.0)], "standard_t": [(4.0,)],
    "wald": [(1.0, 2.0)], "vonmises": [(0.5, 2.0)], "poisson": [(3.0,), (30.0,)], "geometric": [(0.2,), (0.5,)],
    "binomial": [(5, 0.3), (100, 0.6)], "integers": [(10,), (-5, 1 << 40)], "randint": [(10,), (-5, 1 << 40)],
    "choice": [(7,)], "expovariate": [(2.0,)], "normalvariate": [(1.0, 2.0)], "randrange": [(8,), (3, 11)],
}
PYTHONS = {"choice": [([3, 5, 9],)], "randint": [(2, 9), (-3, 1 << 45)]}
ROWS = [(cls, method, args) for cls, method in RECIPES
        for args in (PYTHONS if cls == "Random" and method in PYTHONS else ARGUMENTS).get(method, [()])]
ROWS.append(("Random", "gauss", (0.5, 1.5)))


def drawn(method, args):
    """The numbers of a loop; the parameters are known."""
    def f(rng, n):
        out = np.zeros(n)
        for k in range(n):
            out[k] = getattr(rng, method)(*args)
        return out
    return f


def drawn_with(method):
    """The same, where the parameters are not known."""
    def f(rng, n, args):
        out = np.zeros(n)
        for k in range(n):
            out[k] = getattr(rng, method)(*args)
        return out
    return f


def drawn_arrays(method, args):
    """A number of the arrays that are drawn in a branch of a loop."""
    def f(rng, n):
        total = 0.0
        for k in range(n):
            if total < 1e5:
                x = getattr(rng, method)(*args)
                total += x.sum() * (k % 7) + x[0]
        return total
    return f


def shuffled_array(rng, n, x):
    total = 0.0
    for k in range(n):
        rng.shuffle(x)
        total += x[0] * k
    return total


def shuffled_list(rng, n):
    x, total = [3, 1, 4, 1, 5], 0
    for k in range(n):
        rng.shuffle(x)
        total += x[0] * k
    return total


def lowered(function, *args):
    program = recto.jit(function).program(*args)
    return transform.lowered(program, native=True)


def check(function, make, *more, rtol=0.0):
    wanted, own = make(), make()
    expected = function(wanted, ROUNDS, *more)
    np.testing.assert_allclose(np.asarray(recto.jit(function)(own, ROUNDS, *more)), expected, rtol=rtol)
    assert state_of(own) == state_of(wanted)


@pytest.mark.xla
@pytest.mark.parametrize("cls, method, args", ROWS, ids=str)
def test_loops_draw_what_python_draws(cls, method, args):
    check(drawn(method, args), MAKERS[cls])


@pytest.mark.xla
@pytest.mark.parametrize("cls, method, args", [r for r in ROWS if r[2] and not isinstance(r[2][0], list)], ids=str)
def test_with_parameters_that_are_not_known(cls, method, args):
    check(drawn_with(method), MAKERS[cls], args)


@pytest.mark.xla
@pytest.mark.parametrize("kind", ("MT19937", "Philox"))
@pytest.mark.parametrize("method", ("random", "standard_normal", "standard_exponential"))
def test_of_other_bit_generators(kind, method):
    check(drawn(method, ()), MAKERS[kind])


VALUES, WEIGHTS = np.array([2.0, 4.0, 6.0, 8.0]), np.array([0.1, 0.2, 0.3, 0.4])
ARRAYS = [("normal", (0.0, 1.0, 3)), ("uniform", (0.0, 1.0, 3)), ("permutation", (6,)), ("permutation", (VALUES,)),
          ("choice", (VALUES, 3)), ("choice", (VALUES, 2, True, WEIGHTS)), ("choice", (4, 5, True, WEIGHTS))]


@pytest.mark.xla
@pytest.mark.parametrize("cls", ("Generator", "RandomState"))
@pytest.mark.parametrize("method, args", ARRAYS, ids=str)
def test_arrays(cls, method, args):
    check(drawn_arrays(method, args), MAKERS[cls], rtol=1e-13)


@pytest.mark.xla
@pytest.mark.parametrize("cls", ("Generator", "RandomState"))
@pytest.mark.parametrize("a", (4, VALUES), ids=("positions", "items"))
def test_one_item_with_probabilities(cls, a):
    check(drawn("choice", (a, None, True, WEIGHTS)), MAKERS[cls])


@pytest.mark.xla
@pytest.mark.parametrize("cls", ("Generator", "RandomState", "Random"))
def test_shuffles(cls):
    check(shuffled_list, MAKERS[cls])
    if cls != "Random":
        wanted, own, x, y = MAKERS[cls](), MAKERS[cls](), np.arange(7.0), np.arange(7.0)
        assert recto.jit(shuffled_array)(own, ROUNDS, x) == shuffled_array(wanted, ROUNDS, y)
        assert state_of(own) == state_of(wanted)
        np.testing.assert_array_equal(x, y)


def refused(rng, n, scale):
    total = 0.0
    for k in range(n):
        total += rng.exponential(scale - 0.1 * k)
    return total


def rejected(rng, n):
    """A loop that ends when data say so, in a branch of another."""
    out = np.zeros(n)
    for k in range(n):
        x = rng.standard_normal()
        if k % 3:
            while rng.random() > np.exp(-x * x):
                x = rng.standard_normal()
        out[k] = x
    return out


def beside_a_solver(rng, n, A):
    """No native loop: it solves systems."""
    x, total = np.ones(len(A)), 0.0
    for k in range(n):
        x = np.linalg.solve(A, x)
        if x[0] < 5.0:
            x = x + rng.normal(size=len(A))
        total += rng.random() * x[0]
    return total


def reseeded(rng, n):
    """What only the host does, among what the kernel draws."""
    total = 0.0
    for k in range(n):
        if k % 50 == 7:
            rng.seed(k)
        total += rng.standard_normal() + rng.triangular(0.0, 1.0, 2.0)
    return total


def gauss_and_seed(rng, n):
    total = 0.0
    for k in range(n):
        total += rng.gauss(0.0, 1.0)
        if k % 7 == 2:
            rng.seed(k)
    return total


def gauss_until(rng, n):
    """It ends in the middle of a pair, or raises there."""
    total = 0.0
    for k in range(n):
        total += rng.gauss(0.0, 1.0)
        if k == 30:
            total += rng.expovariate(n - 60)
    return total


def made_inside(n, seed):
    total = 0.0
    for k in range(n):
        rng = np.random.default_rng(seed + k)
        total += rng.random() + rng.normal()
    return total


def printed(rng, n):
    for k in range(n):
        x = rng.random()
        if x > 0.97:
            print(k, x)
    return x


@pytest.mark.xla
def test_parameters_that_numpy_refuses_raise_its_exception():
    for n in (5, 20):
        wanted, own = MAKERS["Generator"](), MAKERS["Generator"]()
        if n == 5:
            assert recto.jit(refused)(own, n, 1.0) == refused(wanted, n, 1.0)
        else:
            with pytest.raises(ValueError, match="scale < 0"):
                refused(wanted, n, 1.0)
            with pytest.raises(ValueError, match="scale < 0"):
                recto.jit(refused)(own, n, 1.0)
        assert state_of(own) == state_of(wanted)


@pytest.mark.xla
def test_loops_in_loops():
    for cls in ("Generator", "RandomState"):
        check(rejected, MAKERS[cls])
    check(reseeded, MAKERS["RandomState"])


@pytest.mark.xla
def test_spare_numbers_of_gauss():
    check(gauss_and_seed, MAKERS["Random"])
    for n in (1, 2, 35, 60):
        wanted, own = MAKERS["Random"](), MAKERS["Random"]()
        if n == 60:
            with pytest.raises(ZeroDivisionError):
                gauss_until(wanted, n)
            with pytest.raises(ZeroDivisionError):
                recto.jit(gauss_until)(own, n)
        else:
            assert recto.jit(gauss_until)(own, n) == gauss_until(wanted, n)
        assert own.gauss(0.0, 1.0) == wanted.gauss(0.0, 1.0) and state_of(own) == state_of(wanted)


@pytest.mark.xla
def test_in_loops_that_are_no_kernels():
    A = np.eye(4) + 0.1
    check(beside_a_solver, MAKERS["Generator"], A, rtol=1e-9)
    text = lowered(beside_a_solver, MAKERS["Generator"](), 50, A).text
    assert "@random_standard_uniform(" in text and "stablehlo.while" in text


@pytest.mark.xla
def test_generators_that_are_made_in_the_loop():
    assert recto.jit(made_inside)(50, 3) == made_inside(50, 3)


@pytest.mark.xla
def test_kernels_print(capsys):
    wanted = printed(MAKERS["Generator"](), ROUNDS)
    expected = capsys.readouterr().out
    assert float(recto.jit(printed)(MAKERS["Generator"](), ROUNDS)) == wanted
    assert capsys.readouterr().out == expected and expected.count("\n") > 2


@pytest.mark.parametrize("cls, method, name", [
    ("Generator", "normal", "@random_normal("), ("RandomState", "randn", "@recto_legacy_normal("),
    ("Random", "random", "@recto_twister_double("), ("Generator", "integers", "@random_bounded_uint64_fill("),
])
def test_the_whole_loop_is_one_kernel(cls, method, name):
    args = ARGUMENTS.get(method, [()])[0]
    found = lowered(drawn(method, args), MAKERS[cls](), ROUNDS)
    assert name in found.text and "stablehlo.while" not in found.text and not found.callbacks and found.calls_python


# -- where states and functions are not what they are taken for ------------------------------------------------


@pytest.mark.xla
@pytest.mark.parametrize("cls", ("Generator", "RandomState", "Random"))
def test_states_that_are_not_found_are_left_to_the_host(cls, monkeypatch):
    monkeypatch.setattr(stream_memory, "address_of", lambda generator: 0)
    check(drawn("random", ()), MAKERS[cls])


def test_methods_that_draw_otherwise_are_left_to_the_host(monkeypatch):
    monkeypatch.setitem(agreement.TRIALS, ("Generator", "uniform"), (lambda rng: 0.0, lambda rng: 1.0))
    agreement.agrees.cache_clear()
    try:
        text = lowered(drawn("uniform", (0.0, 1.0)), MAKERS["Generator"](), ROUNDS).text
        assert "@random_uniform(" not in text
    finally:
        agreement.agrees.cache_clear()


@pytest.mark.xla
@pytest.mark.parametrize("method, args", [
    ("normal", (0.0, 1.0)), ("integers", (3, 9)), ("binomial", (5, 0.3)), ("choice", (4, None, True, WEIGHTS)),
], ids=lambda v: v if isinstance(v, str) else "")
def test_where_numpy_exports_no_functions_the_host_draws(method, args, monkeypatch):
    monkeypatch.setattr(agreement, "has_routine", lambda name: False)
    agreement.agrees.cache_clear()
    try:
        check(drawn(method, args), MAKERS["Generator"])
        assert "@random_" not in lowered(drawn(method, args), MAKERS["Generator"](), ROUNDS).text
    finally:
        agreement.agrees.cache_clear()


def test_addresses_of_states():
    assert stream_memory.address_of(np.random.default_rng(1)) and stream_memory.address_of(np.random.RandomState(1))
    assert stream_memory.address_of(random.Random(1)) and stream_memory.address_of("none") == 0
    assert not stream_memory.has_routine("random_nothing")
