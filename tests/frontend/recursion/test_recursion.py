"""Recursion as a loop: the rewritten function does in Python what the one that calls itself does."""
import ast
import functools
import random

import gast
import numpy as np
import pytest

import recto
from recto.transform.frontend.recursion import loop_form

def text(header, *lines):
    return "\n ".join([header, *lines])


FUNCTIONS = {
    "fib": (text("def f(n):", "if n < 2: return n", "return f(n - 1) + f(n - 2)"), [(0,), (1,), (12,)]),
    "gcd": (text("def f(a, b):", "return a if b == 0 else f(b, a % b)"), [(48, 18), (7, 0)]),
    "factorial": (text("def f(n):", "return 1 if n <= 1 else n * f(n - 1)"), [(6,), (0,)]),
    "ackermann": (text("def f(m, n):", "if m == 0: return n + 1", "if n == 0: return f(m - 1, 1)",
                       "return f(m - 1, f(m, n - 1))"), [(2, 3)]),
    "a default": (text("def f(n, steps=0):", "if n == 1: return steps", "if n % 2: return f(3 * n + 1, steps + 1)",
                       "return f(n // 2, steps=steps + 1)"), [(27,)]),
    "side effects": (text("def f(n, a, b, c, moves):", "if n:", " f(n - 1, a, c, b, moves)", " moves.append((a, c))",
                          " f(n - 1, b, a, c, moves)"), [(3, 1, 2, 3, [])]),
    "and": (text("def f(a, k, t):", "if t == 0: return True", "if k == len(a) or t < 0: return False",
                 "return f(a, k + 1, t - a[k]) or f(a, k + 1, t)"), [([3, 4, 5], 0, 9), ([3, 4, 5], 0, 11)]),
    "unpacked": (text("def f(a, b):", "if b == 0: return a, 1, 0", "g, x, y = f(b, a % b)",
                      "return g, y, x - (a // b) * y"), [(240, 46)]),
    "a fold": (text("def f(depth, x):", "if depth == 0: return x",
                    "return sum(f(depth - 1, x * k) for k in range(1, 4) if k != 2)"), [(3, 2.0)]),
    "any": (text("def f(n, t):", "return n == t if n > t else any(f(n + k, t) for k in (1, 3))"), [(0, 7)]),
    "a test": (text("def f(n):", "while n > 0:", " n -= 1", " if n % 3 == 0 and f(n - 2) > 2: return n", "return n"),
               [(10,), (7,)]),
    "a while": (text("def f(n):", "k = 0", "while k < n and f(n - 2) < 3: k += 1", "return k"), [(6,), (1,)]),
    "an else": (text("def f(n):", "t = 0", "for k in range(n):", " for j in range(k):", "  if j * j == k: break",
                     " else:", "  t += f(k - 1) + 1", "return t"), [(5,)]),
    "a sequence": (text("def f(g, u, seen, out):", "seen[u] = True", "out.append(u)", "for v in g[u]:",
                        " if not seen[v]: f(g, v, seen, out)"), [([[1, 2], [3], [3], []], 0, [False] * 4, [])]),
    "a sequence that another function may change": (
        text("def f(g, n, reset):", "t = n", "for v in g[0]:", " reset(g)", " if n: t += v * f(g, n - 1, reset)",
             "return t"), [([[1, 2]], 2, "(lambda g: g.__setitem__(0, [5]))")]),
    "a sequence whose name its items get": (
        text("def f(rows, n):", "t = n", "for rows in rows:", " if n: t += f(rows, n - 1)", "return t"),
        [([[[1], [2]], [[3]]], 2)]),
    "enumerate": (text("def f(xs, d):", "t = 0", "for k, v in enumerate(xs):",
                       " if d > k: t += v * f(xs, d - 1 - k)", "return t + 1"), [([2, 3, 5], 4)]),
    "continue": (text("def f(n):", "t = 1", "for k in range(n - 1, -1, -1):", " if k % 2: continue", " t += f(k)",
                      "return t"), [(6,)]),
    "kept before a call": (text("def f(x, n):", "if n == 0: return 1", "return x[0] * f(x, n - 1) + x.pop()"),
                           [([1, 2, 3, 4], 3)]),
    "an assignment expression": (text("def f(n):", "if n > 1 and (m := f(n - 1)) > 1: return m + n", "return n"),
                                 [(6,)]),
    "a name that a comprehension has, too": (
        text("def f(n, xs):", "if n == 0: return 0", "k = n * 10",
             "return f(n - 1, xs) + sum([k for k in xs]) + (lambda k: k)(1) + k"), [(3, [1, 2])]),
    "a name that a comprehension alone has": (
        text("def f(n, xs):", "return 0 if n == 0 else f(n - 1, xs) + sum(v * n for v in xs)"), [(3, [1, 2])]),
    "a name that is bound after it is read": (text("def f(n):", "m = n", "if n == 0: return 1",
                                                   "return m + (m := f(n - 1)) * m"), [(4,)]),
    "arguments in order": (text("def f(n, log):", "log.append(n)", "if n <= 0: return 0",
                                "return max(log.copy()[-1], f(n - 1, log), f(n - 2, log) + len(log))"), [(4, [])]),
}


def as_text(function, name="g"):
    tree = gast.gast_to_ast(gast.Module([function], []))
    return ast.unparse(ast.fix_missing_locations(tree))


def both(source):
    """The function of a text, and its loop."""
    tree = gast.parse(source).body[0]
    loop = loop_form(tree)
    assert loop is not None, source
    found = []
    for version in (source, as_text(loop)):
        names = {}
        exec(version, names)
        found.append(names["f"])
    assert not any(isinstance(n, gast.Call) and getattr(n.func, "id", "") == "f" for n in gast.walk(loop))
    return found


def outcome(function, call):
    args = [eval(a) if isinstance(a, str) else ast.literal_eval(repr(a)) for a in call]
    return function(*args), [a for a in args if not callable(a)]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_loop_does_what_the_recursion_does(name):
    source, calls = FUNCTIONS[name]
    recursion, loop = both(source)
    for call in calls:
        assert outcome(loop, call) == outcome(recursion, call)


def test_the_tree_that_is_rewritten_stays_as_it_is():
    for source, _ in FUNCTIONS.values():
        tree = gast.parse(source).body[0]
        before = gast.dump(tree)
        loop_form(tree)
        assert gast.dump(tree) == before


KEEPING = {
    "a function": text("def f(n, g):", "if n == 0: return g(1)", "return f(n - 1, lambda v: g(v) + n)"),
    "a generator": text("def f(n, g):", "if n == 0: return sum(g)", "return f(n - 1, (v + n for v in g))"),
    "a local function": text("def f(n, g):", "def h(v): return g(v) * n", "return g(1) if n == 0 else f(n - 1, h)"),
    "no end": text("def f(n):", "return f(n + 1)"),
    "a try": text("def f(n):", "try: return f(n - 1)", "except ValueError: return n"),
    "a variable that may be unset": text("def f(n):", "if n > 2: k = n", "if n == 0: return 0",
                                         "return f(n - 1) + (k if n > 2 else 0)"),
}


@pytest.mark.parametrize("name", KEEPING)
def test_what_keeps_variables_of_a_call_has_no_loop(name):
    assert loop_form(gast.parse(KEEPING[name]).body[0]) is None


class Writer:
    """Random functions f(n, a, log) that call themselves with a smaller n."""

    def __init__(self, seed):
        self.random, self.lines, self.calls = random.Random(seed), [], 0

    def text(self):
        self.lines = ["def f(n, a, log):", " if n <= 0 or len(log) > 300: return a", " b = c = a + n"]
        for _ in range(self.random.randint(1, 4)):
            self.statement(1)
        self.lines.append(f" return {self.value(2)}")
        return "\n".join(self.lines)

    def value(self, depth):
        pick = self.random.choice
        if depth == 0 or self.random.random() < 0.25:
            return pick(["a", "b", "c", "n", str(self.random.randint(-2, 3))])
        kind = self.random.randrange(7)
        inner = lambda: self.value(depth - 1)
        if kind == 0 and self.calls < 3:
            self.calls += 1
            return f"f(n - {self.random.randint(1, 2)}, {inner()}, log)"
        if kind == 1:
            return f"({inner()} if {inner()} {pick(['<', '>', '=='])} {inner()} else {inner()})"
        if kind == 2:
            return f"({inner()} {pick(['and', 'or'])} {inner()})"
        if kind == 3:
            return f"max({inner()}, {inner()})"
        if kind == 4:
            return f"-{inner()}"
        return f"({inner()} {pick(['+', '-', '*'])} {inner()}) % 97"

    def statement(self, level):
        pad, kind = " " * level, self.random.randrange(8)
        body = lambda: self.statement(level + 1)
        if level > 3 or kind < 3:
            self.lines.append(f"{pad}{self.random.choice('abc')} {self.random.choice(['=', '+='])} {self.value(2)}")
        elif kind == 3:
            self.lines.append(f"{pad}log.append({self.value(2)})")
        elif kind == 4:
            self.lines.append(f"{pad}if {self.value(1)} > {self.value(1)}:")
            body()
            if self.random.random() < 0.5:
                self.lines.append(f"{pad}else:")
                body()
        elif kind == 5:
            self.lines.append(f"{pad}for i{level} in range({self.random.randint(1, 2)}):")
            body()
            self.leave(level + 1)
        elif kind == 6:
            self.lines.append(f"{pad}for i{level} in (1, b, 2)[:2]:")
            body()
            self.lines.append(f"{pad} a += i{level}")
        else:
            self.lines.append(f"{pad}if {self.value(1)} == {self.value(1)}: return {self.value(2)}")

    def leave(self, level):
        if self.random.random() < 0.5:
            way = self.random.choice(["break", "continue", f"return {self.value(1)}"])
            self.lines.append(f"{' ' * level}if {self.value(1)} > 2: {way}")
            self.lines.append(f"{' ' * level}c += 1")


@pytest.mark.parametrize("block", range(10))
def test_random_recursions_as_loops(block):
    done = 0
    for seed in range(40 * block, 40 * block + 40):
        source = Writer(seed).text()
        if "f(n - " not in source:
            continue
        recursion, loop = both(source)
        for call in ((1, 2, []), (3, 1, []), (4, -1, [])):
            assert outcome(loop, call) == outcome(recursion, call), source
        done += 1
    assert done > 15


def fill(image, i, j):
    if i < 0 or j < 0 or i >= image.shape[0] or j >= image.shape[1]:
        return 0
    if image[i, j] != 0:
        return 0
    image[i, j] = 2
    return 1 + sum(fill(image, i + di, j + dj) for di, dj in ((1, 0), (-1, 0), (0, 1), (0, -1)))


def flooded(v):
    image = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    return fill(image, v[0], v[1]), image


def queens(board, row):
    if row == len(board):
        return 1
    total = 0
    for column in range(len(board)):
        for r in range(row):
            if board[r] == column or abs(board[r] - column) == row - r:
                break
        else:
            board[row] = column
            total += queens(board, row + 1)
    return total


def ways_to_place(v):
    return queens(np.zeros(5, int), v[2])


@pytest.mark.parametrize("start", [(0, 0), (2, 0), (2, 2)])
def test_a_loop_over_neighbours_of_a_cell(start):
    count, image = recto.jit(flooded)(np.array(start))
    expected, filled = flooded(np.array(start))
    assert count == expected
    np.testing.assert_array_equal(image, filled)


def test_places_that_are_tried_one_after_the_other():
    assert recto.jit(ways_to_place)(np.array([0, 0, 0])) == 10


def countdown(n):
    return 0.0 if n <= 0 else countdown(n - 1.0) + n


def test_numbers_of_python_that_end_a_recursion_are_no_reason_to_compile_again():
    compiled = recto.jit(countdown)
    assert [compiled(n) for n in (3.0, 5.0, 100.0)] == [6.0, 15.0, 5050.0]
    assert not any("is static" in note for note in compiled.notes)


class Scaled:
    def __init__(self, function):
        self.function = function
        functools.update_wrapper(self, function)

    def __call__(self, n):
        return self.function(n) * 2


@Scaled
def scaled(n):
    return 1 if n <= 0 else scaled(n - 1)


@recto.jit
def compiled_itself(n):
    return 0 if n <= 0 else compiled_itself(n - 1) + 2


@functools.cache
def remembered(n):
    return 0 if n <= 0 else remembered(n - 1) + 3


def test_wrappers_are_no_recursion_of_the_function_that_they_call():
    with pytest.raises(recto.CompileError, match="calls"):
        recto.jit(lambda v: scaled(v[0]))(np.array([3]))
    assert recto.jit(lambda v: (compiled_itself(v[0]), remembered(v[0])))(np.array([4])) == (8, 12)


class Counting:
    def count(self, n):
        return 0 if n <= 0 else self.count(n - 1) + 1


class Doubling(Counting):
    def count(self, n):
        return super().count(n) * 2


def test_a_method_that_a_derived_class_replaces_is_no_loop_there():
    numbers = np.array([3, 4])
    assert recto.jit(lambda v: Counting().count(v[0]))(numbers) == 3
    with pytest.raises(recto.CompileError, match="calls"):
        recto.jit(lambda v: (Counting().count(v[0]), Doubling().count(v[1])))(numbers)
    with pytest.raises(recto.CompileError, match="calls"):
        recto.jit(lambda v: Doubling().count(v[1]))(numbers)


def without_end(n, x):
    return x if x.sum() > n else without_end(n, np.concatenate([x, x]))


def test_what_no_loop_can_hold_is_refused_as_a_recursion():
    with pytest.raises(recto.CompileError, match="without_end calls itself without a static end"):
        recto.jit(without_end)(np.float64(100.0), np.ones(3))


def even(n):
    if n == 0:
        return True
    return odd(n - 1)


def odd(n):
    if n == 0:
        return False
    return even(n - 1)


def test_functions_that_call_each_other_are_refused():
    with pytest.raises(recto.CompileError, match="calls itself"):
        recto.jit(lambda x: even(x[0]))(np.array([3]))
