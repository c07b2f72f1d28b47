"""Loops whose length only the data know."""
import numpy as np


def collatz(n):
    steps = 0
    highest = n
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        highest = max(highest, n)
        steps += 1
    return steps, highest


def integer_sqrt(n):
    x = n
    y = (x + 1) // 2
    while y < x:
        x = y
        y = (x + n // x) // 2
    return x


def digital_root(n):
    while n >= 10:
        total = 0
        while n:
            total += n % 10
            n //= 10
        n = total
    return n


def two_pointers(ordered, target):
    low, high = 0, len(ordered) - 1
    tries = 0
    while low < high:
        tries += 1
        total = ordered[low] + ordered[high]
        if total == target:
            break
        if total < target:
            low += 1
        else:
            high -= 1
    return low, high, tries


def merge_sorted(a, b):
    out = np.zeros(a.size + b.size, dtype=a.dtype)
    i = j = k = 0
    while i < a.size and j < b.size:
        if a[i] <= b[j]:
            out[k] = a[i]
            i += 1
        else:
            out[k] = b[j]
            j += 1
        k += 1
    while i < a.size:
        out[k] = a[i]
        i, k = i + 1, k + 1
    while j < b.size:
        out[k] = b[j]
        j, k = j + 1, k + 1
    return out


def trapped_water(height):
    left, right = 0, len(height) - 1
    left_wall = right_wall = 0
    water = 0
    while left < right:
        if height[left] < height[right]:
            left_wall = max(left_wall, height[left])
            water += left_wall - height[left]
            left += 1
        else:
            right_wall = max(right_wall, height[right])
            water += right_wall - height[right]
            right -= 1
    return water


def find_cycle(successor, start):
    """Floyd's tortoise and hare: where the cycle begins, and its length."""
    slow, fast = successor[start], successor[successor[start]]
    while slow != fast:
        slow = successor[slow]
        fast = successor[successor[fast]]
    entry = start
    while entry != slow:
        entry = successor[entry]
        slow = successor[slow]
    length = 1
    walker = successor[entry]
    while walker != entry:
        walker = successor[walker]
        length += 1
    return entry, length


def next_permutation(p):
    p = p.copy()
    i = len(p) - 2
    while i >= 0 and p[i] >= p[i + 1]:
        i -= 1
    if i >= 0:
        j = len(p) - 1
        while p[j] <= p[i]:
            j -= 1
        p[i], p[j] = p[j], p[i]
    low, high = i + 1, len(p) - 1
    while low < high:
        p[low], p[high] = p[high], p[low]
        low += 1
        high -= 1
    return p


def machine_epsilon(one):
    eps = one
    while one + eps / 2 > one:
        eps = eps / 2
    return eps


def halving_until(x, tolerance):
    """An int count beside a float that shrinks; a whole array in the test."""
    rounds = 0
    while np.max(np.abs(x)) > tolerance:
        x = x / 2
        rounds += 1
    return x, rounds


def range_reduce(angle):
    turns = 0
    while angle > np.pi:
        angle -= 2 * np.pi
        turns += 1
    while angle <= -np.pi:
        angle += 2 * np.pi
        turns -= 1
    return angle, turns


def euler_phi(n):
    result = n
    p = 2
    while p * p <= n:
        if n % p == 0:
            while n % p == 0:
                n //= p
            result -= result // p
        p += 1
    if n > 1:
        result -= result // n
    return result


def adaptive_growth(x, target):
    """The step doubles after each success and halves after each failure."""
    step = 1.0
    evaluations = 0
    while target - x > 1e-3 and evaluations < 100:
        if x + step <= target:
            x += step
            step *= 2
        else:
            step /= 2
        evaluations += 1
    return x, evaluations


def zero_trip(x):
    """A loop that never runs must leave its names alone."""
    y = x
    while False:
        y = y + 1
    while y < x:
        y = y * 2
    return y


def relative_change(x):
    """The measure of convergence is 0 / 0 in the first round, and decides only how often the loop runs."""
    s, change = np.zeros(2), np.inf
    while change > 1e-10:
        new = np.clip(s + x, 0, 1)
        change = np.linalg.norm(new - s) / np.linalg.norm(s)
        s = new
    return np.sum(s * x)


def relative_change_in_a_tuple(x):
    """As before, carried beside what is returned, and set by a function."""
    def change(new, old):
        return np.sum(np.abs(new - old)) / np.sum(np.abs(old))
    state = np.zeros(1), 1.0
    while state[1] > 0.1:
        new = 0.5 * state[0] + x
        state = new, change(new, state[0])
    return state[0][0]


def converges_exactly(x):
    """sqrt(0) in the last round."""
    old, distance = x - 1.0, 1.0
    rounds = 0
    while distance > 0.0 and rounds < 50:
        new = np.clip(old + 0.5, 0.0, x)
        distance = np.sqrt(np.sum((new - old) ** 2))
        old = new
        rounds += 1
    return np.sum(old * old)


def examples():
    for n in (1, 6, 27):
        yield collatz, (n,)
    for n in (0, 1, 99, 10**12):
        yield integer_sqrt, (n,)
    for n in (5, 987654321, 10):
        yield digital_root, (n,)
    ordered = np.array([1, 3, 4, 7, 11])
    yield two_pointers, (ordered, 10)
    yield two_pointers, (ordered, 100)
    yield two_pointers, (ordered[:1], 2)
    yield merge_sorted, (np.array([1, 4, 9]), np.array([2, 3, 10, 12]))
    yield merge_sorted, (np.array([0.5, 1.5]), np.array([0.1]))
    yield merge_sorted, (np.array([1.0]), np.zeros(0))
    yield trapped_water, (np.array([0, 1, 0, 2, 1, 0, 1, 3, 2, 1, 2, 1]),)
    yield trapped_water, (np.array([3]),)
    yield find_cycle, (np.array([1, 2, 3, 4, 5, 2]), 0)
    yield find_cycle, (np.array([0, 0]), 1)
    yield next_permutation, (np.array([1, 3, 2]),)
    yield next_permutation, (np.array([3, 2, 1]),)
    yield next_permutation, (np.array([7]),)
    yield next_permutation, (np.array([1, 4, 3, 0]),)
    yield next_permutation, (np.array([2, 2, 0, 4, 3, 1]),)
    yield machine_epsilon, (np.float64(1),)
    yield machine_epsilon, (np.float32(1),)
    yield halving_until, (np.array([3.0, -40.0, 1.0]), 0.7)
    yield halving_until, (np.array([1, 2]), 0.3)
    yield halving_until, (np.array([0.1], np.float32), 0.5)
    for angle in (20.0, -7.5, 1.0):
        yield range_reduce, (angle,)
    for n in (1, 36, 97):
        yield euler_phi, (n,)
    yield adaptive_growth, (0.0, 13.7)
    yield adaptive_growth, (5.0, 2.0)
    yield zero_trip, (3.0,)
    yield zero_trip, (np.array([2])[0],)
    yield relative_change, (np.array([0.3, 0.4]),)
    yield relative_change_in_a_tuple, (1.0,)
    yield converges_exactly, (np.array([0.3, 2.0]),)
