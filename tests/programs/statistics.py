"""Descriptive statistics, estimators and tests."""
import numpy as np


def welford(x):
    mean = 0.0
    squares = 0.0
    count = 0
    for value in x:
        count += 1
        delta = value - mean
        mean += delta / count
        squares += delta * (value - mean)
    if count < 2:
        return mean, 0.0
    return mean, squares / (count - 1)


def online_covariance(x, y):
    mean_x = mean_y = together = 0.0
    n = 0
    for a, b in zip(x, y):
        n += 1
        dx = a - mean_x
        mean_x += dx / n
        mean_y += (b - mean_y) / n
        together += dx * (b - mean_y)
    return together / n


def histogram_loops(x, low, high, bins):
    """Counts, with what falls outside counted apart."""
    counts = np.zeros(bins, dtype=np.int64)
    outside = 0
    width = (high - low) / bins
    for value in x:
        if value < low or value >= high:
            outside += 1
            continue
        counts[min(int((value - low) / width), bins - 1)] += 1
    return counts, outside


def least_squares_line(x, y):
    dx = x - x.mean()
    slope = np.sum(dx * y) / np.sum(dx**2)
    intercept = y.mean() - slope * x.mean()
    residual = y - slope * x - intercept
    r_squared = 1 - residual.var() / y.var()
    return slope, intercept, r_squared


def standardise(x, axis=None):
    return (x - np.mean(x, axis=axis, keepdims=True)) / np.std(x, axis=axis, keepdims=True)


def winsorised_mean(x, fraction):
    ordered = np.sort(x)
    cut = int(fraction * x.size)
    clipped = np.clip(x, ordered[cut], ordered[x.size - 1 - cut])
    return clipped.mean()


def kolmogorov_smirnov(x, y):
    """Largest gap between two empirical distributions."""
    x, y = np.sort(x), np.sort(y)
    everything = np.concatenate([x, y])
    below_x = np.searchsorted(x, everything, side="right") / x.size
    below_y = np.searchsorted(y, everything, side="right") / y.size
    return np.max(np.abs(below_x - below_y))


def autocorrelation(x, lags):
    centred = x - x.mean()
    out = np.zeros(lags)
    for lag in range(lags):
        total = 0.0
        for t in range(lag, len(x)):
            total += centred[t] * centred[t - lag]
        out[lag] = total
    return out / out[0]


def gaussian_kde(samples, points, bandwidth):
    z = (points[:, np.newaxis] - samples) / bandwidth
    return np.exp(-0.5 * z**2).mean(axis=1) / (bandwidth * np.sqrt(2 * np.pi))


def kendall_tau(x, y):
    n = x.shape[0]
    agree = 0
    for i in range(n):
        for j in range(i):
            agree += np.sign(x[i] - x[j]) * np.sign(y[i] - y[j])
    return agree / (n * (n - 1) / 2)


def spearman(x, y):
    def rank(v):
        return np.argsort(np.argsort(v))

    gap = rank(x) - rank(y)
    n = x.size
    return 1 - 6 * np.sum(gap**2) / (n * (n**2 - 1))


def average_ranks(x):
    """Ranks from 1, where equal values share their mean rank."""
    ranks = np.zeros(x.shape)
    for i, value in enumerate(x):
        less = np.count_nonzero(x < value)
        equal = np.count_nonzero(x == value)
        ranks[i] = less + (equal + 1) / 2
    return ranks


def jackknife(x):
    """Leave-one-out variance of the mean's log."""
    n = x.size
    left_out = np.zeros(n)
    for i in range(n):
        left_out[i] = np.log((np.sum(x) - x[i]) / (n - 1))
    return left_out.mean(), (n - 1) / n * np.sum((left_out - left_out.mean()) ** 2)


def entropy(counts):
    total = counts.sum()
    bits = 0.0
    for c in counts:
        if c > 0:
            p = c / total
            bits -= p * np.log2(p)
    return bits


def gini(x):
    ordered = np.sort(x)
    weights = 2 * np.arange(1, x.size + 1) - x.size - 1
    return np.dot(weights, ordered) / (x.size * ordered.sum())


def mixture_em(x, means, iterations):
    """Two or more normal components with weights, by expectation maximisation."""
    k = means.size
    weights = np.full(k, 1 / k)
    variances = np.full(k, np.var(x))
    for _ in range(iterations):
        gap = x[:, None] - means
        density = weights * np.exp(-0.5 * gap**2 / variances) / np.sqrt(2 * np.pi * variances)
        share = density / density.sum(axis=1, keepdims=True)
        mass = share.sum(axis=0)
        weights = mass / x.size
        means = x @ share / mass
        variances = np.sum(share * (x[:, None] - means) ** 2, axis=0) / mass
    return weights, means, variances


def weighted_median(x, w):
    order = np.argsort(x)
    half = 0.5 * w.sum()
    running = 0.0
    for i in order:
        running += w[i]
        if running > half:
            return x[i]
    return x[order[-1]]


def mahalanobis(points, centre, covariance):
    gap = points - centre
    return np.sqrt(np.einsum("ni,ij,nj->n", gap, np.linalg.inv(covariance), gap))


def contingency_chi_square(table):
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    degrees = (table.shape[0] - 1) * (table.shape[1] - 1)
    return np.sum((table - expected) ** 2 / expected), degrees


def examples():
    rng = np.random.default_rng(5)
    x, y = rng.normal(size=9), rng.normal(size=9)
    yield welford, (x,)
    yield welford, (x[:1],)
    yield welford, (x.astype(np.float32),)
    yield welford, (np.zeros(0),)
    yield online_covariance, (x, y)
    yield online_covariance, (np.array([1, 2, 4]), np.array([3.0, 1.0, 2.0]))
    yield histogram_loops, (rng.uniform(-1, 3, 20), 0.0, 2.0, 4)
    yield histogram_loops, (np.array([5.0, -5.0]), 0.0, 1.0, 1)
    yield histogram_loops, (np.zeros(0), 0.0, 1.0, 3)
    yield least_squares_line, (x, y)
    yield least_squares_line, (np.arange(5, dtype=np.float32), np.array([1, 3, 2, 5, 4], np.float32))
    yield standardise, (rng.normal(size=(4, 3)), 0)
    yield standardise, (rng.normal(size=(2, 5)),), {"axis": 1}
    yield standardise, (x.astype(np.float32),)
    yield winsorised_mean, (x, 0.25)
    yield winsorised_mean, (x, 0.0)
    yield kolmogorov_smirnov, (x, y[:5])
    yield kolmogorov_smirnov, (x, x + 10)
    yield autocorrelation, (x, 4)
    yield autocorrelation, (np.arange(6), 1)
    yield gaussian_kde, (x, np.linspace(-2, 2, 5), 0.4)
    yield gaussian_kde, (x[:1].astype(np.float32), np.zeros(2, np.float32), 1.0)
    yield kendall_tau, (x, y)
    yield kendall_tau, (np.arange(4), np.array([0, 2, 1, 3]))
    yield spearman, (x, y)
    yield spearman, (np.arange(5), np.arange(5)[::-1])
    yield average_ranks, (np.array([3, 1, 3, 2, 3]),)
    yield average_ranks, (x,)
    yield jackknife, (np.exp(x),)
    yield jackknife, (np.array([1, 2, 3]),)
    yield entropy, (np.array([4, 0, 2, 2]),)
    yield entropy, (np.array([0.5, 0.5]),)
    yield entropy, (np.array([7]),)
    yield gini, (np.exp(x),)
    yield gini, (np.array([1, 1, 1, 1]),)
    yield mixture_em, (np.concatenate([x, y + 5]), np.array([-1.0, 4.0]), 6)
    yield mixture_em, (x, np.array([-0.5, 0.0, 0.7]), 3)
    yield weighted_median, (x, np.arange(1.0, 10))
    yield weighted_median, (np.array([3, 1, 2]), np.array([0.2, 0.2, 5.0]))
    yield weighted_median, (np.array([3, 1, 2]), np.zeros(3))
    yield mahalanobis, (rng.normal(size=(5, 2)), np.zeros(2), np.array([[2.0, 0.3], [0.3, 1.0]]))
    yield mahalanobis, (rng.normal(size=(1, 3)), np.ones(3), np.eye(3))
    yield contingency_chi_square, (np.array([[10, 20, 30], [6, 9, 17]]),)
    yield contingency_chi_square, (np.array([[3.0, 1.0], [1.0, 3.0]]),)
