"""Statistics of large samples drawn with fixed keys, against SciPy's distributions."""
import numpy as np
import pytest
import recto
from scipy import special, stats

random = recto.random
SIZE = 20_000
LEAST = 0.005           # the keys are fixed: a p-value below this shows a fault, not bad luck

CONTINUOUS = [
    ("uniform", lambda key: random.uniform(key, (SIZE,), minval=-2.0, maxval=3.0), stats.uniform(-2, 5)),
    ("uniform-f32", lambda key: random.uniform(key, (SIZE,), np.float32), stats.uniform()),
    ("normal", lambda key: random.normal(key, (SIZE,)), stats.norm()),
    ("normal-f32", lambda key: random.normal(key, (SIZE,), np.float32), stats.norm()),
    ("normal-c128", lambda key: np.asarray(random.normal(key, (SIZE,), complex)).imag * np.sqrt(2), stats.norm()),
    ("truncated", lambda key: random.truncated_normal(key, -0.5, 2.0, (SIZE,)), stats.truncnorm(-0.5, 2.0)),
    ("exponential", lambda key: random.exponential(key, (SIZE,)), stats.expon()),
    ("laplace", lambda key: random.laplace(key, (SIZE,)), stats.laplace()),
    ("logistic", lambda key: random.logistic(key, (SIZE,)), stats.logistic()),
    ("cauchy", lambda key: random.cauchy(key, (SIZE,)), stats.cauchy()),
    ("gumbel", lambda key: random.gumbel(key, (SIZE,)), stats.gumbel_r()),
    ("gumbel-high", lambda key: random.gumbel(key, (SIZE,), mode="high"), stats.gumbel_r()),
    ("gamma-0.2", lambda key: random.gamma(key, 0.2, (SIZE,)), stats.gamma(0.2)),
    ("gamma-1", lambda key: random.gamma(key, 1.0, (SIZE,)), stats.gamma(1.0)),
    ("gamma-7.5", lambda key: random.gamma(key, 7.5, (SIZE,)), stats.gamma(7.5)),
    ("gamma-f32", lambda key: random.gamma(key, 3.0, (SIZE,), np.float32), stats.gamma(3.0)),
    ("loggamma", lambda key: random.loggamma(key, 0.01, (SIZE,)), stats.loggamma(0.01)),
    ("beta", lambda key: random.beta(key, 0.5, 2.5, (SIZE,)), stats.beta(0.5, 2.5)),
    ("dirichlet", lambda key: random.dirichlet(key, np.array([1.0, 2.0, 0.5]), (SIZE,))[:, 1], stats.beta(2.0, 1.5)),
]
PROBABILITIES = np.array([0.1, 0.2, 0.3, 0.4])
COUNTED = [
    ("randint", lambda key: random.randint(key, (SIZE,), 3, 13), stats.randint(3, 13)),
    ("randint-i8", lambda key: random.randint(key, (SIZE,), -128, 128, np.int8), stats.randint(-128, 128)),
    ("bits-u8", lambda key: random.bits(key, (SIZE,), np.uint8), stats.randint(0, 256)),
    ("bernoulli", lambda key: random.bernoulli(key, 0.3, (SIZE,)), stats.bernoulli(0.3)),
    ("bernoulli-high", lambda key: random.bernoulli(key, 0.3, (SIZE,), mode="high"), stats.bernoulli(0.3)),
    ("rademacher", lambda key: (random.rademacher(key, (SIZE,)) + 1) // 2, stats.bernoulli(0.5)),
    ("poisson-0.4", lambda key: random.poisson(key, 0.4, (SIZE,)), stats.poisson(0.4)),
    ("poisson-6", lambda key: random.poisson(key, 6.0, (SIZE,)), stats.poisson(6.0)),
    ("poisson-12", lambda key: random.poisson(key, 12.0, (SIZE,)), stats.poisson(12.0)),
    ("poisson-300", lambda key: random.poisson(key, 300.0, (SIZE,)), stats.poisson(300.0)),
    ("binomial-few", lambda key: random.binomial(key, 12, 0.3, (SIZE,)), stats.binom(12, 0.3)),
    ("binomial-many", lambda key: random.binomial(key, 60, 0.7, (SIZE,)), stats.binom(60, 0.7)),
    ("multinomial", lambda key: random.multinomial(key, 9, np.array([0.2, 0.5, 0.3]), shape=(SIZE, 3))[:, 1],
     stats.binom(9, 0.5)),
    ("categorical", lambda key: random.categorical(key, np.log(PROBABILITIES), shape=(SIZE,)), PROBABILITIES),
    ("choice-p", lambda key: random.choice(key, 4, (SIZE,), p=PROBABILITIES), PROBABILITIES),
    ("choice", lambda key: random.choice(key, 7, (SIZE,)), stats.randint(0, 7)),
]


@pytest.mark.parametrize("draw, wanted", [c[1:] for c in CONTINUOUS], ids=[c[0] for c in CONTINUOUS])
def test_continuous_distributions_xla(draw, wanted):
    """The test of Kolmogorov and Smirnov."""
    x = np.asarray(draw(random.key(2026)), float)
    assert x.shape == (SIZE,) and np.isfinite(x).all()
    assert stats.kstest(x, wanted.cdf).pvalue > LEAST


@pytest.mark.parametrize("draw, wanted", [c[1:] for c in COUNTED], ids=[c[0] for c in COUNTED])
def test_discrete_distributions_xla(draw, wanted):
    """Pearson's chi-squared test, of values that are expected ten times at least."""
    x = np.asarray(draw(random.key(7))).astype(int)
    values = np.arange(x.min() - 1, x.max() + 2)
    mass = wanted.pmf(values) if hasattr(wanted, "pmf") else np.pad(wanted, (1, 1))
    often = SIZE * mass >= 10
    found = np.array([np.sum(x == v) for v in values[often]])
    expected = SIZE * mass[often]
    rare = SIZE * max(0, 1 - mass[often].sum())
    assert abs(SIZE - found.sum() - rare) <= 6 * np.sqrt(rare) + 1e-6
    assert stats.chisquare(found, expected * found.sum() / expected.sum()).pvalue > LEAST


def test_binomial_numbers_at_the_edges_xla():
    n, p = np.array([5.0, 5.0, 50.0, 0.0, -1.0, 5.0, 5.0]), np.array([0.0, 1.0, 1.0, 0.5, 0.5, -0.1, 1.1])
    wanted = [0, 5, 50, 0, np.nan, np.nan, np.nan]
    np.testing.assert_array_equal(random.binomial(random.key(0), n, p), wanted)
    counts = np.asarray(random.multinomial(random.key(0), np.array([3, 40]), np.array([0.5, 0.0, 0.5]), shape=(2, 3)))
    assert counts.sum(1).tolist() == [3, 40] and (counts[:, 1] == 0).all()


def test_large_poisson_means_xla():
    x = np.asarray(random.poisson(random.key(1), 1e9, (SIZE,)))
    z = (x - 1e9) / np.sqrt(1e9)
    assert stats.kstest(z, stats.norm().cdf).pvalue > LEAST
    assert (x % 2 == 1).any()           # computed in double precision


def test_poisson_means_at_the_edge_xla():
    lam = np.array([0.0, -1.0, np.inf, np.nan])
    assert np.array_equal(random.poisson(random.key(0), lam), [0, -1, -1, -1])


def test_streams_of_sibling_keys_are_independent_xla():
    key = random.key(99)
    streams = [np.asarray(random.normal(k, (SIZE,))) for k in random.split(key)]
    streams += [np.asarray(random.normal(random.fold_in(key, n), (SIZE,))) for n in (5, 6)]
    correlations = np.corrcoef(streams)[np.triu_indices(4, 1)]
    assert np.abs(correlations).max() < 4 / np.sqrt(SIZE)


def test_neighbouring_bits_are_independent_xla():
    """Every bit of the words is fair, and so is every pair of bits."""
    words = np.asarray(random.bits(random.key(4), (SIZE,), np.uint32))
    ones = (words[:, None] >> np.arange(32, dtype=np.uint32) & 1) * 2.0 - 1
    products = ones.T @ ones / np.sqrt(SIZE)
    assert np.abs(ones.sum(0)).max() / np.sqrt(SIZE) < 4
    assert np.abs(products[np.triu_indices(32, 1)]).max() < 4.5


def test_permutations_are_equally_likely_xla():
    draw = recto.jit(lambda key: random.permutation(key, 3))
    orders = [tuple(np.asarray(draw(k)).tolist()) for k in random.split(random.key(3), 1200)]
    counts = [orders.count(order) for order in sorted(set(orders))]
    assert len(counts) == 6
    assert stats.chisquare(counts).pvalue > LEAST


@pytest.mark.parametrize("method", ["cholesky", "eigh", "svd"])
def test_multivariate_normal_vectors_xla(method):
    """Squared distances are chi-squared; the test's p-values for 40 keys are uniform."""
    mean, cov = np.array([1.0, -2.0]), np.array([[2.0, 0.6], [0.6, 0.5]])
    draws = [np.asarray(random.multivariate_normal(key, mean, cov, (1000,), method=method))
             for key in random.split(random.key(5), 40)]
    x = np.concatenate(draws)
    np.testing.assert_allclose(x.mean(0), mean, atol=0.03)
    np.testing.assert_allclose(np.cov(x.T), cov, atol=0.04)
    distances = [np.einsum("ni,ij,nj->n", y - mean, np.linalg.inv(cov), y - mean) for y in draws]
    pvalues = [stats.kstest(d, stats.chi2(2).cdf).pvalue for d in distances]
    assert stats.kstest(pvalues, "uniform").pvalue > LEAST


def test_orthogonal_matrices_are_uniform_xla():
    q = np.asarray(random.orthogonal(random.key(6), 3, (4000,)))
    np.testing.assert_allclose(q @ np.swapaxes(q, 1, 2), np.broadcast_to(np.eye(3), q.shape), atol=1e-13)
    assert stats.kstest(q[:, 0, 0], stats.uniform(-1, 2).cdf).pvalue > LEAST       # Archimedes: uniform on the sphere
    assert stats.kstest(q[:, 2, 1], stats.uniform(-1, 2).cdf).pvalue > LEAST
    assert abs(np.mean(np.linalg.det(q))) < 0.06
    tall = np.asarray(random.orthogonal(random.key(6), 2, (5,), m=4))
    np.testing.assert_allclose(tall @ np.swapaxes(tall, 1, 2), np.broadcast_to(np.eye(2), (5, 2, 2)), atol=1e-13)


def test_draws_without_replacement_are_distinct_xla():
    key = random.key(8)
    logits = np.log(PROBABILITIES)
    draws = np.asarray(random.categorical(key, np.broadcast_to(logits, (500, 4)), shape=(4, 500), replace=False))
    assert (np.sort(draws, axis=0) == np.arange(4)[:, None]).all()
    first = np.bincount(draws[0], minlength=4)
    assert stats.chisquare(first, 500 * PROBABILITIES).pvalue > LEAST
    chosen = np.asarray(random.choice(key, 50, (50,), replace=False))
    assert sorted(chosen) == list(range(50)) and not np.array_equal(chosen, np.arange(50))


# -- derivatives ---------------------------------------------------------------------------------------------

KEY = np.array([11, 12], np.uint32)
SHAPES = np.array([0.03, 0.4, 1.0, 2.5, 40.0, 900.0])


def test_derivatives_of_gamma_samples_are_implicit_xla():
    """The sample keeps its quantile when its parameter moves."""
    x = np.asarray(random.gamma(KEY, SHAPES))
    slopes = np.asarray(recto.grad(lambda a: np.sum(random.gamma(KEY, a)))(SHAPES))
    quantile = lambda a: np.where(x < SHAPES, special.gammaincinv(a, special.gammainc(SHAPES, x)),
                                  special.gammainccinv(a, special.gammaincc(SHAPES, x)))
    step = 1e-5 * SHAPES
    expected = (quantile(SHAPES + step) - quantile(SHAPES - step)) / (2 * step)
    np.testing.assert_allclose(slopes, expected, rtol=2e-7)
    logarithmic = np.asarray(recto.grad(lambda a: np.sum(random.loggamma(KEY, a)))(SHAPES))
    np.testing.assert_allclose(logarithmic, slopes / x, rtol=1e-10)


def test_slopes_of_large_gamma_samples_join_xla():
    """Above 5e4 the derivative is that of an approximation: it agrees with the exact one below."""
    slope = recto.grad(lambda a: random.gamma(KEY, a))
    below, above = float(slope(4.9999e4)), float(slope(5.0001e4))
    assert abs(above - below) < 1e-6 * below


def quantile_bends(a, x):
    """The second derivative by a of the quantile whose value is x: what moves with a has a slope that moves."""
    u, h = special.gammainc(a, x), 5e-3
    q = [special.gammaincinv(a + k * h, u) for k in (-2, -1, 0, 1, 2)]
    return (-q[0] + 16 * q[1] - 30 * q[2] + 16 * q[3] - q[4]) / (12 * h * h)


def test_second_derivatives_of_gamma_samples_are_implicit_xla():
    """In forward and reverse mode: a sample that the slope depends on moves by its rule again."""
    sample = lambda a: random.gamma(KEY, a)
    first, forward = recto.grad(sample), lambda a: recto.jvp(sample, (a,), (1.0,))[1]
    for a in (0.7, 3.3):
        found = [recto.grad(first)(a), recto.jvp(forward, (a,), (1.0,))[1], recto.grad(forward)(a)]
        np.testing.assert_allclose([float(x) for x in found], quantile_bends(a, float(sample(a))), rtol=1e-6)


def test_derivatives_of_gamma_samples_are_batched_xla():
    """A Hessian is batched: each sample depends on its own parameter alone."""
    point = np.array([0.7, 3.3])
    total = lambda a: np.sum(random.gamma(KEY, a))
    wanted = np.diag(quantile_bends(point, np.asarray(random.gamma(KEY, point))))
    for transformed in (recto.hessian(total), recto.jacrev(recto.grad(total)), recto.jacfwd(recto.grad(total))):
        np.testing.assert_allclose(np.asarray(transformed(point)), wanted, rtol=1e-6)
    np.testing.assert_allclose(recto.jacfwd(lambda a: random.beta(KEY, a, 2.0))(point),
                               recto.jacrev(lambda a: random.beta(KEY, a, 2.0))(point), rtol=1e-12)


def test_mean_of_derivatives_is_the_derivative_of_the_mean_xla():
    """E[x] = a and E[x / (x + y)] = a / (a + b)."""
    slope = recto.grad(lambda a: np.mean(random.gamma(KEY, a, (4000,))))
    assert abs(float(slope(2.0)) - 1) < 0.02
    by_a, by_b = recto.grad(lambda a, b: np.mean(random.beta(KEY, a, b, (4000,))), argnums=(0, 1))(2.0, 3.0)
    assert abs(float(by_a) - 3 / 25) < 0.004 and abs(float(by_b) + 2 / 25) < 0.004
    mean = lambda alpha: np.mean(random.dirichlet(KEY, alpha, (4000,)), axis=0)
    moved = recto.jvp(mean, (np.array([2.0, 3.0, 1.0]),), (np.array([1.0, 0.0, 0.0]),))[1]
    np.testing.assert_allclose(moved, [4 / 36, -3 / 36, -1 / 36], atol=0.004)


SMOOTH = [
    ("loc-scale", lambda p: p[0] + p[1] * random.normal(KEY, (4,)), (0.5, 2.0)),
    ("uniform", lambda p: random.uniform(KEY, (4,), minval=p[0], maxval=p[1]), (-1.0, 2.0)),
    ("truncated", lambda p: random.truncated_normal(KEY, p[0], p[1], (4,)), (-1.0, 2.0)),
    ("multivariate", lambda p: random.multivariate_normal(KEY, p, np.eye(2) + np.outer(p, p), (3,)), (0.5, 2.0)),
]


@pytest.mark.parametrize("draw, point", [c[1:] for c in SMOOTH], ids=[c[0] for c in SMOOTH])
def test_samples_are_differentiable_in_their_parameters_xla(draw, point):
    point, weights = np.array(point), np.array([1.0, -0.7])
    slope = np.asarray(recto.jvp(draw, (point,), (weights,))[1])
    at = lambda step: np.asarray(recto.jit(draw)(point + step * weights))
    numeric = (at(1e-6) - at(-1e-6)) / 2e-6
    np.testing.assert_allclose(slope, numeric, rtol=1e-7, atol=1e-8)
    back = np.asarray(recto.grad(lambda p: np.sum(draw(p)))(point))
    assert abs(back @ weights - slope.sum()) < 1e-10
