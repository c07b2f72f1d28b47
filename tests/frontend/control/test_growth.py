"""Compile time grows no faster than programs do: readings and calls are counted, for nests of any depth."""
from __future__ import annotations

import linecache
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

import recto
from recto import transform
from recto.transform.frontend.control.looping import loop_fixpoint as rolled
from recto.transform.ir.program import walk

X = transform.Argument(transform.Type(np.dtype(float), (3,)), array=True, name="x")
DEEPEST = 20            # Python nests no more loops in one function


class Nest(NamedTuple):
    """Loops inside each other: statements before them, in the innermost, and at the end of each body."""
    before: list[str]
    innermost: list[str]
    after: Sequence[str] = ()
    head: str = "for i{k} in range(2):"

    def source(self, depth: int) -> str:
        lines = ["def f(x):", *(f"    {line}" for line in self.before)]
        lines += ["    " * (k + 1) + self.head.format(k=k) for k in range(depth)]
        lines += ["    " * (depth + 1) + line for line in self.innermost]
        lines += ["    " * (k + 2) + line.format(k=k) for k in reversed(range(depth)) for line in self.after]
        return "\n".join([*lines, "    return s", ""])


NESTS = {
    "a number": Nest(["s = 0.0"], ["s += x[i0]"]),
    "a number that gets another dtype": Nest(["s = 0"], ["s = s + x[0]"]),
    "an array that is rebound": Nest(["s = x"], ["s = s * 2"]),
    "an array that is written": Nest(["s = np.zeros(3)"], ["s[i0] += x[i1]"]),
    "two arrays that change places": Nest(["s = x.copy()", "b = x * 2"], ["s, b = b, s"]),
    "a list": Nest(["s = [0.0, x]"], ["s[0] += 1", "s[1] = s[1] * 2"]),
    "a tuple": Nest(["s = (0.0, x)"], ["s = (s[1][0], s[1] + 1)"]),
    "a dict": Nest(["s = {'a': 0.0, 'b': x}"], ["s['a'] += 1", "s['b'] = s['b'] * 2"]),
    "a variable of a closure": Nest(["s = 0.0", "def add(y):", "    nonlocal s", "    s = s + y"], ["add(x[0])"]),
    "a variable set on one path": Nest(["s = 0.0"], ["if x[0] > s:", "    y = s", "s += x[0]"], ["s = s + 1"]),
    "breaks": Nest(["s = 0.0"], ["s += x[0]"], ["if s > {k}.0:", "    break"]),
    "returns": Nest(["s = 0.0"], ["s += x[0]"], ["if s > {k}.0:", "    return s * 2"]),
    "errors": Nest(["s = 0.0"], ["if x[0] < s:", "    raise ValueError('no')", "s += x[0]"]),
    "slices of computed length": Nest(["s = x"], ["s = s + np.sum(x[:i0])"]),
    "items": Nest(["s = 0.0"], ["s += v0 * v1"], [], "for v{k} in x:"),
    "pairs": Nest(["s = 0.0"], ["s += v0 * k1"], [], "for k{k}, v{k} in enumerate(x):"),
    "while": Nest(["s = x[0]"], ["s += x[1]"], ["s = s + 1"], "while s < {k}.0:"),
}
CHANGING_PLACES = {         # what may be the same memory grows with every level
    "arrays that change places": Nest(["s = x.copy()", "b = x * 2"], ["b[1:] = s[:-1]"], ["s, b = b, s"]),
    "a list made anew": Nest(["s = [0.0, x]"], ["s = [s[1][0], s[1]]"]),
}
ALL = NESTS | CHANGING_PLACES


def defined(source: str) -> Callable:
    file = f"<{abs(hash(source))}>"
    linecache.cache[file] = len(source), None, source.splitlines(True), file
    space: dict[str, Any] = {"np": np}
    exec(compile(source, file, "exec"), space)
    return space["f"]


def read(source: str) -> transform.Program:
    return transform.read(defined(source), [X], {}).program


@pytest.fixture
def readings(monkeypatch) -> list:
    """Gets an entry whenever a loop's body is read."""
    found: list = []
    begin = rolled.FixpointIteration.__init__
    monkeypatch.setattr(rolled.FixpointIteration, "__init__",
                        lambda self, loop: (found.append(loop), begin(self, loop))[1])
    return found


@pytest.mark.parametrize("name", NESTS)
def test_an_inner_loop_is_read_once_more_for_each_loop_around_it(name, readings):
    """And the program is as long as its source."""
    sizes = {}
    for depth in (5, 10, DEEPEST):
        readings.clear()
        sizes[depth] = len(list(walk(read(NESTS[name].source(depth)))))
        assert len(readings) <= (depth + 1) * (depth + 4) / 2
    assert sizes[DEEPEST] <= 2.2 * sizes[10] <= 4.8 * sizes[5]


@pytest.mark.parametrize("depth", [5, 10])
@pytest.mark.parametrize("name", CHANGING_PLACES)
def test_readings_are_no_more_than_the_cube_of_the_depth(name, depth, readings):
    read(CHANGING_PLACES[name].source(depth))
    assert len(readings) <= depth**3


@pytest.mark.parametrize("name", ALL)
def test_a_loop_that_is_read_again_gives_the_program_of_one_that_never_was_read_before(name, monkeypatch):
    source = ALL[name].source(4)
    again = read(source)
    monkeypatch.setattr(rolled, "recall", lambda loop, settled: None)
    assert str(read(source)) == str(again)


def test_functions_with_loops_that_call_each_other_are_read_once_for_each_type(readings):
    read(chain(40))
    assert len(readings) <= 5 * 40


def chain(depth: int) -> str:
    """Each function calls the one before in a loop of one round."""
    lines = ["def f0(x, s):", "    return s * 0.5 + x[1]"]
    for k in range(1, depth):
        lines += [f"def f{k}(x, s):", "    for i in range(len(x) - 2):", f"        s = f{k - 1}(x, s)",
                  "    return s"]
    return "\n".join([*lines, "def f(x):", f"    return f{depth - 1}(x, 1.0)", ""])


def test_a_loop_of_hundreds_of_writes_compiles_xla():
    lines = [f"        if x[{k % 3}] > {k}.0:\n            x[{k % 50}] = x[{k % 2}] + {k}.5" for k in range(350)]
    f = defined("\n".join(["def f(x, n):", "    for _ in range(n):", *lines, "    return x", ""]))
    x = np.linspace(0.0, 300.0, 60)
    np.testing.assert_array_equal(recto.jit(f)(x.copy(), 3), f(x.copy(), 3))


def test_forty_loops_inside_each_other_compile_xla():
    f = defined(chain(41))
    assert recto.jit(f)(np.arange(3.0)) == f(np.arange(3.0)) == 1.5


STATEMENTS = {
    "assignments": "    s = np.sin(s) + {k}.0 * x",
    "branches": "    if x[{k} % 3] > {k}.0:\n        s = s + {k}.5",
    "branches that write": "    if x[{k} % 3] > {k}.0:\n        s[{k} % 3] = s[{k} % 2] + {k}.5",
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_program_is_as_long_as_its_statements_are_many(name):
    def size(count: int) -> int:
        lines = [STATEMENTS[name].format(k=k) for k in range(count)]
        return len(list(walk(read("\n".join(["def f(x):", "    s = x * 2", *lines, "    return s", ""])))))

    sizes = [size(count) for count in (30, 60)]
    assert sizes[1] <= 2.1 * sizes[0]


def doubled(x):
    out = recto.bound([], 4)
    while x[0] < 100.0:
        out.append(x[0])
        x = 2.0 * x
    return out


def test_a_while_loop_of_known_length_that_gathers_arrays_stays_a_loop():
    def history(x):
        time, found = 0.0, x
        while time <= 50.0:
            time += 0.1
            x = np.cos(x) + time
            found = np.hstack((found, x))
        return found

    assert len(list(walk(recto.jit(history).program(np.ones(3))))) < 60


def test_a_list_longer_than_its_bound_raises():
    f = recto.jit(doubled)
    assert [float(v) for v in f(np.full(1, 10.0))] == [10.0, 20.0, 40.0, 80.0] and f(np.full(1, 200.0)) == []
    with pytest.raises(ValueError, match="the list has more items than its bound 4"):
        f(np.ones(1))
    with pytest.raises(ValueError, match="3 items are more than the bound 2"):
        recto.bound([1, 2, 3], 2)


def test_a_list_without_a_bound_is_refused_with_the_way_out():
    def unbounded(x):
        out = []
        while x[0] < 100.0:
            out.append(x[0])
            x = 2.0 * x
        return out
    with pytest.raises(recto.CompileError, match=r"changes length[\s\S]*recto.bound\(\[\], 1000\)"):
        recto.jit(unbounded).program("f64[1]")      # without data there is no room to be guessed
