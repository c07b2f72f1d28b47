"""What is asked of functions, methods and classes: names, parameters, texts, and methods taken from a class."""
import functools
import inspect
import types
from functools import partial, reduce

import numpy as np


def scaled(x, factor=2.0, *rest, shift=0.5, **options):
    """Scale and shift."""
    return x * factor + shift


def product(x, y):
    return x * y


class Shape:
    """A shape."""
    sides = 4.0

    def __init__(self, size):
        self.size = size

    def area(self, factor=1.0):
        return self.size * factor * self.sides

    @classmethod
    def unit(cls):
        return cls(1.0)

    @staticmethod
    def doubled(x):
        return 2 * x

    def larger(self):
        return self.__class__(self.size + 1.0)

    def by_class(self, x):
        return type(self).area(self, x) + getattr(type(self), "doubled")(x) + getattr(self.__class__, "sides")

    def __add__(self, other):
        return type(self)(self.size + other.size)


class Triangle(Shape):
    sides = 3.0

    def area(self, factor=1.0):
        return super(Triangle, self).area(factor) / 2 + super(type(self), self).area(1.0)


def facts_of_outside(x):
    spec = inspect.getfullargspec(scaled)
    return (spec.args, spec.varargs, spec.varkw, spec.defaults, spec.kwonlyargs, spec.kwonlydefaults,
            scaled.__name__, scaled.__doc__, scaled.__code__.co_argcount, len(inspect.signature(product).parameters),
            inspect.isfunction(scaled), inspect.isclass(Shape), callable(x), inspect.getfullargspec(Shape.area).args,
            inspect.signature(product).return_annotation is inspect.Signature.empty)


def facts_of_inside(x):
    def inner(a, b, *, c=1, **more):
        "What it does."
        total = a + b
        return total + c
    short = lambda p, q: p * q
    code, spec = inner.__code__, inspect.getfullargspec(inner)
    return (inner.__name__, inner.__doc__, inner.__qualname__, short.__name__, short.__doc__, code.co_varnames,
            code.co_varnames[:code.co_argcount], code.co_argcount, code.co_kwonlyargcount,
            code.co_nlocals, code.co_name,
            spec.args, spec.varkw, spec.kwonlyargs, spec.kwonlydefaults, spec.defaults, inner.__defaults__,
            short(*[x[0]] * short.__code__.co_argcount), len(inspect.signature(short).parameters))


def facts_of_methods(x):
    shape, found = Shape(x[0]), inspect.getfullargspec(Shape(1.0).area)
    area = shape.area
    return (area.__name__, area.__self__.size, area.__func__(shape, 2.0), area.__doc__, area.__code__.co_argcount,
            inspect.ismethod(area), found.args, found.defaults, len(inspect.signature(area).parameters),
            Shape.__doc__, shape.__class__.__name__, type(shape).__qualname__, Shape.area.__qualname__)


def called_with_what_it_takes(x):
    def run(function, *values):
        return function(*values[:len(inspect.getfullargspec(function).args)])
    given = {name: x[0] for name in inspect.signature(product).parameters}
    return run(product, x[0], x[1], x[2]), run(lambda v: -v, x[0], 1.0), product(**given)


def wrapped(x):
    def counted(function):
        @functools.wraps(function)
        def wrapper(*args):
            wrapper.calls += 1
            return function(*args)
        wrapper.calls = 0
        return wrapper
    f = counted(product)
    return (f(x[0], x[1]), f.calls, f.__name__, f.__doc__, f.__wrapped__.__name__,
            list(inspect.signature(f).parameters), inspect.getfullargspec(f).args)


def in_partial(x):
    half, first = partial(product, y=0.5), partial(product, x[0])
    return (half(x[0]), half.func.__name__, half.args, half.keywords, list(inspect.signature(half).parameters),
            list(inspect.signature(first).parameters), first.args[0],
            len(inspect.signature(partial(scaled, factor=1)).parameters))


def methods_of_classes(x):
    shape, other = Shape(x[0]), Triangle(x[1])
    return (shape.__class__.area(shape, 2.0), type(other).area(other), Shape.area(other, 2.0), shape.larger().size,
            other.larger().area(), shape.by_class(x[0]), other.by_class(x[1]), (shape + shape).size,
            (other + other).area(),
            type(other).unit().area(), other.__class__.__name__, Triangle.__mro__[1].__name__)


def bound_by_hand(x):
    def doubled(self, y):
        return 2 * self.size * y
    shape = Shape(x[0])
    shape.doubled = doubled.__get__(shape)
    shape.halved = types.MethodType(lambda self, y: self.size * y / 2, shape)
    return (Shape.area.__get__(shape)(2.0), Shape.area.__get__(shape, Shape)(), shape.doubled(x[1]), shape.halved(x[1]),
            doubled.__get__(None, Shape)(shape, 1.0))


def methods_of_builtin_classes(x):
    items, a = [3.0, x[0]], x * 2
    list.append(items, x[1])
    type(items).extend(items, (1.0,))
    items.__class__.insert(items, 0, x[2])
    return (items, list.__len__(items), np.ndarray.sum(a), type(a).mean(a), list(map(np.ndarray.max, [a, x])),
            list(map(str.upper, ["a", "b"])), dict.get({"p": x[0]}, "p"), sorted(["b", "A"], key=str.lower),
            reduce(set.union, [{1}, {2}]) == {1, 2}, float.__add__(1.0, 2.0))


def examples():
    x = np.array([3.0, 1.0, 2.5])
    for f in (facts_of_outside, facts_of_inside, facts_of_methods, called_with_what_it_takes, wrapped, in_partial,
              methods_of_classes, bound_by_hand, methods_of_builtin_classes):
        yield f, (x,)
