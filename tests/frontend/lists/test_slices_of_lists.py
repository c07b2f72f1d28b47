"""Random programs that assign, swap and delete slices of lists, whose bounds data decide."""

import random

import numpy as np
import pytest

import recto

BOUNDS = ["i", "j", "k", "-i", "i + 1", "j - 1", "", "2", "len(a) - i", "-1"]


def program(seed: int) -> str:
    r = random.Random(seed)
    part = lambda: f"{r.choice(BOUNDS)}:{r.choice(BOUNDS)}"
    values = lambda: r.choice(
        [
            f"b[{part()}]",
            f"sorted(b[{part()}])",
            f"[x] * {r.choice('ij')}",
            f"reversed(a[{part()}])",
            f"[v * x for v in b[{part()}]]",
            f"a[{part()}] + b[{part()}]",
            "[x, 2 * x]",
            "[]",
        ]
    )
    lines = []
    for _ in range(r.randint(1, 4)):
        name, both = r.choice("ab"), part()
        lines += r.choice(
            [
                [f"{name}[{part()}] = {values()}"],
                [f"a[{both}], b[{both}] = b[{both}], a[{both}]"],
                [f"if x > {r.choice(['1.5', '2.5'])}:", f"    {name}[{part()}] = {values()}"],
                ["for q in range(j):", f"    {name}[q : q + {r.choice('12')}] = {r.choice(['[x]', '[x * q, x]'])}"],
                [f"del {name}[{part()}]"],
            ]
        )
    body = ["i, j, k = int(z[0]), int(z[1]), int(z[2])", *lines, "return sum(a) - 2 * sum(b), len(a), len(b)"]
    return "def f(a, b, x, z):\n" + "".join(f"    {line}\n" for line in body)


@pytest.mark.xla
@pytest.mark.parametrize("seed", range(12))
def test_slices_mean_what_they_mean_in_python(seed, tmp_path):
    path, space = tmp_path / f"slices{seed}.py", {}
    path.write_text(program(seed))
    exec(compile(path.read_text(), path, "exec"), space)
    f, r = space["f"], np.random.default_rng(seed)
    compiled = recto.jit(f)
    for _ in range(3):
        x, z = float(r.integers(1, 4)), r.integers(0, 5, 3)
        mine, theirs = ([[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0]] for _ in range(2))
        wanted, found = f(*mine, x, z), compiled(*theirs, x, z)
        assert [float(v) for v in found] == list(map(float, wanted)), program(seed)
        assert [list(map(float, v)) for v in theirs] == mine, program(seed)


def indexed_and_longer(a, z):
    for k in range(int(z[0]) + 3):
        a.append(a[k] + 1.0)
        a.insert(k, 2.0 * k)
    return sum(a)


@pytest.mark.xla
def test_arguments_that_data_index_get_longer():
    compiled = recto.jit(indexed_and_longer)
    for k in (1, 0, 5, 30):
        mine, theirs = [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]
        assert float(compiled(theirs, np.array([k]))) == indexed_and_longer(mine, np.array([k]))
        assert list(map(float, theirs)) == mine
