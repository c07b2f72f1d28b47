"""Random functions on slices whose bounds are computed: read, written, aligned at different offsets, chosen by masks,
carried by loops and branches.

    f(x, y, A, ks): x, y have N elements, A is ROWS x N, ks holds four integers
"""
from __future__ import annotations

import re
from random import Random

import numpy as np

N, ROWS = 7, 4
LINES = ("x", "y")
DATA = re.compile(r"k\d|ks")


class Writer:
    """Writes one function; `indices` are the loop indices in scope, `slices` the names that hold slices."""

    def __init__(self, random: Random, smooth: bool):
        self.random, self.smooth = random, smooth
        self.lines: list[str] = []
        self.depth, self.fuel = 1, 9
        self.indices: list[str] = []
        self.slices: list[str] = ["v"]
        self.loops = 0

    def pick(self, options):
        return options[self.random.randrange(len(options))]

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) >= 100 - percent

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    # -- integers, slices --------------------------------------------------------------------------------------

    def integer(self) -> str:
        options = ["k0", "k1", *self.indices, *self.indices, "k2 % 4", "int(ks[3])"]
        atom = self.pick(options)
        return self.pick([atom, atom, f"{atom} + 1", f"{atom} - 1", f"min({atom}, k1)", f"max({atom}, 1)", f"-{atom}",
                          "2", f"{N} - {atom}"])

    def bounds(self) -> tuple[str, str]:
        lo = self.pick(["", "", self.integer(), self.integer()])
        hi = self.pick(["", self.integer(), self.integer()])
        if set(DATA.findall(lo)) & set(DATA.findall(hi)):       # a window of constant length: see docs/windows.md
            lo = ""
        return (lo, hi) if lo or hi else ("", self.integer())

    def line(self) -> str:
        """A line of N elements."""
        return self.pick(["x", "y", f"A[{self.row()}]", "x", "y"])

    def row(self) -> str:
        return self.pick(["1", "k2 % 4", *(f"{i} % 4" for i in self.indices)])

    def window(self, bounds: tuple[str, str] | None = None) -> str:
        lo, hi = bounds or self.bounds()
        step = self.pick(["", "", "", "", ":2", ":-1"]) if bounds is None else ""
        if step == ":-1":
            lo, hi = hi, lo
        return f"{self.line()}[{lo}:{hi}{step}]"

    def vector(self, deep: int = 1) -> str:
        """A slice, or something made of one."""
        kind = self.random.randrange(12)
        if kind < 3 or not deep:
            return self.window()
        if kind < 5:
            return self.pick(self.slices)
        if kind < 7:
            return self.aligned()
        inner = self.vector(deep - 1)
        if kind == 7:
            mask = self.pick([f"{inner} > 0", f"{inner} < 1"])
            return f"{inner}[{mask}]"
        if kind == 8:
            name = self.line()
            return f"{name}[{name} {self.pick(['>', '<='])} {self.pick(['0', 's'])}]"
        forms = [
            "0.5 * {}",
            "{} + s",
            "np.tanh({})",
            "{}[::-1]",
            "{}[1:]",
            "{}[:-1]",
            "-{}",
            "np.flip({})",
            "{}.copy()",
            "np.cumsum({})",
            "np.abs({})",
            "np.where({0} > 0, {0}, 0.5)",
            "np.maximum({}, 0.2)",
            "np.diff({})",
            "np.append({}, s)",
            "np.concatenate([{0}, {0}])",
            "np.sqrt(np.abs({}) + 0.1)",
            "1.0 / (1.5 + {} ** 2)",
        ]
        exact = ["np.sort({})", "np.round({})", "np.floor({})"]
        return self.pick(forms + exact * (not self.smooth)).format(f"({inner})")

    def aligned(self) -> str:
        """Two windows that are as long, mostly."""
        lo, hi = self.bounds()
        op = self.pick(["+", "-", "*"])
        first = self.window((lo, hi))
        second = self.pick(
            [(lo, hi), (lo, hi), (f"({lo or 0}) + 1", f"({hi or N}) + 1"), ("1", f"({hi or N}) - ({lo or 0}) + 1")]
        )
        return self.pick([f"({first} {op} {self.window(second)})", f"({first} {op} np.flip({self.window((lo, hi))}))",
                          f"({first} {op} np.arange({N}.0)[{lo}:{hi}])"])

    def number(self) -> str:
        v = self.vector()
        forms = [
            "np.sum({})",
            "({}).sum()",
            "len({})",
            "np.mean({})",
            "np.max({})",
            "({}).min()",
            "np.prod(0.5 * ({}))",
            "({0}) @ ({0})",
            "np.dot({0}, {0})",
            "np.linalg.norm(np.append({}, 1.0))",
            "({})[-1]",
            "({})[0]",
            "np.sum(({}) ** 2)",
            "np.sum(np.outer({0}, {0}))",
            "np.cumsum({})[-1]",
            "({}).size",
            "np.sum({}) / (1 + len({}))",
            "np.sum(({0})[:, None] * ({0})) ",
            "np.median({})",
        ]
        exact = ["np.argmax({})", "np.argmin({})", "np.count_nonzero({})", "np.any({} > 0)", "np.all({} > 0)",
                 "np.std({})"]
        form = self.pick(forms + exact * (not self.smooth))
        return self.pick([form.replace("{}", v, 1).replace("{}", v).replace("{0}", v), self.matrix_number()])

    def matrix_number(self) -> str:
        (lo, hi), (a, b) = self.bounds(), self.bounds()
        part = f"A[{lo}:{hi}, {a}:{b}]"
        return self.pick([f"np.sum({part})", f"np.sum({part} @ x[{a}:{b}])", f"np.sum({part}.T @ {part})",
                          f"np.sum({part}.sum(axis=0) * y[{a}:{b}])", f"np.sum({part} * x[{a}:{b}])",
                          f"np.sum(np.max(A[:, {a}:{b}] * 0.5, axis=0))", f"np.sum(np.cumsum({part}, axis=1))"])

    # -- statements --------------------------------------------------------------------------------------------

    def block(self, most: int = 3) -> None:
        for _ in range(1 + self.random.randrange(most)):
            self.statement()

    def statement(self) -> None:
        self.fuel -= 1
        kinds = [self.add, self.add, self.write, self.write, self.write_matrix, self.name_slice, self.write_mask,
                 self.write_through]
        if self.depth < 3 and self.fuel > 0:
            kinds += [self.loop, self.loop, self.branch, self.until]
        self.pick(kinds)()

    def add(self) -> None:
        self.put(f"s = 0.5 * s + {self.number()}")

    def write(self) -> None:
        lo, hi = self.bounds()
        target = f"{self.line()}[{lo}:{hi}]"
        op = self.pick(["=", "=", "+=", "*=", "-="])
        if self.chance(15):
            self.put(f"{self.line()}[{lo}:{hi}:2] {op} 0.25")
        else:
            value = self.pick(["s", "0.5", self.window((lo, hi)), f"0.5 * {self.window((lo, hi))}", self.vector(),
                               f"np.flip({self.window((lo, hi))})", self.aligned_with(lo, hi)])
            self.put(f"{target} {op} {value}")

    def aligned_with(self, lo: str, hi: str) -> str:
        return f"({self.window((lo, hi))} - {self.window((lo, hi))})"

    def write_matrix(self) -> None:
        (lo, hi), (a, b) = self.bounds(), self.bounds()
        self.put(
            self.pick(
                [
                    f"A[{lo}:{hi}, {a}:{b}] {self.pick(['=', '+=', '*='])} {self.pick(['0.5', 's', f'x[{a}:{b}]'])}",
                    f"A[{self.row()}, {a}:{b}] += 0.5 * y[{a}:{b}]",
                    f"A[{lo}:{hi}, 2] = s",
                    f"A[:, {a}:{b}] -= np.outer(x[:{ROWS}], y[{a}:{b}])",
                    f"A[{lo}:{hi}, {a}:{b}] = A[{lo}:{hi}, {a}:{b}] * 0.5",
                ]
            )
        )

    def name_slice(self) -> None:
        value = self.pick(
            [f"({self.vector()}).copy()", self.vector(), "v[1:]", "v * 0.5", "np.append(v, s)", "v[:-1]"]
        )
        self.put(f"v = {value}")

    def write_mask(self) -> None:
        name, (lo, hi) = self.pick(LINES), self.bounds()
        self.put(self.pick([f"{name}[{name} > 1] = 1.0", f"{name}[{name} < s] *= 0.5", f"{name}[y > 0] += y[y > 0]",
                            f"{name}[{lo}:{hi}][{name}[{lo}:{hi}] > 0] = 0.25", "A[A > 1] = 0.5", "A[A < 0] *= 0.5",
                            f"{name}[np.flatnonzero(y > 0)] = 0.5", f"{name}[np.flatnonzero(y > 0)] -= y[y > 0]"]))

    def write_through(self) -> None:
        self.put(
            self.pick(
                [
                    "v[:1] = s",
                    "v *= 0.5",
                    "v += 1.0",
                    "v[...] = 0.5",
                    "v[1:] = v[:-1].copy()",
                    "v[v > 0] = 0.5",
                    "v[::-1] += 0.5 * v",
                ]
            )
        )

    def body(self, head: str, index: str | None = None) -> None:
        self.put(head)
        self.depth += 1
        self.indices += [index] if index else []
        self.block()
        if index:
            self.indices.pop()
            if self.chance(15):
                self.put(f"if s > {self.pick(['4', '20'])}:")
                self.put(f"    {self.pick(['break', 'continue', 'return s, v'])}")
        self.depth -= 1

    def loop(self) -> None:
        i = "ijl"[len(self.indices)]
        inner = self.integer() if self.indices else "k0"
        head = self.pick([f"range({N})", f"range(1, {N})", f"range({N - 1}, -1, -1)", f"range({inner})", "range(12)"])
        self.body(f"for {i} in {head}:", i)

    def branch(self) -> None:
        self.body(f"if {self.pick(['s > 1', 'k0 < k1', f'{self.number()} > 0'])}:")
        if self.chance(50):
            self.body("else:")

    def until(self) -> None:
        self.loops += 1
        c = f"c{self.loops}"
        self.put(f"{c} = 0")
        self.put(f"while {c} < 5 and {self.pick(['s < 9', 'len(v) > 1', f'{c} < k0'])}:")
        self.put(f"    {c} += 1")
        self.depth += 1
        self.block(2)
        if self.chance(40):
            self.put("v = v[1:]")
        self.depth -= 1


def program(random: Random, smooth: bool = False) -> str:
    """The text of a module with a function f."""
    w = Writer(random, smooth)
    w.put("k0, k1, k2 = ks[0], ks[1], ks[2]")
    w.put("s = 0.0")
    w.put(f"v = {w.window()}{w.pick(['.copy()', '.copy()', ''])}")
    for _ in range(2 + w.random.randrange(3)):
        w.statement()
    w.put("return s, v")
    return "import numpy as np\n\n\ndef f(x, y, A, ks):\n" + "\n".join(w.lines) + "\n"


def arguments(random: Random, between: bool = False) -> tuple:
    """x, y, A and ks; `between`: none of the numbers is 0, nor the negative of another, so that derivatives exist."""
    rng = np.random.default_rng(random.randrange(1000))
    digits = 15 if between else 3
    ks = rng.integers(-2, N + 3, 4)
    if random.randrange(3) == 0:
        ks = rng.choice([0, N], 4)
    return (
        np.round(rng.normal(size=N), digits),
        np.round(rng.normal(size=N), digits),
        np.round(rng.normal(size=(ROWS, N)), digits),
        ks,
    )
