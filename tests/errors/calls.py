"""Calls that do not fit a signature, and attributes that are not there."""
import dataclasses
import copy
import enum
import functools
import itertools
import re
from typing import NamedTuple

import numpy as np


def scaled(x, factor, *, shift=0.0):
    return x * factor + shift


def missing_argument(x: "f64[3]"):
    return scaled(x)  # E: TypeError: scaled() missing 1 required positional argument: 'factor'
    #      ^^^^^^^^^


def two_missing_arguments(x: "f64[3]"):
    return scaled()  # E: TypeError: scaled() missing 2 required positional arguments: 'x' and 'factor'


def too_many_arguments(x: "f64[3]"):
    return scaled(x, 2.0, 3.0)  # E: TypeError: scaled() takes 2 positional arguments but 3 were given


def unexpected_keyword(x: "f64[3]"):
    return scaled(x, 2.0, offset=1.0)  # E: TypeError: scaled() got an unexpected keyword argument 'offset'


def argument_given_twice(x: "f64[3]"):
    return scaled(x, 2.0, factor=3.0)  # E: TypeError: scaled() got multiple values for argument 'factor'


def keyword_given_twice(x: "f64[3]"):
    options = {"shift": 1.0}
    return scaled(x, 2.0, shift=2.0, **options)  # E: TypeError: got multiple values for keyword argument


def missing_keyword(x: "f64[3]"):
    return keyword_only(x)  # E: TypeError: keyword_only() missing 1 required keyword-only argument: 'axis'


def keyword_only(x, *, axis):
    return np.sum(x, axis=axis)


def positional_only(x, /):
    return x


def keyword_for_positional_only(x: "f64[3]"):
    return positional_only(x=x)  # E: TypeError: positional_only() got some positional-only arguments passed


def lambda_arguments(x: "f64[3]"):
    f = lambda a, b: a + b
    return f(x)  # E: TypeError: <lambda>() missing 1 required positional argument: 'b'


def partial_arguments(x: "f64[3]"):
    f = functools.partial(scaled, x, 2.0)
    return f(3.0)  # E: TypeError: scaled() takes 2 positional arguments but 3 were given


def starred_number(x: "f64[3]"):
    return scaled(*3.0)  # E: TypeError: float 3.0 can't be iterated over


def double_starred_list(x: "f64[3]"):
    return scaled(x, **[1.0])  # E: TypeError: argument after ** must be a mapping, not a list of 1 item


def builtin_arguments(x: "f64[3]"):
    return len(x, x)  # E: TypeError: len(): too many positional arguments


def builtin_keyword(x: "f64[3]"):
    return sorted(x, by=None)  # E: TypeError: sorted(): got an unexpected keyword argument 'by'


def range_arguments(x: "f64[3]"):
    for i in range():  # E: TypeError: range expected 1 to 3 arguments, got 0
        x = x + i
    return x


def isinstance_of_text(x: "f64[3]"):
    return isinstance(x, "array")  # E: TypeError: issubclass() arg 2 must be a class, a tuple of classes, or


class Point(NamedTuple):
    x: float
    y: float


@dataclasses.dataclass
class Ball:
    position: np.ndarray
    velocity: np.ndarray
    mass: float = 1.0

    def moved(self, dt):
        return Ball(self.position + dt * self.velocity, self.velocity, self.mass)


@dataclasses.dataclass(frozen=True)
class Frozen:
    position: np.ndarray


class Plain:
    def __init__(self, value):
        self.value = value

    def shifted(self):
        return super().shifted()  # E: AttributeError: 'super' object has no attribute 'shifted'


def namedtuple_field(x: "f64[]"):
    return Point(x, x).z  # E: AttributeError: 'Point' object has no attribute 'z'
    #      ^^^^^^^^^^^^^


def namedtuple_arguments(x: "f64[]"):
    return Point(x)  # E: TypeError: Point(): missing a required argument: 'y'


def namedtuple_written(x: "f64[]"):
    p = Point(x, x)
    p.x = 2.0 * x  # E: attribute x of a Point can't be assigned
    return p


def dataclass_field(x: "f64[3]"):
    ball = Ball(x, x)
    return ball.weight  # E: AttributeError: 'Ball' object has no attribute 'weight'
    #      ^^^^^^^^^^^


def dataclass_arguments(x: "f64[3]"):
    return Ball(x)  # E: TypeError: Ball(): missing a required argument: 'velocity'


def dataclass_too_many(x: "f64[3]"):
    return Ball(x, x, 1.0, 2.0)  # E: TypeError: Ball(): too many positional arguments


def dataclass_keyword(x: "f64[3]"):
    return Ball(x, x, weight=2.0)  # E: TypeError: Ball(): got an unexpected keyword argument 'weight'


def frozen_written(x: "f64[3]"):
    f = Frozen(x)
    f.position = 2.0 * x  # E: FrozenInstanceError: cannot assign to field 'position'
    return f


def dataclass_method(x: "f64[3]"):
    return Ball(x, x).moved().position  # E: TypeError: moved() missing 1 required positional argument: 'dt'
    #      ^^^^^^^^^^^^^^^^^^


def plain_attribute(x: "f64[3]"):
    return Plain(x).values  # E: AttributeError: 'Plain' object has no attribute 'values'


def super_without_method(x: "f64[3]"):
    return Plain(x).shifted()  # C: Plain.shifted


def super_outside_a_class(x: "f64[3]"):
    return super().forward(x)  # E: RuntimeError: super(): no arguments


def plain_arithmetic(x: "f64[3]"):
    return Plain(x) + 1.0  # E: TypeError: unsupported operands for +: an object of class Plain and float 1.0


def plain_iterated(x: "f64[3]"):
    for v in Plain(x):  # E: an object of class Plain can't be iterated over
        x = x + v
    return x


def plain_indexed(x: "f64[3]"):
    return Plain(x)[0]  # E: TypeError: 'Plain' object is not subscriptable


def plain_called(x: "f64[3]"):
    return Plain(x)(x)  # E: TypeError: 'Plain' object is not callable


def plain_length(x: "f64[3]"):
    return len(Plain(x))  # E: TypeError: object of type 'Plain' has no len()


def plain_in_numpy(x: "f64[3]"):
    return np.sin(Plain(x))  # E: an object of class Plain can't be passed to a NumPy function


def array_attribute_written(x: "f64[3]"):
    x.shape = (3, 1)  # E: an array's shape can't be assigned where something else may hold the array
    return x


def shape_of_two_names(x: "f64[4]"):
    y = x + 1
    z = y
    y.shape = (2, 2)  # E: an array's shape can't be assigned where something else may hold the array
    return z


def shape_of_an_item(x: "f64[4]"):
    parts = {"a": x + 1}
    y = parts["a"]
    y.shape = (2, 2)  # E: an array's shape can't be assigned where something else may hold the array
    return parts["a"]


def shape_of_one_of_two(x: "f64[4]"):
    y, z = x + 1, x * 2
    w = y if x[0] > 0 else z
    y.shape = (2, 2)  # E: an array's shape can't be assigned where something else may hold the array
    return w


def shape_of_a_transposed_array(x: "f64[2,3]"):
    y = x.T * 1
    y.shape = 6  # E: the shape of an array that is not contiguous can't be assigned
    return y


def array_unknown_attribute_written(x: "f64[3]"):
    x.name = "x"  # E: attribute name of f64[3] can't be assigned
    return x


def function_attribute(x: "f64[3]"):
    def inner():
        return x
    inner.calls = 0
    return inner() + inner.call  # E: the function inner has no attribute call in compiled code


def list_attribute(x: "f64[3]"):
    return [x].first  # E: AttributeError: 'list' object has no attribute 'first'


def text_attribute(x: "f64[3]", name="x"):
    return name.reversed()  # E: AttributeError: 'str' object has no attribute 'reversed'


def module_attribute(x: "f64[3]"):
    return np.linalg.solver(x, x)  # E: AttributeError: module 'numpy.linalg' has no attribute 'solver'


def getattr_of_nothing(x: "f64[3]"):
    return getattr(x, "widths")  # E: AttributeError: f64[3] has no attribute 'widths'


class Once(type):
    def __call__(cls, *args):
        return super().__call__(*args)


class Unique(metaclass=Once):
    def __init__(self, value):
        self.value = value


class Color(enum.Enum):
    RED = 1


class Meta(type):
    def __call__(cls, *args):
        return type.__call__(cls)


class Made(metaclass=Meta):
    pass


def class_with_new(x: "f64[3]"):
    return Unique(x).value  # E: objects of class Unique can't be made in compiled code


def class_with_a_metaclass(x: "f64[3]"):
    return Made(x)  # E: objects of class Made can't be made in compiled code


def array_called(x: "f64[3]"):
    return x(0)  # E: f64[3] can't be called  # H: x[i]


def next_of_a_list(x: "f64[3]"):
    return next([x, x])  # E: TypeError: next() of a list of 2 items


def map_of_a_number(x: "f64[3]"):
    return list(map(3, [x]))  # E: TypeError: int 3 is not callable


def method_arguments(x: "f64[3]"):
    return x.sum(0, 1, 2, 3, 4, 5, 6, 7)  # E: TypeError: sum(): too many positional arguments


def list_method_arguments(x: "f64[3]"):
    parts = []
    parts.append()  # E: TypeError: list.append(): missing a required argument: 'item'
    return parts


def fill_without_value(x: "f64[3]"):
    x.fill()  # E: TypeError: fill(): missing a required argument: 'value'
    return x


def callback_with_wrong_arguments(x: "f64[2,3]"):
    return np.apply_along_axis(lambda row, k: row, 1, x)  # E: TypeError: <lambda>() missing 1 required


class Odd:
    __slots__ = ("value",)

    def __getattribute__(self, name):
        return 3


class Doubtful:
    def __init__(self, value):
        self.value = value

    def __getattr__(self, name):
        if self.value > 0:
            raise AttributeError(name)
        return 1.0


class Slotted:
    __slots__ = ("value",)

    @property
    def fixed(self):
        return 1

    def __getattr__(self, name):
        raise AttributeError(name)


def own_getattribute(x: "f64[3]"):
    return x * Odd().value  # E: class Odd defines __getattribute__, which is not supported


def not_in_slots(x: "f64[3]"):
    s = Slotted()
    s.size = x  # E: AttributeError: 'Slotted' object has no attribute 'size'
    return s.size


def property_without_a_setter(x: "f64[3]"):
    s = Slotted()
    s.fixed = x  # E: AttributeError: property 'fixed' of 'Slotted' object has no setter
    return s.fixed


def class_assigned(x: "f64[3]"):
    s = Slotted()
    s.__class__ = Odd  # E: the class of an object can't be assigned
    return x * s.value


def attribute_or_default(x: "f64[3]"):
    return x * getattr(Doubtful(x[0]), "size", 2)  # E: the attribute size may raise AttributeError


class OfThree(type):
    def __instancecheck__(cls, value):
        return value == 3.0


class Three(metaclass=OfThree):
    pass


def metaclass_with_its_own_test(x: "f64[3]"):
    return isinstance(x[0], Three)  # E: OfThree, the metaclass of Three, defines __instancecheck__


class Kept:
    def __init__(self, value):
        self.value = value

    def __getstate__(self):
        return {"value": 2 * self.value}


def copy_of_what_is_pickled_in_its_own_way(x: "f64[3]"):
    return copy.copy(Kept(x)).value  # E: Kept defines __getstate__


def no_slices(x: "f64[0, 3]"):
    return np.apply_along_axis(np.sum, 1, x)  # E: ValueError: Cannot apply_along_axis when any


def list_over_axes(x: "f64[2, 3]"):
    return np.apply_over_axes(lambda v, axis: [1.0, 2.0], x, [0])  # E: AttributeError: 'list' object has no


def match_of_a_computed_text(x: "f64[3]"):
    return re.match("[0-9]", f"{x[0]}") is None  # E: re.match of a text that depends on data  # H: @recto.host


def substitution_in_a_computed_text(x: "f64[3]"):
    return re.compile("0").sub("", str(x))  # E: Pattern.sub of a text that depends on data  # H: @recto.host


def groups_kept(x: "f64[3]"):
    return len(list(itertools.groupby(x > 2)))  # E: groups with dynamic keys can only be iterated over by a loop
