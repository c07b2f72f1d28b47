"""Random functions with loops that are left early: what the laws of exits are tried on."""
from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

TERMS = ["x[i] * s", "np.sin(s + x[i])", "x[i] * x[i]", "s * y", "0.5 * s + x[i]", "np.exp(-s * s)", "y * x[i]"]
TESTS = ["s > limit", "x[i] > limit", "abs(s - t) < 0.05", "s * y > limit", "i == stop", "x[i] < -1.5"]
VALUES = ["s * i", "t + x[i]", "-s", "s * s + y", "2 * x[i]", "1.0", "s if s > t else t"]
HEADS = ["for i in range(len(x)):", "for i in range(n):", "while i + 1 < n:", "while True:",
         "for i, v in enumerate(x):"]


def text(rng: random.Random) -> str:
    """A function of an array, three numbers, and the number of rounds."""
    head = rng.choice(HEADS)
    counts = head.startswith("while")
    lines = ["def f(x, y, limit, stop, n):", "    s = y", "    t = x[-1]"]
    lines += ["    i = -1"] if counts else []
    lines += [f"    {head}"]
    lines += ["        i += 1"] if counts else []
    lines += ["        if i >= n - 1:", "            break"] if head == "while True:" else []
    for _ in range(rng.randint(1, 3)):
        lines += step(rng, "        ")
    lines += leaving(rng, "        ", rng.randint(1, 2))
    lines += [line for _ in range(rng.randint(0, 2)) for line in step(rng, "        ")]
    if rng.random() < 0.2:
        lines += ["    else:", f"        s = s + {rng.choice(TERMS).replace('x[i]', 'x[0]')}"]
    return "\n".join([*lines, f"    return s * {rng.choice(['y', 't', '1.5'])} + t", ""])


def step(rng: random.Random, pad: str) -> list[str]:
    if rng.random() < 0.25:
        return [f"{pad}if {rng.choice(TESTS)}:", f"{pad}    t = t + {rng.choice(TERMS)}"]
    return [f"{pad}{rng.choice(['s', 't'])} = {rng.choice(['s', 't'])} + {rng.choice(TERMS)}"]


def leaving(rng: random.Random, pad: str, count: int) -> list[str]:
    lines = []
    for _ in range(count):
        before = step(rng, pad + "    ") if rng.random() < 0.5 else []
        how = rng.choice(["break", f"return {rng.choice(VALUES)}", f"return {rng.choice(VALUES)}", "continue"])
        lines += [f"{pad}if {rng.choice(TESTS)}:", *before, f"{pad}    {how}"]
        lines += step(rng, pad) if rng.random() < 0.5 else []
    return lines


def function(seed: int, folder) -> tuple[Callable, str]:
    """The function of a seed, in a file of its own, and its text."""
    source = "import numpy as np\n\n\n" + text(random.Random(seed))
    path = folder / f"exits_{seed}.py"
    path.write_text(source)
    space: dict = {}
    exec(compile(source, str(path), "exec"), space)
    return space["f"], source


def arguments(seed: int) -> list[tuple]:
    """Arguments with which loops are left soon, late, or never; and some with no rounds, for the last number."""
    rng = np.random.default_rng(seed)
    return [(rng.normal(size=5), float(rng.normal()), limit, stop, n)
            for limit, stop, n in ((0.5, 3, 5), (2.0, 0, 4), (9.0, 9, 5), (-1.0, 2, 1), (0.3, 1, 0))]
