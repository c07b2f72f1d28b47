"""An adaptive integrator and predators with their prey, in plain NumPy; it does not import Recto."""
import numpy as np


def integrate(slope, state, times, tolerance=1e-6):
    """The states at increasing times, by Bogacki and Shampine's method with steps as long as the tolerance allows.

    Bogacki, Shampine, "A 3(2) pair of Runge-Kutta formulas", 1989.

    Args:
        slope: state -> d state / dt
        state: f64[n], at times[0]
        times: f64[t]
        tolerance: of the error of a step, relative to 1 + |state|

    Returns:
        f64[t, n]; the number of steps
    """
    rows = np.zeros((len(times), len(state)))
    rows[0] = state
    step, count = 0.1 * (times[1] - times[0]), 0
    k1 = slope(state)
    for k in range(1, len(times)):
        time = times[k - 1]
        while time < times[k]:
            size = min(step, times[k] - time)
            k2 = slope(state + size * 0.5 * k1)
            k3 = slope(state + size * 0.75 * k2)
            new = state + size * (2 * k1 + 3 * k2 + 4 * k3) / 9
            k4 = slope(new)
            error = size * (-5 * k1 + 6 * k2 + 8 * k3 - 9 * k4) / 72
            ratio = np.max(np.abs(error) / (tolerance * (1 + np.abs(state))))
            if ratio <= 1:
                time = times[k] if size == times[k] - time else time + size
                state, k1 = new, k4
            step = size * min(5.0, max(0.2, 0.9 * (ratio + 1e-10) ** (-1 / 3)))
            count += 1
        rows[k] = state
    return rows, count


def lotka_volterra(rates):
    """The change of hares and lynxes: born, eaten, fed, dying."""
    def slope(state):
        hares, lynxes = state
        met = hares * lynxes
        return np.array([rates[0] * hares - rates[1] * met, rates[2] * met - rates[3] * lynxes])
    return slope


def misfit(parameters, times, observed):
    """Half the squared distance of the logarithms of what is simulated and what was observed.

    Args:
        parameters: f64[6], logarithms of four rates and of the first two numbers
    """
    values = np.exp(parameters)
    rows, _ = integrate(lotka_volterra(values[:4]), values[4:], times)
    return 0.5 * np.sum((np.log(rows) - np.log(observed)) ** 2)
