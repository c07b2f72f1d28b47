"""Programs on which other tools gave a wrong gradient or none, with the right one: what `test_regressions.py` runs.

    @regression("tool#number", "what went wrong there", arguments, gradient=…, argnums=0)
"""
from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import numpy as np

CASES: list["Case"] = []


@dataclasses.dataclass(frozen=True)
class Case:
    bug: str
    what: str                       # went wrong there
    function: Callable
    args: tuple
    gradient: Any
    argnums: int | tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.bug}-{self.function.__name__}"


def regression(bug: str, what: str, *args: Any, gradient: Any, argnums: int | tuple[int, ...] = 0) -> Callable:
    def enter(function: Callable) -> Callable:
        CASES.append(Case(bug, what, function, args, gradient, argnums))
        return function
    return enter


ONES, THREE, FIVE = np.ones(3), np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 3.0, 4.0, 5.0])

# -- loops whose length is known when they run ---------------------------------------------------------------


@regression("warp#140", "zero, for a sum over as many terms as an argument says, scaled behind the loop",
            2.0, FIVE, FIVE, 4, gradient=55.0)
def scaled_sum(c, a, weight, p):
    total = 0.0
    for j in range(p + 1):
        total = total + weight[j] * a[j]
    return total * c


@regression("warp#174", "the backward pass skipped the loop and used the last value of a variable that it overwrites",
            0.5, 4, gradient=(1 - 2 * 0.5) * (1 - 2 * 0.25) * (1 - 2 * 0.1875) * (1 - 2 * 0.15234375))
def overwritten_in_a_loop(x, n):
    for _ in range(n):
        x = x * (1.0 - x)
    return x


@regression("warp#1293", "twice the gradient, for two nested loops over ranges read from arrays",
            np.array([0.3, -0.5, 0.2, 0.7]), np.array([0, 1, 3, 4]),
            gradient=[-math.sin(0.3) - math.sin(-0.2 + 0.2) - math.sin(0.7)] + [-math.sin(0.0) - math.sin(0.7)] * 2
            + [-math.sin(0.7)])
def nested_ranges(angles, starts):
    turned, total = 0.0, 0.0
    for body in range(len(starts) - 1):
        for k in range(starts[body], starts[body + 1]):
            turned += angles[k]
        total += np.cos(turned)
    return total


@regression("warp#1552", "with `continue` every maximum was taken to come from the last round that ran",
            2.0, np.array([[0.0, 1.0, 0.0], [4.0, 0.0, 1.0]]), gradient=12.0)
def largest_product(x, c):
    largest = -1e20
    for p in range(c.shape[0]):
        for q in range(c.shape[1]):
            if c[p, q] == 0.0:
                continue
            value = x * c[p, q] * (p + q + 2)
            if value > largest:
                largest = value
    return largest


@regression("warp#1694", "a variable set before the loop and used behind it lost its gradient",
            2.0, THREE, 3, gradient=33.0)
def before_and_behind(x, s, n):
    b = 3.0 * x
    acc = 5.0
    for k in range(n):
        acc += s[k]
    return acc * b


@regression("warp#1740", "what follows the loop inside the same function saw the accumulator's initial value",
            THREE, 3, gradient=[-1.0 / 49] * 3)
def reciprocal_of_a_sum(x, n):
    total = 1.0
    for i in range(n):
        total += x[i]
    return 1.0 / total


def _squared_sum(x, n):
    total = 2.0
    for i in range(n):
        total += x[i]
    return total * total


@regression("warp#1754", "as #1740, with the loop in a function of its own, the documented way out",
            THREE, 3, gradient=[16.0] * 3)
def square_in_a_helper(x, n):
    return _squared_sum(x, n)


@regression("warp docs, dynamic loops", "[32, 8, 2] for the product of three twos",
            np.array([2.0, 2.0, 2.0]), 3, gradient=[4.0, 4.0, 4.0])
def product(x, n):
    result = 1.0
    for i in range(n):
        result *= x[i]
    return result


@regression("taichi#8027", "a crash, for more rounds than the stack of the backward pass had room for",
            0.5, 500, gradient=10 * (1 - 0.99 ** 500) / 0.01)
def long_inner_loop(x, n):
    total = 0.0
    for _ in range(10):
        weight = 0.0
        for _ in range(n):
            weight = 0.99 * weight + x
        total += weight
    return total


@regression("quadrants#590", "stale values, for a step that reads what it overwrites, inside a loop of unknown length",
            np.array([0.1, 0.2]), 2, gradient=[(1 + 0.2) * (1 + 2 * 0.11), (1 + 0.4) * (1 + 2 * 0.24)])
def steps_in_place(x, n):
    for _ in range(n):
        for i in range(x.shape[0]):
            x[i] = x[i] + x[i] * x[i]
    return np.sum(x)


# -- continue, break, until ----------------------------------------------------------------------------------

@regression("clad#851", "20 in place of 14: the index was a round off after `continue`", 3.0, 5.0,
            gradient=(14.0, 0.0), argnums=(0, 1))
def continues(u, v):
    result = 11 * u
    for i in range(3):
        result += u * i
        continue
    return result


@regression("clad#833", "rounds behind a `break` were differentiated", 3.0, gradient=1.0)
def breaks(u):
    result = 0.0
    for i in range(1, 3):
        result += i * u
        if i == 1:
            break
    return result


@regression("clad#855", "the loop's index was not stepped back: a wrong value where it was needed", 0.5, gradient=2.5)
def index_and_value(value):
    for i in range(1, 3):
        value = value * value + i
    return value


@regression("clad#1123", "the step of the loop was differentiated in the round that `break` cuts short", 2.0, 3.0,
            gradient=(2 * 49 * 2.0 * 9.0 + 3.0, 2 * 49 * 4.0 * 3.0 + 2.0), argnums=(0, 1))
def step_after_a_break(i, j):
    c, result = 0, 1.0
    while True:
        result = 7 * i * j * result if c == 1 else result * (7 * i * j)
        c += 1
        if c == 2:
            break
    return result + i * j


@regression("clad#1865", "the divisor was taped again in place of being read", 2.0,
            gradient=-4.0 / 25 - 4.0 / 36)
def inline_divisor(a):
    s = 0.0
    for i in range(2):
        s += 1.0 / (i + 1.0 + a * a)
    return s


@regression("theano#5439", "the gradient of a loop left early went to the last elements, not to the first",
            np.arange(10.0), gradient=[0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 0.0, 0.0, 0.0, 0.0])
def until_five(x):
    total = 0.0
    for i in range(x.shape[0]):
        total += x[i] * x[i]
        if x[i] == 5:
            break
    return total


@regression("drjit#295", "zero, without a word, for a loop whose state holds the input",
            1.5, gradient=3 * 1.5 ** 2)
def multiplied_until(x):
    y = 1.0
    while y < 3.0:
        y = y * x
    return y


@regression("drjit PR#491", "wrong, for more rounds than the hint of their largest number allows",
            1.001, gradient=2000 * 1.001 ** 1999)
def two_thousand_rounds(x):
    y, k = 1.0, 0
    while k < 2000:
        y *= x
        k += 1
    return y


# -- arrays that are overwritten -----------------------------------------------------------------------------

@regression("warp docs, overwritten arrays", "[-2, -4, -6]: the backward pass read the new contents",
            THREE, gradient=[2.0, 4.0, 6.0])
def overwritten_after_its_use(x):
    y = np.zeros(3)
    for i in range(3):
        y[i] = x[i] * x[i]
    for i in range(3):
        x[i] = -x[i]
    return np.sum(y)


@regression("warp#583", "zero, for one component of an element of an array", np.array([1.0, 1.0]),
            gradient=[3.0, 3.0])
def component(y):
    x = np.zeros((2, 3))
    for i in range(2):
        x[i, 1] = y[i]
    return np.sum(x * 3.0)


@regression("warp#1697", "the k-th of n writes to one place counted 2**(n - k) times", np.array([0.5, 2.0]),
            gradient=[4.0, 0.0])
def adds_to_one_place(x):
    m = np.zeros((2, 2))
    m[0, 0] = m[0, 0] + x[0]
    m[0, 0] = m[0, 0] + x[0]
    m[0, 0] = m[0, 0] + 2.0 * x[0]
    return m[0, 0]


@regression("taichi#8356", "1 in place of 5: adding to x[i] inside the loop over y gave less than a local sum",
            np.zeros(5), THREE, gradient=(np.ones(5), [5.0, 5.0, 5.0]), argnums=(0, 1))
def adds_inside(x, y):
    for i in range(5):
        for j in range(3):
            x[i] += y[j]
    return np.sum(x)


@regression("taichi#3003", "one of two loops inside a third was left out", 2.0, gradient=12.0)
def two_loops_in_a_third(x):
    y = 0.0
    for _ in range(2):
        for _ in range(3):
            y += x
        for _ in range(3):
            y += x
    return y


@regression("taichi#2505", "wrong where the old value is a factor of the new one: x = cos(theta)·x", 0.7, 2.0,
            gradient=(-math.sin(0.7) * 2.0, math.cos(0.7)), argnums=(0, 1))
def scales_itself(theta, start):
    x = np.array([start])
    multiplier = 1.0
    if theta > 0:
        multiplier = x[0]
    x[0] = np.cos(theta) * multiplier
    return x[0]


@regression("jax#32411", "wrong, for arrays written by a loop that runs backwards",
            np.array([0.5, 2.0, 3.0]), gradient=[1 + 2.0 + 6.0, 0.5 * (1 + 3.0), 0.5 * 2.0])
def backwards(x):
    a = np.zeros(4)
    for i in reversed(range(3)):
        a[i] = x[i] * (1.0 + a[i + 1])
    return a[0]


@regression("zygote#377", "no gradient for a matrix put together from parts", THREE,
            gradient=[-1.0, -2.0, -3.0])
def companion(a):
    top = np.concatenate([np.zeros((2, 1)), np.eye(2)], axis=1)
    matrix = np.vstack([top, -a[np.newaxis, :]])
    return np.sum(matrix @ np.array([1.0, 2.0, 3.0]))


@regression("enzyme.jl#3614", "NaN or garbage for a loop over a grid with a branch for each kind of neighbourhood",
            np.array([1.0, 2.0, 4.0, 7.0]), np.array([False, True, False, False]),
            gradient=[2 * 1.0 * 3.0, 0.0, -2 * (7.0 - 4.0), 2 * (7.0 - 4.0)])
def masked_stencil(u, solid):
    flux = 0.0
    for i in range(u.shape[0] - 1):
        if solid[i]:
            flux += 0.0
        elif solid[i + 1]:
            flux += 3.0 * u[i] * u[i]
        else:
            flux += (u[i + 1] - u[i]) ** 2
    return flux


# -- branches and names --------------------------------------------------------------------------------------

@regression("taichi#6204", "a crash, for a branch that depends on the loop's index", 0.5, 3.0,
            gradient=(8 * 3.0, 8 * 0.5), argnums=(0, 1))
def branch_on_the_index(bend, position):
    total = 0.0
    for n in range(12):
        if n < 4:
            f = 1.0
        else:
            f = bend * position
        total += f
    return total


@regression("warp#202", "zero, for a second name of a variable that a branch then sets", np.array([-1.0, 2.0, 3.0]),
            gradient=[3.0, 4.0, 6.0])
def second_name(a):
    total = 0.0
    for x in a:
        b = x
        if b > 0.0:
            b = x * x
        else:
            b = x * x * x
        total += b
    return total


@regression("warp#1736", "zeros, for a division by zero on the side that is not taken",
            THREE, np.array([1.0, 0.0, 2.0]), gradient=[1.0, 1.0, 0.5])
def ternary(x, term):
    total = 0.0
    for i in range(3):
        total += x[i] / term[i] if term[i] != 0 else x[i]
    return total


@regression("clad#1108", "NaN from a call whose result is not used", 5.0, 3.0, gradient=(60.0, 50.0), argnums=(0, 1))
def unused_nan(c, a):
    np.arccos(-c / a)
    return 2 * c * c * a


@regression("autograph#26293", "variables set on one path only were refused or undefined", 2.0, gradient=4.0)
def set_on_both_paths(x):
    if x > 0:
        y = x * x
        unused = y + 1.0                    # noqa: F841
    else:
        y = -x
    return y


# -- what was not read ---------------------------------------------------------------------------------------

@regression("tangent#66", "zeros, for a maximum found by a loop and a sum behind it", np.array([1.0, 2.0, 3.0, 4.0]),
            gradient=np.exp([1.0, 2.0, 3.0, 4.0]) / np.sum(np.exp([1.0, 2.0, 3.0, 4.0])))
def logsumexp(a):
    largest, result = a[0], 0.0
    for i in range(1, len(a)):
        if a[i] > largest:
            largest = a[i]
    for i in range(len(a)):
        result += np.exp(a[i] - largest)
    return np.log(result) + largest


@regression("tangent#17", "x[:, np.newaxis] and methods of arrays were not read", np.array([[1.0, 2.0], [3.0, 4.0]]),
            gradient=[[4.0, 8.0], [12.0, 16.0]])
def columns(wrapped):
    r2 = np.sum(wrapped ** 2, axis=1)[:, np.newaxis]
    r2 = r2 + np.sum(wrapped ** 2, axis=1).reshape(-1, 1)
    return r2.sum()


@regression("tangent#31", "a loop over np.arange and the unpacked shape were not read", np.arange(6.0).reshape(2, 3),
            gradient=[[1.0, 1.0, 1.0], [0.0, 1.0, 1.0]])
def upper_triangle(x):
    total = 0
    rows, cols = x.shape
    for i in np.arange(rows):
        for j in range(i, cols):
            total = total + x[i, j]
    return total
