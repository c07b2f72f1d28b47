"""Tapes that are printed as lists: random loops that save several values, also of arrays that are written in place."""
import ast
import linecache
import random
import re
import zlib

import numpy as np
import pytest

import recto

LINES = ["x = np.tanh(W @ x + y)",
         "y = y * x + 0.1",
         "y += 0.3 * np.sin(x)",
         "y[1:] += 0.2 * x[:-1] * s",
         "x[i % 3] = s * y[0]",
         "s = s * 0.5 + x[0] * y[1]",
         "s += np.sum(x * y) * 0.1",
         "z = np.exp(-x * x) * y",
         "x = x * z + 0.2",
         "v = x[1:] * 0.7",
         "y[:2] += v * s",
         "w = y\n        x = x * w",
         "if s > 0.3:\n            y = y * s\n        else:\n            x = x - 0.1 * y",
         "P = np.outer(x, y)",
         "x = P @ x * 0.2",
         "Q[i % 2] = x\n        y = Q[0] * Q[1] + y"]
HEADS = {"counted": "for i in range(6):",
         "left": "for i in range(6):\n        if s > 2.5:\n            break",
         "unknown": "for i in range(n):",
         "tested": "while i < n and s < 9.0:\n        i += 1"}


def function_of(seed):
    """A function with such a loop, and its text."""
    pick = random.Random(seed)
    head = pick.choice(list(HEADS.values()))
    body = [pick.choice(LINES) for _ in range(pick.randint(3, 6))]
    lines = ["i = 0", "s = 0.5", "x, y = x.copy(), y.copy()", "z = y * 0.5", "v = x[1:]", "P = np.outer(y, x)",
             "Q = np.ones((2, 3))"]
    text = "def f(W, x, y, n):\n" + "".join(f"    {line}\n" for line in lines)
    text += f"    {head}\n" + "".join(f"        {line}\n" for line in body)
    text += "    return np.sum(x * y) + s + np.sum(Q) + np.sum(z)\n"
    return run(text), text


def arguments():
    rng = np.random.default_rng(3)
    return rng.normal(size=(3, 3)) * 0.4, rng.normal(size=3), rng.normal(size=3), 5


def run(source):
    """The last function of a text."""
    space, file = {"np": np}, f"<listed tapes {zlib.crc32(source.encode())}>"
    linecache.cache[file] = len(source), None, source.splitlines(True), file
    exec(compile(source, file, "exec"), space)
    return space[[n.name for n in ast.parse(source).body if isinstance(n, ast.FunctionDef)][-1]]


@pytest.mark.parametrize("seed", range(60))
def test_printed_gradients_are_right_and_leave_arguments_alone(seed):
    f, text = function_of(seed)
    gradient = recto.grad(f, argnums=(0, 1, 2))
    printed = run(gradient.source(*arguments()))
    given = arguments()
    found = printed(*given)
    for mine, theirs in zip(given, arguments(), strict=True):
        np.testing.assert_array_equal(mine, theirs, err_msg=text)
    forward = recto.jacfwd(f, argnums=(0, 1, 2))(*arguments())
    for bar, wanted in zip(found, forward, strict=True):
        np.testing.assert_allclose(bar, wanted, rtol=1e-8, atol=1e-10, err_msg=text)


@pytest.mark.parametrize("seed", range(0, 60, 4))
def test_read_back_they_stay_loops_and_give_the_same(seed):
    f, text = function_of(seed)
    source = recto.grad(f, argnums=(0, 1, 2)).source(*arguments())
    again = recto.jit(run(source))
    for mine, theirs in zip(again(*arguments()), run(source)(*arguments()), strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-9, atol=1e-12, err_msg=text)
    assert len(str(again.program(*arguments())).splitlines()) < 700, text


def test_most_are_printed_with_lists():
    sources = [recto.grad(function_of(seed)[0], argnums=(0, 1, 2)).source(*arguments()) for seed in range(60)]
    listed = [s for s in sources if re.search(r"(states|saved)(_\d)?\.append\(", s)]
    assert len(listed) > 40
    assert sum(len(re.findall(r"_saved(_\d)? = np\.zeros", s)) for s in listed) < 0.5 * len(listed)


def lstm(W, xs, h, c):
    loss = 0.0
    for x in xs:
        z = W @ np.concatenate((x, h))
        gate = 1 / (1 + np.exp(-z[:3]))
        c = gate * c + np.tanh(z[3:])
        h = gate * np.tanh(c)
        loss += np.sum(h ** 2)
    return loss


def test_what_rounds_begin_with_and_what_they_compute_are_two_lists():
    rng = np.random.default_rng(0)
    source = recto.grad(lstm).source(rng.normal(size=(6, 5)), rng.normal(size=(40, 2)), np.zeros(3), np.zeros(3))
    assert re.search(r"states = \[\] +# \w+, \w+ of each iteration", source)
    assert len(re.findall(r"\.append\(", source)) == 2
    assert "np.zeros((40" not in source and "_saved = " not in source
