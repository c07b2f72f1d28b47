"""Functions that draw from NumPy's and Python's generators: every distribution, with sizes and parameters of all kinds.

`s` is a float between 0 and 1, `n` an integer, `v` three such floats. What a call gives is a tuple.
"""
from __future__ import annotations

import random

import numpy as np


def shared_of_numbers(rng, s, n, v):
    """What Generator and RandomState both have, one number at a time, in the order of their documentation."""
    return (rng.beta(s, 2.0), rng.binomial(n, s), rng.chisquare(s), rng.exponential(s), rng.f(3.0, 2 + s),
            rng.gamma(2.5, s), rng.geometric(s), rng.gumbel(s, 2.0), rng.hypergeometric(n, 5, 3), rng.laplace(s),
            rng.logistic(s, s), rng.lognormal(s, 0.5), rng.logseries(s), rng.negative_binomial(n, s),
            rng.noncentral_chisquare(3.0, s), rng.noncentral_f(3.0, 4.0, s), rng.normal(s, 3.0), rng.pareto(s),
            rng.poisson(10 * s), rng.power(s), rng.rayleigh(s), rng.standard_cauchy(), rng.standard_exponential(),
            rng.standard_gamma(s), rng.standard_normal(), rng.standard_t(n), rng.triangular(-1.0, s, 2.0),
            rng.uniform(s, 5.0), rng.vonmises(s, 4.0), rng.wald(s, 1.0), rng.weibull(s), rng.zipf(2 + s), rng.random())


def shared_of_arrays(rng, s, n, v):
    """… whose parameters are arrays."""
    return (rng.beta(v, 2.0), rng.binomial(n, v), rng.chisquare(v), rng.exponential(v), rng.f(3.0, 2 + v),
            rng.gamma(2.5, v), rng.geometric(v), rng.gumbel(v, 2.0), rng.laplace(v), rng.logistic(v, s),
            rng.lognormal(v, v), rng.logseries(v), rng.negative_binomial(n, v), rng.noncentral_chisquare(3.0, v),
            rng.normal(v, [1.0, 2.0, 3.0]), rng.pareto(v), rng.poisson(10 * v), rng.power(v), rng.rayleigh(v),
            rng.standard_gamma(v), rng.triangular(-1.0, v, 2.0), rng.uniform(v, 5.0), rng.vonmises(v, 4.0),
            rng.wald(v, 1.0), rng.weibull(v), rng.zipf(2 + v), rng.normal(v[:, None], v), rng.normal(v, 1.0, (2, 3)),
            rng.dirichlet(v), rng.multinomial(n, [0.2, 0.3, 0.5]), rng.multinomial(n, v / v.sum(), size=2),
            rng.multivariate_normal(v, np.diag(v)), rng.multivariate_normal(v, np.eye(3), 4), rng.permutation(v),
            rng.permutation(5), rng.choice(v), rng.choice(v, 2), rng.choice(10), rng.choice(10, (2, 3)),
            rng.choice(v, 2, replace=False), rng.choice(3, 4, p=v / v.sum()), rng.choice([1.5, 2.5, s]))


def shared_of_sizes(rng, s, n, v):
    """… of sizes that are asked for."""
    return (rng.normal(size=3), rng.normal(s, size=(2, 2)), rng.uniform(size=(4,)), rng.uniform(-1, 1, 5),
            rng.exponential(size=2), rng.poisson(size=6), rng.binomial(10, s, 4), rng.standard_normal((2, 3)),
            rng.random(3), rng.random((2, 1)), rng.gamma(s, size=v.shape), rng.beta(1.0, s, v.size),
            rng.normal(size=()), rng.geometric(s, 3), rng.standard_exponential(2), rng.laplace(size=1),
            rng.normal(0, 1, 0), rng.gumbel(size=4))


def generator_only(rng, s, n, v):
    return (rng.integers(10), rng.integers(n, 20), rng.integers(0, 10, size=4), rng.integers(0, 100, 5, dtype=np.uint8),
            rng.integers(3, dtype=np.int32), rng.integers(1, n, endpoint=True), rng.integers(0, [2, 3, 4]),
            rng.integers(0, 2, 9, dtype=bool), rng.integers(2**40, size=2), rng.random(dtype=np.float32),
            rng.random(5, np.float32), rng.standard_normal(3, dtype=np.float32), rng.standard_gamma(s, 2, np.float32),
            rng.standard_exponential(3, method="inv"), rng.permuted(v), rng.permuted(np.outer(v, v), axis=1),
            rng.multivariate_hypergeometric([n, 5, 6], 4), rng.permutation(np.outer(v, v), axis=1),
            rng.choice(np.outer(v, v), 2, axis=1), rng.choice(v, 2, shuffle=False, replace=False))


def state_only(rng, s, n, v):
    return (rng.rand(), rng.rand(3), rng.rand(2, 2), rng.randn(), rng.randn(4), rng.randn(2, 3), rng.randint(10),
            rng.randint(2, n + 5), rng.randint(0, 5, 4), rng.randint(0, 5, (2, 2), dtype=np.int32), rng.random_sample(),
            rng.random_sample((2,)), rng.tomaxint(), rng.randint(9, size=3), rng.random(), rng.random((2, 2)),
            rng.randn(300, 400)[::100, ::100], rng.rand(100_001)[-2:])


def pythons_own(rng, s, n, v):
    return (rng.random(), rng.uniform(1, s), rng.gauss(s, 2.0), rng.gauss(0.0, 1.0), rng.normalvariate(s, 1.0),
            rng.lognormvariate(s, 0.5), rng.expovariate(s), rng.betavariate(s, 2.0), rng.gammavariate(s, 1.0),
            rng.vonmisesvariate(s, 1.0), rng.paretovariate(s), rng.weibullvariate(s, 2.0), rng.triangular(0, 1, s),
            rng.randint(1, n), rng.randrange(n), rng.randrange(2, 20, 3), rng.getrandbits(20),
            rng.choice([1.5, 2.5, 3.5]), rng.choice((s, 2 * s)), rng.sample(range(10), 4),
            rng.choices([1.0, 2.0, 4.0], k=3),
            rng.choices([s, 2.0, 4.0], weights=[1, 2, 3], k=3))


# -- positions ---------------------------------------------------------------------------------------------------------

def in_a_loop(rng, s, n, v):
    total = 0.0
    for k in range(n):
        total += rng.normal(k, s)
    return total, rng.random()


def in_a_branch(rng, s, n, v):
    total = 0.0
    for x in v:
        if rng.uniform() < 0.5:
            total += x * rng.standard_normal()
        elif rng.random() < 0.3:
            total -= rng.integers(5) if isinstance(rng, np.random.Generator) else 1
    return total


def until_it_is_large(rng, s, n, v):
    rounds, total = 0, 0.0
    while total < 5.0 and rng.random() < 0.99:
        total += rng.exponential(s)
        rounds += 1
    return rounds, total


def left_in_the_middle(rng, s, n, v):
    for k in range(100):
        x = rng.normal()
        if x > 1.5:
            return k, x
    return -1, 0.0


def one_step(rng, x):
    return x + rng.normal(0.0, 0.1, x.shape)


def in_functions(rng, s, n, v):
    for _ in range(4):
        v = one_step(rng, v)
    move = lambda x: x * rng.uniform(0.9, 1.1)
    return move(move(v)), [rng.random() for _ in range(3)]


def into_an_array(rng, s, n, v):
    path = np.zeros((6, 3))
    for k in range(1, 6):
        path[k] = path[k - 1] + s * rng.normal(size=3)
    path[rng.choice(6), rng.choice(3)] += rng.random()
    return path


def shuffled(rng, s, n, v):
    a, m, order = v.copy(), np.arange(12.0).reshape(4, 3) * s, list(range(5))
    rng.shuffle(a)
    rng.shuffle(m)
    rng.shuffle(order)
    return a, m, order


def metropolis(rng, s, n, v):
    x, accepted = v.copy(), 0
    for _ in range(50):
        proposal = x + s * rng.normal(size=3)
        if np.log(rng.uniform()) < 0.5 * (x @ x - proposal @ proposal):
            x, accepted = proposal, accepted + 1
    return x, accepted


def one_after_the_other(rng, s, n, v):
    other = np.random.default_rng(n)
    return rng.random() + other.random(), other.normal(size=2), rng.random()


class Walker:
    """A walker on a line, with a generator of its own."""

    def __init__(self, rng, x):
        self.rng, self.x, self.steps = rng, x, 0

    def step(self, s):
        self.x = self.x + s * self.rng.normal(size=3)
        self.steps += 1
        return self.rng.random()


def by_an_object(rng, s, n, v):
    walker = Walker(rng, v)
    return [walker.step(s) for _ in range(3)], walker.x


def made_inside(rng, s, n, v):
    numpys, olds, pythons = np.random.default_rng(n), np.random.RandomState(n), random.Random(n)
    bits = np.random.Generator(np.random.MT19937(5))
    return (rng.random(), numpys.normal(size=2), olds.rand(2), pythons.gauss(0, 1), numpys.normal(s, s), bits.random(),
            np.random.default_rng(numpys).random())


def global_numbers(rng, s, n, v):
    np.random.seed(n)
    random.seed(3)
    total = np.random.rand() + random.random() + np.random.normal(s, 2.0)
    for _ in range(n):
        if np.random.randint(3) == 1:
            total += random.gauss(0.0, s)
    return total, np.random.choice(v), np.random.permutation(4), np.random.sample(2), rng.random()


def global_numbers_without_a_seed(rng, s, n, v):
    return np.random.randn(3), np.random.uniform(s, 2, size=2), random.randint(0, n), random.uniform(0, s)


def filled_in_order(rng, s, n, v):
    """Loops whose draws are one array: of numbers, of two numbers, of vectors, the size in its place or by name."""
    x, y, z = 0.0, np.zeros(3), s
    for _ in range(70):
        x = 0.9 * x + rng.normal(s, 2.0)
    for _ in range(n):
        y = y * rng.uniform(-1.0, s, 3)
    for _ in range(9):
        z += rng.random() * rng.random()
    for k in range(5):
        y = y + rng.exponential(v, size=(3,)) * k
    for _ in range(6):
        x += rng.poisson(3.0) - rng.poisson(4.0)
    for _ in range(6):
        y = y + rng.normal(v) * x + rng.normal(v)
    return x, y, z, rng.random()
