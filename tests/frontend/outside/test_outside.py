"""What is outside of a function is read anew when it changes: laws that the freshness matrix (freshness.py) has no row
for. Each row is a function and a change; after it the compiled function gives what plain Python gives."""
import abc
import dataclasses
import functools
import itertools
import math
import re
import types

import numpy as np
import pytest
import scipy.stats

import recto
from corpus import guards_hold
from recto import CompileError

X = np.array([1.0, 2.0, 3.0])


class Model:
    def __init__(self, k=2.0):
        self.k = k

    def run(self, x):
        return x * self.k

    def __call__(self, x):
        return x + self.k

    def __eq__(self, other):
        return self.k == other.k

    def __add__(self, x):
        return x * 3.0

    def __len__(self):
        return 1

    __hash__ = None


class Shape(abc.ABC):           # noqa: B024 (what is registered with it needs no method)
    pass


class Square:
    pass


class Meter:
    """A descriptor."""
    def __get__(self, obj, kind):
        return FACTOR


class Gauge:
    meter = Meter()


def new_init(self, k=2.0):
    self.k = 10.0 * k


def never_equal(self, other):
    return False


def triple(self, x):
    return x * 3.0


def far(x):
    return x * 100.0


def no_length(self):
    return 0


def nothing(x):
    return x


FACTOR, MISSING, ONE = 2.0, "no_such_name", Model()
OTHER, ARRAY, square, gauge, model = ONE, np.ones(3), Square(), Gauge(), Model()
scaled = functools.partial(lambda a, x: x * a, ARRAY)
rule = recto.custom_jvp(lambda x: x * x)
rule.defjvp(lambda primals, tangents: (primals[0] ** 2, 2.0 * primals[0] * tangents[0]))


def put(name, value):
    return lambda patch: patch.setitem(globals(), name, value)


def put_in(owner, name, value):
    return lambda patch: patch.setattr(owner, name, value, raising=False)


def write(array, value):
    return lambda patch: patch.setattr(types.SimpleNamespace(), "none", array.__setitem__(0, value), raising=False)


ROWS = {
    "array in a partial": (lambda x: scaled(x), write(ARRAY, 7.0)),
    "which object": (lambda x: x if ONE is OTHER else -x, put("OTHER", Model())),
    "abstract class": (lambda x: x if isinstance(square, Shape) else -x, lambda patch: Shape.register(Square)),
    "hidden builtin": (lambda x: abs(x), put("abs", far)),
    "__init__": (lambda x: x * Model(3.0).k, put_in(Model, "__init__", new_init)),
    "__call__": (lambda x: model(x), put_in(Model, "__call__", triple)),
    "__eq__": (lambda x: x if model == ONE else -x, put_in(Model, "__eq__", never_equal)),
    "__eq__ of objects made inside": (lambda x: x if Model() == Model() else -x, put_in(Model, "__eq__", never_equal)),
    "!=": (lambda x: x if Model() != Model() else -x, put_in(Model, "__eq__", never_equal)),
    "__add__": (lambda x: model + x, put_in(Model, "__add__", new_init and triple)),
    "__bool__ that was missing": (lambda x: x if model else -x, put_in(Model, "__len__", no_length)),
    "function of math": (lambda x: math.sin(x[0]), put_in(math, "sin", math.cos)),
    "function of NumPy": (lambda x: np.sin(x), put_in(np, "sin", np.cos)),
    "constant of math": (lambda x: x * math.pi, put_in(math, "pi", 3.0)),
    "function in a submodule": (lambda x: np.linalg.norm(x), put_in(np.linalg, "norm", np.sum)),
    "attribute that a module lacked": (lambda x: x * getattr(math, "no_such_name", 2.0),
                                       put_in(math, "no_such_name", 3.0)),
    "attribute that a class lacked": (lambda x: x * getattr(Square, "no_such_name", 2.0),
                                      put_in(Square, "no_such_name", 3.0)),
    "attribute that an object lacked": (lambda x: x * getattr(square, "no_such_name", 2.0),
                                        put_in(square, "no_such_name", 3.0)),
    "method through its class": (lambda x: Model.run(model, x), put_in(Model, "run", triple)),
    "property that hides an attribute": (lambda x: x * model.k, put_in(Model, "k", property(lambda self: 5.0))),
    "descriptor": (lambda x: x * gauge.meter, put("FACTOR", 5.0)),
    "array that becomes a number": (lambda x: x * ARRAY, put("ARRAY", 5.0)),
    "array that becomes a list": (lambda x: x * ARRAY, put("ARRAY", [1.0, 2.0, 4.0])),
    "number that becomes an array": (lambda x: x * FACTOR, put("FACTOR", np.array([1.0, 2.0, 4.0]))),
    "rule of a derivative": (lambda x: recto.grad(rule)(2.0) * x, lambda patch: patch.setattr(
        rule, "rule", lambda primals, tangents: (primals[0] ** 2, 7.0 * tangents[0]))),
}
BY_DEFINITION = {"rule of a derivative": [4.0, 7.0]}         # plain Python has no grad of a function like that


@pytest.mark.parametrize("title", ROWS)
def test_a_change_outside_is_noticed(title, monkeypatch):
    function, change = ROWS[title]
    compiled = recto.jit(function)
    factors = BY_DEFINITION.get(title)
    right = lambda k: function(X) if factors is None else factors[k] * X
    np.testing.assert_array_equal(compiled(X), right(0))
    change(monkeypatch)
    expected = right(1)
    np.testing.assert_allclose(compiled(X), expected, rtol=1e-15)


def test_a_change_back_is_compiled_once(monkeypatch):
    compiled = recto.jit(lambda x: x * FACTOR)
    for factor in (2.0, 3.0, 2.0, 3.0):
        monkeypatch.setitem(globals(), "FACTOR", factor)
        np.testing.assert_array_equal(compiled(X), factor * X)
    assert len(compiled.versions) == 2


def helper(x):
    return x + 1.0


def test_replaced_code_is_read(monkeypatch):
    direct, through = recto.jit(helper), recto.jit(lambda x: helper(x))
    assert direct(1.0) == through(1.0) == 2.0
    monkeypatch.setattr(helper, "__code__", far.__code__)
    assert direct(1.0) == through(1.0) == 100.0


class Total(dict):
    def total(self):
        return sum(self.values())


def test_replaced_method_of_a_class_derived_from_dict_is_read(monkeypatch):
    f = recto.jit(lambda x: Total(a=x, b=1.0).total())
    assert f(2.0) == 3.0
    monkeypatch.setattr(Total, "total", lambda self: 10 * self["a"])
    assert f(2.0) == 20.0


def test_replaced_signature_is_used(monkeypatch):
    def one(x): return x
    def two(x, y=2.0): return x * y
    compiled = recto.jit(one)
    assert compiled(1.0) == 1.0
    one.__code__, one.__defaults__ = two.__code__, two.__defaults__
    assert compiled(3.0) == 6.0 and compiled(3.0, 5.0) == 15.0 and compiled(3.0, y=4.0) == 12.0


# -- code of the user's ----------------------------------------------------------------------------------------------

class Hostile:
    """Every method that Python may run unasked raises."""
    k = 2.0

    def fail(self, *args):
        raise RuntimeError("run")

    __repr__ = __str__ = __eq__ = __hash__ = __bool__ = __len__ = __getattr__ = __format__ = fail


hostile = Hostile()


def test_no_method_of_the_users_is_run_for_guards():
    compiled = recto.jit(lambda x: x * hostile.k)
    np.testing.assert_array_equal(compiled(X), 2.0 * X)
    Hostile.k = 3.0
    np.testing.assert_array_equal(compiled(X), 3.0 * X)


class Loud:
    """Its property counts how often it is run by Python."""
    runs = 0

    @property
    def k(self):
        return LOUD_FACTOR


LOUD_FACTOR, loud = 2.0, Loud()


def test_properties_are_read_and_what_they_read_is_guarded(monkeypatch):
    compiled = recto.jit(lambda x: x * loud.k)
    np.testing.assert_array_equal(compiled(X), 2.0 * X)
    monkeypatch.setitem(globals(), "LOUD_FACTOR", 5.0)
    np.testing.assert_array_equal(compiled(X), 5.0 * X)


class Sealed:
    """Holds something that can't be compared later."""
    def __init__(self):
        self.stream = open(__file__)

    def __del__(self):
        self.stream.close()


sealed = Sealed()


def test_what_is_never_twice_the_same_is_refused(monkeypatch):
    """(Arrays from outside are passed from the second reading on, which has to find the outside as it was.)"""
    changing, numbers = types.ModuleType("changing"), itertools.count()
    changing.__getattr__ = lambda name: next(numbers)
    weights = np.ones(3)
    with pytest.raises(CompileError, match="different each time that it is read"):
        recto.jit(lambda x: x * weights * changing.number)(X)


def test_what_cant_be_followed_is_refused():
    with pytest.raises(CompileError, match="sealed, an object of class Sealed, is used as a whole"):
        recto.jit(lambda x: x if str(sealed) else -x)(X)


# -- objects that are equal, and hold different things --------------------------------------------------------------

class Setting:
    """Its __eq__ looks at one attribute."""
    def __init__(self, name, factor):
        self.name, self.factor = name, factor

    def __eq__(self, other):
        return isinstance(other, Setting) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __call__(self, x):
        return np.sum(x * self.factor)


@dataclasses.dataclass
class Held:
    weights: np.ndarray
    setting: Setting


GIVEN = {"argument": lambda s: s, "list": lambda s: [s, 1.0], "dict": lambda s: {"a": (s,)},
         "field": lambda s: Held(X, s)}


@pytest.mark.parametrize("give", GIVEN.values(), ids=GIVEN)
def test_equal_arguments_are_told_apart(give):
    def scale(given, x):
        match given:
            case [inner, _] | {"a": (inner,)} | Held(_, inner):
                return x * inner.factor
        return x * given.factor
    compiled = recto.jit(scale)
    for factor in (2.0, 3.0, 2.0):
        np.testing.assert_array_equal(compiled(give(Setting("a", factor)), X), factor * X)


def test_objects_that_hold_the_same_share_a_program():
    compiled = recto.jit(lambda s, x: x * s.factor, static_argnums=0)
    for _ in range(3):
        np.testing.assert_array_equal(compiled(Setting("a", 2.0), X), 2.0 * X)
    assert len(compiled.versions) == 1 and len(compiled.notes) == 0


class Silent(Setting):
    """Its __eq__ and __hash__ are nobody's but the user's."""
    def __eq__(self, other):
        raise AssertionError("__eq__ was called")

    def __hash__(self):
        raise AssertionError("__hash__ was called")


class Registered:
    def __init__(self, weights, setting):
        self.weights, self.setting = weights, setting


recto.tree.register_class(Registered, lambda r: ((r.weights,), r.setting),
                          lambda setting, weights: Registered(*weights, setting))
SILENT = {"argument": (lambda s: s, lambda s, x: x * s.factor), "list": (lambda s: [s], lambda s, x: x * s[0].factor),
          "field": (lambda s: Held(X, s), lambda h, x: x * h.setting.factor),
          "registered": (lambda s: Registered(X, s), lambda r, x: x * r.setting.factor),
          "partial": (lambda s: functools.partial(np.multiply, s.factor), lambda p, x: p(x)),
          "method": (lambda s: s.scaled, lambda method, x: method(x))}


@pytest.mark.parametrize("kind", SILENT)
def test_no_method_of_an_object_is_run_to_tell_it_apart(kind):
    class Quiet(Silent):
        def scaled(self, x):
            return x * self.factor
    give, function = SILENT[kind]
    compiled = recto.jit(function)
    for factor in (2.0, 3.0, 2.0):
        np.testing.assert_array_equal(compiled(give(Quiet("a", factor)), X), factor * X)


def test_arrays_of_equal_objects_are_their_own():
    one, two = Setting("a", np.ones(3)), Setting("a", np.ones(3))
    compiled = recto.jit(lambda s, x: x * s.factor)
    for setting, factor in ((one, 1.0), (two, 1.0), (one, 2.0), (two, 1.0), (two, 5.0), (one, 2.0)):
        setting.factor[:] = factor
        np.testing.assert_array_equal(compiled(setting, X), factor * X)


@pytest.mark.parametrize("number, dtype", [(1, "i"), (True, "i"), (1.0, "f"), (1, "i")])
def test_numbers_in_the_structure_are_told_apart(number, dtype):
    assert of_registered(Registered(np.ones(3, int), number)).dtype.kind == dtype


of_registered = recto.jit(lambda r: r.weights * r.setting)


def test_keys_that_compare_in_their_own_way_are_refused():
    with pytest.raises(CompileError, match="the keys of table, a dict among the arguments, are objects of class S"):
        recto.jit(lambda table, x: x)({Setting("a", 2.0): 1.0}, X)


def test_derivatives_of_equal_objects_are_told_apart():
    for factor in (2.0, 3.0, 2.0):
        np.testing.assert_array_equal(recto.grad(Setting("a", factor))(X), np.full(3, factor))
        np.testing.assert_array_equal(recto.vmap(Setting("a", factor))(X), factor * X)


def test_equal_objects_outside_are_told_apart(monkeypatch):
    """Guards of one object say nothing of another that is equal to it."""
    one, two = Setting("a", 2.0), Setting("a", 2.0)
    compiled = recto.jit(lambda x: x * one.factor + two.factor)
    np.testing.assert_array_equal(compiled(X), 2.0 * X + 2.0)
    two.factor = 5.0
    np.testing.assert_array_equal(compiled(X), 2.0 * X + 5.0)


class Part:
    def __init__(self, k):
        self.k = k


class Plant:
    def __init__(self):
        self.parts = [Part(1.0), Part(2.0)]


BY_OBJECT = {
    "get": lambda d, a: d.get(a),
    "setdefault": lambda d, a: (d.setdefault(a, 7.0), len(d)),
    "pop": lambda d, a: (d.pop(a), len(d)),
    "update with pairs": lambda d, a: (d.update([(a, 9.0)]), d[a], len(d)),
    "update with a dict": lambda d, a: (d.update({a: 9.0}), d[a], len(d)),
    "in": lambda d, a: a in d,
}


@pytest.mark.parametrize("name", BY_OBJECT)
def test_one_object_by_two_paths_is_one_key(name):
    """An object of the caller's is the same key, whether it comes from a list of an argument or is one itself."""
    def run(plant, part):
        return BY_OBJECT[name]({p: p.k for p in plant.parts}, part)
    plant = Plant()
    assert recto.jit(run)(plant, plant.parts[0]) == run(plant, plant.parts[0])


def in_tuples(plant, part):
    d = {(k, p): p.k for k, p in enumerate(plant.parts)}
    return d.get((0, part)), (0, part) in d, (1, part) in d, d.setdefault((0, part), 5.0), len(d)


def test_one_object_by_two_paths_is_one_key_in_tuples():
    plant = Plant()
    assert recto.jit(in_tuples)(plant, plant.parts[0]) == in_tuples(plant, plant.parts[0])


# -- imports, wrappers, empty cells ----------------------------------------------------------------------------------

def imports(x):
    import math as m
    import numpy as other
    import numpy.linalg as la
    import os.path
    from math import pi as half_turn
    from numpy import linalg
    return other.sum(x) * m.sqrt(4.0) + la.norm(x) + linalg.norm(x) * half_turn + len(os.path.sep)


def test_import_under_another_name():
    np.testing.assert_allclose(recto.jit(imports)(X), imports(X), rtol=1e-15)


def wrapped(function):
    @functools.wraps(function)
    def inner(x, *, factors=(1.0, 2.0)):
        return function(x) * factors[1]
    return inner


@wrapped
def same(x):
    return x


def test_defaults_of_a_wrapper_are_its_own():
    np.testing.assert_array_equal(recto.jit(same)(X), 2.0 * X)
    np.testing.assert_array_equal(recto.jit(lambda x: same(x))(X), 2.0 * X)


def test_cell_that_is_empty_until_later():
    def outer():
        def inner(x):
            return later(x)
        compiled = recto.jit(inner)
        with pytest.raises(CompileError, match="the variable 'later' of the enclosing function has no value"):
            compiled(X)
        def later(x):
            return x * 2.0
        return compiled
    np.testing.assert_array_equal(outer()(X), 2.0 * X)


def test_empty_cell_that_is_not_read():
    def outer():
        def inner(x):
            return x if x.shape else later(x)
        value = recto.grad(lambda x: recto.jit(inner)(x).sum())(X)
        if value is None:
            later = nothing
        return value
    np.testing.assert_array_equal(outer(), np.ones(3))


def test_object_with_a_call_method():
    compiled = recto.jit(Model(2.0))
    np.testing.assert_array_equal(compiled(X), X + 2.0)
    compiled.__wrapped__.k = 5.0
    np.testing.assert_array_equal(compiled(X), X + 5.0)


# -- what stays ------------------------------------------------------------------------------------------------------

RUN = np.maximum
BASE = np.array([1.0, 2.0, 3.0])


def of_ufunc(x):
    return np.maximum.accumulate(x * BASE)


def of_global_ufunc(x):
    return RUN.reduce(x * BASE) + RUN.outer(x, BASE)


def of_argument(x, join=np.minimum):
    return join.accumulate(x - BASE)


@pytest.mark.xla
@pytest.mark.parametrize("f", [of_ufunc, of_global_ufunc, of_argument])
def test_methods_in_c_are_bound_anew_and_stay_the_same(f):
    compiled = recto.jit(f)
    np.testing.assert_array_equal(compiled(X), f(X))
    assert guards_hold(compiled)


NAME = re.compile("[a-n]+")


def of_pattern(label, x):
    return x + BASE if NAME.match(label) else x


@pytest.mark.xla
def test_methods_in_c_of_objects_outside_stay_the_same_beside_an_array():
    compiled = recto.jit(of_pattern)
    for label in ("abc", "xyz", "abc"):
        np.testing.assert_array_equal(compiled(label, X), of_pattern(label, X))
    assert guards_hold(compiled)


def last_below(gauges, x):
    found = None
    for gauge in gauges:
        if gauge.k < x:
            found = gauge
    return 0.0 if found is None else found.k


def pairs(gauges, x):
    return sum(abs(a.k - b.k) * x for a in gauges for b in gauges if a is not b)


def unequal(gauges, x):
    return sum(abs(a.k - b.k) * x for a in gauges for b in gauges if a != b)


def looked_up(gauges, x):
    return gauges.index(gauges[1]) + (gauges[2] in gauges[:2]) + x * (gauges[0] is gauges[1])


@pytest.mark.xla
@pytest.mark.parametrize("f", [last_below, pairs, unequal, looked_up])
def test_fresh_objects_that_are_compared_share_a_program(f):
    """Only which of them are one object matters."""
    compiled = recto.jit(f)

    def gauges(values, places=(0, 1, 2)):
        made = [Gauge() for _ in values]
        for gauge, value in zip(made, values):
            gauge.k = value
        return [made[k] for k in places]

    for values in ([0.5, 2.0, 1.0], [0.25, 0.75, 4.0], [3.0, 0.125, 0.5], [1.5, 2.5, 0.25]):
        assert np.isclose(float(compiled(gauges(values), 1.75)), f(gauges(values), 1.75))
    assert len(compiled.versions) <= 2
    for places in ((0, 0, 1), (1, 1, 1), (2, 0, 2)):
        given = gauges([0.5, 2.0, 1.0], places)
        assert np.isclose(float(compiled(given, 1.75)), f(given, 1.75))


@pytest.mark.xla
def test_objects_may_change_places():
    def difference(a, b):
        return a.k * 10.0 - b.k
    a, b = Gauge(), Gauge()
    a.k, b.k = np.array([1.0]), np.array([2.0])
    function = recto.jit(difference)
    for first, second in ((a, b), (b, a), (a, a), (a, b)):
        assert function(first, second) == difference(first, second)


class Bound:
    def __init__(self, k):
        self.k = k

    def times(self, x):
        return self.k * x


HELD = Bound(2.0)


@pytest.mark.xla
def test_bound_methods_are_the_same_though_they_are_made_anew():
    f = recto.jit(lambda x: scipy.stats.norm.ppf(0.95) * HELD.times(x))
    assert float(f(1.0)) == 2.0 * scipy.stats.norm.ppf(0.95)
    assert guards_hold(f)
