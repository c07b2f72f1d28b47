"""What programs that people write do, and was refused: found by reading code of others."""
import numpy as np


def until_a_value(x):
    k = 0

    def following():
        nonlocal k
        k += 1
        return x[k - 1]

    stack = [1, 2, 3, 4]
    return sum(iter(following, 0)), k, [v for v in iter(stack.pop, 2)], stack


class ByPlace:
    def __init__(self, values):
        self.values = values

    def __getitem__(self, k):
        if k >= len(self.values):
            raise IndexError
        return self.values[k] * 2


class ByItems:
    def __init__(self, values):
        self.values = values

    def __iter__(self):
        return iter(self.values)


def asked_for_items(x):
    doubled, same = ByPlace(x), ByItems(x)
    return 2 * x[1] in doubled, x[0] + 50 in doubled, x[1] in same, x[2] + 100 in same, [v for v in doubled]


def modular_powers(x):
    inverses = [pow(int(v) + 1, -1, 101) for v in x]
    return inverses, pow(3, -int(x[1]), 7), pow(int(x[2]), 3, 11), pow(5, int(x[0]) - 4, -7)


def not_invertible(x):
    try:
        return pow(int(x[1]), -1, 6)
    except ValueError as error:
        print(error)
        return -1


def backtracked(n):
    count, chosen = 0, []

    def safe(row, column):
        for r, c in enumerate(chosen):
            if c == column or abs(c - column) == row - r:
                return False
        return True

    def place(row):
        nonlocal count
        if row == n:
            count += 1
            return
        for column in range(n):
            if safe(row, column):
                chosen.append(column)
                place(row + 1)
                chosen.pop()

    place(0)
    return count


def evaluated(text):
    at = 0

    def number():
        nonlocal at
        start = at
        while at < len(text) and text[at].isdigit():
            at += 1
        return int(text[start:at])

    def product():
        nonlocal at
        value = number()
        while at < len(text) and text[at] == "*":
            at += 1
            value *= number()
        return value

    value = product()
    while at < len(text) and text[at] in "+-":
        sign = 1 if text[at] == "+" else -1
        at += 1
        value += sign * product()
    return value


def tokens(text, scale):
    at, found = 0, []
    while at < len(text):
        if text[at].isdigit():
            end = at
            while end < len(text) and text[end].isdigit():
                end += 1
            found.append(int(text[at:end]) * scale)
            at = end
        else:
            found.append(ord(text[at]))
            at += 1
    return found


class Schedule:
    def __init__(self):
        self.jobs = []

    def add(self, when, name):
        self.jobs.append((when, name))
        self.jobs.sort()

    def run(self):
        while self.jobs:
            when, name = self.jobs.pop(0)
            print(f"{when} {name}")


def in_order_of_time(x):
    schedule = Schedule()
    for k, name in enumerate(("c", "b", "a", "a")):
        schedule.add(x[k], name)
    schedule.run()
    return len(schedule.jobs)


def sorted_by_texts(x):
    names = ["b" if v > 1 else "a" for v in x]
    pairs = list(zip(names, x))
    pairs.sort()
    other = sorted(pairs, key=lambda pair: (-pair[1], pair[0]))
    return sorted(names, reverse=True), max(names), pairs, other, max(pairs), min(other)


def examples():
    for x in ([1, 2, 3, 0, 5], [4, 1, 0, 2, 2]):
        for f in (until_a_value, asked_for_items, modular_powers, not_invertible, in_order_of_time, sorted_by_texts):
            yield f, (np.array(x),)
    yield backtracked, (4,)
    yield evaluated, ("12+3*4-5",)
    yield evaluated, ("7",)
    yield tokens, ("12+3*40", 2.5)
