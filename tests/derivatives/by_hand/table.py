"""The 24 programs with their adjoints by hand and seeded random arguments."""
import dataclasses
from collections.abc import Callable

import numpy as np

from . import fits, iterations, likelihoods, linear, networks, steps, stiff, theorems


@dataclasses.dataclass(frozen=True)
class Entry:
    """A program, its adjoint by hand, the arguments it is differentiated with respect to, and arguments for a call."""
    function: Callable
    by_hand: Callable
    argnums: int | tuple[int, ...]
    args: tuple
    by_theorem: Callable | None = None


def positive_definite(random: np.random.Generator, n: int) -> np.ndarray:
    A = random.normal(size=(n, n))
    return A @ A.T / n + np.eye(n)


def linear_entries(random: np.random.Generator) -> dict[str, Entry]:
    n = 20
    matrix = random.normal(size=(12, 12)) + 6 * np.eye(12)
    bands = random.uniform(-1, 1, n - 1), random.uniform(2, 3, n), random.uniform(-1, 1, n - 1), random.normal(size=n)
    signal = random.normal(size=300)
    lags = np.array([signal[k:] @ signal[:300 - k] / 300 for k in range(16)])
    stiffness, load = random.uniform(1, 2, 12), random.normal(size=12)
    return {
        "lu_logdet": Entry(linear.lu_logdet, linear.grad_lu_logdet, 0, (matrix,), theorems.lu_logdet_by_theorem),
        "thomas": Entry(linear.thomas, linear.grad_thomas, (0, 1, 2, 3), bands),
        "levinson": Entry(linear.levinson, linear.grad_levinson, 0, (lags,)),
        "beam": Entry(linear.beam, linear.grad_beam, (0, 1), (stiffness, load, 2.0)),
    }


def network_entries(random: np.random.Generator) -> dict[str, Entry]:
    normal = random.normal
    pictures = normal(size=(12, 11)), normal(size=(3, 4)), normal(size=(10, 8))
    heads = normal(size=(15, 8)), normal(size=(20, 8)), normal(size=(20, 6))
    lstm = normal(size=(32, 12)) / 3, normal(size=32), normal(size=(25, 4)), normal(size=(25, 8))
    gates = normal(size=(8, 13)) / 3, normal(size=(8, 13)) / 3, normal(size=(8, 13)) / 3
    gru = *gates, normal(size=(25, 5)), random.uniform(size=25) < 0.7, normal(size=8)
    norm = normal(size=(6, 8)), random.uniform(1, 2, 8), normal(size=8), normal(size=(40, 6)), normal(size=(40, 8))
    return {
        "conv2d": Entry(networks.conv2d, networks.grad_conv2d, (0, 1), pictures),
        "attention": Entry(networks.attention, networks.grad_attention, (0, 1, 2), heads),
        "lstm_loss": Entry(networks.lstm_loss, networks.grad_lstm_loss, (0, 1), lstm),
        "gru_loss": Entry(networks.gru_loss, networks.grad_gru_loss, (0, 1, 2), gru),
        "batch_norm_loss": Entry(networks.batch_norm_loss, networks.grad_batch_norm_loss, (0, 1, 2), norm),
    }


def likelihood_entries(random: np.random.Generator) -> dict[str, Entry]:
    normal = random.normal
    noise = positive_definite(random, 4), positive_definite(random, 2)
    filtered = np.eye(4) * 0.9 + normal(size=(4, 4)) / 20, normal(size=(2, 4)), *noise, normal(size=4), np.eye(4)
    chances = [np.log(random.dirichlet(np.ones(k), size)) for k, size in ((5, None), (5, 5), (7, 5))]
    sample = np.concatenate((normal(-2, 1, 60), normal(2, 0.7, 40)))
    mixture = sample, np.array([0.5, 0.3, 0.2]), np.array([-1.0, 0.5, 2.5]), np.array([1.0, 1.5, 0.8]), 6
    return {
        "soft_dtw": Entry(likelihoods.soft_dtw, likelihoods.grad_soft_dtw, (0, 1),
                          (normal(size=12), normal(size=14), 0.7)),
        "kalman": Entry(likelihoods.kalman, likelihoods.grad_kalman, (0, 1, 2, 3),
                        (*filtered, normal(size=(20, 2)))),
        "hmm": Entry(likelihoods.hmm, likelihoods.grad_hmm, (0, 1, 2), (*chances, random.integers(0, 7, 30))),
        "em_mixture": Entry(likelihoods.em_mixture, likelihoods.grad_em_mixture, (0, 1, 2, 3), mixture),
    }


def time_entries(random: np.random.Generator) -> dict[str, Entry]:
    normal, uniform = random.normal, random.uniform
    bodies = normal(size=(5, 3)), normal(size=(5, 3)), uniform(1, 2, 5), 0.02, 15
    rates = -positive_definite(random, 4)
    x = np.linspace(0, 1, 40)
    waves = 0.1 * np.exp(-50 * (x - 0.4) ** 2), np.zeros(41), 1 + 0.2 * uniform(size=40), 0.05 * normal(size=40)
    return {
        "nbody": Entry(steps.nbody, steps.grad_nbody, (0, 1, 2), bodies),
        "adaptive_rk": Entry(steps.adaptive_rk, steps.grad_adaptive_rk, (0, 1), (np.array([1.5, 0.3]), 1.2, 3.0, 1e-3)),
        "backward_euler": Entry(stiff.backward_euler, stiff.grad_backward_euler, (0, 1, 2),
                                (normal(size=4), rates, 0.8, 0.2, 10), theorems.backward_euler_by_theorem),
        "shallow_water": Entry(stiff.shallow_water, stiff.grad_shallow_water, (0, 1, 2), (*waves, 0.002, 0.025, 40)),
        "black_scholes": Entry(stiff.black_scholes, stiff.grad_black_scholes, (0, 1),
                               (uniform(0.15, 0.3, 41), 0.03, 100.0, np.linspace(0, 200, 41), 0.05, 20)),
    }


def iteration_entries(random: np.random.Generator) -> dict[str, Entry]:
    J = random.normal(size=(10, 10)) / 10
    links = random.uniform(size=(12, 12)) * (random.uniform(size=(12, 12)) < 0.5) + 0.01
    return {
        "conjugate_gradients": Entry(iterations.conjugate_gradients, iterations.grad_conjugate_gradients, (0, 1, 2),
                                     (random.normal(size=(30, 10)), random.normal(size=30), 0.5),
                                     theorems.conjugate_gradients_by_theorem),
        "ising": Entry(iterations.ising, iterations.grad_ising, (0, 1, 2), (J + J.T, random.normal(size=10), 0.8),
                       theorems.ising_by_theorem),
        "pagerank": Entry(iterations.pagerank, iterations.grad_pagerank, (0, 1),
                          (links, 0.85, random.dirichlet(np.ones(12))), theorems.pagerank_by_theorem),
        "kepler": Entry(iterations.kepler, iterations.grad_kepler, (0, 1), (random.uniform(0.1, 3, 20), 0.6),
                        theorems.kepler_by_theorem),
    }


def fit_entries(random: np.random.Generator) -> dict[str, Entry]:
    x = np.linspace(0, 2, 25)
    y = 2 * np.exp(-1.3 * x) + 0.1 * random.normal(size=25)
    knots = np.cumsum(random.uniform(0.5, 1, 12))
    points = random.uniform(knots[0], knots[-1], 40)
    return {
        "gauss_newton": Entry(fits.gauss_newton, fits.grad_gauss_newton, (1, 2), (x, y, np.array([1.5, 1.0]), 2)),
        "spline": Entry(fits.spline, fits.grad_spline, (1, 2), (knots, random.normal(size=12), points)),
    }


def entries(seed: int = 0) -> dict[str, Entry]:
    """Name of each program -> its Entry, with arguments for this seed."""
    random = np.random.default_rng(seed)
    parts = (linear_entries, network_entries, likelihood_entries, time_entries, iteration_entries, fit_entries)
    return {name: entry for part in parts for name, entry in part(random).items()}
