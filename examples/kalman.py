"""A Kalman filter in plain NumPy; it does not import Recto."""
import numpy as np


def log_likelihood(observed, transition, process, seen, noise, mean, covariance):
    """The log-likelihood of observations of a linear Gaussian state space model.

    state[t + 1] = transition @ state[t] + N(0, process);  observed[t] = seen @ state[t] + N(0, noise)

    Kalman, "A new approach to linear filtering and prediction problems", 1960. The covariance is updated in Joseph's
    form.

    Args:
        observed: f64[t]; NaN where nothing was observed
        transition, process: f64[n, n]
        seen: f64[n]
        noise: variance of an observation
        mean, covariance: f64[n], f64[n, n], of the first state

    Returns:
        the log-likelihood; the means of the states, given the observations up to then, f64[t, n]
    """
    total = 0.0
    means = np.zeros((len(observed), len(mean)))
    for t in range(len(observed)):
        if not np.isnan(observed[t]):
            surprise = observed[t] - seen @ mean
            variance = seen @ covariance @ seen + noise
            gain = covariance @ seen / variance
            total -= 0.5 * (np.log(2 * np.pi * variance) + surprise ** 2 / variance)
            kept = np.eye(len(mean)) - np.outer(gain, seen)
            mean = mean + gain * surprise
            covariance = kept @ covariance @ kept.T + noise * np.outer(gain, gain)
        means[t] = mean
        mean = transition @ mean
        covariance = transition @ covariance @ transition.T + process
    return total, means


def local_level(parameters, observed, wide=1e7):
    """A level that wanders, seen with noise: `parameters` are the logarithms of both deviations (noise, wandering).

    The first level is only known to lie within the root of `wide`.

    Returns:
        as log_likelihood
    """
    noise, wandering = np.exp(2 * parameters)
    one = np.ones((1, 1))
    return log_likelihood(observed, one, wandering * one, np.ones(1), noise, np.zeros(1), wide * one)
