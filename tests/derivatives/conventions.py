"""What the derivative is where there is none: the table of docs/derivatives.md.

    python tests/derivatives/conventions.py         # writes it anew
"""
from __future__ import annotations

import pathlib

import numpy as np

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "derivatives.md"
BEGIN, END = "<!-- conventions: written by tests/derivatives/conventions.py -->", "<!-- end of conventions -->"
INF, NAN = np.inf, np.nan

# expression in x, the place, its gradient there, JAX's where that is another
TABLE: dict[str, list[tuple]] = {
    "Corners": [
        ("np.abs(x)", 0.0, 0.0, "1"),
        ("np.sign(x)", 0.0, 0.0),
        ("np.copysign(x, -1.0)", 0.0, 0.0, "-1"),
        ("np.maximum(x, 0.0)", 0.0, 0.5),
        ("np.minimum(x, 0.0)", 0.0, 0.5),
        ("np.maximum(x, x)", 1.0, 1.0),
        ("np.maximum(x, np.nan)", 1.0, 0.0),
        ("np.fmax(x, 0.0)", 0.0, 0.5, "0"),
        ("np.clip(x, 0.0, 1.0)", 0.0, 0.5),
        ("np.clip(x, 0.0, 1.0)", 1.0, 0.5),
        ("np.clip(x, 0.0, 1.0)", 2.0, 0.0),
        ("np.where(x > 0, x, 0.0)", 0.0, 0.0),
        ("max(x, 0.0)", 0.0, 1.0),
        ("x if x > 0 else 0.0", 0.0, 0.0),
        ("np.heaviside(x, 0.5)", 0.0, 0.0),
        ("np.interp(x, np.arange(3.0), np.array([0.0, 1.0, 0.0]))", 1.0, -1.0),
        ("np.interp(x, np.arange(3.0), np.array([0.0, 1.0, 0.0]))", 2.0, 0.0, "-1"),
    ],
    "Ties": [
        ("np.max(x)", [1.0, 1.0, 0.0], [0.5, 0.5, 0.0]),
        ("np.min(x)", [1.0, 1.0, 2.0, 1.0], [1 / 3, 1 / 3, 0.0, 1 / 3]),
        ("np.linalg.norm(x, np.inf)", [1.0, -1.0], [0.5, -0.5]),
        ("np.nanmax(x)", [1.0, NAN, 1.0], [0.5, 0.0, 0.5]),
        ("np.sort(x)[0]", [1.0, 1.0], [1.0, 0.0]),
        ("np.sort(x)[1]", [1.0, 1.0], [0.0, 1.0]),
        ("np.median(x)", [1.0, 1.0, 2.0], [0.0, 1.0, 0.0]),
        ("np.quantile(x, 0.5)", [1.0, 1.0, 1.0], [0.0, 1.0, 0.0]),
        ("x[np.argmax(x)]", [1.0, 1.0], [1.0, 0.0]),
        ("np.argmax(x) * 1.0", [1.0, 2.0], [0.0, 0.0]),
    ],
    "Steps": [
        ("np.floor(x)", 1.0, 0.0),
        ("np.ceil(x)", 1.0, 0.0),
        ("np.trunc(x)", 1.0, 0.0),
        ("np.round(x)", 0.5, 0.0),
        ("x // 1.0", 1.5, 0.0),
        ("x % 1.0", 1.0, 1.0),
        ("5.0 % x", 2.0, -2.0),
        ("np.fmod(x, 1.0)", 1.0, 1.0),
        ("np.fmod(5.0, x)", 2.0, -2.0),
        ("np.modf(x)[0]", 1.0, 1.0),
        ("np.nextafter(x, 2.0)", 1.0, 0.0, "refused"),
    ],
    "Roots and powers at zero": [
        ("np.sqrt(x)", 0.0, INF),
        ("np.sqrt(x * x)", 0.0, NAN),
        ("np.sqrt(x) ** 2", 0.0, NAN),
        ("np.cbrt(x)", 0.0, INF),
        ("np.linalg.norm(x)", [0.0, 0.0], [NAN, NAN]),
        ("np.linalg.norm(x, 1)", [0.0, 1.0], [0.0, 1.0], "[1, 1]"),
        ("np.hypot(x, 0.0)", 0.0, 0.0, "0.5"),
        ("np.std(x)", [1.0, 1.0], [NAN, NAN]),
        ("np.var(x)", [1.0, 1.0], [0.0, 0.0]),
        ("x ** 2", 0.0, 0.0),
        ("x ** 1", 0.0, 1.0),
        ("x ** 0", 0.0, 0.0),
        ("x ** 0.0", 0.0, 0.0, "nan"),
        ("x ** 0.5", 0.0, INF),
        ("x ** 1.0", 0.0, 1.0),
        ("x ** 1.5", 0.0, 0.0),
        ("x ** 2.0", -1.0, -2.0),
        ("0.0 ** x", 0.0, 0.0),
        ("0.0 ** x", 2.0, 0.0),
        ("x ** x", 0.0, 0.0, "nan"),
        ("1.0 / x", 0.0, -INF),
        ("np.log(x)", 0.0, INF),
        ("x * np.log(x)", 0.0, -INF, "nan"),
    ],
    "Products with zeros": [
        ("np.prod(x)", [0.0, 2.0, 3.0], [6.0, 0.0, 0.0]),
        ("np.prod(x)", [0.0, 0.0, 3.0], [0.0, 0.0, 0.0]),
        ("np.sum(np.cumprod(x))", [2.0, 0.0, 3.0], [1.0, 8.0, 0.0]),
        ("np.linalg.det(x)", [[0.0]], [[1.0]]),
        ("np.linalg.det(x)", [[1.0, 2.0], [2.0, 4.0]], [[4.0, -2.0], [-2.0, 1.0]]),
    ],
    "Angles, edges of a domain, infinities": [
        ("np.arctan2(x, 0.0)", 0.0, NAN),
        ("np.arctan2(x, 1.0)", 0.0, 1.0),
        ("np.arcsin(x)", 1.0, INF),
        ("np.arccos(x)", 1.0, -INF),
        ("np.arctanh(x)", 1.0, INF),
        ("np.arccosh(x)", 1.0, INF),
        ("np.exp(x)", -INF, 0.0),
        ("np.sinc(x)", 0.0, 0.0),
        ("np.logaddexp(x, -np.inf)", 1.0, 1.0),
        ("np.logaddexp(x, -np.inf)", -INF, 0.5, "nan"),
        ("np.logaddexp(x, 0.0)", INF, 1.0),
    ],
    "NaN in values that are not selected": [
        ("np.where(x > 0, np.sqrt(x), 0.0)", 0.0, NAN),
        ("np.where(x > 0, np.log(x), 0.0)", 0.0, NAN),
        ("np.where(x == 0, 1.0, np.sin(x) / x)", 0.0, NAN),
        ("np.where(x > 0, np.log(np.where(x > 0, x, 1.0)), 0.0)", 0.0, 0.0),
        ("np.log(x) if x > 0 else 0.0", 0.0, 0.0),
        ("np.nan_to_num(x)", NAN, 0.0),
        ("np.nansum(x)", [1.0, NAN], [1.0, 0.0]),
    ],
    "Complex numbers": [
        ("np.abs(x + 0j)", 0.0, 0.0),
        ("np.angle(x + 0j)", 0.0, NAN),
        ("np.real(np.sqrt(x + 0j))", 0.0, INF, "nan"),
    ],
}


def rows() -> list[tuple]:
    return [row for group in TABLE.values() for row in group]


def shown(value: object) -> str:
    """0.5, [1, 1/3], inf"""
    if isinstance(value, list):
        return "[" + ", ".join(map(shown, value)) + "]"
    return "1/3" if value == 1 / 3 else format(value, "g")


def table() -> str:
    lines = []
    for title, group in TABLE.items():
        lines += [f"**{title}**", "", "| | at x = | derivative | in JAX |", "|---|---|---|---|"]
        for expression, place, gradient, *other in group:
            lines.append(f"| `{expression}` | {shown(place)} | {shown(gradient)} | {other[0] if other else ''} |")
        lines.append("")
    return "\n".join(lines)


def page_with(text: str) -> str:
    page = PAGE.read_text()
    head, rest = page.split(BEGIN)
    return f"{head}{BEGIN}\n\n{text}{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page_with(table()))
