"""Faults, a function for each: at k = 5 something goes wrong in the line that is marked, at 1 to 4 nothing does."""
import numpy as np

import recto

X = np.array([1.0, 2.0, 3.0, 4.0, 5.0])


def read(x, k):
    return x[k]  # fault


def read_from_the_end(x, k):
    return x[-1 - k]  # fault


def read_a_row(x, k):
    table = np.outer(x, x)
    return table[2, k]  # fault


def read_through_a_view(x, k):
    inner = x[1:]
    return inner[k - 1]  # fault


def read_at_indices(x, k):
    at = np.array([0, 1, k])
    return np.sum(x[at] ** 2)  # fault


def taken(x, k):
    return np.sum(np.take(x, np.array([k, 0])))  # fault


def read_in_a_slice(x, k):
    n = (np.arange(1, 5) <= k).sum()
    return x[:n][k - 1]  # fault


def read_beside_a_slice(x, k):
    table, n = np.outer(x, x), (x > 2).sum()
    return np.sum(table[k, :n])  # fault


def read_indices_in_a_slice(x, k):
    at, n = np.array([0, k - 1]), (np.arange(1, 5) <= k).sum()
    return np.sum(x[:n][at])  # fault


def write(x, k):
    y = x * 2
    y[k] = 1.0  # fault
    return np.sum(y)


def add_at_indices(x, k):
    y = x * 2
    np.add.at(y, np.array([k, k]), x[0])  # fault
    return np.sum(y)


def write_beside_a_slice(x, k):
    table, n = np.outer(x, x), (x > 2).sum()
    table[:n, k] = 0.0  # fault
    return np.sum(table)


def write_in_a_slice(x, k):
    y, n = x * 2, (np.arange(1, 5) <= k).sum()
    y[:n][k - 1] = 0.0  # fault
    return np.sum(y)


def root(x, k):
    return np.sqrt(x[0] + (3.5 - k))  # fault


def logarithms(x, k):
    y = x - k + 3.5
    return np.sum(np.log(y))  # fault


def difference_of_infinities(x, k):
    huge = np.exp(x[0] * (1000.0 if k > 4 else 1.0))
    return huge - huge * x[1]  # fault


def product(x, k):
    return x[0] * (k * (2 ** 61 - 1))  # fault


def total(x, k):
    return x[0] * np.sum(np.array([k, k]) * (2 ** 60 - 1))  # fault


def narrow_difference(x, k):
    small = np.array([4, 9], np.uint8) - np.uint8(k)  # fault
    return x[0] * small[0]


def narrow_dot(x, k):
    a = np.array([1, 1, 1], np.int64) * k
    return x[0] * (a @ (np.array([1, 1, 2]) * (2 ** 59 - 1)))  # fault


def power(x, k):
    return x[0] * (8000 ** k)  # fault


def shifted(x, k):
    return x[0] * (1 << (58 + k))  # fault


def cast(x, k):
    big = x[0] * 10.0 ** (14 + k)
    return x[0] * np.array([big]).astype(np.int64)[0]  # fault


def quotient(x, k):
    return x[0] / (5 - k)  # fault


def quotients(x, k):
    return np.sum(x / np.array([1.0, 5.0 - k, 2.0, 3.0, 4.0]))  # fault


def whole_quotient(x, k):
    return x[0] * (7 // (5 - k))  # fault


def rest(x, k):
    return x[0] * (np.arange(3) % (5 - k)).sum()  # fault


def reciprocal_power(x, k):
    return x[0] + (5.0 - k) ** -1  # fault


KINDS = {
    IndexError: (read, read_from_the_end, read_a_row, read_through_a_view, read_at_indices, taken, read_in_a_slice,
                 read_beside_a_slice, read_indices_in_a_slice, write, add_at_indices, write_beside_a_slice,
                 write_in_a_slice),
    FloatingPointError: (root, logarithms, difference_of_infinities),
    OverflowError: (product, total, narrow_difference, narrow_dot, power, shifted, cast),
    ZeroDivisionError: (quotient, quotients, whole_quotient, rest, reciprocal_power),
}
ROWS = {function.__name__: (function, exception) for exception, found in KINDS.items() for function in found}


# -- places: a function of x and k that comes to the fault, or does not ----------------------------------------------

def straight(f):
    return lambda x, k: f(x, k)


def in_a_branch(f):
    def place(x, k):
        if k > 3:
            return f(x, k)
        return x[0]
    return place


def behind_and(f):
    def place(x, k):
        return 1.0 if k > 3 and f(x, k) > 0 else 2.0
    return place


def in_a_loop(f):
    def place(x, k):
        total = 0.0
        for i in range(1, k + 1):
            total += f(x, i)
        return total
    return place


def in_a_while(f):
    def place(x, k):
        i, total = 1, 0.0
        while i <= k and total >= -1e30:
            total += abs(f(x, i))
            i += 1
        return total
    return place


def in_a_call(f):
    def helper(x, k):
        return 2 * f(x, k)

    def place(x, k):
        return helper(x, k - 1 + 1) + 1
    return place


def in_a_gradient(f):
    return lambda x, k: np.sum(recto.grad(lambda x: f(x, k) ** 2)(x))


def in_a_batch(f):
    return lambda x, k: np.sum(recto.vmap(lambda j: f(x, j))(lanes(k)))


def lanes(k):
    """Numbers of which the third is k."""
    return np.array([1, 2, 0]) + k * np.array([0, 0, 1])


def in_a_branch_of_lanes(f):
    return lambda x, k: np.sum(recto.vmap(lambda j: in_a_branch(f)(x, j))(lanes(k)))


def in_a_batch_of_gradients(f):
    return lambda x, k: np.sum(recto.vmap(lambda j: in_a_gradient(f)(x, j))(lanes(k)))


def in_a_gradient_of_a_batch(f):
    return lambda x, k: np.sum(recto.grad(lambda x: in_a_batch(f)(x, k) ** 2)(x))


PLACES = (straight, in_a_branch, behind_and, in_a_loop, in_a_while, in_a_call, in_a_gradient, in_a_batch,
          in_a_branch_of_lanes, in_a_batch_of_gradients, in_a_gradient_of_a_batch)


# -- the fault is there, and nothing comes to it ---------------------------------------------------------------------

def in_a_branch_not_taken(f):
    def place(x, k):
        if k < 5:
            return f(x, k)
        return x[0]
    return place


def behind_or(f):
    return lambda x, k: 1.0 if k > 3 or f(x, k) > 0 else 2.0


def chosen_against(f):
    return lambda x, k: x[0] if k > 3 else f(x, k)


def behind_a_break(f):
    def place(x, k):
        total = 0.0
        for i in range(1, 9):
            if i >= k:
                break
            total += f(x, i)
        return total
    return place


def in_no_round(f):
    def place(x, k):
        total = 0.0
        for _ in range(k - 5):
            total += f(x, k)
        return total
    return place


def behind_a_return(f):
    def place(x, k):
        if k == 5:
            return x[0]
        y = f(x, k)
        return y * y
    return place


def in_lanes_that_go_elsewhere(f):
    return lambda x, k: np.sum(recto.vmap(lambda j: in_a_branch_not_taken(f)(x, j))(lanes(k)))


def in_gradients_of_lanes_that_go_elsewhere(f):
    return lambda x, k: np.sum(recto.vmap(lambda j: in_a_gradient(in_a_branch_not_taken(f))(x, j))(lanes(k)))


ELSEWHERE = (in_a_branch_not_taken, behind_or, chosen_against, behind_a_break, in_no_round, behind_a_return,
             in_lanes_that_go_elsewhere, in_gradients_of_lanes_that_go_elsewhere)
