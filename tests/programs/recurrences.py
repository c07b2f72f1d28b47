"""Recurrences: the next value from the last few."""
import numpy as np


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def fibonacci_table(n):
    table = np.zeros(n, dtype=np.int64)
    for i in range(n):
        if i < 2:
            table[i] = i
        else:
            table[i] = table[i - 1] + table[i - 2]
    return table


def logistic_orbit(r, x, n):
    orbit = np.zeros(n)
    for i in range(n):
        orbit[i] = x
        x = r * x * (1 - x)
    return orbit


def legendre(n, x):
    """P_n(x) by Bonnet's three-term recurrence."""
    if n == 0:
        return np.ones_like(x)
    previous, current = np.ones_like(x), x
    for k in range(1, n):
        previous, current = current, ((2 * k + 1) * x * current - k * previous) / (k + 1)
    return current


def clenshaw(coefficients, x):
    """A Chebyshev series, summed from the back."""
    b1 = np.zeros_like(x)
    b2 = np.zeros_like(x)
    for k in range(len(coefficients) - 1, 0, -1):
        b1, b2 = coefficients[k] + 2 * x * b1 - b2, b1
    return coefficients[0] + x * b1 - b2


def horner(coefficients, x):
    total = 0.0
    for c in coefficients:
        total = total * x + c
    return total


def horner_with_derivative(coefficients, x):
    value = slope = 0.0
    for c in coefficients[::-1]:
        slope = slope * x + value
        value = value * x + c
    return value, slope


def exponential_average(x, alpha):
    out = np.empty_like(x)
    level = x[0]
    for i in range(x.shape[0]):
        level = alpha * x[i] + (1 - alpha) * level
        out[i] = level
    return out


def continued_fraction(terms):
    """b0 + 1/(b1 + 1/(b2 + ...)), from the innermost term outwards."""
    value = terms[-1]
    for b in reversed(terms[:-1]):
        value = b + 1 / value
    return value


def arithmetic_geometric_mean(a, b):
    rounds = 0
    while abs(a - b) > 1e-10 * abs(a):
        a, b = (a + b) / 2, np.sqrt(a * b)
        rounds += 1
    return a, rounds


def bessel_j0_miller(x, start):
    """Miller's backward recurrence, normalised by J0 + 2 J2 + 2 J4 + ... = 1."""
    after, current = 0.0, 1e-20
    norm = 0.0
    for k in range(start, 0, -1):
        after, current = current, 2 * k / x * current - after
        if (k - 1) % 2 == 0:
            norm += current if k == 1 else 2 * current
    return current / norm


def ar2_response(x, a1, a2):
    y = np.zeros_like(x)
    for t in range(len(x)):
        y[t] = x[t]
        if t >= 1:
            y[t] += a1 * y[t - 1]
        if t >= 2:
            y[t] += a2 * y[t - 2]
    return y


def running_maximum(x):
    best = x[0]
    out = np.zeros_like(x)
    for i, value in enumerate(x):
        if value > best:
            best = value
        out[i] = best
    return out


def bernoulli_triangle(n):
    """Pascal's triangle with the running sums of its rows."""
    row = np.zeros(n, dtype=np.int64)
    row[0] = 1
    sums = np.zeros((n, n), dtype=np.int64)
    for i in range(n):
        sums[i] = np.cumsum(row)
        row[1:] = row[1:] + row[:-1]
    return sums


def examples():
    rng = np.random.default_rng(1)
    for n in (0, 1, 2, 40):
        yield fibonacci, (n,)
    yield fibonacci_table, (12,)
    yield fibonacci_table, (1,)
    yield fibonacci_table, (0,)
    yield logistic_orbit, (2.5, 0.3, 12)
    yield logistic_orbit, (3.2, 0.1, 1)
    x = np.linspace(-1, 1, 9)
    yield legendre, (0, x)
    yield legendre, (1, x)
    yield legendre, (6, x)
    yield legendre, (4, x.astype(np.float32))
    yield clenshaw, (rng.normal(size=5), x)
    yield clenshaw, (rng.normal(size=1), x)
    yield horner, (rng.normal(size=4), 0.7)
    yield horner, (np.array([1, -2, 3]), 2)
    yield horner, (rng.normal(size=3), x)
    yield horner, (np.zeros(0), 1.5)
    yield horner_with_derivative, (rng.normal(size=5), -0.4)
    yield horner_with_derivative, (np.array([3.0]), 2.0)
    yield exponential_average, (rng.normal(size=10), 0.3)
    yield exponential_average, (rng.normal(size=1).astype(np.float32), 0.5)
    yield continued_fraction, (np.array([1.0, 2, 2, 2, 2, 2]),)
    yield continued_fraction, (np.array([3.0]),)
    yield arithmetic_geometric_mean, (1.0, 2.0)
    yield arithmetic_geometric_mean, (24.0, 6.0)
    yield arithmetic_geometric_mean, (5.0, 5.0)
    yield bessel_j0_miller, (1.5, 20)
    yield bessel_j0_miller, (4.0, 25)
    yield ar2_response, (rng.normal(size=10), 0.6, -0.2)
    yield ar2_response, (rng.normal(size=2).astype(np.float32), 0.6, -0.2)
    yield running_maximum, (rng.normal(size=8),)
    yield running_maximum, (np.array([3, 1, 4, 1, 5, 9, 2, 6]),)
    yield bernoulli_triangle, (6,)
    yield bernoulli_triangle, (1,)
