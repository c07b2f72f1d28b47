"""Classes that are derived from dict."""
import copy

import numpy as np


class Result(dict):
    """Items as attributes, as in SciPy's OptimizeResult."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __dir__(self):
        return self.keys()


class Counted(dict):
    def __init__(self, **given):
        super().__init__(given)
        self.reads = 0
        self["n"] = len(given)

    def __getitem__(self, key):
        self.reads += 1
        return super().__getitem__(key)

    def total(self):
        return sum(self.values())


class Sparse(Counted):
    def __missing__(self, key):
        return 0.5

    def total(self):
        return super().total() * 2


def as_attributes(x):
    r = Result(data=x, b=2.0)
    r.c, r["d"] = x.sum(), 1
    r.b += 1.0
    del r.d
    return r.data * r.b + r.c, len(r), "d" in r, r.get("z", 5), hasattr(r, "zip"), list(r), sorted(r.keys())


def methods_of_a_dict(x):
    r = Counted(a=x, b=1.0)
    r.update(z=2.0)
    first = r["a"]
    return (r.total(), first, r.reads, list(r.items()), r.pop("z"), r.setdefault("q", 3.0), isinstance(r, dict),
            isinstance(r, Sparse), type(r) is Counted, r == {"a": x, "b": 1.0, "n": 2, "q": 3.0}, bool(r), {**r})


def derived_twice(x):
    r = Sparse(a=x)
    return r.total(), r["nothing"], "nothing" in r, len(r), r | {"b": x}, dict(r)


def in_loops(x):
    r = Result(low=0.0, high=0.0)
    for v in x:
        if v < 0.0:
            r.low += v
        else:
            r["high"] = r.high + v
    return r.high - r.low


def copied(x):
    r = Result(a=x, b=[1.0])
    s, t = copy.copy(r), copy.deepcopy(r)
    s.a, t.b[0] = 0.0, 9.0
    return r.a, s.a, r.b, t.b, type(s) is Result


def returned(x):
    return Result(fun=x.sum(), x=x, success=True), [Sparse(a=x[0])]


class Shifted(dict):
    def __iter__(self):
        return iter([v + 10 for v in self.keys()])


def by_an_iter_of_its_own(x):
    """list, sorted, max … of it go by its __iter__, whether its keys are known or are data."""
    found = []
    for keys in (range(3), x):
        d = Shifted()
        for v in keys:
            d[int(v)] = 1
        s = 0
        for k in sorted(d):
            s = 2 * s + k
        for i, k in enumerate(d):
            s = s * (i + 1) + k
        for k in list(d):
            s = 2 * s + k
        for k in sorted(set(d)):
            s = 3 * s + k
        found.append((s, max(d), min(d), sum(d), sum(k for k in d), len(d)))
    return found


def examples():
    x = np.array([3.0, -1.0, 2.0])
    for f in (as_attributes, in_loops, returned, by_an_iter_of_its_own):
        yield f, (x,)
    for f in (methods_of_a_dict, derived_twice, copied):
        yield f, (3.0,)
