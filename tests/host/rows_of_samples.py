"""scipy.integrate."""
import numpy as np
from scipy import integrate

from .call import row

TIMES = np.linspace(0.0, 4.0, 7)
T = np.array([0.0, 0.3, 0.7, 1.5, 1.6, 2.4, 3.0, 3.3])
Y = np.sin(T) + 0.1 * T ** 2


@row(Y, T, np.outer([1.0, 2.0, -1.0], Y))
def sums_of_samples(y, t, rows):
    return (integrate.trapezoid(y, t), integrate.cumulative_trapezoid(y, t, initial=0),
            integrate.cumulative_trapezoid(rows, dx=0.5, axis=0), integrate.simpson(y, x=t),
            integrate.simpson(y[:7], x=t[:7]), integrate.simpson(rows, dx=0.1), integrate.simpson(y[:2], x=t[:2]),
            integrate.simpson(rows, axis=0))


@row(np.array([200, 3, 17, 255, 2, 40], np.uint8), np.array([1, 3, 9, 128, 250, 250], np.uint8), gradient=False)
def sums_of_narrow_samples(y, t):
    single, half = y.astype(np.float32), y.astype(np.float16) / 8
    return (integrate.simpson(y, x=t), integrate.simpson(y[:5], x=t[:5]), integrate.simpson(single, x=t),
            integrate.simpson(single[:5], x=single[:5]), integrate.simpson(np.stack([single, single]), dx=0.5),
            integrate.simpson(half, dx=2), integrate.simpson(half[:5], dx=2), integrate.simpson(y[:2], x=t[:2]),
            integrate.trapezoid(y, t), integrate.trapezoid(single, t / 2), integrate.trapezoid(half, t / 2),
            integrate.cumulative_trapezoid(single, t), integrate.simpson(single[:2], dx=0.5))


@row(1.3, 0.2, 2.0)
def quadrature(rate, low, high):
    bell = integrate.quad(lambda x: np.exp(-rate * x * x), low, high)
    return bell[0], integrate.quad(np.sin, 0, high, epsrel=1e-4)[0]


@row(1.3, gradient=False, batch=False, near=1e-8)
def estimated_errors(rate):
    return integrate.quad(lambda x, a: np.sqrt(np.abs(np.sin(a * x))), 0, 3, args=(rate,)), \
        integrate.quad(lambda x: np.exp(-rate * x), 0, rate)


@row(1.3)
def infinite_ranges(rate):
    return (integrate.quad(lambda x: np.exp(-rate * x * x), -np.inf, np.inf)[0],
            integrate.quad(lambda x: np.exp(-rate * x), rate, np.inf)[0],
            integrate.quad(lambda x: np.exp(rate * x), -np.inf, rate)[0])


@row(0.4)
def fixed_order(rate):
    return integrate.fixed_quad(lambda x: np.exp(rate * x), 0.0, 1.0, n=4)[0]


def spring(t, y, damping):
    return [y[1], -damping * y[1] - np.sin(y[0])]


@row(0.3, np.array([1.0, 0.2]))
def oscillator(damping, start):
    found = integrate.solve_ivp(spring, (0.0, 4.0), start, t_eval=TIMES, args=(damping,), rtol=1e-6)
    return found.t, found.y, found.nfev, found.success, found.status


@row(0.3, gradient=False, batch=False)
def backwards_with_a_largest_step(damping):
    times = TIMES[::-1][2:6] * 0.9
    return integrate.solve_ivp(lambda t, y: -damping * y, (3, 0), [2, 1], "RK23", times, max_step=0.2).y


@row(0.3, np.array([1.0, 0.2]), near=1e-6, gradient=False, batch=False)
def ordinary_differential_equation(damping, start):
    first = integrate.odeint(lambda y, t, d: spring(t, y, d), start, TIMES, args=(damping,))
    return first, integrate.odeint(spring, start, TIMES, (damping,), tfirst=True, rtol=1e-10, atol=1e-10), \
        integrate.odeint(lambda y, t: -damping * y, 1.0, TIMES)


@row(np.random.default_rng(3).normal(size=(9, 2)))
def samples_by_romberg(y):
    single = np.arange(5, dtype=np.float32)
    return ([integrate.romb(y[:n, 0], dx=0.3) for n in (2, 3, 5, 9)], integrate.romb(y, axis=0), integrate.romb(single))


@row(1.2, near=1e-7)
def integrals_with_break_points(a):
    return (integrate.quad(lambda t: np.abs(t - a), 0, 3, points=[a, 5.0, -1.0])[0],
            integrate.quad(lambda t: np.abs(t - a), 3, 0, points=[a])[0])


@row(1.2)
def double_integrals(a):
    return (integrate.dblquad(lambda y, x: x * y * a, 0, 1, 0, a)[0],
            integrate.dblquad(lambda y, x, b: np.exp(-a * x * y) * b, 0, 2, lambda x: 0.0, lambda x: x, args=(2.0,))[0])
