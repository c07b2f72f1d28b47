"""Means, deviations, medians and quantiles where sums overflow, or meet infinities: of whole arrays, and of parts whose
length is computed."""
import numpy as np
import pytest
from hunt.execution import Reader

inf, nan = np.inf, np.nan
ARRAYS = [np.array([120, 126], np.int8), np.array([-128, 127, 5], np.int8), np.array([-128, 127], np.int8),
          np.array([1, 250], np.uint8), np.array([2 ** 62, 2 ** 63 - 2]), np.array([-2 ** 63, 2 ** 63 - 1]),
          np.array([2 ** 63 + 2 ** 40, 2 ** 64 - 2], np.uint64), np.array([60000, 60000], np.float16),
          np.array([-60000, 60000, 1], np.float16), np.array([3e38, 3e38], np.float32),
          np.array([inf, inf], np.float32), np.array([-inf, inf]), np.array([1, inf]), np.array([-inf, 1, 2]),
          np.array([nan, 1, inf]), np.array([1e308, 1e308]), np.array([nan, nan]), np.array([True, False]),
          np.array([2 + 1j, 2])]


def median(x):
    return np.median(x)


def median_along(x):
    return np.median(np.stack([x, x]), axis=1)


def nanmedian(x):
    return np.nanmedian(x)


def quantile(x):
    return np.quantile(x, 0.3)


def percentile(x):
    return np.percentile(x, 50)


def mean(x):
    return np.mean(x)


def average(x):
    return np.average(x)


def nanmean(x):
    return np.nanmean(x)


def var(x):
    return np.var(x)


def nanstd(x):
    return np.nanstd(x)


def diff(x):
    return np.diff(x)


FUNCTIONS = [median, median_along, nanmedian, quantile, percentile, mean, average, nanmean, var, nanstd, diff]


def outcome(f, *args):
    """Values and dtype, or the class of what is raised."""
    try:
        with np.errstate(all="ignore"):
            value = np.asarray(f(*args))
        return value.tolist(), value.dtype.name
    except Exception as error:
        return getattr(error, "kind", None) or next(c for c in type(error).__mro__ if c.__module__ == "builtins")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_edges_are_as_in_numpy(f):
    def of_part(x, chosen):
        x = x[chosen]
        return f(x)
    for x in ARRAYS:
        wanted = outcome(f, x)
        assert repr(outcome(Reader(f).interpreted(), x)) == repr(wanted), repr(x)
        longer, chosen = np.concatenate([x[:1], x]), np.arange(len(x) + 1) > 0
        assert repr(outcome(Reader(of_part).interpreted(), longer, chosen)) == repr(wanted), f"part: {x!r}"
