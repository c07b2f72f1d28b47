"""scipy.stats: tests of variances, frequencies, normality and distributions; measures of samples."""
import numpy as np
from scipy import stats

from .call import row

rng = np.random.default_rng(18)
A, B, C = rng.normal(size=12), rng.normal(0.4, 1.5, size=9), rng.normal(-0.3, 0.8, size=10)
TABLE = np.array([[10.0, 20.0, 30.0], [6.0, 9.0, 17.0]])
COUNTS = np.array([16.0, 18.0, 16.0, 14.0, 12.0, 12.0])
ROWS = rng.normal(size=(4, 11))
ANGLES = rng.uniform(0.3, 2.5, size=(3, 5))


@row(A, B, C)
def variances_of_groups(a, b, c):
    found = [stats.f_oneway(a, b, c), stats.bartlett(a, b, c), stats.levene(a, b, c), stats.levene(a, b, center="mean")]
    return [(r.statistic, r.pvalue) for r in found], tuple(stats.f_oneway(ROWS, ROWS * 2 + a[0], axis=1))


@row(TABLE, COUNTS)
def frequencies(table, counts):
    found, small = stats.chi2_contingency(table), stats.chi2_contingency(table[:, :2])
    return (found.statistic, found.pvalue, found.dof, found.expected_freq, tuple(small), tuple(stats.chisquare(counts)),
            stats.chi2_contingency(table, lambda_="log-likelihood")[0], stats.contingency.expected_freq(table),
            [stats.power_divergence(counts, lambda_=power).pvalue for power in ("log-likelihood", "neyman", 0.5)],
            tuple(stats.chisquare(counts * 0.5, np.sum(counts) * np.arange(1, 7) / 42, ddof=1)))


@row(A, ROWS)
def departures_from_normality(a, rows):
    found = [stats.skewtest(a), stats.kurtosistest(a), stats.normaltest(a), stats.jarque_bera(a),
    stats.normaltest(rows, axis=1),
             stats.skewtest(a, alternative="less"), stats.pointbiserialr(A > 0, a)]
    return [(r.statistic, r.pvalue) for r in found]


@row(A, B, gradient=False)
def distributions_of_samples(a, b):
    found = [stats.kstest(a, "norm"), stats.kstest(b, "norm", (0.3, 1.4), alternative="greater"),
             stats.ks_1samp(a, stats.norm.cdf, alternative="less"), stats.kstest(a, b)]
    return [(r.statistic, r.pvalue, r.statistic_location, r.statistic_sign) for r in found]


@row(A, B, C, gradient=False)
def tests_by_scipy(a, b, c):
    found = [stats.friedmanchisquare(a[:9], b, c[:9]), stats.ansari(a, b), stats.fligner(a, b, c),
    stats.brunnermunzel(a, b),
             stats.shapiro(a), stats.mood(a, b), stats.weightedtau(a[:9], b), stats.fisher_exact([[8, 2], [1, 5]])]
    return [(r.statistic, r.pvalue) for r in found]


@row(A, COUNTS)
def robust_slopes(y, counts):
    x = np.arange(12) * 1.3 + 0.1 * np.sin(np.arange(12))
    return (tuple(stats.theilslopes(y, x)), tuple(stats.theilslopes(y, alpha=0.9, method="joint")),
            tuple(stats.siegelslopes(y, x)), tuple(stats.siegelslopes(y, method="separate")))


@row(A, ROWS)
def measures_of_samples(a, rows):
    return (stats.moment(a, 3), stats.moment(rows, [2, 4], axis=1), stats.gstd(np.exp(a)), stats.variation(rows + 3,
            axis=1, ddof=1),
            stats.median_abs_deviation(a), stats.median_abs_deviation(rows, axis=None, scale="normal"), stats.zmap(a,
            B),
            stats.pmean(np.exp(a), 1.5), stats.tmean(a, (-1, 1)), stats.tvar(rows, (None, 0.5), axis=1), stats.tstd(a,
            (-2, 2)),
            stats.tsem(a, (-1, None), inclusive=(False, True)), stats.percentileofscore(A, [0.1, A[3]]),
            stats.percentileofscore(A, A[4], kind="mean"))


@row(ANGLES)
def measures_of_angles(angles):
    return (stats.circmean(angles), stats.circvar(angles, axis=0), stats.circstd(angles), stats.circmean(
        angles * 50, high=180, low=-180, axis=1), stats.circstd(angles, normalize=True, axis=1))


@row(A, B)
def distances_of_samples(a, b):
    return (stats.wasserstein_distance(a, b), stats.energy_distance(a, b), stats.wasserstein_distance(
        a, b, np.arange(1, 13), np.linspace(1, 2, 9)))


@row(A, 0.4)
def transformations_to_normality(a, power):
    return (stats.boxcox(np.exp(a), power), stats.boxcox_llf(power, np.exp(a)), stats.yeojohnson(a, power),
            stats.yeojohnson_llf(power, a))


@row(np.array([200, 100, 3], np.uint8), np.array([1.0, 2.0, 2.5], np.float32), gradient=False)
def means_in_their_own_dtype(pixels, narrow):
    return (stats.tmean(pixels), stats.tmean(pixels, (0, 250)), stats.tmean(pixels, (5, 250)), stats.tmean(pixels > 50),
            stats.tmean(pixels > 50, (0.5, 2)), stats.tmean(narrow), stats.tmean(narrow, (1.5, 3)), stats.tvar(narrow))


@row(A, B)
def tests_of_selections(a, b):
    chosen = a[a > -0.5]
    return (stats.spearmanr(chosen, chosen**2)[0], stats.mannwhitneyu(chosen, b).pvalue, stats.ks_2samp(chosen, b)[:2],
            stats.wilcoxon(chosen).pvalue, stats.kendalltau(chosen, -chosen)[0])
