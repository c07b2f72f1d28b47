"""Random programs with loops, branches and mutation whose results are exact: small integers held in floats."""
from __future__ import annotations

import random
from typing import Any

import numpy as np

from recto.transform import primitives as prim
from recto.transform.ir.builder import Builder, convert
from recto.transform.ir.program import Program, Type, check

from .construct import F64, I64, cond, fori, read, read_row, while_, write, write_row

N, ROWS, COLUMNS = 40, 6, 20
NAMES = ("a", "b", "c", "s", "t", "k")
DTYPES = ("float64", "float64", "float32", "int64", "int32")


def types_of(seed: Any, profile: str) -> dict[str, Type]:
    """Two vectors and a matrix of any dtype, two floats and an integer."""
    pick = random.Random(f"types {profile} {seed}")
    vector, matrix = np.dtype(pick.choice(DTYPES)), np.dtype(pick.choice(DTYPES))
    return {"a": Type(vector, (N,)), "b": Type(vector, (N,)), "c": Type(matrix, (ROWS, COLUMNS)),
            "s": Type(F64), "t": Type(F64), "k": Type(I64)}


# what may appear: statement -> weight
PLAIN = {"set": 6, "scalar": 3, "integer": 1, "cell": 2}
PROFILES = {
    "straight": PLAIN,
    "nested": {**PLAIN, "for": 3},
    "branches": {**PLAIN, "if": 3},
    "whiles": {**PLAIN, "while": 3},
    "mixed": {**PLAIN, "for": 2, "if": 2, "while": 2},
    "windows": {**PLAIN, "row": 3, "window": 2, "scatter": 1, "sum": 2, "for": 1, "if": 1},
    "helpers": {**PLAIN, "helper": 4, "for": 1, "if": 1},
    "old": {**PLAIN, "old": 3, "for": 1, "if": 1},
    "exchange": {**PLAIN, "exchange": 2, "for": 1, "if": 1},
    "whole": {**PLAIN, "whole": 2, "for": 1, "if": 1},
    "shared": {**PLAIN, "share": 3, "whole": 1, "for": 2, "if": 2, "while": 2},
}
# profiles whose every program can run without a copy, were the lowering perfect
IN_PLACE = ("straight", "nested", "branches", "whiles", "mixed", "windows", "helpers")


class Generator:
    """Grows one random program; `old` are earlier versions of arrays."""

    def __init__(self, seed: Any, profile: str, length: int = 4, depth: int = 2):
        self.random = random.Random(f"{profile} {seed}")
        self.weights, self.length, self.depth = PROFILES[profile], length, depth
        self.old: list[Any] = []

    def program_body(self, env: dict) -> dict:
        """One or two loops."""
        for _ in range(self.random.choice((1, 1, 2))):
            env = self.do_for(env, [], 0)
        return env

    # -- expressions -------------------------------------------------------------------------------------------------

    def index(self, env: dict, ints: list, size: int) -> Any:
        """An integer in range: data-dependent one time out of four."""
        i = self.random.choice([*ints, env["k"]]) if ints else env["k"]
        if self.random.random() < 0.25:
            i = prim.cast(self.element(env, ints), dtype=I64) + i
        shift = self.random.choice((-2, -1, 0, 0, 1, 3))
        return prim.minimum(prim.maximum(i + shift, i * 0), i * 0 + (size - 1))

    def element(self, env: dict, ints: list) -> Any:
        name = self.random.choice("aabbc")
        i = self.random.choice([*ints, env["k"]]) if ints else env["k"]
        if name == "c":
            return convert(read(env["c"], i, self.random.randrange(COLUMNS)), F64)
        return convert(read(env[name], i + self.random.choice((-1, 0, 1))), F64)

    def value(self, env: dict, ints: list, depth: int = 2) -> Any:
        pick = self.random.random()
        if depth == 0 or pick < 0.35:
            if self.random.random() < 0.4:
                return env[self.random.choice("st")]
            if self.random.random() < 0.3:
                return convert(read(env[self.random.choice("ab")], self.index(env, ints, N)), F64)
            return self.element(env, ints)
        if pick < 0.4:
            return env["s"] * 0 + self.random.randrange(-5, 6)
        x, y = self.value(env, ints, depth - 1), self.value(env, ints, depth - 1)
        return self.random.choice((lambda: x + y, lambda: x - y, lambda: prim.minimum(x, y), lambda: prim.maximum(x, y),
                                   lambda: prim.select(x < y, y, x + 1.0)))()

    def small(self, x: Any) -> Any:
        """x kept within a range, so that sums stay exact."""
        return prim.minimum(prim.maximum(x, x * 0 - 64), x * 0 + 64)

    # -- statements --------------------------------------------------------------------------------------------------

    def block(self, env: dict, ints: list, depth: int) -> dict:
        for _ in range(self.random.randint(1, self.length)):
            kinds = [k for k in self.weights if depth < self.depth or k not in ("for", "if", "while")]
            kind = self.random.choices(kinds, [self.weights[k] for k in kinds])[0]
            env = {**env, **getattr(self, f"do_{kind}")(env, ints, depth)}
        return env

    def do_set(self, env, ints, depth):
        name = self.random.choice("ab")
        value = convert(self.small(self.value(env, ints)), env[name].dtype)
        return {name: write(env[name], value, self.index(env, ints, N))}

    def do_cell(self, env, ints, depth):
        i, j = self.index(env, ints, ROWS), self.index(env, ints, COLUMNS)
        return {"c": write(env["c"], convert(self.small(self.value(env, ints)), env["c"].dtype), i, j)}

    def do_scalar(self, env, ints, depth):
        return {self.random.choice("st"): self.small(self.value(env, ints))}

    def do_integer(self, env, ints, depth):
        return {"k": self.index(env, ints, N)}

    def do_row(self, env, ints, depth):
        row = read_row(env["c"], self.index(env, ints, ROWS))
        if self.random.random() < 0.5:
            row = self.small(row + read_row(env["c"], self.index(env, ints, ROWS)))
        return {"c": write_row(env["c"], row, self.index(env, ints, ROWS))}

    def do_window(self, env, ints, depth):
        name, other = self.random.choice("ab"), self.random.choice("ab")
        start, stop = self.random.randrange(20), self.random.randrange(3, 9)
        window = lambda first: dict(starts=(first,), limits=(first + stop,), strides=(1,), drop=())
        part = prim.slice_(env[other], **window(start))
        return {name: prim.put_slice(env[name], part, **window(self.random.randrange(20)))}

    def do_scatter(self, env, ints, depth):
        name = self.random.choice("ab")
        i = prim.reshape(self.index(env, ints, N), shape=(1,))
        u = prim.reshape(convert(self.small(self.value(env, ints)), env[name].dtype), shape=(1,))
        added = prim.scatter_add(env[name], u, i, axes=(0,))
        if self.random.random() < 0.5:
            return {name: prim.scatter(env[name], u, i, axes=(0,))}
        return {name: prim.scatter_max(added, u * 0 - 64, i, axes=(0,))}

    def do_sum(self, env, ints, depth):
        x = convert(env[self.random.choice("ab")], F64)
        return {self.random.choice("st"): self.small(prim.reduce_sum(x, axes=(0,)) if self.random.random() < 0.5
                                                     else prim.reduce_max(x, axes=(0,)))}

    def do_whole(self, env, ints, depth):
        name, other = self.random.choice("ab"), self.random.choice("ab")
        return {name: self.small(self.random.choice((lambda: env[name] + 1, lambda: env[name] - env[other]))())}

    def do_share(self, env, ints, depth):
        """One array, just made or there before, under both names."""
        kept = env[self.random.choice("ab")]
        shared = self.random.choice((lambda: kept, lambda: self.small(kept + 1), lambda: env["a"] - env["b"]))()
        return {"a": shared, "b": shared}

    def do_exchange(self, env, ints, depth):
        return {"a": env["b"], "b": env["a"]}

    def do_old(self, env, ints, depth):
        """Keep a version of an array and read it later, or read it now."""
        kept = env[self.random.choice("ab")]
        new = self.do_set(env, ints, depth)
        merged = {**env, **new}
        return {**new, "s": self.small(convert(read(kept, self.index(merged, ints, N)), F64))}

    def do_helper(self, env, ints, depth):
        """A call of a function that writes an array, perhaps twice."""
        builder = env["a"].builder
        inner = Builder(builder)
        mine = {n: inner.parameter(env[n].type, n) for n in NAMES}
        shift = self.random.choice((0, 1))
        done = {**mine, **self.do_set(mine, [mine["k"] + shift], depth)}
        if self.random.random() < 0.4:
            done = {**done, "s": self.small(self.value(done, [mine["k"]]))}
        helper = inner.finish([done[n] for n in NAMES], "helper")
        for _ in range(self.random.choice((1, 2))):
            results = prim.call(*(env[n] for n in NAMES), program=helper)
            env = dict(zip(NAMES, results))
        return env

    def do_if(self, env, ints, depth):
        names = list(env)
        x, y = self.value(env, ints, 1), self.value(env, ints, 1)
        quiet = self.random.random() < 0.5
        then = lambda *vs: list(self.block(dict(zip(names, vs)), ints, depth + 1).values())
        orelse = (lambda *vs: list(vs)) if quiet else then
        return dict(zip(names, cond(x < y, list(env.values()), then, orelse)))

    def do_for(self, env, ints, depth):
        names = list(env)
        lo, step = self.random.choice((0, 0, 1, 2)), self.random.choice((1, 1, 1, 2, -1))
        lo, hi = (lo, lo + self.random.choice((2, 3, 5, 7))) if step > 0 else (lo + 5, lo - 1)
        if self.random.random() < 0.2:
            hi = env["k"]
        body = lambda i, *vs: list(self.block(dict(zip(names, vs)), [*ints, i], depth + 1).values())
        lo = env["k"] * 0 + lo if self.random.random() < 0.2 else lo
        return dict(zip(names, fori(lo, hi, list(env.values()), body, step)))

    def do_while(self, env, ints, depth):
        """At most eight turns; the test reads an array."""
        names = list(env)
        limit = self.random.randrange(-9, 9)
        name = self.random.choice("ab")

        def body(n, *vs):
            return [n + 1, *self.block(dict(zip(names, vs)), [*ints, n], depth + 1).values()]
        test = lambda n, *vs: (n < 8) & (convert(read(dict(zip(names, vs))[name], n), F64) > float(limit))
        return dict(zip(names, while_([env["k"] * 0, *env.values()], test, body)[1:]))


def random_program(cases: list[tuple[Any, str]], **options: Any) -> Program:
    """One program that runs the random programs of several (seed, profile), each on its own parameters."""
    b = Builder()
    results = []
    for seed, profile in cases:
        env = {n: b.parameter(t, n) for n, t in types_of(seed, profile).items()}
        results += Generator(seed, profile, **options).program_body(env).values()
    return check(b.finish(results, "f"))


def random_arguments(cases: list[tuple[Any, str]], seed: int = 0) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    bounds = lambda name: (0, N) if name == "k" else (-9, 10)
    one = lambda name, t: np.asarray(rng.integers(*bounds(name), t.shape)).astype(t.dtype)
    return [one(name, t) for case in cases for name, t in types_of(*case).items()]
