"""scipy.integrate: integrals over several variables, stiff equations, events."""
import numpy as np
from scipy import integrate

from .call import row

TIMES = np.linspace(0.2, 2.0, 4)
SAMPLES, PLACES = np.array([0.3, 1.0, -0.4, 2.0, 0.7, 0.1]), np.array([0.0, 0.5, 0.8, 1.6, 2.0, 2.7])


MATRIX = np.array([[-100.0, 1.0], [0.0, -1.0]])


def oscillator(t, y, stiffness):
    return [y[1], stiffness * (1 - y[0] ** 2) * y[1] - y[0]]


def slopes_of_oscillator(t, y, stiffness):
    return [[0.0, 1.0], [-2 * stiffness * y[0] * y[1] - 1.0, stiffness * (1 - y[0] ** 2)]]


def fall(t, y, drag):
    return np.array([y[1], -9.81 - drag * y[1]])


def ground(t, y, drag):
    return y[0]


def apex(t, y, drag):
    return y[1]


ground.terminal, ground.direction = True, -1


def of_steps(found):
    return found.t[-1], found.y[:, -1], found.nfev, found.status, found.success


@row(3.0)
def steps_of_order_eight(stiffness):
    found = integrate.solve_ivp(oscillator, (0.0, 2.0), [2.0, 0.0], "DOP853", TIMES, args=(stiffness,), rtol=1e-6)
    return found.y, found.nfev


@row(8.0)
def stiff_equations_by_radau(stiffness):
    found = integrate.solve_ivp(oscillator, (0.0, 2.0), [2.0, 0.0], "Radau", TIMES, args=(stiffness,), rtol=1e-6,
                                jac=slopes_of_oscillator)
    return found.y, found.nfev, found.njev, found.nlu


@row(8.0)
def stiff_equations_by_differences(stiffness):
    found = integrate.solve_ivp(oscillator, (0.0, 2.0), [2.0, 0.0], "BDF", TIMES, args=(stiffness,), rtol=1e-6,
                                jac=slopes_of_oscillator)
    return found.y, found.nfev, found.njev, found.nlu


@row(np.array([2.0, 1.0]), near=1e-6)               # SciPy takes differences for the Jacobian
def linear_equations_by_radau(y):
    return integrate.solve_ivp(lambda t, y: MATRIX @ y, (1.0, 0.0), y * 1e-3, "Radau", [0.5, 0.1], max_step=0.2).y


@row(np.array([2.0, 1.0]))
def linear_equations_with_a_jacobian(y):
    return integrate.solve_ivp(lambda t, y: MATRIX @ y, (1.0, 0.0), y * 1e-3, "BDF", [0.5, 0.1], jac=MATRIX,
            max_step=0.2,
                               first_step=0.01).y


@row(0.3)
def events_of_a_fall(drag):
    found = integrate.solve_ivp(fall, (0.0, 50.0), [0.0, 20.0], events=[ground, apex], args=(drag,))
    return of_steps(found), found.t_events[0][0], found.y_events[1][0], len(found.t_events[1])


@row(0.3)
def times_until_an_event(drag):
    found = integrate.solve_ivp(fall, (0.0, 50.0), [0.0, 20.0], "DOP853", np.linspace(0.0, 9.0, 12), events=ground,
                                args=(drag,))
    return len(found.t), found.t[-1], found.y[:, -1], found.t_events[0][0], found.status


@row(1.3)
def a_continuous_solution(frequency):
    found = integrate.solve_ivp(lambda t, y: [y[1], -frequency * y[0]], (0.0, 6.0), [0.0, 2.0], "RK23",
    dense_output=True)
    back = integrate.solve_ivp(lambda t, y: [y[1], -frequency * y[0]], (6.0, 0.0), [0.0, 2.0], "RK23",
                               dense_output=True)
    return found.sol(1.5), found.sol(np.array([0.1, 5.0, 3.0])), back.sol([0.3, 4.0]), of_steps(found)


@row(0.7)
def integrals_over_several_variables(a):
    return (integrate.nquad(lambda x, y, k: k * x * y, [lambda y, k: (0, y), (0, 2)], (a,))[0],
            integrate.tplquad(lambda z, y, x: x * y * z * a, 0, 1, 0, lambda x: x, 0, lambda x, y: x + y)[0],
            integrate.dblquad(lambda y, x, k: np.exp(-k * x * y), 0, 1, lambda x: 0, 2.0, (a,))[0],
            integrate.nquad(lambda x, y: np.cos(a * x) * y, [[0, 1], [0, 1]], opts={"epsabs": 1e-9})[0])


@row(0.7)
def integrals_with_weights(a):
    return (integrate.quad(lambda x: np.exp(-a * x), 0, 5, weight="cos", wvar=7.0)[0],
            integrate.quad(lambda x: np.exp(-a * x), 0, 5, weight="sin", wvar=a)[0],
            integrate.quad(lambda x: np.exp(1j * a * x), 0, 2, complex_func=True)[0])


@row(SAMPLES, PLACES)
def sums_by_simpsons_rule(y, x):
    table = np.stack([y, 2 * y[::-1]])
    return (integrate.cumulative_simpson(y, x=x), integrate.cumulative_simpson(table, dx=0.3, initial=1.0),
            integrate.cumulative_simpson(table.T, x=x, axis=0), integrate.cumulative_simpson(y[:5], dx=2.0),
            integrate.cumulative_simpson(table, axis=0))
