"""Random programs in which data decide which arrays names, attributes and items of lists stand for."""
import linecache
import random

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla

NAMES = ["a", "b", "x", "y", "o.u", "o.v", "items[0]", "items[1]"]
HEAD = """import numpy as np

class Pair:
    def __init__(self, u, v):
        self.u, self.v = u, v

    def step(self, w, c):
        if c > 0.2:
            self.u[1] += w[0]
            self.u, self.v = self.v, self.u
        else:
            self.v = w

def chosen(p, q, c):
    if c > 0:
        p[0] = q[1]
        return p
    return q

def program(a, b, c, k):
    x, y = a * 1.0, b * 1.0
    o = Pair(a if c > 0.5 else b * 2, y)
    items = [x * 1, b]
"""
TAIL = """    return x + 2 * y + 3 * o.u - o.v * items[0], np.sum(a) - np.sum(b) + np.sum(items[1]), x

def total(a, b, c, k):
    first, second, _ = program(a * 1, b * 1, c, k)
    return np.sum(first * np.arange(1.0, 5.0)) + second
"""


class Writer:
    """One program of a seed."""

    def __init__(self, seed):
        self.rng, self.lines = random.Random(seed), []
        for _ in range(self.rng.randrange(4, 10)):
            self.statement(1, 0, False)

    def name(self):
        return self.rng.choice(NAMES)

    def place(self):
        return self.rng.randrange(4)

    def condition(self):
        limit = f"{self.rng.uniform(-1, 1):.2f}"
        return self.rng.choice([f"{self.name()}[{self.place()}]", "c", f"np.sum({self.name()})"]) + f" > {limit}"

    def array(self):
        name = self.name()
        return self.rng.choice([f"{name} * 0.5", f"{name} + 1.0", f"{name} - {self.name()}", f"np.sin({name})",
                                f"{name}.copy()"])

    def write(self, pad, in_loop):
        where = self.rng.choice([str(self.place()), "i % 4" if in_loop else "-1", "1:3", ":2", "..."])
        value = self.rng.choice([f"{self.name()}[{self.place()}]", "0.5", "c", f"{self.name()}[{self.place()}] * 0.5"])
        self.lines.append(f"{pad}{self.name()}[{where}] {self.rng.choice(['=', '+=', '*='])} {value}")

    def block(self, depth, nesting, in_loop):
        for _ in range(self.rng.randrange(1, 4)):
            self.statement(depth, nesting, in_loop)

    def statement(self, depth, nesting, in_loop):
        pad, kind = "    " * depth, self.rng.random()
        if kind < 0.35:
            self.write(pad, in_loop)
        elif kind < 0.5:
            self.lines.append(f"{pad}{self.name()} = {self.array()}")
        elif kind < 0.63:
            self.lines.append(f"{pad}{self.name()} = {self.name()}")
        elif kind < 0.72:
            self.lines.append(f"{pad}{self.name()} = {self.name()} if {self.condition()} else {self.name()}")
        elif kind < 0.76:
            self.lines.append(f"{pad}x, y = {self.name()}, {self.name()}")
        elif kind < 0.78:
            self.lines.append(f"{pad}o.step({self.name()}, c)")
        elif kind < 0.81:
            self.lines.append(f"{pad}{self.name()} = chosen({self.name()}, {self.name()}, c)")
        elif nesting < 2 and kind < 0.93:
            self.lines.append(f"{pad}if {self.condition()}:")
            self.block(depth + 1, nesting + 1, in_loop)
            if self.rng.random() < 0.5:
                self.lines.append(f"{pad}else:")
                self.block(depth + 1, nesting + 1, in_loop)
        elif nesting < 2 and not in_loop:
            self.lines.append(f"{pad}for i in range({self.rng.choice(['3', 'k'])}):")
            self.block(depth + 1, nesting + 1, True)
            if self.rng.random() < 0.25:
                self.lines.append(f"{pad}    if {self.condition()}:\n{pad}        break")
        else:
            self.lines.append(f"{pad}{self.name()}[{self.place()}] = {self.name()}[{self.place()}]")


def made(seed):
    text, file = HEAD + "\n".join(Writer(seed).lines) + "\n" + TAIL, f"<aliases {seed}>"
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    module = {"__name__": "aliases"}
    exec(compile(text, file, "exec"), module)
    return module["program"], module["total"]


def same(found, wanted):
    np.testing.assert_allclose(np.asarray(found), np.asarray(wanted), rtol=1e-9, atol=1e-9)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(16))
def test_random_aliases(seed):
    program, total = made(seed)
    compiled, rng = recto.jit(program), np.random.default_rng(seed)
    for _ in range(3):
        mine = [rng.normal(size=4), rng.normal(size=4), float(rng.normal()), int(rng.integers(0, 4))]
        yours = [np.copy(v) if isinstance(v, np.ndarray) else v for v in mine]
        for found, wanted in zip(compiled(*mine), program(*yours), strict=True):
            same(found, wanted)
        same(mine[:2], yours[:2])
    if seed % 4 == 0:
        a, b, c, k = mine
        way, h = rng.normal(size=4), 1e-6
        slope = (total(a + h * way, b, c, k) - total(a - h * way, b, c, k)) / (2 * h)
        np.testing.assert_allclose(recto.grad(total)(a, b, c, k) @ way, slope, rtol=1e-5, atol=1e-5)
        lanes = rng.normal(size=(3, 4))
        same(recto.vmap(total, (0, None, 0, None))(lanes, b, lanes[:, 0], 2),
             [total(lane, b, float(lane[0]), 2) for lane in lanes])
