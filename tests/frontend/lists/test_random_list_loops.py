"""Random loops that change a list or deque in several ways in each round, against Python."""
from __future__ import annotations

import random

import numpy as np
import pytest

import recto

PROGRAMS, PAIRS, SIZE, CALLS = 56, 32, 9, 2
OF_BOTH = (
    "q.append(v)", "q.append(v + i)", "q.reverse()", "if len(q) > 2: q.pop()", "if q: t += q[0]", "if q: t += q[-1]",
    "if len(q) > 1: q[0] = v * 2", "if len(q) > 1: q[-1] = v - 1", "if len(q) > 2: q.append(v)",
)
OF_DEQUES = ("if q: q.popleft()", "if len(q) > 1: q.popleft()", "if len(q) > 3: q.popleft()", "if q: t += q.popleft()")
OF_LISTS = (
    "if q: q.pop(0)", "if len(q) > 2: q = q[1:]", "if len(q) > 2: del q[0]", "q = q[::-1]", "if v < 0: q.clear()",
    "if len(q) > 3: q = q[:-1]", "if len(q) > 2: q.insert(1, v)", "q.sort()",
    "q = q[:]", "q = list(q)", "q = sorted(q)", "q = q + [v]", "q += [v, i * 1.0]", "q.extend([v, v])",
    "q = q[:3] + q[3:]",
)
OF_PAIRS = (
    "r.append(v)", "q, r = r, q", "r = q[:]", "r = q + [v]", "q = r[:2] + q", "if r: t += r[-1]", "r = sorted(q)",
    "if len(r) > 1: r.pop()", "if len(r) > 2: del r[0]", "if r: q.append(r[0])", "r.extend(q[:2])", "r = [v, v]",
    "q = []", "r.reverse()",
)
STARTS = ("[]", "[1.0, 2.0, 3.0]", "[0.5] * 4", "list(x[:2])")
CONDITIONS = ("v > 0", "i % 2 == 0", "t < 1.0", "v < 0.5")


def source(seed: int) -> str:
    draw = random.Random(seed)
    is_deque = draw.random() < 0.5
    lines = []
    for _ in range(draw.randint(2, 5)):
        step = draw.choice(OF_BOTH + (OF_DEQUES if is_deque else OF_LISTS))
        if step.startswith("if") or draw.random() < 0.5:
            lines.append(step)
        else:
            lines += [f"if {draw.choice(CONDITIONS)}:", f"    {step}"]
    if not any("append" in line for line in lines):
        lines.insert(0, "q.append(v)")
    head = [f"def f{seed}(x):", f"    q, t = {'deque()' if is_deque else '[]'}, 0.0", "    for i in range(len(x)):"]
    body = ["        v = x[i]", *["        " + line for line in lines]]
    return "\n".join([*head, *body, "    return t, len(q), sum(q), sum(k * v for k, v in enumerate(q))", ""])


def source_of_pair(seed: int) -> str:
    """Two lists, of which each may become the other, a part of it, or one of another length."""
    draw = random.Random(seed)
    lines = []
    for _ in range(draw.randint(3, 6)):
        step = draw.choice(OF_PAIRS if draw.random() < 0.55 else OF_BOTH + OF_LISTS)
        if step.startswith("if") or draw.random() < 0.4:
            lines.append(step)
        else:
            lines += [f"if {draw.choice(CONDITIONS)}:", f"    {step}"]
    head = [
        f"def pair{seed}(x):", f"    q, t = {draw.choice(STARTS)}, 0.0", f"    r = {draw.choice(STARTS)}",
        "    for i in range(len(x)):", "        v = x[i]",
    ]
    weighted = [f"sum(k * v for k, v in enumerate({name}))" for name in "qr"]
    last = f"    return t, len(q), sum(q), len(r), {', '.join(weighted)}"
    return "\n".join([*head, *["        " + line for line in lines], last, ""])


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    path = tmp_path_factory.mktemp("lists") / "random_lists.py"
    sources = [*map(source, range(PROGRAMS)), *map(source_of_pair, range(PAIRS))]
    path.write_text("from collections import deque\n\n\n" + "\n\n".join(sources))
    space: dict = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space


@pytest.mark.xla
@pytest.mark.parametrize("seed", range(PAIRS))
def test_the_items_of_two_lists_are_pythons(programs, seed):
    check(programs[f"pair{seed}"], seed)


@pytest.mark.xla
@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_the_items_are_pythons(programs, seed):
    check(programs[f"f{seed}"], seed)


def check(function, seed):
    compiled = recto.jit(function)
    for call in range(CALLS):
        x = np.random.default_rng(PROGRAMS * call + seed).normal(size=SIZE)
        np.testing.assert_allclose([float(v) for v in compiled(x)], function(x), rtol=1e-9, atol=1e-12)


def often(x):
    """Three items may come in a round, the third behind a sort."""
    q = []
    for v in x:
        q.append(v)
        if len(q) > 2:
            q.append(v)
        q.sort()
        if len(q) > 2:
            q.append(v)
    return q


def inserted(x):
    q = []
    for v in x:
        q.append(v)
        q.sort()
        if len(q) > 2:
            q.insert(1, v)
    return q


def turned(x):
    """The items lie at the end of their room when one more comes."""
    q = []
    for v in x:
        if v < 0:
            q.clear()
        else:
            q.append(v)
            q.reverse()
    return q


@pytest.mark.xla
@pytest.mark.parametrize("function", (often, inserted, turned), ids=lambda f: f.__name__)
def test_no_item_is_lost(function):
    for seed in range(4):
        x = np.random.default_rng(seed).normal(size=SIZE)
        np.testing.assert_array_equal([float(v) for v in recto.jit(function)(x)], function(x))
