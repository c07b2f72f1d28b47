"""Random programs: an operator or method of a list, tuple or deque with an operand of any kind, against Python.

What is refused is refused when compiling; what Python raises is raised, or refused.
"""
from __future__ import annotations

import collections
import random

import numpy as np
import pytest

import recto

PROGRAMS = 144
CONTAINERS = {
    "known": "[1.0, 2.0]", "computed": "[w for w in x if w > 0]", "integers": "[k for k in range(int(n[0]))]",
    "empty": "[]", "deque": "deque(w for w in x if w > 0)", "nested": "[[w] for w in x if w > 0]", "tuple": "(1.0, v)",
    "computed tuple": "tuple(w for w in x if w > 0)",
}
VALUES = CONTAINERS | {
    "array": "x[:2]", "selection": "x[x > 0]", "range": "range(2)", "computed range": "range(int(n[0]))",
    "generator": "(w for w in x if w > 0)", "set": "{1.0, 2.0}", "dict": '{"a": v}', "None": "None", "int": "2",
    "computed int": "int(n[0])", "float": "v", "text": '"ab"', "NumPy's int": "n[0]", "known deque": "deque([1.0, v])",
    "map": "map(abs, x)", "zip": "zip(x, x)",
}
STATEMENTS = (
    "r = q + p", "q += p; r = q", "r = q * p", "q *= p; r = q", "r = q == p", "r = q != p", "r = q < p", "r = p in q",
    "q.extend(p); r = q", "q[1:1] = p; r = q", "q[:] = p; r = q", "q[:1] = p; r = q", "r = list(zip(q, p))",
    "r = [q, p]", "r = q.index(p)", "r = q.count(p)", "q.append(p); r = q", "q.insert(0, p); r = q",
    "q.remove(p); r = q", "r = q[p]", "r = q[p:]", "r = q[:p]", "del q[p]; r = q", "q[p] = v; r = q", "r = q or p",
    "r = max(q, p)", "r = list(q) + list(p)", "r = [*q, *p]", "r = len(q) + len(p)", "r = np.array(q) + p",
    "r = q is p", "a, *b = q; r = a, b", "r = any(q) or all(p)", "r = tuple(q) + tuple(p)", "r = list(reversed(q))",
    "r = q.copy(); r += p", "r = list(enumerate(p))", "r = min(p, default=0.0), max(q, default=-1.0)",
    "r = set(q) | set(p)", "r = np.concatenate([q, p])", "r = np.append(q, p)", 'r = "%s" % (q,)', "r = str(p)",
    'r = f"{p}"',
)
ARGUMENTS = [([1.0, -2.0, 3.0], 0.5, [1]), ([-1.0, -2.0, -3.0], -0.5, [0]), ([1.0, 2.0, 0.0], 2.0, [2])]


def source(seed: int) -> str:
    draw = random.Random(seed)
    lines = [f"q = {draw.choice([*CONTAINERS.values()])}", f"p = {draw.choice([*VALUES.values()])}"]
    also = draw.random() < 0.5
    lines += ["m = q"] * also + draw.choice(STATEMENTS).split("; ") + [f"return r{', m' * also}"]
    return "\n    ".join([f"def f{seed}(x, v, n):", *lines]) + "\n"


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    path = tmp_path_factory.mktemp("operands") / "operands.py"
    head = "from collections import deque\n\nimport numpy as np\n\n\n"
    path.write_text(head + "\n\n".join(map(source, range(PROGRAMS))))
    space: dict = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space


def outcome(function, arguments):
    x, v, n = arguments
    try:
        return plain(function(np.array(x), v, np.array(n)))
    except recto.CompileError:
        return "refused"
    except Exception as error:
        return type(error).__name__


def plain(result):
    """The result as Python's values, with the kinds of containers."""
    if isinstance(result, dict):
        return {plain(k): plain(v) for k, v in result.items()}
    if isinstance(result, (list, tuple, collections.deque)):
        return [type(result).__name__, *map(plain, result)]
    if isinstance(result, (set, frozenset)):
        return ["set", *sorted(map(plain, result), key=repr)]
    if np.ndim(result) and not isinstance(result, str):
        return ["array", *map(plain, np.asarray(result))]
    if result is None or isinstance(result, (str, range)):
        return result
    if np.asarray(result).dtype == object:
        return type(result).__name__
    return round(float(result), 9)


@pytest.mark.xla
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_results_are_pythons(programs, seed):
    function = programs[f"f{seed}"]
    compiled = recto.jit(function)
    for arguments in ARGUMENTS:
        found, wanted = outcome(compiled, arguments), outcome(function, arguments)
        if found == "refused" or found == "ValueError" and wanted[0] == "array":  # an axis of one is not repeated
            return
        assert found == wanted


def test_most_programs_are_read(programs):
    """A law that refuses everything would hold as well."""
    refused = [k for k in range(24) if outcome(recto.jit(programs[f"f{k}"]), ARGUMENTS[0]) == "refused"]
    wanted = [k for k in range(24) if outcome(programs[f"f{k}"], ARGUMENTS[0]) in ("TypeError", "ValueError")]
    assert len({*refused} - {*wanted}) <= 5
