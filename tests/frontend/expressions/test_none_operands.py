"""Operators of users' classes with an operand that is None on the path that is taken: as Python calls them."""
import pytest

import recto

pytestmark = pytest.mark.xla


class Length:
    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        return Length(self.v + other.v)


class Tolerant:
    """Takes None for nothing."""

    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return other is None or self.v == other.v

    def __lt__(self, other):
        return other is None or self.v < other.v

    def __add__(self, other):
        return self if other is None else Tolerant(self.v + other.v)

    __radd__ = __add__

    def __mul__(self, other):
        return 7.0 if other is None else other.v


class Careful:
    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        try:
            if self.v > 3:
                raise ValueError("too large")
            return Careful(self.v + other.v)
        except ValueError:
            pass


def some(v, cls):
    return cls(v) if v < 3 else None


def added(v):
    return (Tolerant(1.0) + some(v, Tolerant)).v


def added_to_none(v):
    return (some(v, Tolerant) + Tolerant(1.0)).v


def multiplied(v):
    return Tolerant(1.0) * some(v, Tolerant)


def compared(v):
    x = some(v, Tolerant)
    return Tolerant(2.0) < x, Tolerant(1.0) == x, Tolerant(1.0) != x


def read_in_the_method(v):
    try:
        return (Length(1.0) + some(v, Length)).v
    except TypeError:
        return -2.0
    except AttributeError:
        return -1.0


def without_a_method(v):
    try:
        return (some(v, Length) + Length(1.0)).v
    except AttributeError:
        return -1.0
    except TypeError:
        return -2.0


def raises_in_the_method(v):
    Careful(1.0) + some(v, Careful)
    return 1.0


def none_on_the_left(v):
    return (some(v, Careful) + Careful(2.0)).v


def none_of_the_method(v):
    x = Careful(v) + Careful(1.0)
    return (x + x).v


FUNCTIONS = [added, added_to_none, multiplied, compared, read_in_the_method, without_a_method, raises_in_the_method,
             none_on_the_left, none_of_the_method]


def outcome(function, v):
    try:
        found = function(v)
        return tuple(map(float, found)) if isinstance(found, tuple) else float(found)
    except (TypeError, AttributeError) as error:
        return type(error), str(error).splitlines()[0]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_each_path_calls_what_python_calls(function):
    compiled = recto.jit(function)
    for v in (5.0, 1.0, 4.0):
        assert outcome(compiled, v) == outcome(function, v)


def unset(x):
    def read():
        return total
    if x > 0:
        total = x
    return read()


def unset_and_handled(x):
    def read():
        return total
    if x > 0:
        total = x
    try:
        return read()
    except UnboundLocalError:
        return -5.0
    except NameError:
        return -7.0


def test_variables_of_enclosing_functions_that_are_not_set():
    assert float(recto.jit(unset_and_handled)(-1.0)) == unset_and_handled(-1.0) == -7.0
    with pytest.raises(NameError, match="cannot access free variable 'total'") as caught:
        recto.jit(unset)(-1.0)
    assert caught.type is NameError and float(recto.jit(unset)(2.0)) == 2.0
