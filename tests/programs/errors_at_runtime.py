"""The user's own exceptions, for some inputs and not for others."""
import math

import numpy as np


class ConvergenceError(Exception):
    pass


class EmptyBin(ValueError):
    pass


def safe_sqrt(x):
    if x < 0:
        raise ValueError("square root of a negative number")
    return math.sqrt(x)


def asserted_mean(x):
    assert np.all(x > 0), "all values must be positive"
    return np.exp(np.mean(np.log(x)))


def bare_assert(x, y):
    assert x < y
    return (y - x) ** 2


def newton_or_raise(x, limit):
    """Raises after the loop has run out."""
    for _ in range(limit):
        step = (x**3 - 7) / (3 * x**2)
        x -= step
        if abs(step) < 1e-6:
            return x
    raise ConvergenceError("no convergence")


def checked_loop(x):
    """Raises from the middle of a loop."""
    total = 0.0
    for value in x:
        if value == 0:
            raise ZeroDivisionError("cannot take the reciprocal of zero")
        total += 1 / value
    return total


def cholesky_checked(a):
    n = a.shape[0]
    lower = np.zeros_like(a)
    for j in range(n):
        pivot = a[j, j] - lower[j] @ lower[j]
        if pivot <= 0:
            raise np.linalg.LinAlgError("matrix is not positive definite")
        lower[j, j] = np.sqrt(pivot)
        for i in range(j + 1, n):
            lower[i, j] = (a[i, j] - lower[i] @ lower[j]) / lower[j, j]
    return lower


def require_ordered(x):
    for i in range(1, len(x)):
        if not x[i - 1] <= x[i]:
            raise ValueError("edges must not decrease")


def checked_histogram(x, edges):
    """The check is in a helper; another one is at the end."""
    require_ordered(edges)
    counts = np.zeros(len(edges) - 1, dtype=np.int64)
    for value in x:
        for b in range(len(counts)):
            if edges[b] <= value < edges[b + 1]:
                counts[b] += 1
                break
        else:
            raise IndexError("value outside of all bins")
    if np.any(counts == 0):
        raise EmptyBin("a bin is empty")
    return counts


def bisect_checked(f, low, high):
    if f(low) * f(high) > 0:
        raise ValueError("the root is not bracketed")
    for _ in range(30):
        middle = (low + high) / 2
        if f(low) * f(middle) <= 0:
            high = middle
        else:
            low = middle
    return (low + high) / 2


def static_shape_check(a, b):
    """Decided by shapes: the same for every value."""
    if a.shape[-1] != b.shape[0]:
        raise ValueError(f"inner dimensions differ: {a.shape[-1]} and {b.shape[0]}")
    return a @ b


def withdraw(balance, amounts):
    """Two kinds of failure; whichever comes first is the one raised."""
    for amount in amounts:
        if amount <= 0:
            raise ValueError("amounts must be positive")
        if amount > balance:
            raise RuntimeError("insufficient funds")
        balance -= amount
    return balance


def pop_from_empty(operations):
    """1 pushes, -1 pops."""
    depth = deepest = 0
    for op in operations:
        if op == 1:
            depth += 1
        else:
            if depth == 0:
                raise IndexError("pop from empty stack")
            depth -= 1
        deepest = max(deepest, depth)
    assert depth == 0, "unbalanced"
    return deepest


def while_guard(n):
    steps = 0
    while n != 1:
        if n <= 0:
            raise ValueError("not a natural number")
        if steps >= 20:
            raise OverflowError("too many steps")
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def nested_helpers(x):
    """An error two calls down, under a branch."""
    def inner(v):
        if np.isnan(v).any():
            raise FloatingPointError("not a number")
        return v.sum()

    def outer(v, careful):
        return inner(v) if careful else np.nansum(v)

    return outer(x, x[0] > 0)


def match_or_raise(code, x):
    match code:
        case 0:
            return x
        case 1:
            return -x
        case _:
            raise NotImplementedError("unknown code")


def parse_digits(codes):
    """Digits as character codes; anything else is refused."""
    value = 0
    for c in codes:
        if not 48 <= c <= 57:
            raise ValueError("not a digit")
        value = value * 10 + (c - 48)
    return value


def message_with_values(x, limit):
    """The message tells the values that were wrong."""
    for i in range(len(x)):
        if x[i] > limit:
            raise ValueError(f"item {i} is {x[i]}, more than {limit}")
    return x.sum()


def raise_in_one_branch(x):
    if x > 10:
        y = x - 10
    elif x > 0:
        y = x
    else:
        raise ValueError("x must be positive")
    y = y * 2
    return y


def validated_solve(a, b):
    assert a.ndim == 2 and a.shape[0] == a.shape[1], "square matrices only"
    determinant = np.linalg.det(a)
    if abs(determinant) < 1e-10:
        raise np.linalg.LinAlgError("singular matrix")
    return np.linalg.solve(a, b)


def examples():
    yield safe_sqrt, (9.0,)
    yield safe_sqrt, (-1.0,)
    yield asserted_mean, (np.array([1.0, 2.0, 4.0]),)
    yield asserted_mean, (np.array([1.0, -2.0, 4.0]),)
    yield bare_assert, (1.0, 3.0)
    yield bare_assert, (3, 1)
    yield newton_or_raise, (2.0, 20)
    yield newton_or_raise, (2.0, 1)
    yield newton_or_raise, (2.0, 0)
    yield checked_loop, (np.array([1.0, 2.0]),)
    yield checked_loop, (np.array([1.0, 0.0, 2.0]),)
    yield checked_loop, (np.zeros(0),)
    yield cholesky_checked, (np.array([[4.0, 1.0], [1.0, 3.0]]),)
    yield cholesky_checked, (np.array([[1.0, 2.0], [2.0, 1.0]]),)
    edges = np.array([0.0, 1.0, 2.0])
    yield checked_histogram, (np.array([0.5, 1.5, 1.7]), edges)
    yield checked_histogram, (np.array([0.5, 1.5]), edges[::-1])
    yield checked_histogram, (np.array([0.5, 7.0]), edges)
    yield checked_histogram, (np.array([0.5, 0.6]), edges)
    yield bisect_checked, (np.cos, 1.0, 2.0)
    yield bisect_checked, (np.cos, 0.0, 1.0)
    yield static_shape_check, (np.ones((2, 3)), np.ones(3))
    yield static_shape_check, (np.ones((2, 3)), np.ones(2))
    yield withdraw, (10.0, np.array([3.0, 5.0]))
    yield withdraw, (10.0, np.array([3.0, 50.0, -1.0]))
    yield withdraw, (10.0, np.array([3.0, -1.0, 50.0]))
    yield pop_from_empty, (np.array([1, 1, -1, -1]),)
    yield pop_from_empty, (np.array([1, -1, -1]),)
    yield pop_from_empty, (np.array([1]),)
    for n in (6, 0, 27):
        yield while_guard, (n,)
    yield nested_helpers, (np.array([1.0, 2.0]),)
    yield nested_helpers, (np.array([1.0, np.nan]),)
    yield nested_helpers, (np.array([-1.0, np.nan]),)
    for code in (0, 1, 5):
        yield match_or_raise, (code, 2.5)
    yield parse_digits, (np.array([49, 50, 51]),)
    yield parse_digits, (np.array([49, 65]),)
    yield message_with_values, (np.array([1, 2, 3]), 5)
    yield message_with_values, (np.array([1, 9, 3]), 5)
    for x in (12.0, 3.0, -1.0):
        yield raise_in_one_branch, (x,)
    yield validated_solve, (np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, 2.0]))
    yield validated_solve, (np.array([[1.0, 2.0], [2.0, 4.0]]), np.array([1.0, 2.0]))
    yield validated_solve, (np.ones((2, 3)), np.ones(2))
