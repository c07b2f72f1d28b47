"""Texts with dynamic values that may be empty, tested in `if`, `or`, `not` and against the empty text."""
import numpy as np


def bar_or_dot(x):
    """"#" * n is empty unless n is positive."""
    bars = []
    for v in x:
        print("#" * int(v) or ".", end="")
        bars.append("*" * (int(v) - 1) or "-")
    return bars


def repeated(x):
    one, both = "#" * int(x[0]), "#" * int(x[0]) + "." * int(x[1])
    return bool(one), not one, bool(both), bool(f"{one}"), bool(f"[{one}]"), one == "", both != "", one or "none"


def joined_if_any(x):
    names = ", ".join(f"{v:g}" for v in x if v > 0)
    if names:
        print("positive:", names)
    else:
        print("none is positive")
    return bool(names), names == ""


def joined_or_nothing(x):
    return ", ".join(f"{v:g}" for v in x if v > 0) or "nothing"


def letters_joined(x):
    return "".join("#" for v in x if v > 0) or "empty", "".join("#" if v > 0 else "" for v in x) or "empty"


def parts_collected(x):
    parts = []
    if x[0] > 0:
        parts.append("a")
    if x[1] > 0:
        parts.append(f"b{x[1]:g}")
    return "-".join(parts) or "zero"


class Polynomial:
    def __init__(self, *coefficients):
        self.coefficients = coefficients

    def __repr__(self):
        return " + ".join(f"{c:g}x^{k}" if k else f"{c:g}" for k, c in enumerate(self.coefficients) if c) or "0"


def polynomial_shown(x):
    print(Polynomial(*x), Polynomial(x[0] - x[0], 0.0))


def raised_with_names(x):
    names = [name for name, v in zip("abcd", x) if v < 0]
    if x[0] < 0 or not names:
        raise ValueError("negative: " + (", ".join(names) or "none"))
    return len(names)


def examples():
    for f in (bar_or_dot, repeated, joined_if_any, joined_or_nothing, letters_joined, parts_collected,
              polynomial_shown, raised_with_names):
        for x in ([1.0, -1.0, 2.0, 3.0], [-1.0, -2.0, -1.0, -4.0], [0.0, 2.0, 0.0, 2.0], [2.0, 0.0, 1.0, 0.0]):
            yield f, (np.array(x),)
