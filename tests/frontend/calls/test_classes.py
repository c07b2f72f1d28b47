"""The classes of class_rows.py and class_rows_python.py: calls give what Python gives and leave what Python leaves,
several in a row; gradients by an object are central differences."""
from __future__ import annotations

import copy
import importlib.util
import sys
import types
from typing import Any

import numpy as np
import pytest

import recto
import class_rows
import class_rows_python
from hunt.execution import compiling
from ..state.test_state import described

MODULES = class_rows, class_rows_python
ROWS = [row for module in MODULES for row in module.ROWS]
NAMES = [row.cls.__name__ for row in ROWS]
CALLS = 3


def test_there_are_forty():
    assert len({row.cls for row in ROWS}) >= 40


def twin_rows() -> dict[str, Any]:
    """The rows of modules of their own: classes count what is made of them."""
    return {row.cls.__name__: row for module in MODULES for row in twin(module).ROWS}


def twin(module: types.ModuleType) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(module.__name__ + "_twin", module.__file__)
    made = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def plain(value: Any) -> Any:
    """A result, whatever holds it."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if hasattr(value, "__dict__"):
        return plain(vars(value))
    return value if value is None or isinstance(value, str) else np.round(np.asarray(value, float), 8).tolist()


def outcome(function, *args):
    try:
        return plain(function(*args))
    except Exception as error:
        return type(error).__name__, str(error)


@pytest.mark.xla
@pytest.mark.parametrize("name", NAMES)
def test_calls_mean_what_they_mean_in_python(name):
    wanted, found = twin_rows()[name], twin_rows()[name]
    theirs, mine = wanted.make(), found.make()
    with compiling(True):
        function = recto.jit(found.call)
        for call in range(CALLS):
            args = copy.deepcopy(wanted.arguments), copy.deepcopy(found.arguments)
            assert outcome(function, mine, *args[1]) == outcome(wanted.call, theirs, *args[0]), call
            assert described([mine, args[1]]) == described([theirs, args[0]]), call
            assert class_state(found.cls) == class_state(wanted.cls), call


def class_state(cls: type) -> dict[str, Any]:
    return {n: v for c in cls.__mro__ for n, v in vars(c).items() if isinstance(v, (int, float)) and n[0] != "_"}


@pytest.mark.xla
@pytest.mark.parametrize("name", [row.cls.__name__ for row in ROWS if row.smooth])
def test_gradients_by_objects_are_central_differences(name):
    row = twin_rows()[name]
    with compiling(True):
        gradient = recto.grad(row.call)(row.make(), *copy.deepcopy(row.arguments))
    for place, steps in numbers(row.make()):
        values = []
        for step in (1e-6, -1e-6):
            moved = row.make()
            change(moved, place, steps * step)
            values.append(float(row.call(moved, *copy.deepcopy(row.arguments))))
        found = np.sum(np.asarray(at(gradient, place)) * steps)
        np.testing.assert_allclose(found, (values[0] - values[1]) / 2e-6, atol=1e-6, err_msg=str(place))


def numbers(value: Any, place: tuple = ()):
    """The places of floating-point numbers, each with a direction."""
    if isinstance(value, float) or isinstance(value, np.ndarray) and value.dtype.kind == "f" and value.size:
        yield place, np.cos(np.arange(np.size(value), dtype=float)).reshape(np.shape(value))
    elif isinstance(value, dict):
        for k, v in value.items():
            yield from numbers(v, (*place, ("item", k)))
    elif isinstance(value, list):
        for k, v in enumerate(value):
            yield from numbers(v, (*place, ("item", k)))
    elif hasattr(value, "__dict__") and not isinstance(value, (type, types.FunctionType)):
        for k, v in vars(value).items():
            yield from numbers(v, (*place, ("attribute", k)))


def at(value: Any, place: tuple) -> Any:
    for kind, key in place:
        value = value[key] if kind == "item" else getattr(value, key)
    return value


def change(value: Any, place: tuple, by: Any) -> None:
    holder, (kind, key) = at(value, place[:-1]), place[-1]
    by = by if np.shape(by) else float(by)
    if kind == "item":
        holder[key] = holder[key] + by
    else:
        setattr(holder, key, getattr(holder, key) + by)


class Counting:
    """It doubles what it is given, and counts; `__delattr__` is its own as well."""

    def __init__(self):
        object.__setattr__(self, "x", 1.0)
        object.__setattr__(self, "count", 0)

    def __setattr__(self, name, value):
        object.__setattr__(self, "count", self.count + 1)
        object.__setattr__(self, name, 2 * value)

    def __delattr__(self, name):
        object.__setattr__(self, "count", self.count + 10)
        object.__delattr__(self, name)


class Closed:
    def __init__(self):
        object.__setattr__(self, "x", 1.0)

    def __setattr__(self, name, value):
        raise AttributeError("closed")


def set_twice(c, y):
    c.x = y
    c.x += 1
    return c.x


def delete(c, y):
    del c.x
    return y


def set_past_it(c, y):
    object.__setattr__(c, "x", y)
    c.__dict__["y"] = c.x + 1
    return c.x


CHANGES = [(Counting, set_twice), (Counting, delete), (Counting, set_past_it), (Closed, set_past_it)]


@pytest.mark.parametrize("cls, change", CHANGES)
def test_objects_are_written_back_past_their_own_setattr(cls, change):
    own, compiled = cls(), cls()
    assert change(own, 3.0) == recto.jit(change)(compiled, 3.0)
    assert vars(own) == vars(compiled)


class Plain:
    def __init__(self, x, count=0):
        self.x, self.count = x, count


def test_a_setattr_that_a_class_gets_later_is_noticed():
    def write(obj, x):
        obj.x = x + 1.0

    compiled, obj = recto.jit(write), Plain(1.0)
    compiled(obj, 2.0)
    assert obj.x == 3.0
    try:
        Plain.__setattr__ = lambda self, name, value: object.__setattr__(self, name, value * 2)
        compiled(obj, 2.0)
        assert obj.x == 6.0
    finally:
        del Plain.__setattr__
    compiled(obj, 2.0)
    assert obj.x == 3.0


def test_integers_of_more_than_64_bits_are_refused_in_branches():
    def count(obj, x):
        if obj.x > x:
            obj.count += 1

    with pytest.raises(recto.CompileError, match="too large for 64 bits"):
        recto.jit(count)(Plain(1.0, 2**63), 0.5)
