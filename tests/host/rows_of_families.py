"""scipy.stats: distributions by formulas of their own, all functions of each."""
import numpy as np
from scipy import stats

from recto.scipy.host.distributions import KNOWN

from . import rows_of_stats
from .call import row

X = np.array([0.45, 0.9, 1.3, 1.9])
OUTSIDE = np.array([-3.0, 0.2, 7.5, np.nan])
Q = np.array([0.05, 0.4, 0.77])
ENDS = np.array([0.0, 1.0, 1.5])
POSITIVE = {
    "halfnorm": (), "rayleigh": (), "maxwell": (), "halfcauchy": (), "levy": (), "halflogistic": (), "wald": (),
    "foldnorm": (0.7,), "chi": (2.5,), "nakagami": (1.3,), "invgauss": (0.9,), "genpareto": (0.2,), "lomax": (3.2,),
    "fisk": (3.1,), "burr12": (2.1, 1.7), "f": (3.0, 7.5), "betaprime": (1.5, 3.2), "gompertz": (0.9,),
    "exponweib": (1.7, 1.2), "gengamma": (1.4, 1.6), "erlang": (2,)}
OTHERS = {
    "genextreme": (0.15,), "weibull_max": (1.6,), "skewnorm": (1.5,), "exponnorm": (1.2,), "laplace_asymmetric": (1.4,),
    "johnsonsu": (0.3, 1.5), "moyal": (), "loggamma": (1.8,), "hypsecant": (), "loguniform": (0.2, 3.0),
    "powerlaw": (1.7,), "arcsine": (), "cosine": (), "semicircular": (), "johnsonsb": (0.3, 1.2), "bradford": (1.3,),
    "truncexpon": (2.5,)}
COUNTED = {"randint": (2, 9), "planck": (0.7,), "dlaplace": (0.8,), "logser": (0.6,), "zipf": (2.5,)}
WITHOUT_MOMENTS = ("foldnorm", "gompertz", "exponweib", "johnsonsb", "zipf")


def everything(known, x, q, shapes, loc, scale):
    found = [getattr(known, f)(x, *shapes, loc, scale) for f in ("pdf", "logpdf", "cdf", "sf")]
    return found + [getattr(known, f)(q, *shapes, loc, scale) for f in ("ppf", "isf")]


def enter(name, shapes, loc, scale):
    known = getattr(stats, name)
    of_shapes = [np.float64(v) for v in shapes] if name != "erlang" else []

    def functions(x, q, *shapes):
        given = shapes or ((2,) if name == "erlang" else ())
        return everything(known, x, q, given, loc, scale)[:None if "ppf" in KNOWN[name].more else 4]

    def rims(x, q):
        moments = [] if name in WITHOUT_MOMENTS else [known.mean(*shapes, loc, scale), known.std(*shapes, loc, scale)]
        quantiles = everything(known, x, Q, shapes, loc, scale)[4:]
        return everything(known, x, q, shapes, loc, scale) + quantiles + moments + [known(*shapes, loc=loc,
                scale=scale).logpdf(x)]

    functions.__name__, rims.__name__ = f"functions_of_{name}", f"rims_of_{name}"
    smooth = name not in ("genextreme", "truncexpon", "skewnorm")
    row(X if loc == 0.0 else X - 0.75, Q, *of_shapes, gradient=smooth, batch=False)(functions)
    row(OUTSIDE, ENDS, gradient=False, batch=False)(rims)


for _name, _shapes in POSITIVE.items():
    enter(_name, _shapes, 0.0, 1.7)
for _name, _shapes in OTHERS.items():
    enter(_name, _shapes, -0.4 if _name in ("cosine", "semicircular") else 0.0 if _name != "weibull_max" else 2.5, 2.1)


@row(np.array([-2.0, 0.0, 1.0, 2.0, 3.0, 5.5, 9.0]), gradient=False)
def functions_of_integers(k):
    return [getattr(getattr(stats, name), f)(k, *shapes, 1) for name, shapes in COUNTED.items()
            for f in ("pmf", "logpmf", "cdf", "sf") if name not in ("logser", "zipf") or f[-3:] == "pmf"] + [
        getattr(stats, name).mean(*shapes) for name, shapes in COUNTED.items() if name != "zipf"]


@row(X, 0.9)
def densities_of_rice(x, b):
    return stats.rice.pdf(x, b), stats.rice.logpdf(x, b, 0.1, 2.0), stats.reciprocal.pdf(x, 0.2, b + 5)


@row(1.4, gradient=False, batch=False)
def variates_of_families(scale):
    rng, old = np.random.default_rng(5), np.random.RandomState(3)
    made = [getattr(stats, name).rvs(*shapes, scale=scale, size=3, random_state=rng)
            for name, shapes in {**POSITIVE, **OTHERS}.items()]
    return made, [getattr(stats, name).rvs(*shapes, size=(2, 2), random_state=old) for name, shapes in COUNTED.items()
                  if name != "randint"], stats.rayleigh(scale=scale).rvs(2, random_state=7)


OUTSIDE_MADE = stats.gumbel_r(0.3, 1.2)


@row(X, 1.7)
def medians_and_fits(x, scale):
    frozen = stats.skewnorm(0.8, scale=scale)
    return (stats.halfnorm.median(0.1, scale), stats.gamma.stats(2.0, scale=scale), frozen.median(),
            frozen.stats(moments="m"),
            stats.norm.fit(x), stats.expon.fit(x), stats.laplace.fit(x[:3]), stats.norm.fit(x, floc=0.3),
            stats.expon.fit(x, fscale=2.0), stats.norm.stats(scale, moments="vm"))


@row(0.3)
def a_median_made_outside(x):
    return OUTSIDE_MADE.median() + x, OUTSIDE_MADE.stats()[1] * x


def tried():
    """The distributions that have rows, here or in rows_of_stats.py."""
    return {*POSITIVE, *OTHERS, *COUNTED, "rice", "reciprocal", *rows_of_stats.CONTINUOUS, *rows_of_stats.DISCRETE}
