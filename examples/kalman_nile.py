"""The flow of the Nile at Aswan, 1871 to 1970: maximum likelihood of a Kalman filter (kalman.py), by BFGS.

    python examples/kalman_nile.py --missing 40 --plot nile.png

Durbin, Koopman: Time series analysis by state space methods (2012), chapter 2, find the variances 15099 and 1469.1.
"""
from __future__ import annotations

import argparse

import numpy as np

import recto
from kalman import local_level
from recto.scipy.optimize import minimize

FLOW = np.array([
    1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140,
    1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020, 1050, 969,
    831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040, 759,
    781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874, 848, 890,
    744, 749, 838, 1050, 918, 986, 797, 923, 975, 815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740,
], float)


def loss(parameters: np.ndarray, observed: np.ndarray) -> float:
    return -local_level(parameters, observed)[0]


def fit(observed: np.ndarray) -> tuple:
    """What BFGS found, and the standard errors of the variances."""
    found = minimize(loss, np.log([100.0, 50.0]), (observed,), tol=1e-6)
    covariance = np.linalg.inv(np.asarray(recto.hessian(loss)(found.x, observed)))
    variances = np.exp(2 * np.asarray(found.x))
    return found, variances, 2 * variances * np.sqrt(np.diag(covariance))


def plot(observed: np.ndarray, level: np.ndarray, path: str) -> None:
    import matplotlib
    matplotlib.use("agg")
    import matplotlib.pyplot as plt
    years = 1871 + np.arange(len(observed))
    figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
    axes.plot(years, observed, ".", label="observed")
    axes.plot(years, level, label="filtered level")
    axes.set(ylabel="flow in 10⁸ m³", title="the Nile at Aswan")
    axes.legend()
    figure.savefig(path, dpi=110)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--missing", type=int, default=0, help="leave out so many years, from 1900 on")
    parser.add_argument("--plot", metavar="FILE", help="where the river is drawn")
    given = parser.parse_args(arguments)
    observed = FLOW.copy()
    observed[29:29 + given.missing] = np.nan
    found, variances, errors = fit(observed)
    print(f"BFGS: {int(found.nit)} iterations, {int(found.nfev)} values and gradients, "
          f"{'converged' if found.success else 'not converged'}; log-likelihood {-float(found.fun):.3f}")
    for name, value, error in zip(("observation", "level"), variances, errors):
        print(f"variance of the {name:11} {value:9.1f} ± {error:.1f}")
    if given.plot:
        plot(observed, np.asarray(recto.jit(local_level)(found.x, observed)[1])[:, 0], given.plot)
        print(f"drawn in {given.plot}")


if __name__ == "__main__":
    main()
