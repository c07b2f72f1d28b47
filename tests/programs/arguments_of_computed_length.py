"""NumPy's functions one of whose later arguments has a computed length; ranges, lists and tuples beside such arrays."""
import numpy as np
from scipy.optimize import approx_fprime


def turned(x, rows):
    chosen = x[x > 0]
    return (np.roll(x, np.flatnonzero(x > 2)), np.roll(chosen, [1, 2]), np.roll(chosen, np.flatnonzero(x > 2)),
            np.roll(rows, np.flatnonzero(x > 2), axis=1), np.roll((1, 2, 3), chosen.astype(int)))


def inserted(x, rows):
    chosen = x[x > 0]
    return (np.insert(np.arange(5), 1, np.flatnonzero(x > 0)), np.insert([[1.0, 2.0], [3.0, 4.0]], 1, chosen),
            np.insert(rows, 1, chosen), np.insert(rows[x > 0], 1, chosen), np.insert((1, 2, x[0]), 1, chosen),
            np.insert(range(4), 2, [v for v in x if v > 0]), np.insert(x, -1, chosen))


def beside_ranges(x, rows):
    chosen = x[x > 0]
    return (np.append(chosen, range(4), axis=0), np.kron(range(2), chosen), np.array_equal(chosen, range(3)),
            np.correlate(chosen, range(2)), np.take(chosen, range(2)), np.vdot(range(3), chosen),
            np.bincount(range(4), weights=x[x > -9]), np.compress(range(3), chosen), np.take(chosen, (0, 1)))


def beside_lists(x, rows):
    kept = (x > 0)[x > -9]
    return (np.compress(kept, [1.0, 2.0, 3.0, 4.0]), np.sum(range(4), where=kept), np.swapaxes(rows[x > 0], 0, 1),
            np.histogram(x, weights=x[x > -9]), np.histogram(range(4), weights=x[x > -9]),
            np.diff(range(4), prepend=x[x > 2]))


def folded_between(x, n):
    return (np.add.reduceat(range(5), (n, n + 1, n - 1)), np.add.reduceat([1, 2, 3, 4], (n, n + 1)),
            np.multiply.reduceat(x, (n, 0)))


def stacked_numbers(x, rows):
    return np.stack(x[x > 0], axis=0), np.stack([v * 2 for v in x if v > 0], axis=-1)


def forward_differences(x, rows):
    return approx_fprime(x[x > 0], lambda v: np.sum(v ** 2))


def values_of_polynomials(x, n):
    places, few = np.flatnonzero(x > 0), x.astype(np.uint8)[x > 0]
    return np.polyval(places, n), np.polyval(few, 7), np.polyval(x[x > 0], 2), np.polyval(places, 0)


def repeated(x, n):
    return np.repeat(x, np.uint64(n)), x.repeat(n * 1.0), np.repeat(x, [n * 1.5, 1, 1, 2])


def repeated_less(x, n):
    found = []
    for times in (-1, n - 9):
        try:
            found.append(len(np.repeat(x, times)))
        except ValueError as e:
            found.append(str(e))
    try:
        found.append(len(np.repeat(x[x > 0], -2)))
    except ValueError as e:
        found.append(str(e))
    return found


def negative_counted(x, n):
    try:
        return np.bincount(-np.arange(3) * n)[0] * 1.0
    except ValueError:
        return -1.0


def weighed(x, n):
    try:
        return np.average(x, weights=x * (n - 2))
    except ZeroDivisionError:
        return -1.0


def chosen_of_nothing(x, n):
    try:
        return np.random.default_rng(0).choice(x[x > 50])
    except ValueError:
        return -1.0


def negative_character(x, n):
    try:
        return chr(-n)
    except ValueError as e:
        return str(e)


def no_character(x, n):
    return chr(n + 1114112)


def no_weight(x, n):
    return np.average(x, weights=x - x) > 0


def formats_of_containers(x, n):
    found = []
    for form in ("%.3f", "%d", "%x"):
        try:
            found.append(form % [x[0]])
        except TypeError as e:
            found.append(str(e))
    try:
        found.append(format((x[0], x[1]), ".2f"))
    except TypeError as e:
        found.append(str(e))
    try:
        found.append("{:.3g}".format({"a": x[0]}))
    except TypeError as e:
        found.append(str(e))
    return found


def examples():
    x, rows = np.array([1.5, -2.0, 3.0, 0.5]), np.arange(8.0).reshape(4, 2)
    for f in (turned, inserted, beside_ranges, beside_lists, stacked_numbers, forward_differences):
        yield f, (x, rows)
    for f in (folded_between, values_of_polynomials, repeated, repeated_less, negative_counted, weighed,
              chosen_of_nothing, negative_character, no_character, no_weight, formats_of_containers):
        yield f, (x, 2)
