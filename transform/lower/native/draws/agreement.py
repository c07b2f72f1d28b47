"""Self-test of the drawing recipes against the methods of the installed NumPy and Python.

Each method is tested once, at its first use: the result of its C functions, or of its algorithm, is compared
with the result of the method itself. A RandomState need not be tested: NumPy keeps its stream fixed (NEP 19).
"""

from __future__ import annotations

import ctypes
import functools
import math
import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ....core.hosted.stream_memory import has_routine, library

DRAWS = 30
# the functions of C that recipes call without naming them
ROUTINES = (
    "random_standard_uniform",
    "random_uniform",
    "random_binomial",
    "random_interval",
    "random_bounded_uint64_fill",
)
# values of parameters, by their names
GIVEN: dict[str, Any] = {
    "shape": 2.5,
    "loc": 0.5,
    "scale": 1.5,
    "low": -4,
    "high": 9,
    "mean": 0.5,
    "sigma": 0.75,
    "a": 2.5,
    "b": 1.5,
    "df": 3.0,
    "dfnum": 3.0,
    "dfden": 4.0,
    "mu": 0.5,
    "kappa": 2.0,
    "lam": 4.0,
    "n": 9,
    "p": 0.3,
}


@functools.cache
def agrees(cls: str, method: str, routine: str, names: tuple[str, ...], whole: bool) -> bool:
    """Whether this method draws what the recipe draws.

    Args:
        routine: the function of C that the recipe calls, if it calls one with float64 parameters.
        names: these parameters.
        whole: whether its numbers are integers.
    """
    if cls != "Random" and not all(map(has_routine, {*ROUTINES, routine} - {""})):
        return False
    if cls == "RandomState":
        return True
    trial = TRIALS.get((cls, method)) or by_routine(method, routine, names, whole)
    make = {"Generator": lambda: np.random.default_rng(DRAWS), "Random": lambda: random.Random(DRAWS)}[cls]
    one, other, (call, own) = make(), make(), trial
    return all(np.array_equal(call(one), own(other)) for _ in range(DRAWS))


Trial = tuple[Callable[[Any], Any], Callable[[Any], Any]]  # what a method gives, and what a recipe would


def by_routine(method: str, routine: str, names: tuple[str, ...], whole: bool) -> Trial:
    """A function of C with float64 parameters."""
    given = {name: GIVEN[name] for name in names}
    return lambda rng: getattr(rng, method)(**given), lambda rng: called(
        rng, routine, whole, *[ctypes.c_double(v) for v in given.values()]
    )


def called(rng: np.random.Generator, routine: str, whole: bool, *parameters: Any) -> Any:
    function = getattr(library(), routine)
    function.restype = ctypes.c_int64 if whole else ctypes.c_double
    return function(rng.bit_generator.ctypes.bit_generator, *parameters)


def integer(rng: np.random.Generator, low: int, high: int) -> int:
    room = ctypes.c_uint64()
    parameters = (ctypes.c_uint64(low % (1 << 64)), ctypes.c_uint64(high - 1 - low), ctypes.c_ssize_t(1))
    library().random_bounded_uint64_fill(
        rng.bit_generator.ctypes.bit_generator, *parameters, ctypes.c_bool(False), ctypes.byref(room)
    )
    return ctypes.c_int64(room.value).value


def binomial(rng: np.random.Generator) -> int:
    room = ctypes.create_string_buffer(256)
    return called(rng, "random_binomial", True, ctypes.c_double(GIVEN["p"]), ctypes.c_int64(GIVEN["n"]), room)


def uniform(rng: np.random.Generator) -> float:
    return called(rng, "random_uniform", False, ctypes.c_double(-4.0), ctypes.c_double(13.0))


def shuffled(below: Callable[[int], int]) -> list[int]:
    """The numbers from 0 to 9, of which each is exchanged with the one at a random position up to its own."""
    items = list(range(10))
    for last in range(9, 0, -1):
        k = below(last)
        items[last], items[k] = items[k], items[last]
    return items


def interval(rng: np.random.Generator, last: int) -> int:
    return called(rng, "random_interval", True, ctypes.c_uint64(last))


WEIGHTS = np.array([0.1, 0.2, 0.3, 0.4])


def weighted(rng: np.random.Generator) -> int:
    sums = np.cumsum(WEIGHTS)
    return int(np.sum(sums / sums[-1] <= called(rng, "random_standard_uniform", False)))


def shuffled_by(rng: Any) -> list[int]:
    items = list(range(10))
    rng.shuffle(items)
    return items


def bits_below(rng: random.Random, limit: int) -> int:
    while (found := rng.getrandbits(limit.bit_length())) >= limit:
        pass
    return found


def ratio_of_uniforms(rng: random.Random) -> float:
    while True:
        u1, u2 = rng.random(), 1.0 - rng.random()
        z = 4 * math.exp(-0.5) / math.sqrt(2.0) * (u1 - 0.5) / u2
        if z * z / 4.0 <= -math.log(u2):
            return z


def box_muller(rng: random.Random) -> float:
    z, rng.gauss_next = rng.gauss_next, None  # type: ignore[attr-defined]
    if z is None:
        angle = rng.random() * math.tau
        radius = math.sqrt(-2.0 * math.log(1.0 - rng.random()))
        z, rng.gauss_next = math.cos(angle) * radius, math.sin(angle) * radius  # type: ignore[attr-defined]
    return z


LONG = 1 << 40
TRIALS: Mapping[tuple[str, str], Trial] = {
    ("Generator", "uniform"): (lambda rng: rng.uniform(-4.0, 9.0), uniform),
    ("Generator", "integers"): (lambda rng: rng.integers(-4, 9), lambda rng: integer(rng, -4, 9)),
    ("Generator", "binomial"): (lambda rng: rng.binomial(GIVEN["n"], GIVEN["p"]), binomial),
    ("Generator", "choice"): (lambda rng: rng.choice(9), lambda rng: integer(rng, 0, 9)),
    ("Generator", "choice p"): (lambda rng: rng.choice(4, p=WEIGHTS), weighted),
    ("Generator", "permutation"): (
        lambda rng: rng.permutation(10),
        lambda rng: shuffled(functools.partial(interval, rng)),
    ),
    ("Generator", "shuffle"): (shuffled_by, lambda rng: shuffled(functools.partial(interval, rng))),
    ("Random", "random"): (lambda rng: rng.random(), lambda rng: rng.random()),
    ("Random", "uniform"): (
        lambda rng: rng.uniform(1.5, 4.0),
        lambda rng: 1.5 + (4.0 - 1.5) * rng.random(),
    ),
    ("Random", "expovariate"): (
        lambda rng: rng.expovariate(1.5),
        lambda rng: -math.log(1.0 - rng.random()) / 1.5,
    ),
    ("Random", "normalvariate"): (
        lambda rng: rng.normalvariate(0.5, 1.5),
        lambda rng: 0.5 + ratio_of_uniforms(rng) * 1.5,
    ),
    ("Random", "gauss"): (lambda rng: rng.gauss(0.5, 1.5), lambda rng: 0.5 + box_muller(rng) * 1.5),
    ("Random", "randint"): (lambda rng: rng.randint(3, 9), lambda rng: 3 + bits_below(rng, 7)),
    ("Random", "randrange"): (lambda rng: rng.randrange(LONG), lambda rng: bits_below(rng, LONG)),
    ("Random", "choice"): (lambda rng: rng.choice(range(9)), lambda rng: bits_below(rng, 9)),
    ("Random", "shuffle"): (
        shuffled_by,
        lambda rng: shuffled(lambda last: bits_below(rng, last + 1)),
    ),
}
