"""What a path says of comparisons is known on it: in branches, in rounds of a loop, and in what is inside of these."""
import numpy as np
import pytest

import recto
from recto import transform


def in_a_branch(x, k):
    if k > 2:
        return x * 3 if k <= 2 else x * 2 if 2 < k else x
    return x + (1 if k < 3 else 2)


def in_a_round(x, n):
    while n != 0:
        if n == 0:
            x = x * 5
        if 0 != n:
            x = x + n
        n -= 1
    return x


def of_a_difference(x, n):
    lo = 0
    while n - lo > 0:
        if n - lo <= 0:
            x = x * 5
        lo += 2
        x = x + 1
    return x


def both(x, n):
    if n > 0 and x > 0:
        if x > 0:
            x = x * (2 if n > 0 else 3)
    return x


def one_of_two(x, n):
    if n > 0 or x > 0:
        x = x * (2 if n > 0 else 3)
    return x


def not_a_number(x, n):
    if x > 2:
        return x
    return x * 2 if x <= 2 else 7.0


def of_another_value(x, n):
    if n > 2:
        n = n - 5
        x = x * (2 if n > 2 else 3)
    return x


def lazily(x, n):
    """The second question of the test divides, so that it is asked in a branch."""
    while n != 0 and (x > 0 or 10 // n > x):
        if n == 0:
            x = x * 5
        x -= 1
        n -= 1
    return x


def or_lazily(x, n):
    if not (n == 0 or 10 // n > x):
        return x * (2 if n != 0 else 3)
    return x


FUNCTIONS = {  # the comparisons that are left
    in_a_branch: 1, in_a_round: 1, of_a_difference: 1, both: 2, one_of_two: 3, not_a_number: 2, of_another_value: 2,
    lazily: 3, or_lazily: 2}
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


@pytest.mark.parametrize("function", FUNCTIONS)
def test_nothing_is_asked_twice(function):
    program = recto.jit(function).program("f64", "i64")
    asked = [c.primitive.name for c in transform.ir.program.walk(program) if c.primitive.name in COMPARISONS]
    assert len(asked) == FUNCTIONS[function]
    for x in (-1.5, 0.0, 2.0, 2.5, np.nan):
        for n in (0, 1, 2, 3, 7):
            (found,) = transform.evaluate(program, np.float64(x), np.int64(n))
            np.testing.assert_array_equal(found, function(x, n))
