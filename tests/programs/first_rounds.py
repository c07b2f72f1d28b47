"""Loops whose first round gives a variable its shape."""
import numpy as np


def fixed_point(A, b):
    """A number stands for the vector until the first round."""
    change, x, rounds = np.inf, np.inf, 0
    while change > 1e-8:
        if rounds > 50:
            rounds = -1
            break
        new = b - 0.5 * A @ (x if rounds else np.zeros(len(b)))
        change = np.linalg.norm(x - new, ord=1)
        x = new
        rounds += 1
    return x, rounds


def power_iteration(A, tolerance):
    v, last = 1.0, 0.0
    while True:
        w = A @ (v * np.ones(len(A)))
        v = w / np.linalg.norm(w)
        value = v @ A @ v
        if abs(value - last) < tolerance:
            break
        last = value
    return value, v


def discounted(rewards, A):
    value = 0.0
    for t in range(len(rewards)):
        value = rewards[t] + 0.9 * A @ (value * np.ones(2))
        if value[0] > 8.0:
            break
    else:
        value = -value
    return value


def leaves_in_the_first_round(x, limit):
    best = 0.0
    while True:
        best = best + x
        if np.sum(best) > limit:
            return best
        x = 0.5 * x + 0.1


def function_of_the_first_round(x, n):
    f = np.sin
    for i in range(n[0]):
        x = f(x)
        f = np.cos
    return x


def widened_in_the_first_round(x, n):
    y = x.astype(np.int8)
    for k in range(n[0]):
        y = y + 1000 * np.ones(2, np.int64)
    return y


def examples():
    for n in (0, 1, 3):
        yield function_of_the_first_round, (1.5, np.array([n]))
        yield widened_in_the_first_round, (np.array([3.0, 4.0]), np.array([n]))
    A = np.array([[0.5, 0.1, 0.2], [0.1, 0.3, 0.2], [0.2, 0.1, 0.4]])
    yield fixed_point, (A, np.array([1.0, 2.0, 3.0]))
    yield fixed_point, (4.1 * A, np.array([1.0, 2.0, 3.0]))
    yield power_iteration, (A, 1e-9)
    yield power_iteration, (A, 10.0)
    rewards = np.linspace(1.0, 2.0, 20)
    yield discounted, (rewards, A[:2, :2])
    yield discounted, (rewards, 3 * A[:2, :2])
    yield discounted, (9 * rewards, A[:2, :2])
    yield leaves_in_the_first_round, (np.array([1.0, 2.0]), 1.0)
    yield leaves_in_the_first_round, (np.array([1.0, 2.0]), 8.0)
