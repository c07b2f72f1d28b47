"""Exceptions that are raised with arguments by name."""
from __future__ import annotations

import pytest

import recto


class Described(Exception):
    def __init__(self, what, kind, where=None, ways=None):
        self.what, self.kind, self.where, self.ways = what, kind, where, ways

    def __str__(self):
        return f"{self.kind}: {self.what} in {self.where}: {self.ways}"


class DescribedValue(Described):
    def __init__(self, what, **named):
        Described.__init__(self, what, "value error", **named)


class NamedAlone(Exception):
    def __init__(self, *, code, text="x"):
        super().__init__(f"{code} {text}")
        self.code = code


class NamedSecond(Exception):
    def __init__(self, what, code=0):
        self.code = code


def described(h):
    if h < 0:
        raise DescribedValue("hour " + str(h), where="hours", ways=["use 0 <= h", "or not"])
    return 2 * h


def named_alone(h):
    if h < 0:
        raise NamedAlone(text="low", code=h)
    return 2 * h


def named_second(h):
    if h < 0:
        raise NamedSecond("no", code=3)
    return 2 * h


def of_python(h):
    if h < 0:
        raise ImportError("lost", name="numpy")
    return 2 * h


def caught(h):
    try:
        return described(h)
    except DescribedValue:
        return -1.0


def no_such_name(h):
    if h < 0:
        raise DescribedValue("no", nothing=h)
    return 2 * h


@pytest.mark.parametrize("function", [described, named_alone, named_second, of_python, caught, no_such_name],
                         ids=lambda f: f.__name__)
@pytest.mark.parametrize("h", [1.5, -2.0])
def test_arguments_that_are_passed_by_name(function, h):
    found = []
    for f in (function, recto.jit(function)):
        try:
            found.append(f(h))
        except Exception as error:
            own = {name: value for name, value in vars(error).items() if not name.startswith("_")}
            own["name"] = getattr(error, "name", None)
            found.append((type(error).__name__, str(error).splitlines()[0], error.args, own))
    assert found[0] == found[1]


def test_they_are_printed():
    space = {}
    exec(recto.jit(described).source(1.5), space)
    assert space["described"](2.0) == 4.0
    with pytest.raises(space["DescribedValue"]) as found:
        space["described"](-2.0)
    assert found.value.args == ("hour -2.0",)
    assert found.value.where == "hours"
