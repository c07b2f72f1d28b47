"""How far integers are apart: random constraints against all paths, and random loops whose comparisons are decided."""
import itertools
import random

import numpy as np
import pytest

import recto
from recto import transform
from recto.transform.analysis.differences import Differences

NAMES = "abcdef"


@pytest.mark.parametrize("seed", range(20))
def test_bounds_are_shortest_paths(seed):
    draw = random.Random(seed)
    values = {name: draw.randint(-9, 9) for name in NAMES}  # all constraints hold of these
    levels, noted = [Differences()], {}
    for step in range(12):
        if step % 4 == 3:
            levels.append(Differences(levels[-1]))
        x, y = draw.sample(NAMES, 2)
        c = values[x] - values[y] + draw.randint(0, 3)
        levels[-1].note(x, y, c)
        noted[x, y] = min(c, noted.get((x, y), c))
    for k, x, y in itertools.product(NAMES, repeat=3):
        if x != y and (x, k) in noted and (k, y) in noted:
            noted[x, y] = min(noted.get((x, y), 99), noted[x, k] + noted[k, y])
    for x, y in itertools.permutations(NAMES, 2):
        assert levels[-1].bound(x, y) == noted.get((x, y))
        assert (levels[-1].below_of(y).get(x), levels[-1].above_of(x).get(y)) == (noted.get((x, y)),) * 2


# -- random loops ----------------------------------------------------------------------------------------------------

VARIABLES = ("i", "j", "k")
TERMS = (*VARIABLES, "n", "m", "0", "1", "2", "5")
ASSIGNED = (
    "{a} + {c}", "{a} - {c}", "{a} // 2", "{a} >> 1", "2 * {a} + 1", "min({a}, {b})", "max({a}, {b})", "{a} % 7",
    "{a} - {b}", "{a} if {a} < {b} else {b}", "{b} if t % 2 else {a}", "{a}")
ASKED = ("{a} < {b}", "{a} <= {b}", "{a} == {b}", "{a} != {b}", "{a} >= {b}", "{a} - {b} > {c}", "{a} + {c} < {b}")


def statements(draw, depth, breaks):
    for _ in range(draw.randint(2, 4)):
        a, b, v, c = draw.choice(TERMS), draw.choice(TERMS), draw.choice(VARIABLES), draw.randint(0, 3)
        fill = lambda forms: draw.choice(forms).format(a=a, b=b, c=c)
        kind = draw.random() * (0.65 if depth < 0 else 0.85 if depth == 0 else 1)
        if kind < 0.35:
            yield f"t = (3 * t + ({fill(ASKED)})) % 10007"
        elif kind < 0.65:
            yield f"{v} = clipped({fill(ASSIGNED)})"
        elif kind < 0.85:
            yield f"if {fill(ASKED)}:"
            yield from ("    " + line for line in statements(draw, -1 if depth == 0 else 0, breaks))
            if breaks and draw.random() < 0.7:
                yield f"    {draw.choice(('break', 'continue', 'return t', 'raise ValueError'))}"
        else:
            yield f"r{depth} = 0"
            yield f"while r{depth} < 9 and {fill(ASKED)}:"
            yield f"    r{depth} += 1"
            yield from ("    " + line for line in statements(draw, depth - 1, True))


def source(seed):
    draw = random.Random(seed)
    lines = [*statements(draw, 0, False), "r9 = 0", "while r9 < 12 and i < n:", "    r9 += 1"]
    lines += ["    " + line for line in statements(draw, 2, True)]
    body = ["i, j, k, t = 0, 1, m, 0", *lines, *statements(draw, 0, False), "return 10 * t + n % 10"]
    return "\n".join([f"def f{seed}(n, m):", *("    " + line for line in body), ""])


def clipped(v):
    return min(max(v, -50), 50)


PROGRAMS = 300


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    path = tmp_path_factory.mktemp("loops") / "random_integer_loops.py"
    path.write_text("\n\n".join(map(source, range(PROGRAMS))))
    space = {"clipped": clipped}
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space


def outcome(function, *args):
    try:
        return int(function(*args))
    except ValueError:
        return "ValueError"


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_comparisons_are_pythons(programs, seed):
    function, space = programs[f"f{seed}"], {}
    program = recto.jit(function).program("i64", "i64")
    exec(recto.jit(function).source("i64", "i64"), space)
    for n, m in ((0, 0), (3, 1), (9, 4), (20, -3), (7, 30), (-2, 5)):
        wanted = outcome(function, n, m)
        assert outcome(space[f"f{seed}"], n, m) == wanted, (n, m)
        found = transform.evaluate(program, np.int64(n), np.int64(m))
        assert wanted == "ValueError" or found[0] == wanted, (n, m)
