"""Values that do not fit together on two paths: kept in attributes, returned."""
import numpy as np


def early(x):
    if x[0] > 2:
        return 0.0
    if x[1] > 0:
        return x
    return "neither", np.ones(3), x[0] * 2


class Filter:
    """Its covariance is a number until there is one."""

    def __init__(self):
        self.covariance, self.count, self.text = 0.0, 0, None

    def update(self, x):
        if self.count > 0 and x[0] > 0:
            self.covariance = np.outer(x, x)
            self.text = "updated"
        if x[0] > 0:
            self.count += 1


def filtered(x):
    found = Filter()
    for sign in (1, -1, 1):
        found.update(sign * x)
    return found.count, found


def of_other_dtypes(x, words):
    if x[0] > 1:
        return np.arange(3)
    if x[0] > 0:
        return words[0], x > 0
    return x[:1] + 0.5


def missing_quantity(x):
    """Dicts with other keys on other paths."""
    if x[0] > 2:
        return {"power": x[0] * x[1], "unit": "W"}
    if x[0] > 0:
        return {"current": x, "unit": "A"}
    return {"unit": "none"}


class Report:
    """Which attributes it has, and in which order, depends on data."""

    def __init__(self, x):
        self.first = x[0]
        if x[0] > 0:
            self.second = x * 2.0
        self.third = 3
        self.table = {"a": 1.0}
        if x[1] < 0:
            self.table["b"] = x[1]
        self.table["c"] = 2


def reported(x):
    report = Report(x)
    return report, [report.table, (missing_quantity(x), x[1])]


def smoothed(x):
    above = x[x > 0]
    return np.convolve(above, [0.5, 0.5]) if len(above) else 0


def above_or_none(x):
    above = x[x > 0]
    return above * 2 if len(above) > 1 else None


def read_behind(x):
    above = x[x > 0]
    y = above * 2 if len(above) > 1 else 0.5
    return np.sum(y), np.max(y), y


def with_mean(x):
    above = x[x > 0]
    if len(above) == 0:
        return 0.0, 0.0
    return above, above.mean()


def other_forms(x):
    above = x[x > 0]
    return (above.astype(int) if x[0] > 2 else above, above if x[0] > 0 else x.reshape(1, 2),
            above if x[0] > 1 else "few")


def listed_or_number(x):
    above = [v for v in x if v > 0]
    y = above if len(above) > 1 else 2.0
    return (sum(y) if len(above) > 1 else y), y


def examples():
    for x in (np.array([3.0, 1.0]), np.array([0.5, 1.0]), np.array([-1.0, -2.0])):
        yield early, (x,)
        yield filtered, (x,)
        yield of_other_dtypes, (x, ["a", "b"])
        yield missing_quantity, (x,)
        yield reported, (x,)
        for function in (smoothed, above_or_none, read_behind, with_mean, other_forms, listed_or_number):
            yield function, (x,)
