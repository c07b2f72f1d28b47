"""Objects of classes derived from containers that come from outside: read, changed in place, differentiated."""

import collections
import copy

import numpy as np
import pytest

import recto


class Individual(list):
    def __init__(self, items=(), weight=None):
        super().__init__(items)
        self.weight = weight

    def total(self):
        return sum(v for v in self)


class Guarded(list):
    def __setitem__(self, index, value):
        list.__setitem__(self, index, value if isinstance(index, slice) else value + 100.0)


class Odd(list):
    """Python asks its methods, and so does a compiled function."""

    def __add__(self, other):
        return [a + b for a, b in zip(self, other)]

    def __rmul__(self, factor):
        return [factor * a for a in self]

    def __getitem__(self, index):
        return list.__getitem__(self, index) * 2

    def __len__(self):
        return 77

    def __iter__(self):
        return iter([5.0, 6.0])

    def __contains__(self, value):
        return True

    def __eq__(self, other):
        return "equal"

    __hash__ = None


class OddTable(dict):
    def __getitem__(self, key):
        return 5.0

    def get(self, key, default=None):
        return 6.0

    def __contains__(self, key):
        return True

    def __getattr__(self, key):
        return dict.__getitem__(self, key)

    def __len__(self):
        return 7

    def keys(self):
        return ["z"]


class Settings(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        self[name] = value


class Sparse(dict):
    def __missing__(self, key):
        return 0.0


class Bunch(dict):
    def __init__(self, **items):
        super().__init__(**items)
        self.__dict__ = self


class Window(collections.deque):
    def last(self):
        return self[-1]


class Fitness:
    def __init__(self):
        self.values = ()

    def __deepcopy__(self, memo):
        new = Fitness()
        new.values = copy.deepcopy(self.values, memo)
        return new


class Scored(list):
    def __init__(self, items=()):
        super().__init__(items)
        self.fitness = Fitness()


class Holder:
    def __init__(self):
        self.one = Individual([1.0, 2.0], 3.0)
        self.table = Settings(a=1.0, b=np.ones(2))


ODD, ODD_TABLE = Odd([1.0, 2.0]), OddTable(a=1.0)
READS = [
    lambda x: ODD[0] * x,
    lambda x: ODD + ODD,
    lambda x: len(ODD) + x,
    lambda x: sum(ODD) + x,
    lambda x: 1.0 if 99.0 in ODD else 0.0,
    lambda x: ODD == [1.0, 2.0],
    lambda x: 3.0 * ODD,
    lambda x: [*ODD],
    lambda x: ODD_TABLE["q"] + x,
    lambda x: ODD_TABLE.get("q") + x,
    lambda x: ODD_TABLE.a + x,
    lambda x: len(ODD_TABLE) + x,
    lambda x: list(ODD_TABLE.keys()),
    lambda x: 1.0 if "nothing" in ODD_TABLE else 0.0,
]


def read(i, x):
    return i.total() * x + len(i) + i.weight + i[0]


def items_and_attributes(i, x):
    i[0] = i[1] * x
    i.weight = i[0] + 1.0
    return i


def setter_of_its_own(i, x):
    i[0] = x
    i[1:] = [x, x]
    i.sort()


def longer(i, x):
    k = 0
    while k < x:
        i.append(k * 1.0)
        k += 1
    i.added = k
    return sum(i)


def exchanged(a, b):
    a[1:], b[1:] = b[1:], a[1:]
    return a, b


def of_attributes(h, x):
    h.one.append(x)
    h.table.a += x
    h.table.c = h.table.b * x
    return h.one.total()


def missing(d, x):
    d["z"] = d["q"] + x
    del d["a"]
    return d["z"]


def own_dict(d, x):
    d.c = d.a * x
    d["a"] = 7.0
    del d.b
    d.update(e=x)
    return d["c"] + d.a + d.e, "b" in d, hasattr(d, "b")


def in_a_window(w, x):
    for k in range(4):
        w.append(x * k)
        w.popleft()
    return w.last() + len(w)


def turned_window(w, x):
    w.rotate(1)
    for k in range(3):
        w.append(k * x)
    return sum(w)


class Groups(collections.defaultdict):
    def total(self):
        return sum(self.values())


def grouped(g, x):
    g["a"] += x
    g["b"] += 2 * x
    return g.total()


def doubled(i, x):
    i[:] = [2 * v for v in i]
    i += [x]
    i *= 2
    return sum(i)


def offspring(people, x):
    new = [copy.deepcopy(p) for p in people]
    for p in new:
        p[0] = x
        p.fitness.values = (x, sum(p))
    people[:] = new
    return max(people, key=lambda p: p.fitness.values[1])


CALLS = [
    (read, lambda s: (Individual([1.0 + s, 2.0], 3.0 * s), 2.0)),
    (items_and_attributes, lambda s: (Individual([1.0, 2.0 + s]), 3.0)),
    (setter_of_its_own, lambda s: (Guarded([1.0, 2.0 + s, 5.0]), 3.0)),
    (longer, lambda s: (Individual([1.0]), 3 + s)),
    (exchanged, lambda s: (Individual([1.0, 2.0 + s]), Individual([4.0, 5.0]))),
    (of_attributes, lambda s: (Holder(), 2.0 + s)),
    (missing, lambda s: (Sparse(a=1.0, b=2.0), 2.0 + s)),
    (own_dict, lambda s: (Bunch(a=1.0, b=2.0 + s), 2.0)),
    (in_a_window, lambda s: (Window([1.0, 2.0 + s], 3), 2.0)),
    (turned_window, lambda s: (Window([1.0, 2.0 + s, 3.0], 3), 2.0)),
    (turned_window, lambda s: (Window([1.0, 2.0 + s]), 2.0)),
    (grouped, lambda s: (Groups(float, a=1.0 + s), 2.0)),
    (doubled, lambda s: (Individual([1.0, 2.0 + s]), 3.0)),
    (offspring, lambda s: ([Scored([1.0, 2.0]), Scored([3.0, 4.0 + s])], 7.0)),
]


def shown(value):
    """The classes, items and attributes of a value, and whether it is its own __dict__."""
    if isinstance(value, dict):
        own = getattr(value, "__dict__", None)
        return type(value).__name__, {k: shown(v) for k, v in value.items()}, own is value
    if isinstance(value, (list, collections.deque)):
        parts = {k: shown(v) for k, v in getattr(value, "__dict__", {}).items()}
        return type(value).__name__, [shown(v) for v in value], parts, getattr(value, "maxlen", None)
    if isinstance(value, tuple):
        return tuple(map(shown, value))
    if hasattr(value, "__dict__"):
        return type(value).__name__, {k: shown(v) for k, v in vars(value).items()}
    return value if value is None or isinstance(value, (str, bool)) else np.asarray(value).tolist()


@pytest.mark.parametrize("f", READS, ids=range(len(READS)))
def test_methods_of_the_class_are_asked(f):
    assert shown(recto.jit(f)(2.0)) == shown(f(2.0))


@pytest.mark.parametrize("f, make", CALLS, ids=lambda v: getattr(v, "__name__", ""))
def test_calls_leave_objects_as_python_does(f, make):
    compiled = recto.jit(f)
    for s in (0, 1, 0, 2):
        mine, theirs = make(s), make(s)
        wanted, found = f(*mine), compiled(*theirs)
        assert (shown(found), shown(theirs)) == (shown(wanted), shown(mine))


def test_result_is_the_object_that_was_passed():
    i = Individual([1.0, 2.0])
    assert recto.jit(items_and_attributes)(i, 2.0) is i


def test_gradients_with_respect_to_such_objects():
    g = recto.grad(lambda i: i[0] ** 2 * i[1] * i.weight)(Individual([2.0, 3.0], 4.0))
    assert type(g) is Individual and (shown(list(g)), float(g.weight)) == (shown([48.0, 16.0]), 12.0)
    d = Bunch(a=3.0, w=np.arange(3.0), n=2)
    g = recto.grad(lambda d, x: d.a ** 2 * x + np.sum(d["w"] ** 3))(d, 2.0)
    assert g.__dict__ is g and float(g.a) == 12.0
    np.testing.assert_array_equal(g["w"], [0.0, 3.0, 12.0])


def test_trees_of_such_objects():
    twice = recto.tree_util.tree_map(lambda v: 2 * v, Individual([2.0, 3.0], 4.0))
    assert type(twice) is Individual and (list(twice), twice.weight) == ([4.0, 6.0], 8.0)
    d = recto.tree_util.tree_map(lambda v: 2 * v, Bunch(a=1.0, n=3))
    assert d.__dict__ is d and d == {"a": 2.0, "n": 3}


def test_copy_of_a_dict_that_is_its_own_dict_is_refused():
    with pytest.raises(recto.CompileError, match="whose attributes are its items"):
        recto.jit(lambda d: copy.copy(d))(Bunch(a=1.0))


def test_source_for_such_objects():
    assert "return 16.0" in recto.jit(lambda i: i[0] ** 2 * i[1] + i.weight).source(Individual([2.0, 3.0], 4.0))
