"""Distributions of scipy.stats: every function of each, at its edges too; parameters by name, frozen ones."""
import numpy as np
from scipy import stats
from scipy._lib._util import rng_integers
from scipy.cluster.vq import vq
from scipy.stats import norm

from recto.scipy.host.distributions import KNOWN
from recto.scipy.host.stats import MOMENTS, functions_of

from .call import row

X, Q, K = np.array([-1.5, 0.2, 0.5, 0.9, 1.7, 4.0]), np.array([0.05, 0.3, 0.77, 0.99]), np.array([0, 1, 2, 4])
EDGES = np.array([-np.inf, -3.0, 0.1, 30.0, np.nan])
CONTINUOUS = dict(norm=(0.3, 1.7), uniform=(0.1, 1.5), expon=(0.1, 1.5), laplace=(0.13, 1.5), logistic=(0.1, 1.5),
                  cauchy=(0.1, 1.5), gamma=(2.5, 0.1, 1.5), beta=(2.0, 3.5, 0.1, 2.0), invgamma=(2.5, 0.1, 1.5),
                  chi2=(3.0, 0.1, 1.5),
                  t=(3.5, 0.1, 1.5), pareto=(2.5, -0.9, 1.0), gumbel_r=(0.1, 1.5), truncnorm=(-0.5, 1.2, 0.1, 1.5),
                  gumbel_l=(0.1, 1.5), lognorm=(0.7, 0.1, 1.5), gennorm=(2.5, 0.1, 1.5), vonmises=(2.5, 0.3, 1.0),
                  weibull_min=(1.7, 0.1, 1.5), triang=(0.3, 0.1, 2.0))
DISCRETE = dict(bernoulli=(0.3,), binom=(5, 0.3), poisson=(1.7,), geom=(0.3,), nbinom=(4, 0.3),
                betabinom=(5, 1.5, 0.7), hypergeom=(20, 7, 12))


def places(name, function):
    return Q if function in ("ppf", "isf") else K if name in DISCRETE else X


def all_of(name):
    """A function of a place, or of edges, that calls everything that is known of a distribution."""
    functions = [f for f in functions_of(KNOWN[name]) if not (name in DISCRETE and f in ("ppf", "isf"))]
    moments = MOMENTS if KNOWN[name].mean is not None else ()
    distribution, args = getattr(stats, name), {**CONTINUOUS, **DISCRETE}[name]

    def everything(x, q, edges):
        at = [getattr(distribution, f)(q if f in ("ppf", "isf") else x, *args) for f in functions]
        beyond = [getattr(distribution, f)(edges, *args) for f in functions if not f.startswith("log")]
        return at, beyond, [getattr(distribution, f)(*args) for f in moments]
    everything.__name__ = f"all_of_{name}"
    return everything


for _name in {**CONTINUOUS, **DISCRETE}:         # the others: rows_of_families.py
    row(places(_name, "pdf"), Q, EDGES if not _name.startswith("gumbel") else EDGES[1:], gradient=False,
        batch=_name in ("norm", "binom"))(all_of(_name))


@row(X, 0.5, 1.7)
def normal(x, loc, scale):
    return norm.logpdf(x, loc, scale), norm.cdf(x, scale=scale, loc=loc), stats.norm.sf(x[0]), norm.ppf(0.975) * x


@row(X + 3.0, 2.5, 0.7)
def parameters_by_name(x, a, rate):
    return stats.gamma.logpdf(x, a=a, scale=1 / rate), stats.t.logpdf(x, df=a, loc=0.1), stats.beta.pdf(x / 9, b=a, a=2)


@row(X, np.array([0.5, -1.0]), gradient=False)
def outside_of_the_domain(x, scale):
    return norm.cdf(x[0], 0.0, scale), stats.expon.sf(x, scale=scale[1]), stats.poisson.pmf(2, scale)


@row(X.astype(np.float32), np.array([1, 2]), gradient=False)
def computed_in_double_precision(x, k):
    return norm.pdf(x, np.float32(0.5), 2), norm.logpdf(k), stats.poisson.logpmf(k, np.float32(1.5))


@row(X, 1.5)
def frozen(x, scale):
    found, other = stats.norm(0.3, scale), stats.gamma(2.0, scale=scale)
    return found.logpdf(x), found.mean(), found.std(), found.interval(0.9), other.cdf(np.abs(x)), other.var()


OUTSIDE = stats.laplace(0.13, scale=2.0)
COUNTS = stats.poisson(1.7)


@row(X)
def frozen_outside(x):
    return OUTSIDE.pdf(x), OUTSIDE.logcdf(x), OUTSIDE.mean(), COUNTS.pmf(2) * x


DRAWN_OUTSIDE = stats.gamma(2.5, scale=2.0)


@row(1.5, batch=False)
def variates(scale):
    np.random.seed(3)
    made = [getattr(stats, name).rvs(*CONTINUOUS[name], size=3) for name in CONTINUOUS]
    made += [getattr(stats, name).rvs(*DISCRETE[name], size=(2, 2), loc=1) for name in DISCRETE]
    rng = np.random.default_rng(5)
    return (*made, stats.norm.rvs(0.5, scale), stats.expon.rvs(scale=scale * np.ones(2)),
            stats.uniform.rvs(1, scale, 2),
            stats.t.rvs(3.0, size=2, random_state=7), stats.chi2.rvs(4.0, random_state=rng), stats.poisson.rvs(2.5),
            stats.norm(scale).rvs(2), DRAWN_OUTSIDE.rvs(size=2), stats.norm.rvs(scale, 0.0, 2),
            stats.multivariate_normal.rvs([0.5, 1.0], np.eye(2)), rng_integers(rng, 4),
            stats.multivariate_normal.rvs(size=3, random_state=rng), rng_integers(rng, 2, 9, 3),
            rng_integers(np.random.RandomState(1), 5, size=2, endpoint=True))


@row(Q, 2.5, 3.5, gradient=False)
def quantiles(q, a, b):
    return (stats.gamma.ppf(q, a, scale=b), stats.beta.isf(q, a, b), stats.t.ppf(q, a), stats.chi2.ppf(q[0], b),
            stats.invgamma.isf(q, a), stats.gennorm.ppf(q, b), stats.truncnorm.ppf(q, -a, b), stats.t.interval(q[1], b))


ENDS = np.array([0.0, 1e-10, 0.4, 1.0, -0.1, np.nan])


@row(ENDS, gradient=False)
def quantiles_at_the_ends(q):
    return [f(q, *args) for name, args in dict(t=(3.0,), gamma=(2.5,), beta=(2.0, 3.5, 1.0, 4.0),
                                               truncnorm=(3.0, 10.0)).items()
            for f in (getattr(stats, name).ppf, getattr(stats, name).isf)]


@row(np.array([-40.0, -9.2627, -7.0, -1.6, 0.3, 13.362, 25.0]), np.array([199.91, 582.3, 1e4, 1e6, np.inf])[:, None],
     gradient=False)
def tails(t, df):
    functions = (stats.t.cdf, stats.t.sf, stats.t.logcdf, stats.t.logsf)
    return [f(t, df) for f in functions] + [
        stats.t.logpdf(t, np.inf), stats.beta.sf(np.abs(t) / 100, 22.257, 236.42), stats.binom.cdf(np.abs(t), 40, 1e-3),
        stats.nbinom.sf(np.abs(t), 4, 0.9)]


@row(np.array([np.nan, -1.0, 2.0, 3.1, 5.0, 9.9, 11.0]), gradient=False)
def truncated_tails(x):
    known = stats.truncnorm
    return [f(x, *args) for f in (known.cdf, known.sf, known.logcdf, known.logsf)
            for args in ((3.0, 10.0), (-10.0, -3.0, 13.0), (30.0, np.inf, -20.0))]


@row(np.array([[3.0, 1.0, np.nan, 2.5], [0.1, 0.1, 0.1, 0.1]]), gradient=False)
def equal_and_missing_numbers(x):
    return (stats.zscore(x, axis=1, nan_policy="omit"), stats.zscore(x, axis=1), stats.skew(x, axis=1),
            stats.kurtosis(x, axis=1), stats.hmean(x - 1, axis=1), stats.rankdata(x, axis=1))


@row(np.array([3.0, 1.0, 3.0, -2.0]), gradient=False, batch=False)
def ranks_of_floats(x):
    return [stats.rankdata(x, method) for method in ("min", "max", "dense", "ordinal")], stats.sem(x.astype(np.float32))


@row(np.array([[3, 1, 3], [2, 1, 0], [3, 0, 0]]), gradient=False)
def ranks_and_modes(k):
    return ([stats.rankdata(k, method) for method in ("average", "min", "max", "dense", "ordinal")],
            stats.rankdata(k, axis=1), stats.rankdata(k * 0.5), tuple(stats.mode(k)), tuple(stats.mode(k, axis=None)),
            tuple(stats.mode(k * 0.5, axis=1, keepdims=True)))


@row(np.random.default_rng(0).normal(size=(7, 2)), np.random.default_rng(1).normal(size=(3, 2)), gradient=False)
def nearest_codes(points, codes):
    return vq(points, codes), vq(points[:, 0], codes[:, 0])


@row(np.array([-1.0, 0.0, 0.2, 1.0, 1.5]), gradient=False)
def ends_of_triangles_and_of_weibulls(x):
    return [f(x, c) for c in (0.0, 0.5, 1.0) for f in (stats.triang.pdf, stats.triang.cdf, stats.triang.ppf)] + [
        f(x, c) for c in (0.5, 1.0, 2.0) for f in (stats.weibull_min.pdf, stats.weibull_min.logpdf,
                                                   stats.weibull_min.isf)]


@row(np.arange(-1, 12), gradient=False)
def balls_from_urns(n):
    return (stats.hypergeom.pmf(2, 10, 5, n), stats.hypergeom.var(10, n, 4), stats.hypergeom.pmf(n / 2, 9, 7, 3),
            stats.hypergeom.std(1, 1, 1), stats.hypergeom(20, 7, 12).logpmf(n))


rng = np.random.default_rng(2)
SAMPLE, OTHER = rng.normal(size=(6, 3)), rng.normal(size=(5, 3)) + 0.3
PLACES, WEIGHTS = rng.normal(size=(3, 4)), np.linspace(0.1, 1.0, 6)


@row(SAMPLE, OTHER)
def tests_of_means(x, y):
    found = [stats.ttest_ind(x, y), stats.ttest_ind(x, y, equal_var=False), stats.ttest_1samp(x, 0.2, axis=1),
             stats.ttest_ind(x, y, axis=None, alternative="less"), stats.ttest_rel(x[:5], y, alternative="greater")]
    statistic, p = stats.ttest_ind(x[0], y[0])
    return [(*r, r.df, r[1]) for r in found], statistic, p


@row(SAMPLE, OTHER)
def confidence_in_means(x, y):
    sides = [stats.ttest_1samp(x[0], 0.2, alternative=side).confidence_interval() for side in ("less", "greater")]
    return *stats.ttest_ind(x, y).confidence_interval(0.9), sides[0].high, sides[1].low


@row(SAMPLE.astype(np.float32), np.arange(6), np.zeros(4), gradient=False, near=1e-5)
def dtypes_of_tests(x, k, zeros):
    made = [*stats.ttest_ind(x, x[::2] + 1), *stats.ttest_1samp(x, 0.5), *stats.ttest_ind(k, k[:3]),
            *stats.ttest_ind(zeros, zeros), *stats.ttest_ind(zeros, zeros + 1), stats.iqr(x), stats.trim_mean(x, 0.2),
            stats.iqr(k), stats.trim_mean(k, 0.2), stats.gaussian_kde(x[:, 0])(x[:, 1])]
    return made, [v.dtype == np.float32 for v in made]


@row(SAMPLE[:, 0], SAMPLE[:, 1], rng.integers(0, 4, size=(2, 6)), gradient=False, batch=False)
def tests_of_ranks(x, y, k):
    two = (stats.spearmanr, stats.kendalltau, stats.mannwhitneyu, stats.ks_2samp, stats.wilcoxon, stats.ranksums)
    where = stats.ks_2samp(x, y)
    return ([tuple(f(*pair)) for f in two for pair in ((x, y), (k[0], k[1]))], where.statistic_location,
            where.statistic_sign, tuple(stats.kruskal(x, y, k[0])), stats.spearmanr(x, y).correlation,
            tuple(stats.kendalltau(k[0], k[1], variant="c", method="asymptotic")),
            tuple(stats.mannwhitneyu(x[:4], y, alternative="less", method="exact")),
            tuple(stats.spearmanr(np.stack([x, y, x * y], axis=1))), tuple(stats.wilcoxon(x - y, zero_method="pratt")))


@row(SAMPLE)
def summaries_without_ends(x):
    return (stats.iqr(x), stats.iqr(x, axis=0, rng=(80, 10)), stats.iqr(x, axis=1, keepdims=True, scale="normal"),
            stats.iqr(x, interpolation="higher"), stats.trim_mean(x, 0.2), stats.trim_mean(x, 0.3, axis=1),
            stats.trim_mean(x, 0.2, axis=None))


@row(SAMPLE.T, PLACES, WEIGHTS)
def densities_of_samples(x, places, weights):
    line = [stats.gaussian_kde(x[0], how) for how in (None, "silverman", 0.4, lambda kde: 0.7 * kde.scotts_factor())]
    plane = stats.gaussian_kde(x[:2], weights=weights)
    return ([(kde(places[0]), kde.logpdf(0.3), kde.factor) for kde in line], line[0].integrate_box_1d(-0.5, 1.0),
            plane(places[:2]), plane.logpdf(places[:2]), plane.covariance, plane.neff, plane([0.5, 0.2]))


DENSITY = stats.gaussian_kde(SAMPLE.T[:2])


@row(PLACES[:2])
def a_density_made_outside(places):
    return DENSITY(places), DENSITY.logpdf(places), DENSITY.pdf(places)
