"""Kernels with branches of which one makes an array anew and the other leaves it: random programs, against Python."""
from __future__ import annotations

import random

import numpy as np
import pytest

import recto
from recto import transform
from recto.transform.ir.program import walk
from recto.transform.lower.native import nests
from recto.transform.lower.native.order import Order

SIZE, ROUNDS, PROGRAMS = 12, 40, 60
CONDITIONS = ("x[i] > 0.5", "a[i % n] > b[i % n]", "i % 3 == 1", "total < 2.0")
STATEMENTS = (
    "a[i % n] += x[i]", "b[(3 * i) % n] = a[i % n]", "a = np.roll(a, 1)", "b = a + b", "a = b * 0.5",
    "a = a[::-1].copy()", "a, b = b, a", "b = np.where(a > 0.3, a, b)", "total += a[i % n]", "b = np.zeros(n)",
    "a = b.copy()", "a = np.cumsum(a) / n", "b = np.pad(a, 1)[2:].copy()", "b = np.cumprod(b + 0.5) / n",
    "a = np.maximum.accumulate(a)[::-1] / 2",
)


def body(draw: random.Random, depth: int) -> list[str]:
    lines = []
    for _ in range(draw.randint(1, 3)):
        if depth and draw.random() < 0.6:
            lines.append(f"if {draw.choice(CONDITIONS)}:")
            lines += ["    " + line for line in body(draw, depth - 1)]
            if draw.random() < 0.4:
                lines += ["else:", *["    " + line for line in body(draw, depth - 1)]]
        else:
            lines.append(draw.choice(STATEMENTS))
    return lines


def source(seed: int) -> str:
    lines = body(random.Random(seed), 3)
    head = ["def f(x, a, b):", "    n, total = len(a), 0.0", "    for i in range(len(x)):"]
    return "\n".join([*head, *["        " + line for line in lines], "    return a, b, total", ""])


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    path = tmp_path_factory.mktemp("branches") / "random_branches.py"
    texts = [source(seed).replace("def f", f"def f{seed}") for seed in range(PROGRAMS)]
    path.write_text("import numpy as np\n\n\n" + "\n\n".join(texts))
    space: dict = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space


@pytest.mark.xla
@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_the_results_are_pythons(programs, seed, monkeypatch):
    monkeypatch.setattr(nests, "estimate_saving", lambda call: 1e12)  # every loop is a kernel
    draw, function = np.random.default_rng(seed), programs[f"f{seed}"]
    args = draw.random(ROUNDS), draw.random(SIZE), draw.random(SIZE)
    expected = function(*[a.copy() for a in args])
    for found, wanted in zip(recto.jit(function)(*[a.copy() for a in args]), expected, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-12)


def kept(x, a, limit):
    """A deque in an array: its items move to the front where it is full."""
    lo, hi = 0, 0
    for i in range(len(x)):
        if hi == len(a):
            a = np.roll(a, -limit)
            lo, hi = lo - limit, hi - limit
        a[hi] = x[i]
        hi += 1
        if hi - lo > limit:
            lo += 1
    return a, lo, hi


def test_what_a_branch_makes_anew_goes_where_the_other_one_leaves_it():
    args = np.arange(300.0), np.zeros(64), 8
    program = recto.jit(kept).program(*args)
    branches = [call for call in walk(program) if call.primitive.name == "cond"]
    anew = [call.outputs[k].type.shape for call in branches for k in Order(replaces=True).made_anew(call)]
    assert anew == [(64,)] and not any(map(Order().made_anew, branches))
    assert "recto_native_" in transform.lowered(program, native=True).text
    for found, wanted in zip(recto.jit(kept)(*args), kept(*args)):
        np.testing.assert_array_equal(found, wanted)
