"""What would be unrolled to a program far longer than its source."""
import numpy as np


def product_of_lists(x: "f64[40,40]"):
    rows = [[x[i, j] for j in range(30)] for i in range(30)]  # E: this loop is unrolled, and the unrolled program
    # H: use arrays instead of lists (np.array(…))
    return rows


def sums_of_lists(x: "f64[]"):
    rows = [(x + k, k) for k in range(30)]
    total = 0.0
    for one in rows:  # E: this loop is unrolled, and the unrolled program becomes too long
        # H: use arrays instead of lists (np.array(…)): a loop over arrays stays a loop
        for other in rows:
            total += one[0] * other[0] + one[1] * other[1]
    return total


def rounds_of_a_while_loop(x: "f64[]"):
    todo = [x]
    count = 0
    while count < 1000:  # E: this loop is unrolled
        todo = [t * 2.0 for t in todo] + [x]
        count += 1
    return todo


def subsets(x: "f64[12]"):
    best = 0.0

    def choose(chosen, k):  # E: choose calls itself so often that the program becomes too long: every call is read
        # H: write it as a loop over arrays (np.array(…)), or make what it depends on static
        nonlocal best
        if k == len(x):
            best = max(best, sum(x[i] for i in chosen))
            return
        choose(chosen, k + 1)
        choose(chosen + [k], k + 1)

    choose([], 0)
    return best


def permutations(x: "f64[7]"):
    best = 0.0
    order = list(range(7))

    def exchange(k):
        nonlocal best
        if k == len(order):
            best = max(best, sum(x[i] * p for i, p in enumerate(order)))
        for i in range(k, len(order)):  # E: this loop is unrolled, and the unrolled program becomes
            order[k], order[i] = order[i], order[k]
            exchange(k + 1)
            order[k], order[i] = order[i], order[k]

    exchange(0)
    return best
