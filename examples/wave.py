"""The wave equation on a square, in plain NumPy that writes into slices; it does not import Recto."""
import numpy as np


def simulate(start, speed, steps):
    """The height of a membrane that is held at its rim and let go at rest.

    Central differences in space and time (leapfrog), stable for speeds up to sqrt(1/2).

    Args:
        start: f64[n, n], heights at time 0
        speed: grid points that a wave travels in a step
        steps: how many

    Returns:
        f64[n, n], the heights after these steps
    """
    before, now = start.copy(), start.copy()
    before[0], before[-1], before[:, 0], before[:, -1] = 0, 0, 0, 0
    now[:] = before
    for _ in range(steps):
        inner = now[1:-1, 1:-1]
        around = now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:]
        before[1:-1, 1:-1] *= -1
        before[1:-1, 1:-1] += 2 * inner + speed ** 2 * (around - 4 * inner)
        before, now = now, before
    return now


def misfit(start, observed, speed, steps):
    """Half the squared distance between what is simulated and what was observed."""
    return 0.5 * np.sum((simulate(start, speed, steps) - observed) ** 2)


def two_drops(size):
    """Heights at time 0: two bumps, one of them half as high and downwards."""
    x, y = np.meshgrid(np.linspace(0, 1, size), np.linspace(0, 1, size), indexing="ij")
    bump = lambda a, b, width: np.exp(-((x - a) ** 2 + (y - b) ** 2) / (2 * width ** 2))
    return bump(0.35, 0.4, 0.06) - 0.5 * bump(0.65, 0.6, 0.04)
