"""Every way to write a for loop."""
import numpy as np


def ranges(n):
    """Bounds and steps that depend on the argument; negative ones too."""
    total = 0
    for i in range(n):
        total += i
    for i in range(1, n):
        total = total * 2 + i
    for i in range(n, 0, -1):
        total -= i
    for i in range(n, -n, -3):
        total += i * i
    return total


def dynamic_step(start, stop, step):
    total = count = 0
    for i in range(start, stop, step):
        total += i
        count += 1
    return total, count


def variable_after_loop(x):
    """The loop variable keeps its last value, and the old one if there was none."""
    i = -5
    value = 0.0
    for i, value in enumerate(x):
        pass
    return i, value


def reassigned_loop_variable(n):
    """Changing i inside does not change how often the loop runs."""
    visits = 0
    for i in range(n):
        visits += 1
        i = i * 10
        visits += i
    return visits


def bound_changes_inside(n):
    """range is evaluated once."""
    limit = n
    count = 0
    for _ in range(limit):
        limit -= 1
        count += limit
    return count, limit


def triangular(n):
    a = np.zeros((n, n), dtype=np.int64)
    for i in range(n):
        for j in range(i, n):
            a[i, j] = i * n + j
            a[j, i] = -a[i, j]
    return a


def three_deep(a, b, c):
    total = 0
    for i in range(a):
        for j in range(i, b):
            for k in range(j, c):
                total += i + 2 * j + 3 * k
    return total


def over_rows_and_items(a):
    total = 0
    for row in a:
        best = row[0]
        for item in row:
            if item > best:
                best = item
        total += best
    return total


def enumerate_from(x, start):
    total = 0.0
    for i, value in enumerate(x, start):
        total += i * value
    for i, value in enumerate(reversed(x), start=1):
        total -= value / i
    return total


def zip_three(x, y, z):
    """The shortest decides."""
    total = 0.0
    for i, (a, b, c) in enumerate(zip(x, y, z)):
        total += a * b - c * i
    return total


def backwards(x):
    out = np.zeros_like(x)
    running = x[-1] * 0
    for i in range(len(x) - 1, -1, -1):
        running = running + x[i]
        out[i] = running
    for i in reversed(range(0, len(x), 2)):
        out[i] = -out[i]
    for value in x[::-1]:
        running = running * 0.5 + value
    return out, running


def over_a_tuple(x):
    """A static sequence of unlike things."""
    for power, f in ((1, np.sin), (2, np.cos), (0.5, np.abs)):
        x = f(x) ** power
    for name, scale in {"a": 2.0, "b": 3.0}.items():
        x = x * scale + len(name)
    return x


def list_of_arrays(arrays):
    """Arrays of unlike shapes in a list."""
    total = 0.0
    for k, a in enumerate(arrays):
        total += a.sum() / (k + 1)
    longest = max(len(a) for a in arrays)
    return total, longest


def carries_of_many_types(x, n):
    """int, float, bool, complex, array and tuple carried through one loop."""
    count, total, seen, phase, trail, pair = 0, 0.0, False, 1 + 0j, np.zeros(3), (0, 1.0)
    for i in range(n):
        count += 1
        total += x[i]
        seen = seen or x[i] > 1
        phase *= 1j
        trail[i % 3] += x[i]
        pair = (pair[0] + i, pair[1] * 0.5)
    return count, total, seen, phase, trail, pair


def loop_in_branch_in_loop(x, n):
    total = 0.0
    for i in range(n):
        if i % 2 == 0:
            for j in range(i):
                total += x[j]
        else:
            k = i
            while k > 0:
                total -= x[k % len(x)]
                k //= 2
    return total


def invariant_work(x, n):
    """Nothing in the loop depends on it but the count."""
    for _ in range(n):
        y = np.sin(x)
    return y + n


def set_inside_loop_only(x):
    """`last` exists after the loop because the loop ran."""
    for i in range(x.size):
        last = x[i] * 2
    return last


def range_as_value(n):
    r = range(2, 20, 3)
    squares = [i * i for i in r]
    return len(r) + r[1] + sum(squares) + n, n in r, list(r)[::-1][0]


def mutual_arrays(x, y):
    """Two arrays that read each other, element by element."""
    x, y = x.copy(), y.copy()
    for i in range(1, len(x)):
        x[i] = 0.5 * x[i] + y[i - 1]
        y[i] = 0.5 * y[i] - x[i - 1]
    return x, y


def examples():
    rng = np.random.default_rng(40)
    x = rng.normal(size=5)
    for n in (0, 1, 7):
        yield ranges, (n,)
    for bounds in ((0, 10, 3), (10, 0, -4), (5, 5, 1), (3, -4, -1), (0, -5, 2)):
        yield dynamic_step, bounds
    yield variable_after_loop, (x,)
    yield variable_after_loop, (np.zeros(0),)
    for f in (reassigned_loop_variable, bound_changes_inside, triangular):
        yield f, (5,)
        yield f, (1,)
    yield reassigned_loop_variable, (0,)
    yield three_deep, (3, 4, 5)
    yield three_deep, (0, 4, 5)
    yield over_rows_and_items, (rng.normal(size=(3, 4)),)
    yield over_rows_and_items, (np.array([[1, 7], [3, 2]]),)
    yield over_rows_and_items, (np.zeros((0, 3)),)
    yield enumerate_from, (x, 10)
    yield enumerate_from, (np.array([2, 4]), 0)
    yield zip_three, (x, x[:3], x[1:])
    yield zip_three, (x, x[:0], x)
    yield backwards, (x,)
    yield backwards, (np.array([4]),)
    yield over_a_tuple, (x,)
    yield over_a_tuple, (0.5,)
    yield list_of_arrays, ([x, rng.normal(size=(2, 2)), np.arange(3)],)
    yield list_of_arrays, ((np.ones(1),),)
    yield carries_of_many_types, (np.array([0.5, 1.5, 0.25, 1.0]), 4)
    yield carries_of_many_types, (x, 0)
    yield loop_in_branch_in_loop, (x, 5)
    yield loop_in_branch_in_loop, (x, 0)
    yield invariant_work, (x, 3)
    yield invariant_work, (0.5, 1)
    yield set_inside_loop_only, (x,)
    yield set_inside_loop_only, (np.array([3]),)
    yield range_as_value, (5,)
    yield range_as_value, (6,)
    yield mutual_arrays, (x, rng.normal(size=5))
    yield mutual_arrays, (x[:1], x[1:2])
