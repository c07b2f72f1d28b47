"""Loops with an else."""
import numpy as np


def is_prime(n):
    if n < 2:
        return False
    for d in range(2, int(n**0.5) + 1):
        if n % d == 0:
            break
    else:
        return True
    return False


def count_primes(n):
    count = 0
    for candidate in range(2, n):
        for d in range(2, candidate):
            if d * d > candidate:
                count += 1
                break
            if candidate % d == 0:
                break
        else:
            count += 1
    return count


def first_gap(x):
    """Smallest natural number that is absent from an ordered array."""
    for i, value in enumerate(x):
        if value != i:
            gap = i
            break
    else:
        gap = len(x)
    return gap


def row_all_positive(a):
    """First row without a negative entry, or -1."""
    for i in range(len(a)):
        for value in a[i]:
            if value < 0:
                break
        else:
            return i
    return -1


def newton_or_nan(a, x, limit):
    for _ in range(limit):
        step = (x * x - a) / (2 * x)
        x -= step
        if abs(step) < 1e-7:
            break
    else:
        x = np.nan
    return x


def two_level_break(a, wanted):
    """The idiom that leaves two loops at once."""
    visited = 0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            visited += 1
            if a[i, j] == wanted:
                break
        else:
            continue
        break
    return visited


def while_else(n):
    """Halve until odd; the else runs only where one is reached."""
    halvings = 0
    while n > 1:
        if n % 2:
            outcome = -halvings
            break
        n //= 2
        halvings += 1
    else:
        outcome = halvings
    return outcome


def greedy_change(amount, coins):
    used = np.zeros(len(coins), dtype=np.int64)
    for i, coin in enumerate(coins):
        used[i] = amount // coin
        amount -= used[i] * coin
        if amount == 0:
            exact = True
            break
    else:
        exact = False
    return used, exact


def place_queens(n):
    """Backtracking with one column index a row; the first solution."""
    columns = np.full(n, -1)
    row = 0
    while 0 <= row < n:
        for column in range(columns[row] + 1, n):
            for above in range(row):
                if columns[above] == column or abs(columns[above] - column) == row - above:
                    break
            else:
                columns[row] = column
                row += 1
                break
        else:
            columns[row] = -1
            row -= 1
    return columns


def perfect_numbers(limit):
    found = 0
    for n in range(2, limit):
        total = 0
        for d in range(1, n):
            if n % d == 0:
                total += d
            if total > n:
                break
        else:
            if total == n:
                found = found * 1000 + n
    return found


def examples():
    for n in (0, 2, 9, 29, 35):
        yield is_prime, (n,)
    yield count_primes, (40,)
    yield count_primes, (2,)
    yield first_gap, (np.array([0, 1, 3]),)
    yield first_gap, (np.arange(4),)
    yield first_gap, (np.zeros(0),)
    yield row_all_positive, (np.array([[1.0, -1.0], [2.0, 3.0], [4.0, 5.0]]),)
    yield row_all_positive, (np.array([[-1, 2]]),)
    yield newton_or_nan, (2.0, 1.0, 20)
    yield newton_or_nan, (2.0, 1.0, 2)
    yield newton_or_nan, (2.0, 1.0, 0)
    a = np.arange(12).reshape(3, 4)
    for wanted in (0, 6, 50):
        yield two_level_break, (a, wanted)
    for n in (16, 12, 1, 7):
        yield while_else, (n,)
    yield greedy_change, (87, np.array([50, 20, 10, 5, 2]))
    yield greedy_change, (86, np.array([50, 20, 10, 5, 2]))
    yield greedy_change, (70, np.array([50, 20, 10, 5, 2]))
    yield place_queens, (5,)
    yield place_queens, (1,)
    yield place_queens, (3,)
    yield perfect_numbers, (40,)
    yield perfect_numbers, (3,)
