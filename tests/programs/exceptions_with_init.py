"""Exceptions whose classes have an `__init__`, methods and texts of their own, bound by handlers."""

import numpy as np


class InsufficientFunds(Exception):
    def __init__(self, balance, amount):
        super().__init__(f"short by {amount - balance:.2f}")
        self.balance = balance
        self.amount = amount


class TooLarge(Exception):
    def __init__(self, x, limit=2.0):
        self.x, self.limit = x, limit

    def __str__(self):
        return f"{self.x:.1f} is over {self.limit}"

    def excess(self):
        return self.x - self.limit

    @property
    def half(self):
        return self.x / 2


class MuchTooLarge(TooLarge):
    def __init__(self, x):
        super().__init__(x, 3.0)
        self.twice = 2 * x


class Coded(ValueError):
    def __init__(self, message, code):
        ValueError.__init__(self, message, code)
        self.code = code


def withdraw(balance, amount):
    if amount > balance:
        raise InsufficientFunds(balance, amount)
    return balance - amount


def bank(x):
    balance, failed, missing = 2.0 * x[0], 0, 0.0
    for amount in np.abs(x):
        try:
            balance = withdraw(balance, amount)
        except InsufficientFunds as e:
            print("failed:", e)
            failed += 1
            missing += e.amount - e.balance
    return balance, failed, missing


def several(x):
    log, total = [], 0.0
    for v in x:
        try:
            if v > 2.5:
                raise MuchTooLarge(v)
            if v > 1:
                raise TooLarge(v)
            if v < 0:
                raise Coded(f"negative {v:.1f}", 7)
            total += v
        except MuchTooLarge as e:
            log.append(f"twice {e.twice:.1f}")
            total += e.half
        except TooLarge as e:
            log.append(str(e))
            total += e.excess()
            print(e, type(e).__name__, len(e.args))
        except ValueError as e:
            log.append(f"{e.code}: {e.args[0]}")
            print(e)
    return total, log


def raised_again(x):
    try:
        if x[0] > 1:
            raise Coded(message="large", code=x[0])
    except Coded as e:
        raise RuntimeError(f"failed with {e.code:.2f}") from e
    try:
        return withdraw(x[0], x[1])
    except InsufficientFunds as e:
        if e.amount > 10:
            raise
        return e.balance


def examples():
    for x in (np.array([1.5, -2.0, 3.0, 0.5, -1.0]), np.array([0.5, 12.0, 2.0]), np.array([0.75, 0.25, 1.25])):
        for f in (bank, several, raised_again):
            yield f, (x,)
