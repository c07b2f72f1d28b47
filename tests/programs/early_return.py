"""Returning from the middle: of branches, loops and loops in loops."""
import numpy as np


def sign_of(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1
    return 0


def find_first(x, wanted):
    for i in range(len(x)):
        if x[i] == wanted:
            return i
    return -1


def find_first_2d(a, wanted):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            if a[i, j] == wanted:
                return i, j
    return -1, -1


def is_sorted(x):
    for i in range(1, x.size):
        if x[i] < x[i - 1]:
            return False
    return True


def has_duplicate(x):
    for i in range(len(x)):
        for j in range(i):
            if x[i] == x[j]:
                return True
    return False


def binary_search(ordered, wanted):
    low, high = 0, len(ordered) - 1
    while low <= high:
        middle = (low + high) // 2
        if ordered[middle] == wanted:
            return middle
        if ordered[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -low - 1


def is_symmetric(a, tolerance):
    rows, columns = a.shape
    if rows != columns:
        return False
    for i in range(rows):
        for j in range(i):
            if abs(a[i, j] - a[j, i]) > tolerance:
                return False
    return True


def quadratic_roots(a, b, c):
    """Real roots and how many; without cancellation."""
    if a == 0:
        if b == 0:
            return 0.0, 0.0, 0
        return -c / b, -c / b, 1
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return 0.0, 0.0, 0
    if discriminant == 0:
        return -b / (2 * a), -b / (2 * a), 1
    q = -0.5 * (b + np.copysign(np.sqrt(discriminant), b))
    return q / a, c / q, 2


def first_peak(x, height):
    """Value at the first local maximum above a height, and a fallback that costs more."""
    for left, here, right in zip(x[:-2], x[1:-1], x[2:]):
        if here < height:
            continue
        if left < here > right:
            return here
    return np.max(x)


def is_magic_square(a):
    n = a.shape[0]
    target = np.trace(a)
    if np.trace(np.fliplr(a)) != target:
        return False
    for line in range(n):
        if a[line].sum() != target or a[:, line].sum() != target:
            return False
    return len(set(a.shape)) == 1


def saddle_point(a):
    """Smallest in its row and largest in its column."""
    for i, row in enumerate(a):
        for j, value in enumerate(row):
            if value > row.min():
                continue
            for other in a[:, j]:
                if other > value:
                    break
            else:
                return value, i, j
    return -1, -1, -1


def common_prefix(a, b):
    for n, (x, y) in enumerate(zip(a, b)):
        if x != y:
            return n
    return min(len(a), len(b))


def steps_to_absorb(position, moves, low, high):
    """A walk that stops at either wall: -1 or 1 for which, and when."""
    for step, move in enumerate(moves):
        position += move
        if position <= low:
            return -1, step + 1
        if position >= high:
            return 1, step + 1
    return 0, len(moves)


def grade(score):
    if score >= 90:
        return 4.0
    if score >= 80:
        return 3.0
    if score >= 70:
        return 2
    if score >= 60:
        return 1
    return 0


def point_in_triangle(p, a, b, c):
    def side(u, v):
        return (v[0] - u[0]) * (p[1] - u[1]) - (v[1] - u[1]) * (p[0] - u[0])

    first = side(a, b)
    if first == 0:
        return True
    for u, v in ((b, c), (c, a)):
        if side(u, v) * first < 0:
            return False
    return True


def escape_energy(x, v, dt):
    """Returns from inside a while inside a for, or falls out at the end."""
    for attempt in range(4):
        t = 0.0
        while t < 2.0:
            if x > 3.0:
                return x, t, attempt
            x += dt * v
            t += dt
        v *= 1.5
        x = 0.0
    return x, -1.0, -1


def examples():
    rng = np.random.default_rng(13)
    for x in (3, -2.5, 0, np.float32(0.5)):
        yield sign_of, (x,)
    x = np.array([4, 7, 7, 1])
    for wanted in (7, 1, 9):
        yield find_first, (x, wanted)
    yield find_first, (np.array([0.5, 1.5]), 1.5)
    a = np.arange(12).reshape(3, 4)
    yield find_first_2d, (a, 6)
    yield find_first_2d, (a, 0)
    yield find_first_2d, (a, -3)
    yield is_sorted, (np.array([1.0, 2.0, 2.0]),)
    yield is_sorted, (x,)
    yield is_sorted, (np.zeros(0),)
    yield has_duplicate, (x,)
    yield has_duplicate, (np.arange(5),)
    yield has_duplicate, (np.arange(1),)
    for wanted in (1, 5, 6, 100):
        yield binary_search, (np.array([1, 3, 5, 8, 13]), wanted)
    yield is_symmetric, (np.array([[1.0, 2.0], [2.0, 5.0]]), 1e-9)
    yield is_symmetric, (np.array([[1.0, 2.0], [3.0, 5.0]]), 0.5)
    yield is_symmetric, (np.ones((2, 3)), 1.0)
    for abc in ((1.0, -3.0, 2.0), (1.0, 2.0, 5.0), (1.0, -2.0, 1.0), (0.0, 2.0, -3.0), (0.0, 0.0, 1.0)):
        yield quadratic_roots, abc
    yield quadratic_roots, (2, 5, 1)
    yield first_peak, (np.array([0.0, 2.0, 1.0, 5.0, 3.0]), 3.0)
    yield first_peak, (np.array([0.0, 2.0, 1.0, 5.0, 3.0]), 0.0)
    yield first_peak, (np.array([1.0, 2.0, 3.0]), 0.0)
    yield is_magic_square, (np.array([[2, 7, 6], [9, 5, 1], [4, 3, 8]]),)
    yield is_magic_square, (np.array([[2, 7, 6], [9, 5, 1], [3, 4, 8]]),)
    yield is_magic_square, (np.eye(2),)
    yield is_magic_square, (np.array([[1, 2, 1], [0, 1, 0], [1, 0, 1]]),)
    yield saddle_point, (np.array([[9, 8, 7], [5, 3, 2], [6, 6, 7]]),)
    yield saddle_point, (np.array([[4, 5], [1, 2]]),)
    yield saddle_point, (np.array([[1, 0], [0, 1]]),)
    yield common_prefix, (np.array([1, 2, 3, 4]), np.array([1, 2, 4]))
    yield common_prefix, (np.array([1, 2]), np.array([1, 2, 9]))
    yield common_prefix, (np.zeros(0), np.ones(3))
    yield steps_to_absorb, (0, np.array([1, 1, -1, 1, 1]), -3, 3)
    yield steps_to_absorb, (0.0, np.array([-1.0, -1.5, 5.0]), -2, 3)
    yield steps_to_absorb, (0, np.array([1, -1]), -3, 3)
    for score in (95, 85, 72.5, 65, 3):
        yield grade, (score,)
    triangle = (np.array([0.0, 0.0]), np.array([4.0, 0.0]), np.array([0.0, 3.0]))
    for p in ((1.0, 1.0), (3.0, 3.0), (2.0, 0.0), (-1.0, 0.5)):
        yield point_in_triangle, (np.array(p), *triangle)
    yield escape_energy, (0.0, 1.0, 0.25)
    yield escape_energy, (0.0, 0.125, 0.25)
    yield escape_energy, (5.0, float(rng.integers(1, 3)), 0.5)
