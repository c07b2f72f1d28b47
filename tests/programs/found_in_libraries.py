"""Of functions in public libraries: a handler in a function that another one calls, choices among NumPy's functions,
and sums of what is a truth value on one path and a number on another."""

import numpy as np


class Short(Exception):
    def __init__(self, need, have):
        super().__init__(f"need {need:.2f}, have {have:.2f}")
        self.need, self.have = need, have


class Account:
    def __init__(self, balance):
        self.balance = balance

    def take(self, x):
        if x > self.balance:
            raise Short(x, self.balance)
        self.balance -= x


def bank(xs):
    account, short = Account(5.0), 0.0
    for x in xs:
        try:
            account.take(x)
        except Short as error:
            short += error.need - error.have
            print("refused:", error)
    return account.balance, short


def second_of_bank(xs):
    return bank(xs)[1]


def both_of_bank(xs):
    return bank(xs)[0] + 2 * bank(xs[1:])[1]


def part(z, k):
    return (np.real if k > 0 else np.imag)(z)


def reduced(x, k):
    reduction = np.linalg.norm if k > 1 else np.median if k > 0 else np.mean
    return reduction(x) + {True: np.sum, False: np.max}[k > 0](x, axis=0)


def pair(ta, tb, pa, pb, ea, eb):
    if pa == pb:
        return (0, 1)
    if pa < pb:
        return (ta < tb) or (ta == tb and ea and not eb), 0
    return (ta > tb) or (ta == tb and not ea and eb), 0


def concordance(t, p, e):
    number = 0.0
    for a in range(len(t)):
        for b in range(a + 1, len(t)):
            found, _ = pair(t[a], t[b], p[a], p[b], e[a], e[b])
            number += found
    return number


def examples():
    for given in ([3.0, 4.0, 1.0], [1.0, 2.0, 1.0], [6.0, 7.0, 1.0]):
        for function in (bank, second_of_bank, both_of_bank):
            yield function, (np.array(given),)
    for k in (-1, 1, 2):
        yield part, (np.array([1 + 2j, 3 - 1j]), k)
        yield reduced, (np.array([3.0, -4.0, 1.0]), k)
    for times in ([1.0, 2.0, 2.0], [2.0, 1.0, 1.0]):
        yield concordance, (np.array(times), np.array([0.5, 0.1, 0.7]), np.array([1.0, 0.0, 1.0]))
