"""Hares and lynxes in Canada, 1900 to 1920: a differential equation fitted through an adaptive integrator (ode.py).

    python examples/ode_lynx.py --plot lynx.png

The integrator is a `while` loop whose trip count depends on data; reverse mode differentiates it directly. The numbers
are thousands of pelts of the Hudson's Bay Company (Hewitt: The conservation of the wild life of Canada, 1921).
"""
from __future__ import annotations

import argparse

import numpy as np

import recto
from ode import integrate, lotka_volterra, misfit
from recto.scipy.optimize import minimize

PELTS = np.array([
    [30.0, 4.0], [47.2, 6.1], [70.2, 9.8], [77.4, 35.2], [36.3, 59.4], [20.6, 41.7], [18.1, 19.0], [21.4, 13.0],
    [22.0, 8.3], [25.4, 9.1], [27.1, 7.4], [40.3, 8.0], [57.0, 12.3], [76.6, 19.5], [52.3, 45.7], [19.5, 51.1],
    [11.2, 29.7], [7.6, 15.8], [14.6, 9.7], [16.2, 10.1], [24.7, 8.6],
])
START = np.log([0.5, 0.025, 0.025, 0.75, 30.0, 4.0])
NAMES = ("hares born", "hares eaten", "lynxes fed", "lynxes dying", "hares in 1900", "lynxes in 1900")


@recto.jit
def solution(parameters, times):
    values = np.exp(parameters)
    return integrate(lotka_volterra(values[:4]), values[4:], times)


def fit(times: np.ndarray, observed: np.ndarray) -> tuple:
    """What BFGS found, and the standard errors of the logarithms of the parameters."""
    found = minimize(misfit, START, (times, observed), tol=1e-4)
    spread = 2 * float(found.fun) / (observed.size - len(START))
    covariance = spread * np.linalg.inv(np.asarray(recto.hessian(misfit)(found.x, times, observed)))
    return found, np.sqrt(np.diag(covariance))


def plot(times: np.ndarray, observed: np.ndarray, parameters: np.ndarray, path: str) -> None:
    import matplotlib
    matplotlib.use("agg")
    import matplotlib.pyplot as plt
    fine = np.linspace(times[0], times[-1], 401)
    rows = np.asarray(solution(parameters, fine)[0])
    figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
    for k, name in enumerate(("hares", "lynxes")):
        line, = axes.plot(1900 + fine, rows[:, k], label=name)
        axes.plot(1900 + times, observed[:, k], "o", color=line.get_color())
    axes.set(ylabel="thousands of pelts", title="hares and lynxes, observed and fitted")
    axes.xaxis.set_major_locator(plt.MultipleLocator(5))
    axes.legend()
    figure.savefig(path, dpi=110)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--years", type=int, default=len(PELTS), help="how many to fit")
    parser.add_argument("--plot", metavar="FILE", help="where the animals are drawn")
    given = parser.parse_args(arguments)
    observed = PELTS[:given.years]
    times = np.arange(len(observed), dtype=float)
    steps = int(solution(START, times)[1])
    print(f"misfit at the start {float(recto.jit(misfit)(START, times, observed)):.4f}, {steps} steps of time")
    found, errors = fit(times, observed)
    print(f"BFGS: {int(found.nit)} iterations, {int(found.nfev)} values and gradients; "
          f"misfit {float(found.fun):.4f}, {int(solution(found.x, times)[1])} steps of time")
    for name, value, error in zip(NAMES, np.exp(np.asarray(found.x)), errors):
        print(f"  {name:15} {value:8.4f} ± {value * error:.4f}")
    if given.plot:
        plot(times, observed, np.asarray(found.x), given.plot)
        print(f"drawn in {given.plot}")


if __name__ == "__main__":
    main()
