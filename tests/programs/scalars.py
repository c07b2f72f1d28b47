"""Python's own numbers, in and out."""
import math

import numpy as np


def floor_and_remainder(a, b):
    return a // b, a % b, divmod(a, b), -a // b, -a % b


def power_table(x, n):
    return x**n, x**2, 2**n, (-x) ** 3, x**0, n**0.5


def rounding(x):
    return round(x), round(x, 1), int(x), math.floor(x), math.ceil(x), math.trunc(x)


def conversions(x):
    return float(x), int(x), bool(x), complex(x, 1), abs(x), +x, -x


def math_functions(x):
    return (
        math.sin(x) + math.cos(x) * math.tan(x),
        math.exp(-x) + math.log(x) + math.log2(x) + math.log10(x) + math.log1p(x),
        math.sqrt(x) + math.hypot(x, 1.0) + math.atan2(x, 2.0) + math.fabs(-x),
        math.sinh(x) - math.cosh(x) + math.tanh(x) + math.asinh(x),
        math.degrees(x) + math.radians(x) + math.pi * math.e,
        math.isfinite(x) and not math.isnan(x),
        math.copysign(x, -1.0) + math.fmod(x, 0.7) + math.pow(x, 1.5),
    )


def chained_comparison(a, b, c):
    count = 0
    if a < b < c:
        count += 1
    if a <= b != c > 0:
        count += 10
    if not a == b == c:
        count += 100
    return count


def and_or_values(a, b):
    """and / or give one of their operands back."""
    return a and b, a or b, not a, (a or 1) * (b and 2)


def short_circuit(x, i):
    """The second test would be out of bounds where the first is false."""
    if 0 <= i < len(x) and x[i] > 0:
        return x[i]
    return -1.0


def walrus(x):
    total = 0.0
    if (square := x * x) > 2:
        total += square
    while (square := square / 2) > 0.5:
        total += square
    return total, square


def ternaries(x):
    sign = 1 if x > 0 else -1 if x < 0 else 0
    kind = (x / 2) if x > 1 else (x * 2 if x > 0.5 else x)
    return sign, kind, (x if x > 0 else -x) + (1 if isinstance(x, int) else 2)


def int_becomes_float(n):
    """An int accumulator that meets a float half way."""
    total = 0
    for i in range(n):
        total += i
        if i > 2:
            total += 0.5
    return total


def augmented(x):
    x += 1
    x *= 3
    x -= 0.5
    x /= 2
    x **= 2
    x //= 1
    x %= 7
    return x


def bit_operators(a, b):
    c = a & b | 1
    c ^= b << 2
    c |= a >> 1
    c &= 0xFF
    return c, ~a, -b & 7


def bool_arithmetic(a, b):
    flags = (a > b) + (a > 0) + (b > 0)
    return flags, (a > b) * 2.5, True + (a == b), (a > 0) ^ (b > 0), (a > 0) & (b > 0) | (a == b)


def compound_interest(balance, rate, years, monthly=False):
    periods = 12 if monthly else 1
    for _ in range(years * periods):
        balance *= 1 + rate / periods
    return balance


def gauss_sum(n):
    return n * (n + 1) // 2, sum(range(5)), float(n) / 2, n / 2, n // 2 * 1.0


def day_of_week(year, month, day):
    """Zeller's congruence, 0 = Saturday."""
    if month < 3:
        month += 12
        year -= 1
    century, rest = divmod(year, 100)
    return (day + 13 * (month + 1) // 5 + rest + rest // 4 + century // 4 + 5 * century) % 7


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def seconds_to_clock(seconds):
    minutes, s = divmod(seconds, 60)
    hours, m = divmod(minutes, 60)
    days, h = divmod(hours, 24)
    return days, h, m, s


def set_in_one_branch(x):
    """`y` and `z` exist on one path only, and are read only there."""
    if x > 0:
        y = math.sqrt(x)
    else:
        z = x * x
    if x > 0:
        return y
    return z


def clamp(x, low=0.0, high=1.0):
    return max(low, min(x, high))


def mixed_types(i, f, c):
    """int, float, complex and bool meet."""
    return i + f, f * c, i * c, i / (i + 1), (i > 2) + f, i**2 + f**2, c * c.conjugate()


def special_values(x):
    return math.isnan(x), math.isinf(x), x == x, x > 0, np.isfinite(x)


def print_progress(n):
    total = 0
    for i in range(n):
        total += i * i
        print("step", i, "total", total)
    return total


def print_mixed(x):
    print("shape", x.shape, "first", x[0])
    if x[0] > 0:
        print("positive")
    return x * 2


def print_in_branch(x):
    if x < 0:
        print("negative input, flipped")
        x = -x
    print(f"sqrt of {x} follows")
    return math.sqrt(x)


def examples():
    for a, b in ((7, 3), (-7, 3), (7, -3), (7.5, 2.0), (-7.5, 2)):
        yield floor_and_remainder, (a, b)
    yield power_table, (3, 4)
    yield power_table, (1.5, 3)
    yield power_table, (0.5, 2.0)
    for x in (2.5, -2.7, 3.5, 7.0):
        yield rounding, (x,)
    yield conversions, (2.75,)
    yield conversions, (-3,)
    yield conversions, (0,)
    yield math_functions, (1.3,)
    yield math_functions, (2,)
    for abc in ((1, 2, 3), (2, 2, 2), (3, 1, 2), (1.0, 1.0, 2.0)):
        yield chained_comparison, abc
    for a, b in ((0, 5), (3, 0), (2, 7), (0.0, 0.0)):
        yield and_or_values, (a, b)
    for i in (0, 1, 2, 9, -1):
        yield short_circuit, (np.array([1.5, -2.0, 3.0]), i)
    yield walrus, (3.0,)
    yield walrus, (0.5,)
    for x in (3.0, 0.75, 0.25, 0.0, -1.0):
        yield ternaries, (x,)
    for n in (0, 2, 6):
        yield int_becomes_float, (n,)
    yield augmented, (3,)
    yield augmented, (0.3,)
    yield bit_operators, (13, 6)
    yield bit_operators, (0, -9)
    for a, b in ((2, 1), (-1, 1), (3, 3), (-1.5, -2.5)):
        yield bool_arithmetic, (a, b)
    yield compound_interest, (100.0, 0.05, 3)
    yield compound_interest, (100.0, 0.05, 2, True)
    yield compound_interest, (50, 0.1, 0), {"monthly": True}
    yield gauss_sum, (10,)
    yield gauss_sum, (0,)
    yield day_of_week, (2024, 2, 29)
    yield day_of_week, (1999, 12, 31)
    for year in (1900, 2000, 2023, 2024):
        yield is_leap, (year,)
    yield seconds_to_clock, (200000,)
    yield seconds_to_clock, (59,)
    yield set_in_one_branch, (4.0,)
    yield set_in_one_branch, (-3.0,)
    for x in (-0.5, 0.25, 7):
        yield clamp, (x,)
    yield clamp, (12,), {"low": 3, "high": 9}
    yield mixed_types, (3, 0.5, 1 + 2j)
    yield mixed_types, (2, 4.0, -1j)
    for x in (1.5, math.nan, -math.inf):
        yield special_values, (x,)
    yield print_progress, (3,)
    yield print_progress, (0,)
    yield print_mixed, (np.array([1.5, 2.0]),)
    yield print_mixed, (np.array([-3, 4]),)
    yield print_in_branch, (4.0,)
    yield print_in_branch, (-2.25,)
