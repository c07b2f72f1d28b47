"""What handlers know of exceptions whose arguments are data: texts, arguments, and the next exception."""
from __future__ import annotations

import dataclasses
import math
import re

import numpy as np
import pytest

import recto


def prints_what_it_was(x):
    try:
        if x > 2:
            raise KeyError(f"large {x:.2f}")
        if x > 1:
            raise ValueError("value", x)
        if x > 0:
            raise ValueError(x)
    except (ValueError, KeyError) as error:
        print(error, repr(error), [error], f"{error!s:>20}", str(error) + "!", len(error.args))
    return x


def goes_on_with_what_it_was(x):
    try:
        try:
            if x > 1:
                raise ValueError(f"value {x}")
        except ValueError as error:
            raise RuntimeError(f"wrapped: {error}") from error
    except RuntimeError as error:
        print(error)
    return x


def limited(x):
    if x > 2.0:
        raise ValueError(f"{x} is too large")
    return x


def prints_in_a_loop(x):
    total = 0.0
    for i in range(30):
        try:
            total += limited(x * i)
        except ValueError as error:
            print(i, error)
    return total


def prints_what_python_says(x):
    """Python's own messages, none for StopIteration."""
    for k in range(3):
        try:
            if k == 0:
                next(iter(()))
            elif k == 1:
                next(v for v in [x] if v > 100)
            else:
                Fixed(x).x = 2.0
        except (StopIteration, AttributeError) as error:
            print(k, error, repr(error))
    return x


@dataclasses.dataclass(frozen=True)
class Fixed:
    x: float


def value_of_a_generator(x):
    def halves():
        yield x
        return x / 2
    walk, found = halves(), []
    for _ in range(3):
        try:
            next(walk)
        except StopIteration as end:
            found.append(end.value)
    print(len(found), found[1])
    return found[0]


@pytest.mark.xla
@pytest.mark.parametrize("function", [prints_what_it_was, goes_on_with_what_it_was, prints_in_a_loop,
                                      prints_what_python_says, value_of_a_generator])
def test_what_an_exception_says_is_what_it_says_in_python(function, capfd):
    compiled = recto.jit(function)
    for x in (0.25, 1.5, 3.5, -1.0):
        wanted, said = function(x), capfd.readouterr().out
        np.testing.assert_allclose(compiled(x), wanted)
        assert capfd.readouterr().out == said


def uses_what_it_was(x):
    try:
        raise ValueError(x)
    except ValueError as error:
        return error.args[0] ** 2


def test_the_gradient_goes_through_arguments_of_an_exception():
    assert math.isclose(float(recto.grad(uses_what_it_was)(3.0)), 6.0)


def returns_it(x):
    try:
        raise ValueError(f"value {x}")
    except ValueError as error:
        return error


def asks_for_its_cause(x):
    try:
        raise ValueError("one") from KeyError("other")
    except ValueError as error:
        return x if error.__cause__ is None else 2 * x


@pytest.mark.parametrize("function", [returns_it, asks_for_its_cause])
def test_what_is_not_in_the_language_is_refused(function):
    with pytest.raises(recto.CompileError):
        recto.jit(function).program("f64[]")


class Part:
    pass


def of_an_expression(x):
    try:
        re.compile("a(")
    except re.error as error:
        return x * (10 * error.pos + error.colno)
    return x


def of_an_array(x):
    try:
        return x.total
    except AttributeError as error:
        return x * (5 if error.name == "total" else 0)


def of_an_object(x):
    part = Part()
    part.size = x
    try:
        return part.length
    except AttributeError as error:
        return x * len(error.name)


@pytest.mark.parametrize("function", [of_an_expression, of_an_array, of_an_object], ids=lambda f: f.__name__)
def test_a_handler_sees_the_attributes_of_what_python_raised(function):
    x = np.ones(2)
    np.testing.assert_array_equal(recto.jit(function)(x), function(x))
