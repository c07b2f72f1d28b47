"""Bayesian regression by Hamiltonian Monte Carlo: each trajectory is a `while` loop of random length.

    python examples/hmc.py --samples 20000 --plot posterior.png

The weights have a normal prior, and so does the logarithm of the noise. For a given noise the posterior of the weights
is known exactly; the example compares the samples with it. Method: Duane et al. 1987, with exponentially distributed
trajectory lengths (Bou-Rabee, Sanz-Serna 2017).
"""
from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import recto
from recto.scipy.stats import norm

PRIOR = 3.0


def log_posterior(state: Any, inputs: Any, targets: Any) -> Any:
    """Of the weights and the logarithm of the noise, which is the last; up to a constant."""
    weights, log_noise = state[:-1], state[-1]
    fit = norm.logpdf(targets, inputs @ weights, np.exp(log_noise))
    return np.sum(fit) + np.sum(norm.logpdf(weights, 0.0, PRIOR)) + norm.logpdf(log_noise)


def energy(state: Any, momentum: Any, inputs: Any, targets: Any) -> Any:
    return 0.5 * momentum @ momentum - log_posterior(state, inputs, targets)


def trajectory(state: Any, momentum: Any, inputs: Any, targets: Any, length: Any, size: Any) -> tuple:
    """Leapfrog for a length of time."""
    force = recto.grad(log_posterior)
    passed = 0.0
    momentum = momentum + 0.5 * size * force(state, inputs, targets)
    while passed < length:
        state = state + size * momentum
        momentum = momentum + size * force(state, inputs, targets)
        passed += size
    return state, momentum - 0.5 * size * force(state, inputs, targets)


@recto.jit
def sample(key: Any, state: Any, inputs: Any, targets: Any, count: int, warmup: int, size: Any, length: Any) -> tuple:
    """A chain that begins at a state.

    Steps become shorter or longer in the warm-up, so that 80 % are accepted.

    Returns:
        f64[count, n]; the share of trajectories that were accepted; the size of a step behind the warm-up
    """
    rows = np.zeros((count, len(state)))
    accepted = 0
    for k in range(-warmup, count):
        key, k1, k2, k3 = recto.random.split(key, 4)
        momentum = recto.random.normal(k1, state.shape)
        end, last = trajectory(state, momentum, inputs, targets, length * recto.random.exponential(k2), size)
        gain = energy(state, momentum, inputs, targets) - energy(end, last, inputs, targets)
        good = np.log(recto.random.uniform(k3)) < gain
        if good:
            state = end
        if k < 0:
            size = size * np.exp((min(1.0, np.exp(min(gain, 0.0))) - 0.8) / (warmup + k + 10) ** 0.6)
        else:
            rows[k] = state
            accepted += good
    return rows, accepted / count, size


def example_data(count: int, seed: int) -> tuple:
    """Inputs f64[count, 4] (a constant, three that depend on each other), targets f64[count], true weights."""
    rng = np.random.default_rng(seed)
    mixed = rng.normal(size=(count, 3)) @ np.array([[1, 0.6, 0], [0, 1, 0.6], [0, 0, 1]])
    inputs = np.hstack([np.ones((count, 1)), mixed])
    weights = np.array([1.0, -2.0, 0.5, 0.0])
    return inputs, inputs @ weights + 0.7 * rng.normal(size=count), weights


def known_posterior(inputs: np.ndarray, targets: np.ndarray, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Mean and deviations of the weights, if the noise were known."""
    covariance = np.linalg.inv(inputs.T @ inputs / noise ** 2 + np.eye(inputs.shape[1]) / PRIOR ** 2)
    return covariance @ inputs.T @ targets / noise ** 2, np.sqrt(np.diag(covariance))


def effective(row: np.ndarray) -> float:
    """How many independent draws a chain is worth (Geyer's initial positive sequence, 1992)."""
    x = row - row.mean()
    power = np.abs(np.fft.rfft(x, 2 * len(x))) ** 2
    correlation = np.fft.irfft(power)[:len(x)] / np.sum(x * x)
    pairs = correlation[:len(x) // 2 * 2].reshape(-1, 2).sum(1)
    last = np.argmax(pairs < 0) if np.any(pairs < 0) else len(pairs)
    return len(x) / max(2 * pairs[:last].sum() - 1, 1e-3)


def plot(rows: np.ndarray, truth: np.ndarray, path: str) -> None:
    import matplotlib
    matplotlib.use("agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(1, rows.shape[1], figsize=(2.6 * rows.shape[1], 2.8), layout="constrained")
    for k, axis in enumerate(axes):
        axis.hist(rows[:, k], 40, density=True, color="0.7")
        axis.axvline(truth[k], color="C3")
        axis.set(title=f"weight {k}" if k < rows.shape[1] - 1 else "log noise", yticks=[])
    figure.suptitle("posterior; the truth in red")
    figure.savefig(path, dpi=110)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--samples", type=int, default=20000)
    parser.add_argument("--warmup", type=int, default=500)
    parser.add_argument("--rows", type=int, default=200, help="of data")
    parser.add_argument("--length", type=float, default=0.2, help="mean length of a trajectory")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", metavar="FILE", help="where the posterior is drawn")
    given = parser.parse_args(arguments)
    inputs, targets, truth = example_data(given.rows, given.seed)
    start = time.perf_counter()
    rows, share, size = sample(recto.random.key(given.seed), np.zeros(inputs.shape[1] + 1), inputs, targets,
                               given.samples, given.warmup, 0.02, given.length)
    rows = np.asarray(rows)
    print(f"{given.samples} draws in {time.perf_counter() - start:.1f} s with compilation; "
          f"{float(share):.0%} accepted, steps of {float(size):.4f}")
    mean, deviation = known_posterior(inputs, targets, float(np.exp(rows[:, -1].mean())))
    print("weight   truth    sampled           known for this noise   effective draws")
    for k in range(len(mean)):
        print(f"{k:6} {truth[k]:7.2f} {rows[:, k].mean():9.4f} ± {rows[:, k].std():.4f}"
              f" {mean[k]:11.4f} ± {deviation[k]:.4f} {effective(rows[:, k]):15.0f}")
    if given.plot:
        plot(rows, np.append(truth, np.log(0.7)), given.plot)
        print(f"drawn in {given.plot}")


if __name__ == "__main__":
    main()
