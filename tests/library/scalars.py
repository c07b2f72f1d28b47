"""What to try Python's operators, its number functions, math and cmath on: every argument a Python number."""
from __future__ import annotations

import cmath
import math
import operator
from typing import Any

import numpy as np

from .compare import Number
from .rows import F, Row

SCALARS: list[Row] = []
FLOATS = [0.3, -0.7, 2.0, 0.0]
INTS = [7, -3, 2, 0]


def numbers(function: Any, *argument_lists: tuple) -> None:
    for args in argument_lists:
        SCALARS.append((function, tuple(Number(a) if type(a) in (bool, int, float, complex) else a for a in args), {}))


PAIRS = [(7, 3), (-7, 3), (7, -3), (7.5, 2), (-7.5, 2), (2, 0.5), (True, 2), (True, True), (2.5, True)]
for _f in (operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, divmod,
           operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne):
    numbers(_f, *PAIRS)
for _f in (operator.add, operator.sub, operator.mul, operator.truediv, operator.eq, operator.ne):
    numbers(_f, (1 + 2j, 3.0), (2, 1j))
for _f in (operator.and_, operator.or_, operator.xor):
    numbers(_f, (6, 3), (True, False), (True, 3), (-1, 5))
numbers(operator.lshift, (3, 2), (-3, 4))
numbers(operator.rshift, (100, 3), (-100, 3))
numbers(operator.pow, (2.0, 3.0), (2, 3), (2.5, 2), (4.0, 0.5), (2.0, -1))
SCALARS += [(operator.pow, (Number(3), 2), {}), (operator.pow, (Number(2), -1), {}),
            (operator.pow, (Number(2.5), -2), {}), (operator.pow, (2, Number(3)), {}),
            (operator.pow, (2.0, Number(0.3)), {}), (pow, (Number(3), 4, 7), {}),
            (pow, (Number(3), Number(13), 7), {}), (round, (Number(2.567), 2), {}), (round, (Number(1250), -2), {}),
            (round, (Number(1350), -2), {}), (round, (Number(-150), -2), {}),
            (math.isclose, (Number(1.0), 1.0 + 1e-12), {}), (math.log, (Number(8.0), 2), {}),
            (math.ldexp, (Number(1.5), 3), {}), (math.dist, ([Number(1.0), 2.0], [0.0, Number(0)]), {}),
            (math.fsum, ([Number(1.0), 2, 3.5], ), {}), (math.prod, ([Number(2), 3, Number(1.5)], ), {}),
            (max, (Number(2), 3.5, Number(-1.0)), {}), (max, (Number(2.0), Number(5.0)), {}),
            (min, ([Number(2), Number(3)], ), {}), (max, (Number(math.nan), Number(1.0)), {}),
            (max, (Number(1.0), Number(math.nan)), {}), (sum, ([Number(1), 2, Number(3)], ), {}),
            (sum, ([Number(1.5), 2], 10), {}), (any, ([Number(0), Number(1)], ), {}),
            (all, ([Number(0), Number(1)], ), {})]
if hasattr(math, "sumprod"):
    SCALARS.append((math.sumprod, ([Number(1.5), 2], [Number(3), 4.0]), {}))
for _f in (operator.neg, operator.pos, abs):
    numbers(_f, (3,), (-2.5,), (True,), (1 - 2j,))
numbers(operator.invert, (5,), (True,))
numbers(operator.index, (5,), (True,))
numbers(operator.truth, (5,), (0.0,))
SCALARS += [(operator.contains, ([Number(1), 2], 2), {}), (operator.contains, (np.array([1, 2]), Number(3)), {}),
            (operator.matmul, (F, F.T), {})]
numbers(operator.not_, (0,), (2.5,))
for _f in (int, float, bool):
    numbers(_f, (2.7,), (-2.7,), (3,), (True,), (0.0,))
numbers(complex, (2.0,), (2, 3.0), (1j,))
numbers(round, (2.5,), (3.5,), (-2.5,), (2.3,), (3,))

for _name in "sin cos tan atan sinh cosh tanh asinh exp exp2 expm1 cbrt fabs degrees radians erf erfc".split():
    numbers(getattr(math, _name), *((v,) for v in FLOATS), (2,))
for _name in "log log2 log10 log1p sqrt lgamma".split():
    numbers(getattr(math, _name), (0.3,), (2.0,), (7,), (150.5,))
numbers(math.gamma, (0.3,), (2.0,), (7,), (150.5,), (-1.5,), (-20.25,), (170.5,), (1e-5,), (-150.5,))
for _name in "asin acos atanh".split():
    numbers(getattr(math, _name), (0.3,), (-0.7,), (0,))
numbers(math.acosh, (1.5,), (3,))
numbers(math.atanh, (0.5,))
for _name in "floor ceil trunc".split():
    numbers(getattr(math, _name), (2.7,), (-2.7,), (3,), (True,))
for _name in "isnan isinf isfinite".split():
    numbers(getattr(math, _name), (2.0,), (math.inf,), (math.nan,), (3,))
for _name in "pow atan2 copysign fmod remainder hypot".split():
    numbers(getattr(math, _name), (2.5, 2.0), (7.3, -2.0), (1, 3), (5.0, 2.0), (7.0, 2.0))
numbers(math.remainder, (3.0, 2.0), (5.0, 2.0), (-5.0, 2.0), (1.0, math.inf), (6.1, 4.0))
numbers(math.nextafter, (1.0, 2.0))
numbers(math.ulp, (1.0,), (-3.5,))
numbers(math.hypot, (3.0, 4.0, 12.0), (1e200, 1e200, 1.0), (2.0,))
numbers(math.modf, (2.5,), (-2.5,), (math.inf,))
numbers(math.frexp, (2.5,), (-0.1,), (0.0,), (1e-300,))
numbers(math.gcd, (12, 18), (0, 5), (-4, 6), (12, 18, 27), (-5,))
numbers(math.lcm, (4, 6), (2, 3, 5), (0, 3))
numbers(math.factorial, (0,), (1,), (13,), (20,))
numbers(math.comb, (0, 0), (5, 2), (3, 5), (66, 33), (62, 60))
numbers(math.perm, (0, 0), (5, 2), (3, 5), (20, 20), (1000, 6))
numbers(math.isqrt, (0,), (15,), (16,), (17,), (10 ** 17,), ((2 ** 31 - 1) ** 2,), ((2 ** 31 - 1) ** 2 - 1,))
for _name in ("sin cos tan sinh cosh tanh asin acos atan asinh acosh atanh exp sqrt log log10 phase polar "
              "isnan isinf isfinite").split():
    numbers(getattr(cmath, _name), (0.3 + 0.4j,), (-1.5 - 0.2j,), (0.5,))
numbers(cmath.rect, (2.0, 0.5))
numbers(cmath.isclose, (1 + 1j, 1 + 1j), (1 + 1j, 1.1 + 1j))
