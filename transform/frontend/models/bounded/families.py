"""Objects of several classes in one heap: a request to one is a request to each class that it may have.

shape.area()        ⇒       Circle.area(shape) if shape.class == 0 else Square.area(shape)
"""

from __future__ import annotations

import operator
import types
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from ....core.errors import CompileError
from ...interpreter import Interpreter, operation
from ...model_operations import called_in_models
from ...state.integer_facts import interval
from ...state.values import CLASS, KIND, Instance

# mypy: disallow-untyped-defs=False, check-untyped-defs=False


class Specials:
    """The methods that Python's operators and functions call, for objects of several classes."""

    def __eq__(self, other):
        return of_each_class(self, operator.eq, other)

    def __ne__(self, other):
        return of_each_class(self, operator.ne, other)

    def __lt__(self, other):
        return of_each_class(self, operator.lt, other)

    def __le__(self, other):
        return of_each_class(self, operator.le, other)

    def __gt__(self, other):
        return of_each_class(self, operator.gt, other)

    def __ge__(self, other):
        return of_each_class(self, operator.ge, other)

    def __add__(self, other):
        return of_each_class(self, operator.add, other)

    def __sub__(self, other):
        return of_each_class(self, operator.sub, other)

    def __mul__(self, other):
        return of_each_class(self, operator.mul, other)

    def __truediv__(self, other):
        return of_each_class(self, operator.truediv, other)

    def __neg__(self):
        return of_each_class(self, operator.neg)

    def __abs__(self):
        return of_each_class(self, abs)

    def __bool__(self):
        return of_each_class(self, bool)

    def __len__(self):
        return of_each_class(self, len)

    def __contains__(self, item):
        return of_each_class(self, operator.contains, item)

    def __getitem__(self, index):
        return of_each_class(self, operator.getitem, index)

    def __setitem__(self, index, value):
        of_each_class(self, operator.setitem, index, value)

    def __call__(self, *args):
        return of_each_class(self, None, *args)

    def __str__(self):
        return of_each_class(self, str)

    def __repr__(self):
        return of_each_class(self, repr)


READ = [name for name, found in vars(Specials).items() if isinstance(found, types.FunctionType)]
# What a class may define besides, which is refused of objects of several classes.
OTHERS = """
    __radd__ __rsub__ __rmul__ __rtruediv__ __iadd__ __isub__ __imul__ __matmul__ __pow__ __mod__
    __floordiv__ __iter__ __next__ __enter__ __exit__ __float__ __int__ __index__
    __format__ __getattr__ __delitem__ __reversed__ __and__ __or__ __xor__ __invert__ __pos__
    __round__ __copy__ __deepcopy__ __array__ __missing__
""".split()


def specials_of(classes: Sequence[type]) -> dict[str, Any]:
    """The methods of this kind that a class of objects of these classes has."""
    found = {name: vars(Specials)[name] for name in READ if any(map(defines(name), classes))}
    return found | {name: refused for name in OTHERS if any(map(defines(name), classes))}


def refused(self, *args):
    refuse_several(self)


@called_in_models
def refuse_several(interp: Interpreter, record: Instance) -> None:
    names = " or ".join([cls.__name__ for cls in record.cls.classes])
    raise CompileError(
        f"an object of class {names} is used by one of the special methods that one of these has",
        "ask with isinstance(x, …) first, or call a method of your own",
    )


def defines(name: str) -> Callable[[type], bool]:
    return lambda cls: any(name in vars(base) for base in cls.__mro__[:-1])


def classes_possible(record: Instance) -> tuple[type, ...]:
    """The classes that an object may be of, for all that is known here."""
    lo, hi = interval(record.attributes[CLASS])
    order = record.attributes[KIND].classes
    known = [
        cls
        for cls in record.cls.classes
        if (lo is None or lo <= order.index(cls)) and (hi is None or order.index(cls) <= hi)
    ]
    return tuple(known) or record.cls.classes


def is_of_classes(interp: Interpreter, record: Instance, classes: Sequence[type]) -> Any:
    """Whether an object is of one of these classes."""
    order = record.attributes[KIND].classes
    flags = [interp.compare("Eq", record.attributes[CLASS], order.index(cls)) for cls in classes]
    found = flags[0]
    for flag in flags[1:]:
        found = interp.binary("BitOr", found, flag)
    return found


@operation
def for_each_class(
    interp: Interpreter,
    record: Instance,
    function: Callable[[Instance], Any],
    key: Callable[[type], Hashable],
) -> Any:
    """The result of a function for an object, with what is known of its class. It is called once for all classes that
    have one key."""
    classes = classes_possible(record)
    if not classes:
        return function(record)
    groups: dict[Hashable, list[type]] = {}
    for cls in classes:
        groups.setdefault(key(cls), []).append(cls)
    return of_groups(interp, record, function, list(groups.values()))


def of_groups(interp: Interpreter, record: Instance, function: Callable, groups: list[list[type]]) -> Any:
    first, *others = groups
    mine = interp.narrowed_record(record, first)
    if not others:
        return function(mine)
    condition = interp.sym(is_of_classes(interp, record, first))
    return interp.fork(condition, lambda: function(mine), lambda: of_groups(interp, record, function, others))


@called_in_models
def of_each_class(interp: Interpreter, record: Instance, function: Any, *args: Any) -> Any:
    """function(record, *args); None: record(*args)"""
    run = lambda mine: interp.call(
        *((mine, list(args)) if function is None else (function, [mine, *args])), {}
    )
    return for_each_class(interp, record, run, lambda cls: cls)


@operation
def is_of_class(interp: Interpreter, record: Instance, classes: tuple) -> Any:
    """isinstance(record, classes)"""
    possible = classes_possible(record)
    found = [cls for cls in possible if interp.outside.subclass(cls, classes)]
    if not found or len(found) == len(possible):
        return bool(found)
    return is_of_classes(interp, record, found)


@operation
def of_matching_class(interp: Interpreter, record: Instance, classes: Any) -> Instance:
    """An object that is an instance of these classes, and may be of others."""
    found = [cls for cls in classes_possible(record) if interp.outside.subclass(cls, classes)]
    return interp.narrowed_record(record, found)


@operation
def known_class(interp: Interpreter, record: Instance) -> type:
    """type(record)"""
    possible = classes_possible(record)
    if len(possible) > 1:
        names = " or ".join([cls.__name__ for cls in possible])
        raise CompileError(f"the type of an object of class {names}", "ask with isinstance(x, …)")
    return possible[0]
